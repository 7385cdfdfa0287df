"""The recipes that the window gives name the document's file while it holds the document."""

from __future__ import annotations

import shlex


def first_line(desk):
    view = desk.page.provenance
    rows = view.provenance_model.rows
    row = next(one for one in rows if one.name == "prompt bytes sha256")
    return row.recipe.script.split("\n")[0]


def test_a_recipe_names_the_saved_file_and_asks_to_save_what_was_edited(qtbot, desk):
    runnable = f"loupe render {shlex.quote(str(desk.path))} > prompt.bin"
    assert first_line(desk) == runnable
    desk.session.edit_context(b"other")
    assert first_line(desk).startswith("# save the document first")
    qtbot.waitUntil(desk.settled)
    assert first_line(desk).startswith("# save the document first")
    desk.session.save(desk.path)
    assert first_line(desk) == runnable
    desk.session.new()
    qtbot.waitUntil(desk.settled)
    desk.session.undo_stack.undo()
    qtbot.waitUntil(desk.settled)
    assert first_line(desk) == runnable
