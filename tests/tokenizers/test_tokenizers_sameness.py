"""Two files hold the same tokenizer when their tokens, merges and cuts are the same."""

from __future__ import annotations

import json

import pytest

from engine.tokenizers.hf import open_folder
from engine.tokenizers.sameness import first_difference

VOCABULARY = {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "1": 5, "11": 6, "<end>": 7}
MERGES = [["a", "b"], ["b", "c"], ["1", "1"]]
END = {
    "id": 7,
    "content": "<end>",
    "special": True,
    **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False),
}
BASE = {
    "version": "1.0",
    "added_tokens": [END],
    "model": {"type": "BPE", "vocab": VOCABULARY, "merges": MERGES},
}


@pytest.fixture
def made(tmp_path):
    def make(name, **changes):
        folder = tmp_path / name
        folder.mkdir()
        model = {**BASE["model"], **changes.pop("model", {})}
        (folder / "tokenizer.json").write_text(json.dumps({**BASE, **changes, "model": model}))
        return open_folder(folder, name)

    return make


def test_a_gguf_file_and_a_tokenizer_json_of_one_model_are_the_same(opened, asset, tmp_path):
    theirs = opened("smollm2-135m")
    # tokenizers writes what it holds; the other form then comes through another reader.
    theirs._library.save(str(tmp_path / "tokenizer.json"))
    ours = open_folder(tmp_path, "smollm2")
    assert ours.info.sha256 != theirs.info.sha256
    assert first_difference(ours, theirs) == first_difference(theirs, ours) == ""


def test_qwen3_adds_tokens_that_qwen25_lacks(opened):
    # From the two published tokenizer.json files: 151665 is the first that only Qwen3 has.
    qwen25, qwen3 = opened("qwen2.5"), opened("qwen3")
    assert first_difference(qwen3, qwen25) == "its token 151665 is missing, not '<tool_response>'"
    assert "is an added token of it alone" in first_difference(qwen25, qwen3)


def test_padding_behind_the_last_id_changes_nothing(made):
    padded = {**VOCABULARY, "<pad8>": 8, "<pad9>": 9}
    assert first_difference(made("ours"), made("theirs", model={"vocab": padded})) == ""


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"model": {"vocab": {**VOCABULARY, "b": 2, "c": 1}}}, "its token 1 is 'c', not 'b'"),
        ({"model": {"merges": MERGES[::-1]}}, "its merge 0 is '1 1', not 'a b'"),
        ({"model": {"merges": MERGES[:2]}}, "its merge 2 is missing, not '1 1'"),
        ({"added_tokens": []}, "'<end>' is no added token of it"),
        (
            {"pre_tokenizer": {"type": "Digits", "individual_digits": True}},
            "of a probing text is 5, not 6",
        ),
    ],
    ids=["other ids", "other ranks", "a merge less", "an added token less", "another cut"],
)
def test_what_differs_first_is_named(made, changes, said):
    assert said in first_difference(made("ours"), made("theirs", **changes))


def test_a_tokenizer_of_another_kind_is_another_one(opened):
    assert "gpt2/smollm" in first_difference(opened("code-points"), opened("smollm2-135m"))
