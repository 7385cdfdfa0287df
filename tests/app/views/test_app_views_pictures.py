"""Every view is drawn in light and dark, narrow and wide, full, stale and empty."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from app.models.prompt_content import PromptContent
from app.views.byte_view import ByteView
from app.views.decisions import DecisionsView
from app.views.problems import ProblemsView
from app.views.prompt_view import PromptView
from app.views.provenance import ProvenanceView
from app.views.token_table import TokenTable
from engine.snapshot import Ready


@pytest.fixture(params=["prompt", "tokens", "bytes", "decisions", "problems", "provenance"])
def view(request, qtbot, make_snapshot, make_scores, hard_context, findings):
    snapshot = make_snapshot(hard_context)
    prompt, tokens = snapshot.prompt.value, snapshot.tokens.value
    makers = {
        "prompt": (PromptView, lambda view: view.set_content(prompt, tokens)),
        "tokens": (TokenTable, lambda view: view.set_tokens(prompt, tokens)),
        "bytes": (ByteView, lambda view: view.set_content(PromptContent(prompt, tokens))),
        "decisions": (DecisionsView, lambda view: view.set_slot(Ready(make_scores()))),
        "problems": (ProblemsView, lambda view: view.set_findings(findings)),
        "provenance": (ProvenanceView, lambda view: view.set_snapshot(snapshot)),
    }
    maker, fill = makers[request.param]
    view = maker()
    qtbot.addWidget(view)
    view.fill = lambda: fill(view)
    return view


def _colors(view) -> set[int]:
    image = view.grab().toImage()
    return {
        image.pixel(x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(240, 200), (1000, 400)], ids=["narrow", "wide"])
def test_a_view_is_drawn_on_the_ground_of_its_theme(view, make_palette, theme, size) -> None:
    palette = make_palette(theme)
    view.setPalette(palette)
    view.resize(*size)
    empty = _colors(view)
    view.fill()
    full = _colors(view)
    assert palette.base().color().rgb() in full
    assert len(full) > len(empty) or len(full) > 20
    darkest = min(QColor(color).lightness() for color in full)
    lightest = max(QColor(color).lightness() for color in full)
    assert lightest - darkest > 120
