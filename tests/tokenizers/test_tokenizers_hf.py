"""Folders with tokenizer.json: configuration, templates and what can be wrong with them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers

from engine.errors import StageFailed
from engine.tokenizers.base import NormalisedSpan, TokenKind
from engine.tokenizers.hf import open_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A byte-level tokenizer with 256 bytes and one control token."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    library = Tokenizer(models.BPE({piece: n for n, piece in enumerate(alphabet)}, []))
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    library.decoder = decoders.ByteLevel()
    library.add_special_tokens([AddedToken("<|end|>", special=True)])
    library.enable_truncation(3)
    library.enable_padding(length=50)
    library.save(str(tmp_path / "tokenizer.json"))
    return tmp_path


def configure(folder: Path, **config: object) -> None:
    (folder / "tokenizer_config.json").write_text(json.dumps(config), "utf-8")


def test_the_revision_is_twelve_digits_of_the_sha256_or_the_given_one(folder: Path) -> None:
    sha256 = hashlib.sha256((folder / "tokenizer.json").read_bytes()).hexdigest()
    info = open_folder(folder, "mine").info
    assert (info.name, info.sha256, info.revision) == ("mine", sha256, sha256[:12])
    assert open_folder(folder, "mine", "a5339a41").info.revision == "a5339a41"


def test_truncation_and_padding_of_the_file_are_switched_off(folder: Path) -> None:
    assert len(open_folder(folder, "mine").encode("five!")) == 5


def test_without_configuration_there_is_no_template(folder: Path) -> None:
    tokenizer = open_folder(folder, "mine")
    assert tokenizer.chat_template is None
    assert tokenizer.special_tokens == {}
    assert tokenizer.info.class_name == "PreTrainedTokenizerFast"
    assert tokenizer.control_tokens == {256: "<|end|>"}


def test_special_tokens_are_texts_or_tables_with_a_content(folder: Path) -> None:
    configure(
        folder,
        tokenizer_class="MyTokenizer",
        bos_token={"content": "<s>", "lstrip": False},
        eos_token="<|end|>",
        pad_token=None,
        additional_special_tokens=["<x>"],
    )
    tokenizer = open_folder(folder, "mine")
    assert tokenizer.special_tokens == {"bos_token": "<s>", "eos_token": "<|end|>"}
    assert tokenizer.info.class_name == "MyTokenizer"


def test_of_several_named_templates_the_default_is_taken(folder: Path) -> None:
    tools, default = {"name": "tool_use", "template": "T"}, {"name": "default", "template": "D"}
    configure(folder, chat_template=[tools, default])
    assert open_folder(folder, "mine").chat_template == "D"
    configure(folder, chat_template=[tools])
    assert open_folder(folder, "mine").chat_template is None


def test_a_template_file_replaces_the_one_of_the_configuration(folder: Path) -> None:
    configure(folder, chat_template="from the configuration")
    assert open_folder(folder, "mine").chat_template == "from the configuration"
    (folder / "chat_template.jinja").write_bytes("from — file\r\n".encode())
    assert open_folder(folder, "mine").chat_template == "from — file\r\n"


@pytest.mark.parametrize(
    ("file", "data", "reason"),
    [
        ("tokenizer.json", None, "No such file"),
        ("tokenizer.json", b"{", "EOF|parse"),
        ("tokenizer.json", b"{}", "Model missing"),
        ("tokenizer.json", b"\xff", "invalid|expected|UTF"),
        ("tokenizer_config.json", b"[1]", "not a JSON object"),
        ("tokenizer_config.json", b"{,}", "Expecting property name"),
        ("tokenizer_config.json", b'{"a": "\xff"}', "not UTF-8 at byte 7"),
        ("tokenizer_config.json", b"[" * 100_000, "recursion"),
        ("chat_template.jinja", b"a\xff", "not UTF-8 at byte 1"),
    ],
)
def test_a_broken_file_is_a_finding_that_names_it(folder, file, data, reason) -> None:
    if data is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(data)
    with pytest.raises(StageFailed, match=reason) as caught:
        open_folder(folder, "mine")
    (finding,) = caught.value.findings
    assert finding.id == "tokenizer-unreadable"
    assert str(folder / file) in finding.message
    assert finding.cure


def test_a_prefix_that_the_tokenizer_adds_is_reported_and_covers_nothing(tmp_path: Path) -> None:
    library = Tokenizer(models.BPE({"▁": 0, "a": 1, "b": 2, "▁a": 3}, [("▁", "a")]))
    library.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    library.save(str(tmp_path / "tokenizer.json"))
    tokenization = open_folder(tmp_path, "llama").tokenize("a b")
    assert [(t.data, t.byte_start, t.byte_end) for t in tokenization.tokens] == [
        (b" a", 0, 1), (b" ", 1, 2), (b"b", 2, 3),
    ]  # fmt: skip
    assert tokenization.normalised == (NormalisedSpan(0, 1, b" a"),)


def test_unknown_characters_are_one_span_and_every_byte_stays_covered(tmp_path: Path) -> None:
    library = Tokenizer(models.BPE({"<unk>": 0, "a": 1, "b": 2}, [], unk_token="<unk>"))
    library.add_special_tokens(["<unk>"])
    library.save(str(tmp_path / "tokenizer.json"))
    tokenization = open_folder(tmp_path, "small").tokenize("aéb")
    assert [(t.id, t.byte_start, t.byte_end) for t in tokenization.tokens] == [
        (1, 0, 1), (0, 1, 3), (2, 3, 4),
    ]  # fmt: skip
    assert tokenization.normalised == (NormalisedSpan(1, 3, b"<unk>"),)
    assert tokenization.tokens[1].kind is TokenKind.CONTROL
