"""The GGUF header reader against the gguf package and the format."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import gguf
import numpy
import pytest
from platformdirs import user_cache_path

from engine.errors import GgufError
from engine.gguf_file import (
    GgufHeader,
    TensorInfo,
    block_size,
    chat_template_of,
    file_sha256,
    read_header,
)
from engine.gguf_values import GgufArray
from tests.gguf_bytes import (
    ARRAY,
    BOOL,
    FLOAT32,
    STRING,
    U8,
    U32,
    U64,
    array,
    header_bytes,
    key,
    text,
)


@pytest.fixture(scope="module")
def smollm2_path() -> Path:
    """The real model; its absence fails the test unless LOUPE_OFFLINE=1 is set."""
    root = Path(os.environ.get("LOUPE_ASSETS") or user_cache_path("loupe", False) / "assets")
    path = root / "smollm2-135m" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    if not path.is_file() and os.environ.get("LOUPE_OFFLINE") == "1":
        pytest.skip(f"LOUPE_OFFLINE=1: {path} is missing: run `loupe fetch smollm2-135m`")
    assert path.is_file(), f"{path} is missing: run `loupe fetch smollm2-135m`"
    return path


@pytest.fixture
def read(tmp_path: Path):
    def reader(data: bytes) -> GgufHeader:
        path = tmp_path / "model.gguf"
        path.write_bytes(data)
        return read_header(path)

    return reader


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A small file made by the gguf package itself."""
    path = tmp_path / "written.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_chat_template("{{ messages }} — é")
    writer.add_uint8("a.u8", 200)
    writer.add_int8("a.i8", -3)
    writer.add_uint16("a.u16", 40000)
    writer.add_int16("a.i16", -400)
    writer.add_uint32("a.u32", 4_000_000_000)
    writer.add_int32("a.i32", -5)
    writer.add_float32("a.f32", 1.5)
    writer.add_bool("a.bool", True)
    writer.add_uint64("a.u64", 2**63 + 1)
    writer.add_int64("a.i64", -(2**62))
    writer.add_float64("a.f64", 0.1)
    writer.add_array("a.strings", ["x", "", "日本"])
    writer.add_array("a.ints", [1, -2, 3])
    writer.add_array("a.floats", [0.5, -0.25])
    writer.add_array("a.bools", [True, False])
    writer.add_tensor("first", numpy.zeros((3, 5), dtype=numpy.float32))
    writer.add_tensor("second", numpy.ones(7, dtype=numpy.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_every_scalar_and_array_reads_as_it_was_written_by_the_gguf_package(written: Path) -> None:
    header = read_header(written)
    assert {name: header.get(f"a.{name}") for name in ("u8", "i8", "u16", "i16", "u32", "i32")} == {
        "u8": 200, "i8": -3, "u16": 40000, "i16": -400, "u32": 4_000_000_000, "i32": -5,
    }  # fmt: skip
    assert header.get("a.f32") == 1.5
    assert header.get("a.f64") == 0.1
    assert header.get("a.bool") is True
    assert header.get("a.u64") == 2**63 + 1
    assert header.get("a.i64") == -(2**62)
    assert header.get("general.architecture") == "llama"
    assert header.get("absent") is None
    arrays = {name: header.get(f"a.{name}") for name in ("strings", "ints", "floats", "bools")}
    assert arrays["strings"].strings() == ("x", "", "日本")
    assert arrays["ints"].numbers() == (1, -2, 3)
    assert arrays["floats"].numbers() == (0.5, -0.25)
    assert arrays["bools"].numbers() == (True, False)
    assert chat_template_of(header) == "{{ messages }} — é"


def test_tensor_infos_and_data_offset_agree_with_the_gguf_package(written: Path) -> None:
    header, reader = read_header(written), gguf.GGUFReader(written)
    assert [(t.name, t.shape, t.type_id) for t in header.tensors] == [
        (t.name, tuple(int(n) for n in t.shape), int(t.tensor_type)) for t in reader.tensors
    ]
    assert [t.offset + header.data_offset for t in header.tensors] == [
        int(t.data_offset) for t in reader.tensors
    ]
    assert header.data_offset == reader.data_offset
    assert header.size == written.stat().st_size
    assert header.alignment == reader.alignment == 32


def test_the_real_model_has_the_facts_that_its_publisher_states(smollm2_path: Path) -> None:
    header = read_header(smollm2_path)
    assert header.version == 3
    assert header.get("general.architecture") == "llama"
    assert header.get("tokenizer.ggml.pre") == "smollm"
    assert header.get("llama.block_count") == 30
    assert header.get("llama.embedding_length") == 576
    tokens = header.get("tokenizer.ggml.tokens")
    assert (tokens.count, tokens.strings()[2]) == (49152, "<|im_end|>")
    assert header.get("tokenizer.ggml.merges").strings()[:2] == ("Ġ t", "Ġ a")
    assert header.get("tokenizer.ggml.token_type").numbers()[:18] == (3,) * 17 + (1,)
    assert len(header.tensors) == 272
    assert header.tensors[0] == TensorInfo("token_embd.weight", (576, 49152), 8, 0)
    assert header.size == 98362432
    assert file_sha256(smollm2_path).startswith("b179c9523d0e")
    template = chat_template_of(header)
    assert template is not None
    assert template.startswith("{% for message in messages %}")


def test_the_last_tensor_of_the_real_model_ends_inside_the_file(smollm2_path: Path) -> None:
    header = read_header(smollm2_path)
    sizes = gguf.GGML_QUANT_SIZES
    ends = []
    for tensor in header.tensors:
        elements, stored = sizes[gguf.GGMLQuantizationType(tensor.type_id)]
        count = int(numpy.prod(tensor.shape))
        ends.append(header.data_offset + tensor.offset + count // elements * stored)
    assert max(ends) == header.size


def test_a_real_header_cut_at_two_hundred_places_says_what_was_being_read(
    smollm2_path: Path, tmp_path: Path
) -> None:
    path = tmp_path / "cut.gguf"
    end_of_infos = 1785664  # found by hand: keys and tensor infos read one by one
    with smollm2_path.open("rb") as stream:
        path.write_bytes(stream.read(end_of_infos))
    assert len(read_header(path).tensors) == 272
    for length in sorted({end_of_infos - 1 - n * 8900 for n in range(200)}, reverse=True):
        os.truncate(path, length)
        with pytest.raises(GgufError, match=r"cut\.gguf: the file is truncated: .* at byte \d+"):
            read_header(path)


@pytest.mark.parametrize("data", [b"GGML\x03\0\0\0", b"{}", b"PK\x03\x04" * 9, b"GGu"])
def test_another_kind_of_file_is_not_a_gguf_file(read, data: bytes) -> None:
    with pytest.raises(GgufError, match=r"model\.gguf: not a GGUF file$"):
        read(data)


def test_a_missing_file_is_named_with_the_reason_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(GgufError, match=r"none\.gguf: No such file") as caught:
        read_header(tmp_path / "none.gguf")
    assert isinstance(caught.value.__cause__, OSError)
    with pytest.raises(GgufError, match=r"none\.gguf: No such file"):
        file_sha256(tmp_path / "none.gguf")


def test_a_template_that_is_no_string_or_absent_is_no_template(read) -> None:
    name = "tokenizer.chat_template"
    assert chat_template_of(read(header_bytes())) is None
    assert chat_template_of(read(header_bytes(key(name, U32, b"\1\0\0\0")))) is None
    listed = header_bytes(key(name, ARRAY, array(STRING, 1, text("x"))))
    assert chat_template_of(read(listed)) is None
    assert chat_template_of(read(header_bytes(key(name + ".tool_use", STRING, text("x"))))) is None
    assert chat_template_of(read(header_bytes(key(name, STRING, text(""))))) == ""


def test_invalid_utf8_is_repaired_with_replacement_characters(read) -> None:
    name = "tokenizer.chat_template"
    header = read(header_bytes(key(name, STRING, text(b"a\xff\xe2\x82b"))))
    assert chat_template_of(header) == "a\ufffd\ufffdb"


def test_a_template_of_absurd_size_is_refused(read) -> None:
    header = read(header_bytes(key("tokenizer.chat_template", STRING, text("x" * (2**20 + 1)))))
    with pytest.raises(GgufError, match="1048577 characters"):
        chat_template_of(header)


def test_unknown_value_types_are_refused_by_number(read) -> None:
    with pytest.raises(GgufError, match=r"unknown gguf value type 13$"):
        read(header_bytes(key("k", 13, b"\0" * 8)))
    with pytest.raises(GgufError, match=r"unknown gguf value type 99$"):
        read(header_bytes(key("k", ARRAY, array(99, 1, b"\0" * 8))))


def test_an_empty_array_of_an_unknown_type_passes(read) -> None:
    found = read(header_bytes(key("k", ARRAY, array(99, 0)))).get("k")
    assert isinstance(found, GgufArray)
    assert (found.element_type, found.count) == (99, 0)


def test_of_duplicate_keys_the_last_wins_once(read) -> None:
    header = read(header_bytes(key("k", U8, b"\1"), key("other", U8, b"\2"), key("k", U8, b"\3")))
    assert header.get("k") == 3
    assert sorted(name for name, _ in header.metadata) == ["k", "other"]


@pytest.mark.parametrize(
    ("type_id", "value", "alignment"),
    [
        (U32, struct.pack("<I", 64), 64),
        (U64, struct.pack("<Q", 1), 1),
        (FLOAT32, struct.pack("<f", 16.9), 16),
        (BOOL, b"\2", 1),
    ],
    ids=["integer", "one", "float-truncated", "true"],
)
def test_alignment_takes_what_the_specification_takes(
    read, type_id: int, value: bytes, alignment: int
) -> None:
    header = read(header_bytes(key("general.alignment", type_id, value)))
    assert header.alignment == alignment
    assert header.data_offset % alignment == 0


@pytest.mark.parametrize(
    ("type_id", "value", "shown"),
    [
        (U32, struct.pack("<I", 0), "0"),
        (5, struct.pack("<i", -8), "-8"),
        (FLOAT32, struct.pack("<f", 0.5), "0.5"),
        (FLOAT32, struct.pack("<f", float("nan")), "nan"),
        (FLOAT32, struct.pack("<f", float("inf")), "inf"),
        (BOOL, b"\0", "False"),
        (STRING, text("32"), "32"),
    ],
    ids=["zero", "negative", "half", "nan", "infinite", "false", "string"],
)
def test_alignment_refuses_what_is_no_positive_integer(
    read, type_id: int, value: bytes, shown: str
) -> None:
    with pytest.raises(GgufError, match=f"general.alignment {shown} is not a positive integer$"):
        read(header_bytes(key("general.alignment", type_id, value)))


def test_data_starts_at_the_next_multiple_of_the_alignment(read) -> None:
    header = read(header_bytes())
    assert header.data_offset == 32
    aligned = read(header_bytes(key("general.alignment", U32, struct.pack("<I", 100))))
    assert aligned.data_offset == 100


def test_a_header_longer_than_the_first_window_is_read_whole(read) -> None:
    large = key("blob", ARRAY, array(U8, 40 * 2**20, b"\7" * (40 * 2**20)))
    header = read(header_bytes(large, key("after", U8, b"\5")))
    assert header.get("after") == 5
    assert header.get("blob").count == 40 * 2**20


def test_an_array_decodes_only_as_what_it_holds(read) -> None:
    header = read(
        header_bytes(
            key("s", ARRAY, array(STRING, 1, text("a"))), key("n", ARRAY, array(U8, 1, b"\1"))
        )
    )
    with pytest.raises(GgufError, match="does not hold numbers"):
        header.get("s").numbers()
    with pytest.raises(GgufError, match="does not hold strings"):
        header.get("n").strings()


def test_the_version_is_recorded_and_not_checked(read) -> None:
    assert read(header_bytes(version=77)).version == 77


@pytest.mark.parametrize("kind", [4, 999], ids=["withdrawn", "unknown"])
def test_an_unknown_type_has_no_block_size(kind: int) -> None:
    assert block_size(kind) is None
