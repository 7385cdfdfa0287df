"""What belongs to an older document is dimmed wherever it stands, in every colour."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem, QTableView

from app.models.finding_model import Column as FindingColumn
from app.models.provenance_model import Column as ProvenanceColumn
from app.models.rows_model import ROW_ROLE
from app.models.token_model import Column
from app.status import EngineStatus
from app.views.problems import ProblemsView
from app.views.provenance import ProvenanceView
from app.views.severity import severity_icon
from app.views.token_table import TokenTable
from engine.errors import Finding, Place
from engine.snapshot import Blocked, Failed

READABLE = 4.5  # WCAG AA for text: what is fresh has it, what is stale has lost it
LOW = Finding("low-legal-mass", "warning", Place("model"), "flag: 0.26 allowed", "Reword.")
BROKEN = Finding("json-syntax", "error", Place("schema"), "The schema is not JSON", "Complete it.")
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def luminance(color: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: QColor, second: QColor) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def ink(view: QTableView, row: int, column: int) -> float:
    """Give the contrast in which a cell is written on its ground."""
    option = QStyleOptionViewItem()
    option.palette = view.palette()
    view.itemDelegate().initStyleOption(option, view.model().index(row, column))
    role = QPalette.ColorRole
    return contrast(option.palette.color(role.Text), view.palette().color(role.Base))


@THEMES
def test_every_row_of_stale_tokens_is_dimmed(
    qtbot, make_palette, make_prompt, make_tokens, hard_context, theme
) -> None:
    table, prompt = TokenTable(), make_prompt(hard_context)
    qtbot.addWidget(table)
    table.setPalette(make_palette(theme))
    tokens = make_tokens(prompt)
    table.set_tokens(prompt, tokens)
    kinds = {token.kind: token.index for token in tokens.tokenization.tokens}
    user = next(t.index for t in tokens.tokenization.tokens[20:] if t.data == b"<|im_end|>")
    cells = [(row, column) for row in (*kinds.values(), user) for column in Column]
    fresh = {cell: ink(table, *cell) for cell in cells}
    assert min(fresh.values()) >= READABLE
    table.set_stale(True)
    stale = {cell: ink(table, *cell) for cell in cells}
    assert max(stale.values()) < READABLE
    assert all(stale[cell] < fresh[cell] * 0.8 for cell in cells)


@THEMES
def test_an_edit_dims_every_value_of_provenance_at_once(
    qtbot, make_palette, make_snapshot, theme
) -> None:
    view = ProvenanceView()
    qtbot.addWidget(view)
    view.setPalette(make_palette(theme))
    view.set_snapshot(make_snapshot())
    model = view.provenance_model
    rows = [model.index(row, 0).data(ROW_ROLE) for row in range(model.rowCount())]
    known = [at for at, row in enumerate(rows) if row.value != "–"][1:]  # the version is ours
    assert {rows[at].name for at in known} >= {"plan hash", "nonce", "model", "prompt bytes sha256"}
    fresh = {at: ink(view.table, at, ProvenanceColumn.VALUE) for at in known}
    view.age()
    for at in known:
        assert ink(view.table, at, ProvenanceColumn.VALUE) < fresh[at] / 2
        assert ink(view.table, at, ProvenanceColumn.RECIPE) < READABLE
    view.set_snapshot(make_snapshot(), stale=True)
    assert ink(view.table, known[0], ProvenanceColumn.VALUE) < fresh[known[0]] / 2
    view.set_snapshot(make_snapshot())
    assert ink(view.table, known[0], ProvenanceColumn.VALUE) == fresh[known[0]]


@THEMES
def test_problems_of_an_older_document_and_of_older_scores_are_dimmed(
    qtbot, make_palette, theme
) -> None:
    view = ProblemsView()
    qtbot.addWidget(view)
    view.setPalette(make_palette(theme))
    view.set_findings((LOW,))
    fresh = {column: ink(view, 0, column) for column in FindingColumn}
    assert min(fresh.values()) >= READABLE
    view.set_stale(True)
    assert max(ink(view, 0, column) for column in FindingColumn) < READABLE
    view.set_stale(False)
    assert {column: ink(view, 0, column) for column in FindingColumn} == fresh
    view.set_findings((), kept=(LOW,))
    assert max(ink(view, 0, column) for column in FindingColumn) < READABLE


@THEMES
def test_the_icon_of_a_stale_problem_fades_halfway_to_its_ground(make_palette, theme) -> None:
    palette = make_palette(theme)
    ground = palette.color(QPalette.ColorRole.Base)
    fresh, stale = (
        severity_icon("error", palette, 16, stale=stale).pixmap(16).toImage().pixelColor(8, 2)
        for stale in (False, True)
    )
    for part in ("red", "green", "blue"):
        before, after, under = (getattr(one, part)() for one in (fresh, stale, ground))
        assert after == pytest.approx((before + under) / 2, abs=2)


def test_the_status_bar_dims_what_an_older_document_cost(qtbot, make_snapshot) -> None:
    status = EngineStatus()
    qtbot.addWidget(status)
    status.set_snapshot(make_snapshot())
    cost = status.findChild(QLabel, "cost")
    ground = status.palette().color(QPalette.ColorRole.Base)

    def shown() -> float:
        return contrast(QColor(cost.styleSheet().removeprefix("color: ")), ground)

    fresh = shown()
    status.set_stale(True)
    assert shown() < READABLE <= fresh
    status.set_stale(False)
    assert shown() == fresh


@pytest.mark.parametrize(
    ("slot", "said"),
    [
        (Blocked("schema", (BROKEN,)), "not scored: The schema is not JSON"),
        (Failed((replace(BROKEN, message="asset x is not here"),)), "not scored: asset x is not"),
        (Blocked("model"), "not scored: no model with this profile's tokenizer is open"),
    ],
    ids=["half-typed", "no-tokenizer", "no-model"],
)
def test_the_status_bar_says_that_a_refused_document_is_not_scored_and_why(
    qtbot, make_snapshot, slot, said
) -> None:
    status = EngineStatus()
    qtbot.addWidget(status)
    status.set_snapshot(replace(make_snapshot(), scores=slot))
    activity = status.findChild(QLabel, "activity")
    assert activity.text().startswith(said)
    status.set_page("12 fresh")  # another page does not speak of the prompt
    assert activity.text() == "ready"
    status.set_page(None)
    assert activity.text().startswith(said)
    status.set_snapshot(make_snapshot())
    assert activity.text() == "ready"
