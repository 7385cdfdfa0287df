"""Equal names of contexts lose nothing, and an active context that there is not is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.document_file import dump_document, parse_document
from engine.errors import DocumentError


def no_vector(vector: object) -> str:
    raise AssertionError("no vector in this test")


def text_of(active: object, *contexts: tuple[str, str], **more: object) -> str:
    table = {
        "format": "loupe-document/1",
        "profile": "smollm2",
        "schema": {"flag": {"type": "boolean", "description": "flagged"}},
        "contexts": [{"name": name, "text": text} for name, text in contexts],
        "active_context": active,
        **more,
    }
    return json.dumps(table)


def parse(text: str):
    return parse_document(text.encode(), "d.loupe.json", no_vector)


TWINS = (("x", "first text"), ("y", "between"), ("x", "second text"))


@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_the_chosen_one_of_two_contexts_with_one_name_survives_saving(chosen: int) -> None:
    document = parse(text_of("x", *TWINS)).activated(chosen)
    again = parse(dump_document(document))
    assert again == document
    assert again.context.data.decode() == TWINS[chosen][1]
    assert [one.name for one in again.contexts] == ["x", "y", "x"]


def test_a_number_is_the_place_of_a_context_from_1() -> None:
    assert parse(text_of(3, *TWINS)).context.data == b"second text"


@pytest.mark.parametrize("active", [0, 4, -1, True, 1.5, ["x"]])
def test_what_is_neither_a_name_nor_a_number_of_a_context_is_refused(active: object) -> None:
    with pytest.raises(DocumentError, match='"active_context" must be the name'):
        parse(text_of(active, *TWINS))


def test_a_name_that_two_contexts_have_is_told_and_cannot_be_asked_for(
    tmp_path: Path, capfd, asset_root
) -> None:
    path = tmp_path / "d.loupe.json"
    path.write_text(text_of(3, *TWINS))
    assert main(["render", str(path)]) == 0
    out, err = capfd.readouterr()
    assert "second text" in out
    assert "warning: duplicate-context: context: 2 contexts are named 'x'" in err
    assert main(["render", str(path), "--context", "x"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "2 contexts are named 'x'; rename all of them but one" in err
    assert main(["render", str(path), "--context", "y"]) == 0


def test_an_active_context_that_there_is_not_is_named_with_the_one_that_is_taken(
    tmp_path: Path, capfd, asset_root
) -> None:
    path = tmp_path / "d.loupe.json"
    path.write_text(text_of("foo", ("one", "first text"), ("two", "second text")))
    assert main(["render", str(path), "--json"]) == 0
    out, err = capfd.readouterr()
    (found,) = [one for one in json.loads(out)["findings"] if one["severity"] == "warning"]
    assert found["id"] == "unknown-active-context"
    assert "'foo'" in found["message"]
    assert "'one'" in found["message"]
    assert "unknown-active-context" in err
    assert main(["render", str(path), "--context", "one"]) == 0
    assert "unknown-active-context" not in capfd.readouterr().err


def test_choosing_a_context_settles_the_one_that_there_is_not() -> None:
    document = parse(text_of("foo", ("one", "first text"), ("two", "second text")))
    assert document.context.name == "one"
    assert json.loads(dump_document(document))["active_context"] == "foo"
    assert parse(dump_document(document)) == document
    chosen = document.activated(0)
    assert chosen.missing_context is None
    assert json.loads(dump_document(chosen))["active_context"] == "one"


def test_a_document_without_contexts_can_name_none(tmp_path: Path, capfd, asset_root) -> None:
    path = tmp_path / "d.loupe.json"
    path.write_text(text_of("foo"))
    assert main(["render", str(path)]) == 0
    assert "there is no context" in capfd.readouterr().err
    path.write_text(text_of(None))
    assert main(["render", str(path)]) == 0
    assert "unknown-active-context" not in capfd.readouterr().err
