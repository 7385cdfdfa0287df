"""Edits of a schema text in any layout at all mean what they mean on its values."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from engine.schema import edit, edit_choices

SPACE = st.text(alphabet=" \t\n\r", max_size=3)
NAMES = st.text(alphabet='ab"\\é😀 ', min_size=1, max_size=4)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Write a schema with arbitrary white space, key order, unknown keys and escapes."""

    def string(value: str) -> str:
        return json.dumps(value, ensure_ascii=draw(st.booleans()))

    def joined(opening: str, parts: list[str], closing: str) -> str:
        inner = ",".join(f"{draw(SPACE)}{part}{draw(SPACE)}" for part in parts)
        return opening + (inner or draw(SPACE)) + closing

    def member(key: str, value: str) -> str:
        return f"{string(key)}{draw(SPACE)}:{draw(SPACE)}{value}"

    def field(names: list[str]) -> str:
        choices = draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))
        glosses = draw(st.lists(st.sampled_from(choices), max_size=3, unique=True))
        parts = [
            member("type", string(draw(st.sampled_from(["enum", "ENUM", "multi"])))),
            member("weight", draw(st.sampled_from(["1.50", "1e2", "-0", "[ ]", "null"]))),
            member("choices", joined("[", [string(one) for one in choices], "]")),
        ]
        if glosses:
            parts.append(
                member(
                    "choice_descriptions",
                    joined("{", [member(one, string("g" + one)) for one in glosses], "}"),
                )
            )
        if draw(st.booleans()):
            parts.append(member("depends_on", string(draw(st.sampled_from(names)))))
        return joined("{", draw(st.permutations(parts)), "}")

    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    fields = [member(name, field(names)) for name in names]
    return draw(SPACE) + joined("{", fields, "}") + draw(SPACE)


def ordered(text: str) -> list[tuple[str, object]]:
    return list(json.loads(text).items())


@given(documents(), st.data())
def test_a_field_edit_means_the_same_as_on_the_values(text: str, data: st.DataObject) -> None:
    fields = ordered(text)
    number = data.draw(st.integers(0, len(fields) - 1))
    target = data.draw(st.integers(0, len(fields) - 1))
    without = [*fields[:number], *fields[number + 1 :]]
    assert ordered(edit.delete_field(text, number)) == without
    moved = [*without[:target], fields[number], *without[target:]]
    assert ordered(edit.move_field(text, number, target)) == moved
    added = ordered(edit.add_field(text, target, "new"))
    assert [name for name, _ in added] == [
        *[name for name, _ in fields[:target]], "new", *[name for name, _ in fields[target:]],
    ]  # fmt: skip
    assert [one for one in added if one[0] != "new"] == fields
    twice = ordered(edit.duplicate_field(text, number))
    assert twice[number + 1][1] == fields[number][1]
    assert [*twice[: number + 1], *twice[number + 2 :]] == fields


@given(documents(), st.data())
def test_a_choice_edit_means_the_same_as_on_the_values(text: str, data: st.DataObject) -> None:
    fields = ordered(text)
    number = data.draw(st.integers(0, len(fields) - 1))
    body = json.loads(text)[fields[number][0]]
    choices, glosses = body["choices"], body.get("choice_descriptions", {})
    index = data.draw(st.integers(0, len(choices) - 1))
    target = data.draw(st.integers(0, len(choices) - 1))
    rest = [*choices[:index], *choices[index + 1 :]]

    def after(changed_text: str) -> dict[str, object]:
        others = [one for place, one in enumerate(ordered(changed_text)) if place != number]
        assert others == [one for place, one in enumerate(fields) if place != number]
        return dict(json.loads(changed_text)[fields[number][0]])

    deleted = after(edit_choices.delete_choice(text, number, index))
    assert deleted["choices"] == rest
    left = {key: value for key, value in glosses.items() if key != choices[index]}
    assert deleted.get("choice_descriptions", {}) == left
    moved = after(edit_choices.move_choice(text, number, index, target))
    assert moved == {**body, "choices": [*rest[:target], choices[index], *rest[target:]]}
    glossed = after(edit_choices.set_gloss(text, number, index, "new"))
    assert glossed == {**body, "choice_descriptions": {**glosses, choices[index]: "new"}}
    added = after(edit_choices.add_choice(text, number, target, "zz"))
    assert added == {**body, "choices": [*choices[:target], "zz", *choices[target:]]}
    renamed = after(edit_choices.rename_choice(text, number, index, "zz"))
    assert renamed["choices"] == [*choices[:index], "zz", *choices[index + 1 :]]
    assert renamed.get("choice_descriptions", {}) == {
        ("zz" if key == choices[index] else key): value for key, value in glosses.items()
    }


@given(documents(), st.data())
def test_an_edit_leaves_everything_before_and_after_it_alone(
    text: str, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(ordered(text)) - 1))
    written = edit.set_type(text, number, "boolean")
    start = next((i for i, (a, b) in enumerate(zip(text, written, strict=False)) if a != b), 0)
    tail = text[start:].index('"') if '"' in text[start:] else 0
    assert written[:start] == text[:start]
    assert written.endswith(text[start + tail :])
    assert edit.set_type(edit.set_type(text, number, "other"), number, "boolean") == written
