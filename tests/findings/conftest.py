"""One engine over the pinned assets for all tests of findings."""

from __future__ import annotations

import pytest

from tests.findings.workbench import Workbench


@pytest.fixture(scope="session")
def bench(asset_root) -> Workbench:
    """The workbench."""
    return Workbench(asset_root)
