"""The problems pane lists findings and tells which one is chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPalette

from app.models.finding_model import Column, FindingModel
from app.theme import theme_palette
from app.views.colors import contrast
from app.views.problems import ProblemsView
from app.views.severity import severity_icon


@pytest.fixture
def view(qtbot, findings):
    view = ProblemsView()
    qtbot.addWidget(view)
    view.set_findings(findings)
    view.resize(900, 200)
    view.show()
    return view


def test_the_model_is_well_behaved(qtmodeltester, findings) -> None:
    model = FindingModel()
    qtmodeltester.check(model)
    model.set_rows(findings)
    qtmodeltester.check(model)


def test_a_finding_is_written_with_severity_place_and_cure(view) -> None:
    texts = [view.model().index(1, column).data() for column in Column]
    assert texts == [
        "warning",
        "description-hidden-lines",
        "schema 4:22",
        "risk_tier: only the first line of a description reaches the prompt.",
        "Write the description on one line.",
    ]


def test_errors_stand_first(view, findings) -> None:
    view.set_findings(tuple(reversed(findings)))
    severities = [view.model().index(row, 0).data() for row in range(3)]
    assert severities == ["error", "warning", "info"]


def test_a_double_click_and_enter_activate_the_finding(view, qtbot, findings) -> None:
    place = view.visualRect(view.model().index(0, Column.MESSAGE)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(view.finding_activated) as told:
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [findings[0]]
    view.selectRow(1)
    with qtbot.waitSignal(view.finding_activated) as told:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert told.args == [findings[1]]


def test_enter_without_a_finding_does_nothing(view, qtbot) -> None:
    view.set_findings(())
    with qtbot.assertNotEmitted(view.finding_activated):
        qtbot.keyClick(view, Qt.Key.Key_Return)


def test_the_title_counts_by_severity(view, qtbot, findings) -> None:
    assert view.title == "Problems  ✘ 1 ⚠ 1 ℹ 1"
    with qtbot.waitSignal(view.title_changed) as told:
        view.set_findings(())
    assert told.args == ["Problems"]


def test_equal_findings_change_nothing_and_the_selected_one_stays(view, qtbot, findings) -> None:
    view.selectRow(1)
    with qtbot.assertNotEmitted(view.finding_model.modelReset):
        view.set_findings(tuple(findings))
    view.set_findings(findings[1:])
    assert view.currentIndex().row() == 0
    assert view.currentIndex().siblingAtColumn(Column.ID).data() == "description-hidden-lines"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_severities_differ_in_shape_and_not_only_in_colour(theme, make_palette, qapp) -> None:
    palette = make_palette(theme)
    shapes = set()
    for severity in ("error", "warning", "info"):
        image = severity_icon(severity, palette, 16).pixmap(16, 16).toImage()
        covered = tuple(
            image.pixelColor(x, y).alpha() > 128
            for x in range(image.width())
            for y in range(image.height())
        )
        assert any(covered)
        shapes.add(covered)
    assert len(shapes) == 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_view_is_drawn_full_and_empty(view, make_palette, theme) -> None:
    view.setPalette(make_palette(theme))
    full = view.grab().toImage()
    view.set_findings(())
    assert view.grab().toImage() != full


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("severity", ["error", "warning", "info"])
def test_a_severity_is_seen_on_a_selected_row(qtbot, theme, severity) -> None:
    """WCAG asks for a contrast of 3 between a graphic and its ground."""
    palette = theme_palette(theme)
    image = severity_icon(severity, palette, 16).pixmap(16, 16, QIcon.Mode.Selected).toImage()
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    ground = palette.color(QPalette.ColorRole.Highlight)
    assert max(contrast(one, ground) for one in pixels if one.alpha() == 255) >= 3
