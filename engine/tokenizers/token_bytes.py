"""Turn a vocabulary's spelling of a token into the bytes that the token stands for.

Byte-level vocabularies (GPT-2, Qwen, SmolLM2) write each byte as one printable character: `Ġlate`
is ` late`. SentencePiece-like ones (Gemma) write a space as U+2581 and a byte without a token of
its own as `<0xNN>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

SPACE_MARK = "\u2581"
_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")


def byte_alphabet() -> tuple[str, ...]:
    """List the character that stands for each byte 0 to 255.

    Bytes that print in Latin-1 stand for themselves; the others take the code points from
    U+0100 on, in their order (GPT-2's `bytes_to_unicode`).
    """
    printing = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = [byte for byte in range(256) if byte not in printing]
    return tuple(
        chr(byte) if byte in printing else chr(0x100 + others.index(byte)) for byte in range(256)
    )


def byte_level_decoder() -> Callable[[str], bytes]:
    """Make the function from a byte-level piece to its bytes: `Ġlate` to ` late`."""
    table = {ord(character): byte for byte, character in enumerate(byte_alphabet())}

    def piece_bytes(piece: str) -> bytes:
        try:
            return bytes([table[ord(character)] for character in piece])
        except KeyError:  # a token outside the alphabet stands for its own text
            return piece.encode()

    return piece_bytes


def space_marked_bytes(piece: str) -> bytes:
    """Give a SentencePiece piece's bytes: `▁late` is ` late`, `<0xE2>` is one byte."""
    byte = _BYTE_TOKEN.fullmatch(piece)
    return bytes([int(byte[1], 16)]) if byte else spaced(piece)


def is_byte_token(piece: str) -> bool:
    """Tell whether a piece is spelt as a byte-fallback token, `<0xNN>`."""
    return _BYTE_TOKEN.fullmatch(piece) is not None


def spaced(text: str) -> bytes:
    """Write every U+2581 as a space, in UTF-8."""
    return text.replace(SPACE_MARK, " ").encode()
