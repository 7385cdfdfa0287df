"""Edits of a schema text change exactly what they mean; every other character stays."""

from __future__ import annotations

import json

import pytest

from engine.resources import shipped
from engine.schema import edit, edit_choices
from engine.schema.edit_source import EditRefused
from engine.schema.json_tree import JsonSyntaxError
from engine.schema.parse import parse_schema
from engine.schema.starters import Starter, starters

STARTERS = starters()
BLOCK = """{
  "risk_tier": {
    "type": "enum",
    "description": "Tier \\u2014 of credit",
    "weight": 1.50e0,
    "choices": ["LOW", "MEDIUM",   "HIGH"],
    "choice_descriptions": {
      "LOW": "stable income",
      "HIGH": "missed payments"
    }
  },
  "flag": {"type": "boolean", "depends_on": "risk_tier"},
  "tags": {
\t"type": "multi",
\t"choices": [
\t\t"a",
\t\t"b"
\t],
\t"set_constraints": [{"type": "implies", "if_option": "a", "then_option": "b"}]
  }
}
"""


def changed(text: str, before: str, after: str) -> str:
    """Replace the one place where `before` stands."""
    assert text.count(before) == 1, before
    return text.replace(before, after)


def test_renaming_a_field_renames_it_where_others_depend_on_it() -> None:
    wanted = BLOCK.replace('"risk_tier"', '"tier"')
    assert wanted.count('"tier"') == 2
    assert edit.rename_field(BLOCK, 0, "tier") == wanted


def test_renaming_a_choice_renames_its_gloss() -> None:
    wanted = BLOCK.replace('"HIGH"', '"VERY \\"HIGH\\""')
    assert edit_choices.rename_choice(BLOCK, 0, 2, 'VERY "HIGH"') == wanted


def test_renaming_an_option_renames_it_in_the_set_constraints() -> None:
    assert edit_choices.rename_choice(BLOCK, 2, 0, "é") == BLOCK.replace('"a"', '"é"')


def test_a_gloss_goes_where_its_choice_stands() -> None:
    wanted = changed(
        BLOCK,
        '"LOW": "stable income",\n',
        '"LOW": "stable income",\n      "MEDIUM": "in between",\n',
    )
    assert edit_choices.set_gloss(BLOCK, 0, 1, "in between") == wanted


def test_a_gloss_is_replaced_in_place() -> None:
    wanted = changed(BLOCK, "stable income", "rich")
    assert edit_choices.set_gloss(BLOCK, 0, 0, "rich") == wanted


def test_an_empty_gloss_is_removed_with_its_line() -> None:
    wanted = changed(BLOCK, '"LOW": "stable income",\n      ', "")
    assert edit_choices.set_gloss(BLOCK, 0, 0, "") == wanted


def test_the_last_gloss_takes_choice_descriptions_with_it() -> None:
    text = '{"f": {"choices": ["a"], "choice_descriptions": {"a": "x"}}}'
    assert edit_choices.set_gloss(text, 0, 0, "") == '{"f": {"choices": ["a"]}}'


def test_the_first_gloss_is_laid_out_as_the_choices_are() -> None:
    wanted = changed(BLOCK, "\t],\n", '\t],\n\t"choice_descriptions": {\n\t  "b": "second"\n\t},\n')
    assert edit_choices.set_gloss(BLOCK, 2, 1, "second") == wanted


def test_deleting_a_choice_deletes_its_gloss() -> None:
    wanted = changed(BLOCK, ',   "HIGH"]', "]")
    wanted = changed(wanted, ',\n      "HIGH": "missed payments"', "")
    assert edit_choices.delete_choice(BLOCK, 0, 2) == wanted


def test_duplicating_a_choice_copies_its_gloss() -> None:
    wanted = changed(BLOCK, '["LOW", ', '["LOW", "LOW 2", ')
    wanted = changed(wanted, 'income",\n', 'income",\n      "LOW 2": "stable income",\n')
    assert edit_choices.duplicate_choice(BLOCK, 0, 0) == wanted


def test_a_new_choice_is_spaced_as_its_neighbours() -> None:
    wanted = changed(BLOCK, '"MEDIUM",   "HIGH"', '"MEDIUM",   "choice",   "HIGH"')
    assert edit_choices.add_choice(BLOCK, 0, 2) == wanted
    appended = changed(BLOCK, '\t\t"b"\n', '\t\t"b",\n\t\t"c"\n')
    assert edit_choices.add_choice(BLOCK, 2, 2, "c") == appended


def test_moving_a_choice_leaves_the_space_between_the_seats() -> None:
    wanted = changed(BLOCK, '"LOW", "MEDIUM",   "HIGH"', '"HIGH", "LOW",   "MEDIUM"')
    assert edit_choices.move_choice(BLOCK, 0, 2, 0) == wanted


def test_moving_a_field_moves_its_very_text() -> None:
    moved = edit.move_field(BLOCK, 1, 0)
    assert moved.startswith('{\n  "flag": {"type": "boolean", "depends_on": "risk_tier"},\n  "risk')
    assert edit.move_field(moved, 0, 1) == BLOCK


