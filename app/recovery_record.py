"""A document and the file it belongs to as the bytes of a kept file, and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.document import Document
from engine.document_file import ProfileOf, dump_document, parse_document
from engine.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Recovered:
    """Unsaved work that a session left behind: its document, and the file it belongs to."""

    kept_at: Path
    document: Document
    path: Path | None


class _Record(BaseModel):
    """What a kept file holds; `document` is the text of a document's file."""

    model_config = ConfigDict(strict=True, frozen=True)
    format: Literal["loupe-recovery/1"] = "loupe-recovery/1"
    path: str | None
    document: str


def dump_kept(document: Document, path: Path | None) -> bytes:
    """Write a document and its file as a kept file's bytes."""
    record = _Record(path=None if path is None else str(path), document=dump_document(document))
    return json.dumps(record.model_dump()).encode()  # a path may hold what is not UTF-8


def read_kept(file: Path, profile_of: ProfileOf) -> Recovered | None:
    """Read a kept file; None when it cannot be read."""
    try:
        record = _Record.model_validate(json.loads(file.read_bytes()))
        document = parse_document(record.document.encode(), file.name, profile_of)
    except (OSError, UnicodeError, json.JSONDecodeError, ValidationError, DocumentError):
        return None
    return Recovered(file, document, None if record.path is None else Path(record.path))
