"""Keep unsaved work in a folder of its own, so that a crash loses nothing."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.document import Document
from engine.document_file import ProfileOf, dump_document, parse_document
from engine.errors import DocumentError

FORMAT = "loupe-recovery/1"
SUFFIX = ".loupe-recovery.json"


@dataclass(frozen=True, slots=True)
class Recovered:
    """Unsaved work that a session left behind: its document, and the file it belongs to."""

    kept_at: Path
    document: Document
    path: Path | None


class RecoveryFolder:
    """Write one file for each session; a file without a living session is recoverable work."""

    def __init__(self, folder: Path, session: str, profile_of: ProfileOf) -> None:
        """Use `folder`; `session` names this session's file, and is its process's id."""
        self._profile_of = profile_of
        self._folder = folder
        self._file = folder / f"{session}{SUFFIX}"

    def keep(self, document: Document, path: Path | None) -> None:
        """Write the document, whole or not at all, beside nobody else's."""
        self._folder.mkdir(parents=True, exist_ok=True)
        record = {
            "format": FORMAT,
            "path": None if path is None else str(path),
            "document": dump_document(document),
        }
        handle, name = tempfile.mkstemp(dir=self._folder, prefix="writing-")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            json.dump(record, stream)
        Path(name).replace(self._file)

    def forget(self) -> None:
        """Remove this session's file: everything is saved, or was given up on purpose."""
        self._file.unlink(missing_ok=True)

    def left_behind(self) -> tuple[Recovered, ...]:
        """List the work of sessions that ended without saving, newest first."""
        files = [
            path
            for path in self._folder.glob(f"*{SUFFIX}")
            if path != self._file and not _is_alive(path.name.removesuffix(SUFFIX))
        ]
        files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        read = (self._read(path) for path in files)
        return tuple(recovered for recovered in read if recovered is not None)

    def _read(self, path: Path) -> Recovered | None:
        """Read a kept file; one that cannot be read stays where it is and is not offered."""
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            origin = record["path"]
            text = record["document"].encode("utf-8")
            document = parse_document(text, path.name, self._profile_of)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, DocumentError):
            return None
        return Recovered(path, document, None if origin is None else Path(origin))


def _is_alive(session: str) -> bool:
    if not session.isdecimal():
        return False
    try:
        os.kill(int(session), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OSError):
        return True
    return True
