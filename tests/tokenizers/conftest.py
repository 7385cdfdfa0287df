"""Where the tokenizer tests find the pinned assets, opened once a session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from platformdirs import user_cache_path


@pytest.fixture(scope="session")
def asset_root() -> Path:
    """The folder of unpacked assets."""
    return Path(
        os.environ.get("LOUPE_ASSETS") or user_cache_path("loupe", appauthor=False) / "assets"
    )


@pytest.fixture(scope="session")
def asset(asset_root: Path):
    """Find an asset's file; its absence fails the test unless LOUPE_OFFLINE=1 is set."""

    def find(name: str, file: str) -> Path:
        path = asset_root / name / file
        if not path.is_file():
            message = f"{path} is missing: run `loupe fetch {name}`"
            if os.environ.get("LOUPE_OFFLINE") == "1":
                pytest.skip(f"LOUPE_OFFLINE=1: {message}")
            pytest.fail(message)
        return path

    return find


@pytest.fixture(scope="session")
def smollm2_path(asset) -> Path:
    """The SmolLM2 GGUF."""
    return asset("smollm2-135m", "SmolLM2-135M-Instruct.Q4_1.gguf")
