"""The golden part of the engine, put together from what this machine has."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

from engine.golden.check import Checker
from engine.golden.comparison import Comparer
from engine.golden.known import known_inputs
from engine.golden.review import Review
from engine.stages import Stages
from engine.workspace import Workspace, open_workspace

FROZEN_DATE = date(2026, 1, 1)  # a template that writes the date gives the same bytes


def open_comparer(workspace: Workspace) -> Comparer:
    """Make a comparer with an engine of its own, which renders on a frozen date.

    It opens every profile's tokenizer that is here: on the engine's thread.
    """
    engine = workspace.engine(FROZEN_DATE, memory=2)
    checker = Checker(workspace.profiles, workspace.revision_of, workspace.lack_of, engine.complete)
    known = known_inputs(workspace.profiles, workspace.tokenizers)
    return Comparer(checker, workspace.tokenizers, known)


def comparer_beside(stages: Stages) -> Comparer:
    """Make a comparer that shares profiles and open tokenizers with another engine's stages."""
    assets = open_workspace().assets
    return open_comparer(Workspace(assets, stages.library, stages.tokenizers))


def open_review(folder: Path, comparer: Comparer, today: Callable[[], date]) -> Review:
    """Begin a review of a folder; DocumentError when its cases are broken."""
    return Review(folder, comparer, today=today, environment=os.environ)
