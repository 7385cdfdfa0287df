"""What files held when they were last read or written here, so that no other bytes get lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from engine.atomic_file import write_atomic
from engine.document import Document
from engine.document_file import Origin, ProfileOf, dump_document, origin_of, parse_document


@dataclass(frozen=True, slots=True)
class _Held:
    document: Document | None
    data: bytes
    origin: Origin


class HeldFiles:
    """Read and write documents, and remember of each file what it held then."""

    def __init__(self) -> None:
        """Know no file yet."""
        self._held: dict[Path, _Held] = {}
        self._layouts: dict[tuple[Path, str], bytes] = {}

    def read(self, path: Path, profile_of: ProfileOf) -> Document:
        """Read a document's file; DocumentError or OSError when it cannot be read."""
        data = path.read_bytes()
        document = parse_document(data, path.name, profile_of)
        origin = origin_of(data)
        self._held[path] = _Held(document, data, origin)
        if origin == "document":
            self._layouts[path, dump_document(document)] = data
        return document

    def write(self, document: Document, path: Path) -> None:
        """Write a document's file, whole or not at all; OSError when it cannot."""
        data = self.written(document, path)
        write_atomic(path, data)
        self._held[path] = _Held(document, data, "document")

    def document(self, path: Path) -> Document | None:
        """Give the document that a file holds, as far as it was read or written here."""
        held = self._held.get(path)
        return None if held is None else held.document

    def disown(self, path: Path) -> None:
        """Take a file for one that holds another document now, which was not read."""
        if path in self._held:
            self._held[path] = replace(self._held[path], document=None)

    def origin(self, path: Path | None) -> Origin:
        """Say what kind of file it was; a document's when it was never read."""
        held = None if path is None else self._held.get(path)
        return "document" if held is None else held.origin

    def written(self, document: Document, path: Path) -> bytes:
        """Give what writing writes: for a document that was read there, the very bytes read."""
        text = dump_document(document)
        read = self._layouts.get((path, text))
        return text.encode("utf-8") if read is None else read

    def would_lose(self, document: Document, path: Path) -> bool:
        """Say whether writing a document replaces bytes that were never read or written here."""
        try:
            data = path.read_bytes()
        except OSError:  # nothing is there to lose, or writing says why it cannot
            return False
        held = self._held.get(path)
        return data != self.written(document, path) and (held is None or held.data != data)
