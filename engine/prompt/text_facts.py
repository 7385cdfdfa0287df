"""Say what a text's bytes are: encoding, line ends, byte order mark, size."""

from __future__ import annotations

import re
from dataclasses import dataclass

BOM = b"\xef\xbb\xbf"
_INVALID = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What people ask about a file's bytes; `invalid_bytes` counts those that are not UTF-8."""

    size: int
    characters: int
    lf: int
    crlf: int
    cr: int
    bom: bool
    invalid_bytes: int

    @property
    def line_ends(self) -> str:
        """Name the line ends: `LF`, `no line end`, or mixed ones with their counts."""
        kinds = (("LF", self.lf), ("CRLF", self.crlf), ("CR", self.cr))
        found = [(name, count) for name, count in kinds if count]
        if len(found) > 1:
            return "mixed: " + ", ".join(f"{count:,} {name}" for name, count in found)
        return found[0][0] if found else "no line end"


def text_facts(data: bytes) -> TextFacts:
    r"""Count what is in the bytes of a text.

    >>> text_facts(b"a\r\nb\n").line_ends
    'mixed: 1 LF, 1 CRLF'
    """
    crlf = data.count(b"\r\n") if b"\r" in data else 0
    try:
        decoded, invalid = data.decode("utf-8"), 0
    except UnicodeDecodeError:
        decoded = data.decode("utf-8", "surrogateescape")
        invalid = len(_INVALID.findall(decoded))
    return TextFacts(
        size=len(data),
        characters=len(decoded) - invalid,
        lf=data.count(b"\n") - crlf,
        crlf=crlf,
        cr=data.count(b"\r") - crlf,
        bom=data.startswith(BOM),
        invalid_bytes=invalid,
    )
