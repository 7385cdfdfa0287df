"""The model and llama.cpp's recorded answers, shared by the tests that compare the two."""

from __future__ import annotations

import json
import os
from pathlib import Path

import platformdirs
import pytest

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="session")
def llama_cpp():
    """Read what tests/tools/record_next_token.py recorded."""
    return json.loads((DATA / "llama-cpp-next-token.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def smollm2_file() -> Path:
    """Find the default model; its absence fails the test unless LOUPE_OFFLINE=1 is set."""
    cache = platformdirs.user_cache_path("loupe") / "assets"
    folder = Path(os.environ.get("LOUPE_ASSETS", cache))
    path = folder / "smollm2-135m" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    if not path.is_file():
        if os.environ.get("LOUPE_OFFLINE") == "1":
            pytest.skip(f"LOUPE_OFFLINE=1 and {path} is not here: not compared with llama.cpp")
        pytest.fail(f"{path} is not here: run `loupe fetch smollm2-135m`")
    return path
