"""Every committed vector holds what the specification, transformers and tokenizers say."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.golden.plain_protocol import Plain, plan_hash

GOLDEN = Path(__file__).parents[2] / "golden"
DATA = Path(__file__).parents[1] / "data"
EDGE = json.loads((DATA / "prompt-edge-cases.json").read_text())["cases"]
RECORDED = {
    "twelve_slots": "enum12",
    "unicode_quotes": "quotes_newline_unicode",
    "mixed_labels": "mixed",
}
REAL = sorted(path for path in GOLDEN.glob("*.json") if "__fake__" not in path.name)


@pytest.fixture(scope="module")
def plain(asset_root):
    opened: dict[str, Plain] = {}

    def open_profile(profile: str) -> Plain:
        if profile not in opened:
            opened[profile] = Plain(profile, asset_root)
        return opened[profile]

    return open_profile


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_text_ids_plan_and_hashes_come_out_of_the_libraries_too(path, plain):
    vector = json.loads(path.read_text())
    schema = {name: vector["input"]["schema"][name] for name in vector["input"]["field_order"]}
    libraries = plain(vector["profile"])
    text = libraries.text(vector, schema)
    assert vector["rendered_text"] == text
    assert vector["prompt_bytes_sha256"] == hashlib.sha256(text.encode()).hexdigest()
    ids = libraries.encode(text)
    assert tuple(vector["token_ids"]) == ids
    ids_hash = hashlib.sha256(json.dumps(list(ids)).encode()).hexdigest()
    assert vector["prompt_sha256"] == vector["token_ids_sha256"] == ids_hash
    assert vector["plan_hash"] == plan_hash(schema, vector["input"]["scoring"], libraries.encode)
    template = hashlib.sha256(libraries.template.encode()).hexdigest()
    assert vector["template_sha256"] == template
    assert vector["input"]["template_kwargs"] == libraries.kwargs


@pytest.mark.parametrize("case", list(RECORDED))
@pytest.mark.parametrize("profile", ["qwen2.5", "gemma"])
def test_the_recorded_edge_cases_have_the_recorded_hashes(case, profile):
    (path,) = GOLDEN.glob(f"{profile}__*__{case}.json")
    vector = json.loads(path.read_text())
    expected = EDGE[RECORDED[case]]["by_tokenizer"][f"{profile}/{vector['input']['scoring']}"]
    assert vector["prompt_sha256"] == expected["prompt_sha256"]
    assert vector["plan_hash"] == expected["plan_hash"]
    assert len(vector["token_ids"]) == expected["n_tokens"]
    assert expected["schema_block"] in vector["rendered_text"]


def test_there_are_enough_vectors_of_each_kind():
    names = [path.stem for path in GOLDEN.glob("*.json")]
    profiles = {name.partition("__")[0] for name in names}
    assert profiles == {"qwen2.5", "qwen3", "gemma", "smollm2", "chatml"}
    assert len(names) >= 12 + 24
