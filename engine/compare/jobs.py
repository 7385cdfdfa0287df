"""Comparisons as jobs for the engine thread: each step gives one value to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.compare.difference import compare, readable
from engine.compare.engine_access import EngineAccess
from engine.compare.git import Revision, revisions
from engine.compare.matrix import all_profiles, column_of, under
from engine.compare.side import Side, Source, load_side
from engine.complaint import os_cause
from engine.document import Document
from engine.errors import LoupeError
from engine.runner import EngineLike, Job, Ticket


@dataclass(frozen=True, slots=True)
class Loaded:
    """One side, "A" or "B", or the reason why it cannot be had."""

    letter: str
    side: Side | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file's revisions, or the reason why there are none."""

    path: Path
    revisions: tuple[Revision, ...]
    problem: str = ""


def columns_job(document: Document) -> Job:
    """Give a Column for every profile, then again, scored, for those that have a model."""

    def steps(engine: EngineLike, ticket: Ticket) -> Iterator[object]:
        access = EngineAccess(engine, ticket)
        profiles = all_profiles(document, access.profiles)
        for profile in profiles:
            yield column_of(profile, access.complete(under(document, profile)))
        for profile in profiles:
            if profile.model is not None:
                scored = access.complete(under(document, profile), score=True)
                yield column_of(profile, scored)

    return steps


def comparison_job(a: Source, b: Source) -> Job:
    """Give a Loaded for each side and, when both are there, their Comparison."""

    def steps(engine: EngineLike, ticket: Ticket) -> Iterator[object]:
        access = EngineAccess(engine, ticket)
        sides = []
        for letter, source in (("A", a), ("B", b)):
            loaded = _loaded(letter, source, access)
            sides.append(loaded.side)
            yield loaded
        here, there = sides
        if here is not None and there is not None:
            yield readable(compare(here, there))

    return steps


def revisions_job(path: Path) -> Job:
    """Give a file's revisions as one Listed."""

    def steps(_engine: EngineLike, _ticket: Ticket) -> Iterator[object]:
        try:
            yield Listed(path, revisions(path))
        except LoupeError as error:
            yield Listed(path, (), str(error))

    return steps


def _loaded(letter: str, source: Source, access: EngineAccess) -> Loaded:
    try:
        return Loaded(letter, load_side(source, access))
    except LoupeError as error:
        return Loaded(letter, None, str(error))
    except OSError as error:
        return Loaded(letter, None, f"{source.title} cannot be read: {os_cause(error)}")
