"""Settings and fixtures that every test shares."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from app.garbage import collect_due
from engine.assets import store as assets
from engine.assets.catalog import load_catalog
from engine.mlx.blas import BlasChoice, choose_blas, interpose

SERVANTS = {"tqdm_monitor"}
"""Threads of libraries that live as long as the process."""


@pytest.fixture(scope="session")
def blas_folder() -> Path:
    """The folder in which the program itself keeps its BLAS."""
    return assets.asset_root().parent


@pytest.fixture(scope="session", autouse=True)
def blas(blas_folder: Path) -> BlasChoice:
    """The BLAS, interposed before any test of this process imports MLX."""
    return interpose(choose_blas(blas_folder))


@pytest.fixture(scope="session")
def asset_root() -> Path:
    """The asset folder; every pinned file must be in it unless LOUPE_OFFLINE=1."""
    root = assets.asset_root()
    store = assets.AssetStore(root, load_catalog())
    lacking = [
        f"{asset.name}/{file.name} is {state}"
        for asset in store.catalog.assets
        for file in asset.files
        if (state := store.state(asset.name, file.name)) != "verified"
    ]
    if lacking and os.environ.get("LOUPE_OFFLINE") == "1":
        pytest.skip(f"LOUPE_OFFLINE=1 and in {root} {', '.join(lacking)}")
    if lacking:
        pytest.fail(f"in {root} {', '.join(lacking)}; run `make fetch`", pytrace=False)
    return root


@pytest.fixture(scope="session")
def asset_store(asset_root: Path) -> assets.AssetStore:
    """The store of the verified assets."""
    return assets.AssetStore(asset_root, load_catalog())


@pytest.fixture(scope="session", autouse=True)
def configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Leave the user's settings alone, and those that Qt's own dialogs keep."""
    folder = tmp_path_factory.mktemp("configuration")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def clipboard() -> Iterator[None]:
    """Leave the clipboard as the application does, for a test's copy outlives the test."""
    yield
    if "PySide6.QtGui" in sys.modules:
        from PySide6.QtGui import QGuiApplication

        from app.views.clipboard import leave_plain_text

        if QGuiApplication.instance() is not None:
            leave_plain_text()


@pytest.fixture(autouse=True)
def garbage() -> Iterator[None]:
    """Collect between tests, on the main thread: others must not free objects of Qt."""
    gc.disable()
    yield
    collect_due()


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Fail a test that leaves a thread behind, the engine's above all."""
    before = set(threading.enumerate())
    yield
    left = [one for one in threading.enumerate() if one not in before and one.name not in SERVANTS]
    for thread in left:
        thread.join(timeout=5)
    names = [thread.name for thread in left if thread.is_alive()]
    assert not names, f"threads left running: {', '.join(names)}"
