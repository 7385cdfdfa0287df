"""Documents survive load and save, and what cannot be read is refused by name and place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Context, Document
from engine.document_file import dump_document, parse_document, save_document
from engine.errors import DocumentError
from engine.golden.bundle import bundle_text, document_bundle
from engine.profiles import Profile
from engine.snapshot import Snapshot

EXAMPLE = """{
  "format": "loupe-document/1",
  "profile": "smollm2",
  "scoring": "slots",
  "schema": {
    "zeta":  {"type": "enum", "choices": ["b", "a"], "weight": 1.50},

    "alpha": {"type": "boolean"}
  },
  "contexts": [{"name": "one", "text": "first"}, {"name": "two", "text": "é\\n"}],
  "active_context": "two",
  "options": {"date": "2026-01-01"},
  "author": {"name":  "Ada"}
}
"""


def no_vector(vector: object) -> str:
    raise AssertionError("no vector in this test")


def parse(text: str | bytes) -> Document:
    data = text.encode() if isinstance(text, str) else text
    return parse_document(data, "x.loupe.json", no_vector)


def test_the_schema_text_keeps_order_spelling_and_layout():
    document = parse(EXAMPLE)
    assert document.schema_text == (
        '{\n  "zeta":  {"type": "enum", "choices": ["b", "a"], "weight": 1.50},\n\n'
        '  "alpha": {"type": "boolean"}\n}'
    )


def test_every_part_of_the_example_is_read():
    document = parse(EXAMPLE)
    assert (document.profile, document.scoring, document.active) == ("smollm2", "slots", 1)
    assert document.contexts == (Context("one", b"first"), Context("two", b"\xc3\xa9\n"))
    assert document.options == (("date", '"2026-01-01"'),)
    assert document.extra == (("author", '{"name":  "Ada"}'),)


def test_saving_what_was_loaded_changes_only_how_the_context_list_is_laid_out():
    again = dump_document(parse(EXAMPLE))
    assert json.loads(again) == json.loads(EXAMPLE)
    assert parse(again) == parse(EXAMPLE)
    assert dump_document(parse(again)) == again


def test_a_schema_that_is_not_json_is_kept_beside_the_last_good_one():
    document = Document('{"a": ', (), good_schema_text='{"a": {"type": "boolean"}}')
    saved = json.loads(dump_document(document))
    assert saved["schema_text"] == '{"a": '
    assert saved["schema"] == {"a": {"type": "boolean"}}
    assert parse(dump_document(document)) == document


@pytest.mark.parametrize(
    "data",
    [b"a\r\nb", b"a\0b", b"\xef\xbb\xbfa", b"\xff\xfe", b"\xed\xa0\x80"],
    ids=["crlf", "nul", "bom", "not-utf8", "surrogate"],
)
def test_a_context_that_json_text_cannot_carry_safely_is_stored_as_base64(data):
    document = Document("{}", (Context("c", data),))
    assert "base64" in json.loads(dump_document(document))["contexts"][0]
    assert parse(dump_document(document)).contexts[0].data == data


def test_an_inline_profile_survives():
    profile = Profile("mine", "Mine", "qwen3", template="{{ x }}\n", kwargs=(("n", 1),))
    document = Document("{}", (), profile=profile)
    assert parse(dump_document(document)).profile == profile


@given(
    st.lists(
        st.builds(Context, st.text(st.characters(codec="utf-8"), min_size=1), st.binary()),
        max_size=3,
        unique_by=lambda context: context.name,
    ),
    st.text(st.characters(codec="utf-8")),
)
def test_any_contexts_and_any_schema_text_survive(contexts, schema):
    document = Document(schema, tuple(contexts), good_schema_text=None)
    loaded = parse(dump_document(document))
    assert loaded.contexts == document.contexts
    assert loaded.schema_text == schema or loaded.schema_text == schema.strip()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "the text is empty"),
        ("[]", "must be a JSON object"),
        ("{", "line 1, column 2"),
        ("{}", '"format" must be "loupe-document/1"'),
        ('{"format": "loupe-document/2"}', '"format" must be'),
        ('{"format": "loupe-document/1"}', 'no "schema"'),
        ('{"format": "loupe-document/1", "schema": {}, "schema": {}}', "stands twice"),
        ('{"format": "loupe-document/1", "schema": {}, "scoring": "both"}', '"labels" or "slots"'),
        ('{"format": "loupe-document/1", "schema": {}, "contexts": [{"name": "n"}]}', "'n'"),
        ('{"format": "loupe-document/1", "schema": {}, "contexts": [{}]}', "context 1"),
        (
            '{"format": "loupe-document/1", "schema": {}, '
            '"contexts": [{"name": "n", "base64": "?"}]}',
            "base64",
        ),
        ('{"format": "loupe-document/1", "schema": {}, "profile": {"name": "p"}}', "tokenizer"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(text, part):
    with pytest.raises(DocumentError) as caught:
        parse(text)
    assert str(caught.value).startswith("x.loupe.json: ")
    assert part in str(caught.value)


def test_bytes_that_are_not_utf8_are_named_by_offset():
    with pytest.raises(DocumentError, match="not UTF-8 at byte 1"):
        parse(b"{\xff}")


def test_a_save_that_fails_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "d.loupe.json"
    save_document(Document("{}", ()), path)
    before = path.read_bytes()

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_document(Document('{"a": 1}', ()), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_utf_8_cannot_carry_is_saved_as_an_escape_and_loads_equal(tmp_path):
    # RFC 8259, 8.2: a JSON text can hold lone surrogates as escapes.
    text = EXAMPLE.replace("smollm2", "s\\udfff").replace('"two"', '"t\\ud800wo"')
    document = parse(text.replace('"author"', '"a\\ud83du"').replace('"date"', '"d\\udc00"'))
    path = tmp_path / "x.loupe.json"
    save_document(document, path)
    written = path.read_bytes().decode("utf-8")
    assert r'"profile": "s\udfff"' in written
    assert parse(written) == document
    assert document.context.name == "t\ud800wo"
    assert [key for key, _ in (*document.options, *document.extra)] == ["d\udc00", "a\ud83du"]


def test_a_bundle_holds_what_utf_8_cannot_carry_as_an_escape():
    document = Document("{}", (Context("t\ud800wo", b"x"),))
    text = bundle_text(document_bundle(Snapshot(1, document)))
    assert parse(text) == document


def test_the_order_of_top_level_keys_survives_with_new_ones_after_their_neighbours():
    text = '{"note": 1, "schema": {}, "contexts": [], "more": 2, "format": "loupe-document/1"}'
    saved = json.loads(dump_document(parse(text)))
    assert list(saved) == [
        *("note", "schema", "contexts", "options", "more"),
        *("format", "profile", "scoring"),
    ]
    assert dump_document(parse(dump_document(parse(text)))) == dump_document(parse(text))
