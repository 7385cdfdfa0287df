"""`loupe fetch`: get the tokenizers and the default model, or list them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.assets.catalog import Asset, load_catalog
from engine.assets.fetch import fetch
from engine.assets.store import AssetStore, asset_root
from engine.errors import LoupeError


class TerminalProgress:
    """Show notes on stderr, and a bar there when it is a terminal."""

    def __init__(self) -> None:
        """Begin without a bar."""
        from tqdm import tqdm

        self._tqdm = tqdm
        self._bar: tqdm[object] | None = None

    def start(self, label: str, total: int) -> None:
        """Open a bar of `total` bytes; tqdm shows none when stderr is not a terminal."""
        self._bar = self._tqdm(desc=label, total=total, unit="B", unit_scale=True, disable=None)

    def advance(self, count: int) -> None:
        """Move the bar by that many bytes."""
        if self._bar is not None:
            self._bar.update(count)

    def finish(self) -> None:
        """Close the bar."""
        if self._bar is not None:
            self._bar.close()
        self._bar = None

    def note(self, line: str) -> None:
        """Write a line to stderr."""
        print(line, file=sys.stderr)


def run(names: Sequence[str], list_only: bool, folder: Path | None = None) -> int:
    """Fetch the named assets, or all; with `list_only` only tell which are here.

    `folder` (or else `LOUPE_ASSETS_FROM`) is a local folder to try first. Returns 0 when every
    asset is verified, 1 when a listed one is not, 2 when one could not be fetched, 130 on
    Ctrl-C.
    """
    if folder is None and (chosen := os.environ.get("LOUPE_ASSETS_FROM")):
        folder = Path(chosen)
    try:
        store = AssetStore(asset_root(), load_catalog())
        if list_only:
            assets = [store.catalog.asset(name) for name in names] or store.catalog.assets
            return max(_list(asset, store) for asset in assets)
        fetch(names, store, TerminalProgress(), folder)
    except LoupeError as error:
        for line in str(error).splitlines():
            print(f"loupe fetch: {line}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("loupe fetch: interrupted; a rerun goes on from here", file=sys.stderr)
        return 130
    return 0


def _list(asset: Asset, store: AssetStore) -> int:
    """Print one asset as a line of tab-separated columns; 1 when it is not all verified."""
    states = {store.state(asset.name, file.name) for file in asset.files}
    state = next(
        state for state in ("unreadable", "wrong", "missing", "verified") if state in states
    )
    size = sum(file.size for file in asset.files)
    print(asset.name, state, f"{size / 1e6:.1f} MB", asset.title, sep="\t")
    return int(state != "verified")