def test_duplicating_a_field_copies_its_very_text() -> None:
    own = BLOCK[BLOCK.index('"flag"') : BLOCK.index(',\n  "tags"')]
    copy = own.replace('"flag"', '"flag_2"')
    assert edit.duplicate_field(BLOCK, 1) == changed(BLOCK, own, f"{own},\n  {copy}")


def test_deleting_a_field_takes_one_comma() -> None:
    own = BLOCK[BLOCK.index('"flag"') : BLOCK.index('"tags"')]
    assert edit.delete_field(BLOCK, 1) == changed(BLOCK, own, "")


def test_a_value_is_only_rewritten_when_it_changes() -> None:
    assert edit.set_description(BLOCK, 0, "Tier — of credit") == BLOCK
    wanted = changed(BLOCK, '"Tier \\u2014 of credit"', '"Tier"')
    assert edit.set_description(BLOCK, 0, "Tier") == wanted


def test_keys_go_to_their_usual_place() -> None:
    ordered = changed(BLOCK, 'credit",\n', 'credit",\n    "ordered": true,\n')
    assert edit.set_ordered(BLOCK, 0, True) == ordered
    assert edit.set_ordered(ordered, 0, False) == BLOCK
    question = changed(BLOCK, '"boolean", ', '"boolean", "description": "Is it?", ')
    assert edit.set_description(BLOCK, 1, "Is it?") == question
    assert edit.set_description(question, 1, None) == BLOCK
    free = changed(BLOCK, ', "depends_on": "risk_tier"', "")
    assert edit.set_depends_on(BLOCK, 1, None) == free
    assert edit.set_depends_on(free, 1, "risk_tier") == BLOCK
    assert edit.set_type(BLOCK, 1, "enum") == changed(BLOCK, '"boolean"', '"enum"')


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{\n}\n", '{\n  "field": {\n    "type": "enum",\n    "description": "",\n'
                   '    "choices": ["yes", "no"]\n  }\n}\n'),
        ("{}", '{\n  "field": {\n    "type": "enum",\n    "description": "",\n'
               '    "choices": ["yes", "no"]\n  }\n}'),
        ('{"a":{"type":"boolean","x":1}}', '{"a":{"type":"boolean","x":1},"field":{"type":"enum",'
                                     '"description":"","choices":["yes","no"]}}'),
        ('{\r\n\t"a": {\r\n\t\t"type": "boolean"\r\n\t}\r\n}',
         '{\r\n\t"a": {\r\n\t\t"type": "boolean"\r\n\t},\r\n\t"field": {\r\n\t\t"type": "enum",'
         '\r\n\t\t"description": "",\r\n\t\t"choices": ["yes", "no"]\r\n\t}\r\n}'),
    ],
    ids=["empty lines", "empty", "compact", "tabs and CRLF"],
)  # fmt: skip
def test_a_new_field_is_laid_out_as_the_text_is(text: str, wanted: str) -> None:
    count = len(json.loads(text))
    assert edit.add_field(text, count) == wanted
    assert parse_schema(wanted).schema is not None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"a": {}}', "{}"),
        ('{\n  "a": {}\n}\n', "{\n}\n"),
        ('{ "a": 1 }', "{ }"),
        ('{"a": {}, "a": 2}', '{"a": 2}'),
    ],
)
def test_deleting_the_first_field_leaves_json(text: str, wanted: str) -> None:
    assert edit.delete_field(text, 0) == wanted


def test_the_only_choice_can_go_and_come_back() -> None:
    text = '{"f": {"choices": [\n  "a"\n]}}'
    empty = edit_choices.delete_choice(text, 0, 0)
    assert json.loads(empty) == {"f": {"choices": []}}
    assert json.loads(edit_choices.add_choice(empty, 0, 0, "a")) == json.loads(text)


def test_a_field_without_choices_gets_them() -> None:
    text = '{"f": {"type": "enum", "choices": null}, "g": {"type": "enum"}}'
    text = edit_choices.add_choice(edit_choices.add_choice(text, 0, 0, "a"), 1, 0, "b")
    assert (
        text == '{"f": {"type": "enum", "choices": ["a"]}, "g": {"type": "enum", "choices": ["b"]}}'
    )


@pytest.mark.parametrize(
    "broken",
    [
        '{"a": {"type": "enumm", "choices": ["x", "x", 3], "odd": [1,2]}}',
        '{"a": {"choices": ["x", "y", "z"], "choice_descriptions": {"q": 1}}}',
    ],
)
def test_a_text_with_findings_can_be_edited(broken: str) -> None:
    assert parse_schema(broken).schema is None
    assert edit.rename_field(broken, 0, "b") == changed(broken, '"a"', '"b"')
    text = edit_choices.rename_choice(broken, 0, 2, "new")
    assert json.loads(text)["a"]["choices"][2] == "new"


