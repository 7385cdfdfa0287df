"""Vectors judged from their files, or as they were read where that is held on to."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.golden.check import Checker, Expectations, Judged
from engine.golden.golden_file import file_bytes


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was read of a file, and what another program made of it; None for no file."""

    seen: bytes | None
    disk: bytes | None


class KeptFiles:
    """Hold on to what was read of files until they change once more."""

    def __init__(self, checker: Checker) -> None:
        """Hold on to nothing yet."""
        self._checker = checker
        self._kept: dict[Path, _Kept] = {}

    @property
    def names(self) -> frozenset[str]:
        """Name the vectors that are held on to."""
        return frozenset(path.stem for path in self._kept)

    def keep(self, path: Path, seen: bytes | None, disk: bytes | None) -> None:
        """Judge a file as it was seen from now on, for as long as it is `disk`."""
        self._kept[path] = _Kept(seen, disk)

    def let_go(self, path: Path) -> None:
        """Judge a file as it is again."""
        self._kept.pop(path, None)

    def judge(self, path: Path, expectations: Expectations) -> Judged:
        """Judge a vector's file, or the bytes that are kept in its place."""
        kept = self._kept.get(path)
        if kept is not None:
            if bytes_if_readable(path) == kept.disk:
                return self._checker.judge_data(path, kept.seen, expectations)
            self.let_go(path)
        return self._checker.judge(path, expectations)


def bytes_if_readable(path: Path) -> bytes | None:
    """Read a file; None when it is not there, or cannot be read."""
    with suppress(OSError):
        return file_bytes(path)
    return None
