"""A window in a folder of its own, closed so that nothing of it is left."""

from __future__ import annotations

import datetime
import threading

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QDialog

from app.application import Loupe
from app.settings import Settings
from engine.document_file import save_document
from engine.workspace import open_workspace
from tests.app.window_fakes import sample_document

PATIENCE_MS = 20_000
TODAY = datetime.date(2031, 2, 3)


class Desk:
    """One Loupe with its engine, its files, and what the bridge said last.

    Settings, recovery files and the sample document lie in `folder`; so do assets and profiles,
    unless another workspace is given.
    """

    def __init__(self, qtbot, folder, engine, workspace=None):
        self.qtbot, self.folder, self.engine = qtbot, folder, engine
        self.path = folder / "sample.loupe.json"
        save_document(sample_document(), self.path)
        store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self.settings = Settings(store)
        workspace = workspace or open_workspace(folder / "assets", folder / "profiles")
        self.loupe = Loupe(
            workspace, folder / "recovery", self.settings, lambda: engine, lambda: TODAY
        )
        self.window, self.session = self.loupe.window, self.loupe.session
        self.page = self.window.page
        self.last = None
        self.ended = []
        self.loupe.ended.connect(self.ended.append)
        self.loupe.bridge.snapshot_changed.connect(self._take)

    def _take(self, snapshot):
        self.last = snapshot

    def show(self):
        with self.qtbot.waitExposed(self.window):
            self.window.show()

    def settled(self):
        fresh = self.last is not None and self.last.document is self.session.document
        return fresh and self.last.complete and not self.loupe.bridge.stale

    def act(self, name):
        self.window.actions_table[name].trigger()

    def close(self):
        """Close the window with its dialogs, unless a test did, and wait for the engine's end."""
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog):
                dialog.close()
        self.window._may_close = True
        self.window.close()
        self.qtbot.waitUntil(lambda: bool(self.ended), timeout=PATIENCE_MS)
        self.qtbot.waitUntil(lambda: self.loupe.bridge.wait_closed(0), timeout=PATIENCE_MS)
        self.window.deleteLater()
        self.loupe.deleteLater()
        assert "loupe-engine" not in {thread.name for thread in threading.enumerate()}
