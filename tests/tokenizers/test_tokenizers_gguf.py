"""Tokenizers from GGUF headers: llama.cpp's own ids, and headers that cannot be used."""

from __future__ import annotations

import json
import random
import unicodedata
from pathlib import Path

import gguf
import pytest
from tokenizers import pre_tokenizers

from engine.errors import GgufError
from engine.tokenizers.base import TokenKind
from engine.tokenizers.gguf import open_gguf
from engine.tokenizers.pre_tokenizers import PRE_TOKENIZERS

DATA = Path(__file__).parents[1] / "data"
RECORDED = json.loads((DATA / "smollm2-tokenize.json").read_text("utf-8"))["texts"]
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def test_smollm2_gives_the_ids_that_llama_cpp_gives(opened) -> None:
    tokenizer = opened("smollm2-135m")
    for entry in RECORDED:
        assert list(tokenizer.encode(entry["text"])) == entry["smollm"], entry["text"]


@pytest.mark.parametrize("pre", PRE_TOKENIZERS, ids=lambda pre: pre.name)
def test_every_pre_tokenizer_cuts_as_llama_cpp_does(pre, asset, monkeypatch) -> None:
    class Renamed:
        name = "smollm"
        ignore_merges = pre.ignore_merges
        install = pre.install

    monkeypatch.setattr("engine.tokenizers.gguf.PRE_TOKENIZERS", (Renamed,))
    tokenizer = open_gguf(asset("smollm2-135m"), SHA256, "smollm2")
    compared = 0
    for entry in RECORDED:
        # llama.cpp does not compose characters for Qwen; the model's own tokenizer does
        if pre.nfc and not unicodedata.is_normalized("NFC", entry["text"]):
            continue
        assert list(tokenizer.encode(entry["text"])) == entry[pre.name], entry["text"]
        compared += 1
    assert compared > 150


def test_the_sha256_is_taken_from_the_caller(asset) -> None:
    info = open_gguf(asset("smollm2-135m"), SHA256, "smollm2").info
    assert (info.name, info.sha256, info.revision) == ("smollm2", SHA256, "b179c9523d0e")
    assert open_gguf(asset("smollm2-135m"), SHA256, "smollm2", "v1").info.revision == "v1"


class Header:
    """A small GGUF file with a byte-level vocabulary, one key of which a test changes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
        self.strings = {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "gpt-2"}
        self.tokens = [*alphabet, "ab", "<|end|>", "<tool>", "<table>"]
        self.types = [1] * 257 + [3, 4, 4]
        self.merges = ["a b"]
        self.ids = {"tokenizer.ggml.eos_token_id": 257}

    def open(self):
        writer = gguf.GGUFWriter(self.path, "llama")
        for key, value in self.strings.items():
            writer.add_string(key, value)
        for key, number in self.ids.items():
            writer.add_uint32(key, number)
        for name, values in (
            ("tokens", self.tokens), ("merges", self.merges), ("token_type", self.types),
        ):  # fmt: skip
            if values:
                writer.add_array(f"tokenizer.ggml.{name}", values)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.close()
        return open_gguf(self.path, "ab" * 32, "small")


@pytest.fixture
def header(tmp_path: Path) -> Header:
    return Header(tmp_path / "small.gguf")


def test_control_and_user_defined_tokens_make_the_added_token_table(header) -> None:
    tokenizer = header.open()
    assert tokenizer.encode("ab<|end|><tool><table>") == (256, 257, 258, 259)
    assert tokenizer.control_tokens == {257: "<|end|>", 258: "<tool>"}
    assert tokenizer.tokenize("ab<|end|><tool><table>").tokens[3].kind is TokenKind.ADDED
    assert tokenizer.special_tokens == {"eos_token": "<|end|>"}
    assert tokenizer.chat_template is None
    assert tokenizer.info.class_name == "gpt2/gpt-2"
    assert tokenizer.decode((256, 257)) == "ab<|end|>"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda h: h.strings.pop("tokenizer.ggml.model"), "carries no tokenizer"),
        (lambda h: h.strings.update({"tokenizer.ggml.model": "llama"}), "model llama is not"),
        (lambda h: h.strings.update({"tokenizer.ggml.pre": "viking"}), "pre-tokenizer viking"),
        (lambda h: h.strings.pop("tokenizer.ggml.pre"), "pre-tokenizer None"),
        (lambda h: h.tokens.clear(), r"no list tokenizer\.ggml\.tokens"),
        (lambda h: h.merges.clear(), r"no list tokenizer\.ggml\.merges"),
        (lambda h: h.merges.append("a c"), "need the token 'ac'"),
        (lambda h: h.merges.append("zz a"), "need the token 'zz"),
        (lambda h: h.merges.append("a"), "need the token ''"),
        (lambda h: h.types.pop(), "260 tokens and 259 token types"),
        (lambda h: h.ids.update({"tokenizer.ggml.bos_token_id": 260}), "bos_token_id is not"),
    ],
    ids=[
        "no-model", "spm", "unknown-pre", "no-pre", "no-tokens", "no-merges", "merge-makes-unknown",
        "merge-of-unknown", "merge-of-one", "types-too-few", "bos-out-of-range",
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_used_is_refused_with_the_reason(header, change, reason) -> None:
    change(header)
    with pytest.raises(GgufError, match=reason) as caught:
        header.open()
    assert str(caught.value).count("small.gguf") == 1


def test_a_mutated_file_gives_a_tokenizer_or_a_gguf_error(header) -> None:
    header.open()
    data, chance = header.path.read_bytes(), random.Random(5)
    outcomes = {"opened": 0, "refused": 0}
    for _ in range(600):
        mutated = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            mutated[chance.randrange(len(data))] = chance.randrange(256)
        header.path.write_bytes(mutated)
        try:
            open_gguf(header.path, SHA256, "mutated").tokenize("ab<|end|> é")
            outcomes["opened"] += 1
        except GgufError:
            outcomes["refused"] += 1
    assert min(outcomes.values()) > 20


def test_a_truncated_file_is_named_once(asset, tmp_path: Path) -> None:
    path = tmp_path / "half.gguf"
    with asset("smollm2-135m").open("rb") as stream:
        path.write_bytes(stream.read(900_000))
    with pytest.raises(GgufError, match="the file is truncated") as caught:
        open_gguf(path, SHA256, "half")
    assert str(caught.value).count("half.gguf") == 1
