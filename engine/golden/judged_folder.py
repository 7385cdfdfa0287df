"""A folder's vectors judged from their files, or as they were read where that is held on to."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DocumentError
from engine.golden.check import Checker, Judged
from engine.golden.golden_file import file_bytes


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was read of a file, and what another program made of it; None for no file."""

    seen: bytes | None
    disk: bytes | None


class JudgedFolder:
    """Know what a folder's cases ask for, and hold on to what was read of some files."""

    def __init__(self, path: Path, checker: Checker) -> None:
        """Read the cases; DocumentError when they are broken."""
        self.path = path
        self._checker = checker
        self._kept: dict[str, _Kept] = {}
        self.read_cases()

    def read_cases(self) -> None:
        """Read what the cases ask for now; DocumentError when they are broken."""
        self._expectations = self._checker.expectations(self.path)

    def follow_cases(self) -> None:
        """Read the cases after a step that can have changed them; broken ones change nothing."""
        with suppress(DocumentError):
            self.read_cases()

    def names(self) -> tuple[str, ...]:
        """List the vectors that are there now or asked for."""
        return self._checker.names(self.path, self._expectations)

    @property
    def kept_names(self) -> frozenset[str]:
        """Name the vectors that are held on to."""
        return frozenset(self._kept)

    def file_of(self, name: str) -> Path:
        """Give the path of a vector's file, which need not be there."""
        return self.path / f"{name}.json"

    def keep(self, name: str, seen: bytes | None, disk: bytes | None) -> None:
        """Judge a vector as it was seen from now on, for as long as its file is `disk`."""
        self._kept[name] = _Kept(seen, disk)

    def let_go(self, name: str) -> None:
        """Judge a vector from its file again."""
        self._kept.pop(name, None)

    def judge(self, name: str) -> Judged:
        """Judge a vector's file, or the bytes that are kept in its place."""
        path, kept = self.file_of(name), self._kept.get(name)
        if kept is not None:
            if bytes_if_readable(path) == kept.disk:
                return self._checker.judge_data(path, kept.seen, self._expectations)
            self.let_go(name)
        return self._checker.judge(path, self._expectations)


def bytes_if_readable(path: Path) -> bytes | None:
    """Read a file; None when it is not there, or cannot be read."""
    with suppress(OSError):
        return file_bytes(path)
    return None
