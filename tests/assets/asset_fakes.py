"""Small archives in the shape of the registries', and a progress that records what it is told."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

CONTENT = b"pinned bytes " * 1000
OTHER = b"x" * len(CONTENT)


class RecordingProgress:
    """Keep notes and count bytes."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.copied = 0
        self.open_bars = 0

    def start(self, label: str, total: int) -> None:
        self.open_bars += 1

    def advance(self, count: int) -> None:
        self.copied += count

    def finish(self) -> None:
        self.open_bars -= 1

    def note(self, line: str) -> None:
        self.notes.append(line)


def write_wheel(path: Path, members: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def write_tarball(path: Path, members: Mapping[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            header = tarfile.TarInfo(name)
            header.size = len(content)
            archive.addfile(header, io.BytesIO(content))
    return path
