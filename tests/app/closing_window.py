"""A program for test_app_exit: it closes its window while the engine is in a forward pass.

Arguments: `stubborn` (the engine hears nothing), `polite` (it checks its ticket) or `real` (the
engine itself), and a folder.
Before it closes it copies a text.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import platformdirs
from PySide6.QtCore import QTimer

from app import application
from app.views.clipboard import copy_text
from engine.snapshot import Snapshot


class ForwardPass:
    def __init__(self, manner: str) -> None:
        self.polite = manner == "polite"

    def run(self, document, ticket, publish, *, score=True):
        publish(Snapshot(ticket.generation, document, activity="scoring"))
        never = threading.Event()
        for _ in range(3000):
            never.wait(0.01)
            if self.polite:
                ticket.check()

    def close(self):
        sys.stdout.write("engine closed\n")


def close_when_scoring(window):
    """Close in a forward pass; after the first one, which loads the model, type for another."""
    editor = window.page.author.contexts.editor
    if window.page.decisions.tree.model().rowCount() and not editor.toPlainText().startswith("x"):
        editor.insertPlainText("x")
        window._may_close = True  # without asking whether to save it
    if window._status._activity.text() == "scoring":
        sys.stdout.write(f"{time.monotonic()}\n")
        sys.stdout.flush()
        copy_text("\ufeffcopied")
        window.close()
    else:
        QTimer.singleShot(10, lambda: close_when_scoring(window))


def main() -> int:
    manner, folder = sys.argv[1], Path(sys.argv[2])
    os.environ["XDG_CONFIG_HOME"] = str(folder)  # Linux; else the user's own settings
    platformdirs.user_state_path = lambda _: folder
    platformdirs.user_log_path = lambda _: folder
    original = application.Loupe.open_first

    def open_and_close(loupe, path):
        original(loupe, path)
        QTimer.singleShot(10, lambda: close_when_scoring(loupe.window))

    application.Loupe.open_first = open_and_close
    if manner == "real":
        return application.run_window(None)
    return application.run_window(None, open_engine=lambda: ForwardPass(manner))


sys.exit(main())
