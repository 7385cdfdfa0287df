"""Say in which encoding a file's bytes are, and turn them into UTF-8."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

_MARKS = (  # the longer mark first: UTF-32 LE begins as UTF-16 LE does
    (codecs.BOM_UTF32_LE, "UTF-32 LE", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "UTF-32 BE", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16 LE", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "UTF-16 BE", "utf-16-be"),
)
_C1 = bytes(range(0x80, 0xA0))  # letters and marks in Windows-1252, controls in Latin-1


@dataclass(frozen=True, slots=True)
class TextEncoding:
    """An encoding by its name; `guessed` when nothing in the bytes proves it.

    `codec` is Python's name for what follows the `mark` (a byte order mark); None where the bytes
    are no text in any encoding known here.
    """

    name: str
    codec: str | None
    mark: bytes = b""
    guessed: bool = False

    @property
    def is_utf8(self) -> bool:
        """Say whether the bytes can be sent to a model as they are."""
        return self.codec == "utf-8"

    @property
    def is_convertible(self) -> bool:
        """Say whether the bytes are text in another encoding, which can be written in UTF-8."""
        return self.codec is not None and not self.is_utf8


def detect_encoding(data: bytes) -> TextEncoding:
    r"""Find a text's encoding by its mark, else by what its bytes allow.

    >>> detect_encoding(b"\xff\xfea\0").name
    'UTF-16 LE'
    >>> detect_encoding(b"caf\xe9")
    TextEncoding(name='Latin-1', codec='latin-1', mark=b'', guessed=True)
    """
    for mark, name, codec in _MARKS:
        if data.startswith(mark) and _decodes(data[len(mark) :], codec):
            return TextEncoding(name, codec, mark)
    if _decodes(data, "utf-8"):
        return TextEncoding("UTF-8", "utf-8")
    if b"\0" in data:
        return TextEncoding("no known text encoding", None)
    if not any(byte in data for byte in _C1):
        return TextEncoding("Latin-1", "latin-1", guessed=True)
    if _decodes(data, "cp1252"):
        return TextEncoding("Windows-1252", "cp1252", guessed=True)
    return TextEncoding("no known text encoding", None)


def to_utf8(data: bytes) -> bytes | None:
    """Write the same text in UTF-8, without the mark of its old encoding.

    None where there is nothing to do, or no encoding to read the bytes in.
    """
    found = detect_encoding(data)
    if found.codec is None or found.is_utf8:
        return None
    return data[len(found.mark) :].decode(found.codec).encode()


def _decodes(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True
