"""Page 2 over a folder with a vector in every state, and over vectors that tell what changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from app.golden.state_icon import paint_state
from app.models.compare_rows import Mode
from app.models.diff_source import Look
from app.models.review_model import Show
from app.theme import theme_palette
from engine.golden.check import State
from engine.golden.decision import Written
from engine.golden.open_review import comparer_beside
from tests.app.golden.review_folder import begin, document, make_folder, name_of, spoil
from tests.app.window_fakes import FakeEngine

GOLDEN = Path(__file__).parents[3] / "golden"
WAITING = ("stale", "missing", "orphan", "unreadable", "not evaluated")
PER_STATE = {
    State.STALE: "qwen3__fake__risk_enum_bool",
    State.MISSING: "qwen3__fake__risk_enum_bool_labels",
    State.UNREADABLE: "qwen3__fake__tags_multi_labels",
    State.ORPHAN: "qwen3__fake__forgotten",
    State.FRESH: "qwen3__fake__tags_multi",
    State.NOT_EVALUATED: "smollm2__b179c9523d0e__one_choice",
}


@pytest.fixture
def every_state(tmp_path) -> Path:
    """Our own folder where only the code-point tokenizer is here, with four files spoiled."""
    folder = Path(shutil.copytree(GOLDEN, tmp_path / "golden"))
    stale = folder / f"{PER_STATE[State.STALE]}.json"
    stale.write_text(stale.read_text().replace("pays late", "pays\\u00a0late"))
    (folder / f"{PER_STATE[State.MISSING]}.json").unlink()
    (folder / f"{PER_STATE[State.UNREADABLE]}.json").write_text('{"case": "tags')
    table = json.loads((folder / f"{PER_STATE[State.FRESH]}.json").read_text())
    table["case"] = "forgotten"
    (folder / f"{PER_STATE[State.ORPHAN]}.json").write_text(json.dumps(table))
    return folder


@pytest.fixture
def shown(review, every_state):
    return review(every_state)


def test_every_state_is_counted_listed_and_named(shown):
    counts = shown.model.counts
    assert {state: counts[state] for state in State if state is not State.NOT_EVALUATED} == {
        State.FRESH: 1,
        State.STALE: 1,
        State.MISSING: 1,
        State.ORPHAN: 1,
        State.UNREADABLE: 1,
    }
    assert counts[State.NOT_EVALUATED] == len(list(GOLDEN.glob("*.json"))) - 4
    for state, name in PER_STATE.items():
        shown.page.vectors.show_kind(state)
        shown.page.vectors.words.setText(name)
        shown.wait()
        assert shown.chosen.name == name
        assert shown.chosen.verdict.state is state
        assert len(shown.model.listed()) == 1
        assert shown.page.panel._state.text().startswith(state.value)
        index = shown.page.vectors.list.currentIndex()
        assert state.value in index.data(Qt.ItemDataRole.AccessibleTextRole)
        kinds = shown.page.vectors.kinds
        assert kinds.currentText() == f"{state.value.capitalize()}  {counts[state]:,}"
        assert f"{counts[state]:,} {state}" in shown.page.vectors.summary.text()


@pytest.mark.parametrize(
    ("state", "says", "can_accept"),
    [
        (State.STALE, "expected U+00A0 NO-BREAK SPACE, got U+0020 SPACE", True),
        (State.MISSING, "cases.toml asks for it, and there is no such file", True),
        (State.ORPHAN, "Delete the file, or let a case in cases.toml", False),
        (State.UNREADABLE, "Repair the file, or delete it", False),
        (State.NOT_EVALUATED, "run `loupe fetch smollm2-135m`", False),
        (State.FRESH, "Fresh", False),
    ],
    ids=str,
)
def test_each_state_says_why_and_what_to_do(shown, state, says, can_accept):
    shown.page.show_vector(shown.golden / f"{PER_STATE[state]}.json")
    shown.wait()
    assert says in shown.page.panel.sentence.text()
    actions = shown.window.actions_table
    assert actions["review_accept"].isEnabled() == can_accept
    assert actions["review_reject"].isEnabled() == (state is not State.FRESH)


def test_what_waits_stands_before_what_is_fresh(shown):
    shown.page.vectors.show_kind(Show.ALL)
    states = [entry.verdict.state for entry in shown.model.listed()]
    assert states[-1] is State.FRESH
    assert State.FRESH not in states[:-1]


def test_a_missing_vector_shows_the_live_side_and_an_orphan_the_agreed_one(shown):
    for state, look in ((State.MISSING, Look.LIVE), (State.ORPHAN, Look.EXPECTED)):
        shown.page.show_vector(shown.golden / f"{PER_STATE[state]}.json")
        shown.wait()
        assert shown.page.panel.diff.look is look
        assert shown.page.panel.diff.source.row_count > 5
        assert shown.page.panel.diff.change_count == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_state_has_a_shape_of_its_own_even_without_colour(qapp, theme):
    shapes = set()
    for state in State:
        image = QImage(48, 48, QImage.Format.Format_Grayscale8)
        image.fill(theme_palette(theme).base().color())
        painter = QPainter(image)
        paint_state(painter, QRectF(0, 0, 48, 48), state, theme_palette(theme))
        painter.end()
        ground = image.pixel(0, 0)
        shapes.add(
            tuple(image.pixel(x, y) == ground for x in range(0, 48, 2) for y in range(0, 48, 2))
        )
    assert len(shapes) == len(State)


def test_vectors_are_listed_by_what_changed_in_them(review, fresh_folder):
    spoil(fresh_folder, "case_03", "Pays late", "Pays\u200b late")
    spoil(fresh_folder, "case_04", "Pays late", "Paid late")
    path = fresh_folder / f"{name_of('case_05')}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"plan_hash": "0" * 64}))
    desk = review(fresh_folder)
    for kind, cases in (
        (Show.TEXT, ["case_03", "case_04"]),
        (Show.INVISIBLE, ["case_03"]),
        (Show.KEYS, ["case_05"]),
    ):
        desk.page.vectors.show_kind(kind)
        assert [entry.name for entry in desk.model.listed()] == list(map(name_of, cases))


@pytest.mark.parametrize("mode", list(Mode))
def test_one_byte_inserted_in_the_middle_of_a_kilobyte_is_one_changed_byte_on_screen(
    review, tmp_path, mode
):
    half = "The quick brown fox jumps over it. " * 15
    comparer = comparer_beside(FakeEngine(tmp_path / "assets").stages)
    make_folder(tmp_path / "golden", comparer, {"long": half + "X" + half})
    spoil(tmp_path / "golden", "long", f"{half}X", half)
    path = tmp_path / "golden" / f"{name_of('long')}.json"
    table = json.loads(path.read_text())
    del table["token_ids"][table["rendered_text"].index(half) + len(half)]
    path.write_text(json.dumps(table))
    desk = review(tmp_path / "golden")
    desk.page.panel.set_mode(mode)
    source = desk.page.panel.diff.source
    assert desk.page.panel.diff.change_count == 1
    rows = [source.row(number) for number in range(source.row_count)]
    here = [g.text for row in rows for g in row[0].glyphs if g.hunk >= 0 and not g.is_gap]
    there = [g.text for row in rows for g in row[1].glyphs if g.hunk >= 0]
    assert here == []
    assert (
        there
        == {
            Mode.TEXT: ["X"],
            Mode.BYTES: ["58", "X"],  # ASCII of X
            Mode.TOKENS: ["28", "X"],  # its code point 88 modulo 60
        }[mode]
    )


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"input": {"template_kwargs": {"enable_thinking": True}}}, "Cause: template kwargs"),
        ({"input": {"field_order": ["flag", "risk_tier"]}}, "Cause: field order"),
        ({"input": {"scoring": "labels"}}, "Cause: scoring mode"),
        ({"tokenizer_sha256": "0" * 64}, "Cause: tokenizer: expected sha256 0000000000000000"),
        ({"template_sha256": "0" * 64}, "Cause: template text: expected sha256 0000000000000000"),
        ({"prompt_version": "jevmlx-parallel-v8"}, "Cause: prompt version: expected jevmlx-par"),
    ],
    ids=["kwarg", "field order", "scoring", "tokenizer file", "template text", "version"],
)
def test_the_input_that_the_vector_records_otherwise_is_named_in_the_window(
    review, tmp_path, asset_root, changes, says
):
    name = "qwen3__aeb13307a71a__risk_enum_bool"
    folder = tmp_path / "golden"
    folder.mkdir()
    table = json.loads((GOLDEN / f"{name}.json").read_text())
    changes = dict(changes)
    table["input"] |= changes.pop("input", {})
    (folder / f"{name}.json").write_text(json.dumps(table | changes))
    desk = review(folder, asset_root)
    assert says in desk.page.panel.details.cause.text()


def test_ids_that_changed_over_the_same_text_are_shown_as_tokens(review, tmp_path, asset_root):
    name = "smollm2__b179c9523d0e__one_choice"
    folder = tmp_path / "golden"
    folder.mkdir()
    table = json.loads((GOLDEN / f"{name}.json").read_text())
    table["token_ids"][10] += 1
    (folder / f"{name}.json").write_text(json.dumps(table))
    desk = review(folder, asset_root)
    assert "The text is the same, but token_ids differs: at token 10" in (
        desk.page.panel.sentence.text()
    )
    assert desk.page.panel.diff.mode is Mode.TOKENS
    assert desk.page.panel.diff.change_count == 1
    model = desk.page.panel.details.difference_model
    assert model.index(0, 1).data() == "token 10"
    assert model.index(0, 3).data() == str(table["token_ids"][10])
    assert model.index(0, 4).data() == str(table["token_ids"][10] - 1)


def test_a_plan_that_differs_alone_is_shown_beside_the_live_one(review, fresh_folder):
    path = fresh_folder / f"{name_of('case_00')}.json"
    table = json.loads(path.read_text())
    key = next(iter(table["plan"]))
    table["plan"][key] = None
    path.write_text(json.dumps(table))
    desk = review(fresh_folder)
    details = desk.page.panel.details
    assert details.tabs.currentWidget() is details.plan
    assert details.plan.change_count >= 1


def test_a_lost_plan_is_not_passed_off_as_the_expected_one(review, fresh_folder):
    path = fresh_folder / f"{name_of('case_00')}.json"
    table = json.loads(path.read_text()) | {"plan_hash": "0" * 64}
    del table["plan"]
    path.write_text(json.dumps(table))
    desk = review(fresh_folder)
    assert desk.page.panel.details.plan.look is Look.LIVE


def test_a_note_and_the_day_stay_in_the_accepted_file(review, fresh_folder):
    spoil(fresh_folder, "case_02", "Pays late", "Paid late")
    desk = review(fresh_folder)
    desk.page.bar.note.setText("the verb")
    desk.act("accept")
    table = json.loads((fresh_folder / f"{name_of('case_02')}.json").read_text())
    assert table["note"] == "the verb"
    assert len(table["accepted"]) == len("2026-05-01")


def test_the_folder_of_the_tests_has_fresh_vectors_only(fresh_folder, tmp_path):
    comparer = comparer_beside(FakeEngine(tmp_path / "assets").stages)
    states = {entry.verdict.state for entry in begin(fresh_folder, comparer).load()}
    assert states == {State.FRESH}
    assert isinstance(begin(fresh_folder, comparer).new(document("x"), "another"), Written)
