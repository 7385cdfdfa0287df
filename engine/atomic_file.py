"""Files that are either the old or the new one, whatever happens while they are written."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomic(path: Path, data: bytes) -> None:
    """Replace a file's content in one step: temporary file beside it, fsync, rename.

    OSError (read-only folder, full disk) leaves the old file as it was and no temporary one.
    The error names the file, not the temporary one. A symbolic link keeps pointing at the file
    that is replaced; the mode of the old file stays.
    """
    try:
        _write(path.resolve(), data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _write(target: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(target.stat().st_mode if target.exists() else 0o644)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
