"""Any two prompts are read and laid beside each other: documents, vectors, bundles, revisions."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.compare.difference import compare
from engine.compare.side import Source, load_side
from engine.document_file import save_document
from engine.errors import DocumentError, StageFailed
from engine.golden.align import Kind

UPSTREAM = Path(__file__).parents[1] / "data" / "upstream-vectors"
QWEN = next(UPSTREAM.glob("qwen2.5*risk_enum_bool.json"))
GEMMA = next(UPSTREAM.glob("gemma*risk_enum_bool.json"))


def load(access, path: Path, **more):
    return load_side(Source(path.name, path=path, **more), access)


@pytest.fixture
def bundle(upstream, tmp_path, capfd):
    document = tmp_path / "d.loupe.json"
    save_document(upstream(), document)
    assert main(["render", str(document), "--json"]) == 0
    path = tmp_path / "bundle.json"
    path.write_text(capfd.readouterr().out)
    return path


def test_a_document_a_bundle_and_a_vector_of_one_prompt_are_identical(bundle, upstream, access):
    document = load_side(Source("here", document=upstream()), access)
    recorded, vector = load(access, bundle), load(access, QWEN)
    assert [side.kind for side in (document, recorded, vector)] == ["document", "bundle", "vector"]
    for other in (recorded, vector):
        found = compare(document, other)
        assert not found.differs
        # 571 bytes: the length of the vector's text; 161 tokens: ids-and-plans.json
        assert found.sentence == "The prompts are identical: 571 bytes, 161 tokens."
        assert not any(fact.differs for fact in found.facts)
        assert document.tokens == other.tokens


def test_a_bundle_with_its_document_is_read_for_what_was_rendered(bundle, tmp_path, access):
    whole = {"format": "loupe-bundle/1", "document": {}, "prompt": json.loads(bundle.read_text())}
    path = tmp_path / "whole.json"
    path.write_text(json.dumps(whole))
    assert not compare(load(access, path), load(access, bundle)).differs


def test_the_profile_of_a_document_can_be_exchanged(upstream, access):
    side = load_side(Source("x", document=upstream(), profile="gemma"), access)
    assert side.text == json.loads(GEMMA.read_text())["rendered_text"]


def test_two_profiles_differ_from_the_first_byte(upstream, access):
    a = load_side(Source("qwen", document=upstream()), access)
    b = load_side(Source("gemma", document=upstream(), profile="gemma"), access)
    found = compare(a, b)
    assert found.sentence == (
        "First difference at byte 1 (template, token 0): A has U+007C VERTICAL LINE, "
        "B has U+0062 LATIN SMALL LETTER B."
    )
    differing = {fact.name for fact in found.facts if fact.differs}
    assert "nonce" not in differing
    assert {"bytes", "tokens", "plan_hash", "tokenizer_sha256", "template_sha256"} <= differing


def test_a_difference_in_the_context_is_one_hunk_with_its_owner(upstream, access):
    a = load_side(Source("a", document=upstream(context="pays late")), access)
    b = load_side(Source("b", document=upstream(context="pays\u00a0late")), access)
    found = compare(a, b)
    changed = [
        (found.text.expected_text(hunk), found.text.live_text(hunk))
        for hunk in found.text.changes
        if hunk.invisible
    ]
    assert changed == [(" ", "\u00a0")]
    # The nonce stands before the context and follows it, so that it is not what is named.
    byte = len(a.text[: a.text.index("pays late")].encode()) + len("pays")
    assert found.sentence.startswith(f"First difference at byte {byte} (context, token ")
    assert found.sentence.endswith(
        "): A has U+0020 SPACE, B has U+00A0 NO-BREAK SPACE; the nonce differs too."
    )


def test_a_nonce_that_alone_differs_is_named(tmp_path, bundle, access):
    table = json.loads(bundle.read_text())
    nonce = table["nonce"]
    digit = "0" if nonce[1] != "0" else "1"
    table["prompt"] = table["prompt"].replace(nonce, "C" + digit + nonce[2:])
    other = tmp_path / "other.json"
    other.write_text(json.dumps(table))
    found = compare(load(access, bundle), load(access, other))
    byte = len(table["prompt"][: table["prompt"].index("<<<CONTEXT:C")].encode()) + 12
    assert found.sentence.startswith(f"First difference at byte {byte} (")
    assert "the nonce differs too" not in found.sentence


def test_the_end_of_a_text_is_named(tmp_path, bundle, access):
    table = json.loads(bundle.read_text())
    table["prompt"] = table["prompt"][:-1]
    cut = tmp_path / "cut.json"
    cut.write_text(json.dumps(table))
    found = compare(load(access, bundle), load(access, cut))
    assert found.sentence.endswith(
        ": A has U+000A LINE FEED, B has the end; A ends with LF, B does not."
    )
    assert [hunk.kind for hunk in found.text.changes] == [Kind.DELETE]


def test_the_same_text_cut_otherwise_names_the_first_token(tmp_path, bundle, access):
    table = json.loads(bundle.read_text())
    table["token_ids"][3] = 7
    other = tmp_path / "other.json"
    other.write_text(json.dumps(table))
    found = compare(load(access, bundle), load(access, other))
    # 2610 is the fourth id of the prompt in ids-and-plans.json
    fourth = json.loads(bundle.read_text())["token_ids"][3]
    assert found.differs
    assert found.sentence == (
        f"The same 571 bytes, cut into other tokens: first at token 3, A has id {fourth}, "
        "B has id 7."
    )


def test_a_vector_whose_tokenizer_is_not_here_is_read_without_token_bytes(tmp_path, access):
    table = json.loads(QWEN.read_text()) | {"tokenizer_revision": "0" * 12, "token_ids": [1, 2]}
    path = tmp_path / "v.json"
    path.write_text(json.dumps(table))
    side = load(access, path)
    assert side.tokens.ids == (1, 2)
    assert side.tokens.ends == ()
    assert compare(side, load(access, QWEN)).sentence.startswith("The same 571 bytes, cut into")


def test_two_revisions_of_a_file_are_compared(tmp_path, upstream, access):
    path = tmp_path / "d.loupe.json"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ada", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    for context in ("one", "two"):
        save_document(upstream(context=context), path)
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", context], check=True)
    old, new = (load(access, path, revision=name) for name in ("HEAD~1", "HEAD"))
    assert old.text.count("\none\n") == 1
    assert new.text == load(access, path).text
    changed = {fact.name for fact in compare(old, new).facts if fact.differs}
    assert changed == {"nonce", "tokens", "prompt_bytes_sha256", "prompt_sha256"}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "line 1"),
        ("[]", "not a Loupe document"),
        ('{"prompt": 1, "token_ids": []}', "not a bundle: prompt"),
        ('{"prompt": "x", "token_ids": ["1"]}', "not a bundle: token_ids.0"),
        ('{"rendered_text": "x", "input": {}}', "not a vector"),
    ],
)
def test_a_file_that_is_none_of_them_is_refused_with_its_name(text, part, tmp_path, access):
    path = tmp_path / "odd.json"
    path.write_text(text)
    with pytest.raises(DocumentError, match=r"^odd\.json: ") as error:
        load(access, path)
    assert part in str(error.value)


def test_a_document_that_does_not_render_is_refused_with_its_finding(upstream, access):
    from dataclasses import replace

    with pytest.raises(StageFailed) as error:
        load_side(Source("x", document=replace(upstream(), schema_text="{")), access)
    assert error.value.findings[0].where.owner == "schema"
