"""A fetch on its own thread: what it says and how it ends are never taken for each other."""

from __future__ import annotations

import pytest

from app.bridge import asset_fetch
from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore
from engine.errors import AssetMissing


class Heard:
    """Fetch with a function instead of the network; collect what is said."""

    def __init__(self, qtbot, monkeypatch, folder, fetch):
        monkeypatch.setattr(asset_fetch, "fetch", fetch)
        self.said = []
        made = asset_fetch.AssetFetch()
        made.progressed.connect(lambda label, share: self.said.append((label, share)))
        with qtbot.waitSignal(made.ended) as told:
            made.start("qwen3", AssetStore(folder, load_catalog()))
        self.error = told.args[0]


@pytest.mark.parametrize("line", ["end", "step", ""])
def test_a_line_is_a_line_whatever_it_says(qtbot, monkeypatch, tmp_path, line):
    heard = Heard(qtbot, monkeypatch, tmp_path, lambda names, store, progress: progress.note(line))
    assert heard.said == [(line, None)]
    assert heard.error is None


def test_progress_is_told_as_shares_of_what_is_copied(qtbot, monkeypatch, tmp_path):
    def fetch(names, store, progress):
        progress.start(f"{names[0]}/end", 8)
        progress.advance(2)
        progress.advance(6)
        progress.finish()

    heard = Heard(qtbot, monkeypatch, tmp_path, fetch)
    assert heard.said == [("qwen3/end", 0), ("qwen3/end", 0.25), ("qwen3/end", 1)]


def test_what_went_wrong_ends_it(qtbot, monkeypatch, tmp_path):
    error = AssetMissing("no source has qwen3")

    def fetch(names, store, progress):
        raise error

    assert Heard(qtbot, monkeypatch, tmp_path, fetch).error is error
