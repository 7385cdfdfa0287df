"""A window with what edits its profile, for the tests of profiles."""

from __future__ import annotations

from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore
from engine.profiles import CONTENTS_TEMPLATE, Profile
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine

MINE = Profile("mine", "Mine", "code-points", template=CONTENTS_TEMPLATE, kwargs=(("a", True),))


class ProfileDesk(Desk):
    """A window on the sample document, and what edits its profile."""

    def __init__(self, qtbot, folder):
        super().__init__(qtbot, folder, FakeEngine(folder / "assets"))
        self.actions = self.window._profile_actions
        self.actions.store = AssetStore(folder / "assets", load_catalog())
        self.editor = self.page.profile_editor
        self.author = self.page.author
        self.loupe.open_first(self.path)

    def close(self):
        self.actions.fetch.cancel()
        super().close()
