"""One real engine for all tests of comparisons."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from engine.compare.engine_access import EngineAccess
from engine.document import Context, Document
from engine.workspace import open_workspace

UPSTREAM = Path(__file__).parents[1] / "data" / "upstream-vectors"


@pytest.fixture(scope="session")
def workspace(asset_root):
    return open_workspace(asset_root)


@pytest.fixture(scope="session")
def access(workspace):
    engine = workspace.engine(datetime.date(2026, 1, 1))
    yield EngineAccess(engine)
    engine.close()


@pytest.fixture(scope="session")
def upstream():
    """The upstream case risk_enum_bool in slots mode, as a document of the profile given."""
    path = next(UPSTREAM.glob("qwen2.5*risk_enum_bool.json"))
    asked = json.loads(path.read_text())["input"]
    order = ("risk_tier", "flag")
    schema = json.dumps({name: asked["schema"][name] for name in order})

    def make(profile: str = "qwen2.5", context: str = asked["context"]) -> Document:
        contexts = (Context("late", context.encode()),)
        return Document(schema, contexts, profile=profile, scoring="slots")

    return make
