"""A catalog with one tiny asset, and its store."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from engine.assets.catalog import Catalog, load_catalog
from engine.assets.store import AssetStore
from tests.assets.asset_fakes import CONTENT, RecordingProgress


@pytest.fixture
def catalog_path(tmp_path: Path) -> Path:
    path = tmp_path / "assets.toml"
    path.write_text(
        f"""
        [tiny]
        title = "a tiny asset"
        [[tiny.files]]
        name = "tokenizer.json"
        sha256 = "{hashlib.sha256(CONTENT).hexdigest()}"
        size = {len(CONTENT)}
        [[tiny.sources]]
        kind = "npm"
        name = "@scope/tiny"
        version = "1.0"
        folder = "package/models"
        [[tiny.sources]]
        kind = "pip"
        name = "tiny"
        version = "1.0"
        folder = "tiny"
        """
    )
    return path


@pytest.fixture
def catalog(catalog_path: Path) -> Catalog:
    return load_catalog(catalog_path)


@pytest.fixture
def store(tmp_path: Path, catalog: Catalog) -> AssetStore:
    return AssetStore(tmp_path / "root", catalog)


@pytest.fixture
def progress() -> RecordingProgress:
    return RecordingProgress()