def test_renaming_one_of_two_equal_choices_leaves_the_gloss_with_the_other() -> None:
    text = '{"f": {"choices": ["a", "a"], "choice_descriptions": {"a": "x"}}}'
    assert edit_choices.rename_choice(text, 0, 1, "b") == text.replace('"a"]', '"b"]')


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda: edit.rename_field(BLOCK, 0, "flag"), "already a field 'flag'"),
        (lambda: edit_choices.rename_choice(BLOCK, 0, 0, "HIGH"), "already a choice 'HIGH'"),
        (lambda: edit.set_type("[]", 0, "enum"), "not an object of fields"),
        (lambda: edit.set_type('{"a": 1}', 0, "enum"), "'a' is not an object"),
        (lambda: edit.move_field(BLOCK, 0, 3), "no field number 4"),
        (lambda: edit_choices.delete_choice(BLOCK, 0, 3), "no choice number 4"),
        (lambda: edit_choices.delete_choice(BLOCK, 1, 0), "has no choices"),
        (lambda: edit_choices.add_choice('{"a": {"choices": {}}}', 0, 0), "are no list"),
        (lambda: edit_choices.set_gloss('{"a": {"choices": [1]}}', 0, 0, "x"), "not a text"),
    ],
)
def test_an_edit_that_would_confuse_says_why(act: object, reason: str) -> None:
    assert callable(act)
    with pytest.raises(EditRefused, match=reason):
        act()


def test_text_that_is_no_json_is_not_edited() -> None:
    with pytest.raises(JsonSyntaxError):
        edit.add_field('{"a": ', 0)


def test_a_lone_surrogate_is_written_as_an_escape() -> None:
    assert edit.rename_field('{"a": {}}', 0, "\ud83d") == '{"\\ud83d": {}}'


# Done when 4: over the starters, one edit by the form, everything else byte for byte.


def test_there_is_a_starter_for_each_kind_of_question() -> None:
    names = {starter.name for starter in STARTERS}
    assert names == {
        "content-moderation", "countries", "rating", "risk", "sentiment", "support-triage", "tags",
    }  # fmt: skip
    assert len(json.loads(shipped("resources", "starters", "countries.json").read_text("utf-8"))[
        "country"]["choices"]) == 255  # fmt: skip


@pytest.mark.parametrize("starter", STARTERS, ids=lambda one: one.name)
def test_each_starter_is_a_schema_of_which_only_is_told_what_is_not_applied(
    starter: Starter,
) -> None:
    parsed = parse_schema(starter.text)
    assert parsed.schema is not None
    told = {one.id for one in parsed.findings}
    assert told <= {"depends-on-not-applied", "set-constraints-not-applied"}


@pytest.mark.parametrize("line_break", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("starter", STARTERS, ids=lambda one: one.name)
def test_every_rename_in_a_starter_changes_only_that_name(
    starter: Starter, line_break: str
) -> None:
    text = starter.text.replace("\n", line_break)
    for number, (name, body) in enumerate(json.loads(text).items()):
        own = [f'"{name}": {{', f'"depends_on": "{name}"']
        wanted = text
        for place in own:
            wanted = wanted.replace(place, place.replace(name, "new name"))
        assert edit.rename_field(text, number, "new name") == wanted
        for index, choice in enumerate(body.get("choices", ())):
            renamed = edit_choices.rename_choice(text, number, index, "new ⭢ name")
            assert renamed == _renamed_choice(text, name, json.dumps(choice, ensure_ascii=False))


def _renamed_choice(text: str, field: str, choice: str) -> str:
    """Replace a choice inside one field only, in its list, glosses and constraints."""
    start = text.index(f'"{field}": {{')
    end = text.find(": {", text.find("  },", start)) if "  }," in text[start:] else len(text)
    before, own, after = text[:start], text[start:end], text[end:]
    listed = own.index('"choices"')
    return before + own[:listed] + own[listed:].replace(choice, '"new ⭢ name"') + after


@pytest.mark.parametrize("starter", STARTERS, ids=lambda one: one.name)
def test_what_a_starter_gains_and_loses_again_leaves_it_as_it_was(starter: Starter) -> None:
    text = starter.text
    for number, body in enumerate(json.loads(text).values()):
        assert edit.delete_field(edit.add_field(text, number), number) == text
        assert edit.delete_field(edit.duplicate_field(text, number), number + 1) == text
        for index, choice in enumerate(body.get("choices", ())[:12]):
            added = edit_choices.add_choice(text, number, index)
            assert edit_choices.delete_choice(added, number, index) == text
            twice = edit_choices.duplicate_choice(text, number, index)
            assert edit_choices.delete_choice(twice, number, index + 1) == text
            if choice not in body.get("choice_descriptions", {}):
                glossed = edit_choices.set_gloss(text, number, index, "why")
                assert edit_choices.set_gloss(glossed, number, index, "") == text


@pytest.mark.parametrize("blank", ["", " \t\r\n"])
def test_a_field_added_to_an_empty_text_begins_a_schema(blank) -> None:
    text = edit.add_field(blank, 0)
    assert list(json.loads(text)) == ["field"]
    assert parse_schema(text).findings == ()
    assert edit.add_field(text, 1).startswith(text.rstrip("}\n"))
