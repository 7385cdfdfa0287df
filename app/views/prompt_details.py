"""What is known about a character or a selection of the prompt, as text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.models.prompt_content import CharacterDetails, PromptContent
from engine.prompt.copying import hex_text
from engine.prompt.marks import token_text, visible
from engine.tokenizers.base import Token, TokenKind


def _tr(text: str) -> str:
    return QCoreApplication.translate("PromptDetails", text)


def details_line(details: CharacterDetails) -> str:
    """Describe a character in one line: what it is, where it is, its token, its owner."""
    parts = [
        f"{details.code_point} {details.name}",
        hex_text(details.data) + _part_text(details),
        _tr("byte {0} · code point {1} · UTF-16 {2}").format(
            details.byte, details.character, details.utf16
        ),
        *map(_token_text, details.tokens),
    ]
    if details.owner is not None:
        parts.append(str(details.owner))
    if details.defused:
        parts.append(_tr("hardened: a control token read as text"))
    return "  ·  ".join(parts)


def details_tip(details: CharacterDetails) -> str:
    """Describe a character on several lines, for a tooltip in plain text."""
    rows = [
        f"{details.code_point}  {details.name}",
        _tr("UTF-8 {0}").format(hex_text(details.data)) + _part_text(details),
        _tr("byte {0}, code point {1}, UTF-16 {2}").format(
            details.byte, details.character, details.utf16
        ),
        *map(_token_text, details.tokens),
    ]
    if details.owner is not None:
        rows.append(_tr("from {0}").format(details.owner))
    if details.defused:
        rows.append(_tr("hardened: of a control token that you wrote, read as text"))
    return "\n".join(rows)


def selection_line(content: PromptContent, start: int, end: int) -> str:
    """Describe the bytes start..end: sizes, byte offsets, tokens, the first one's owner."""
    positions = content.positions
    first, last = positions.code_point_of(start), positions.code_point_end_of(end)
    units = positions.utf16_of(last) - positions.utf16_of(first)
    parts = [
        _tr("{0} bytes, {1} code points, {2} UTF-16 units selected").format(
            end - start, last - first, units
        ),
        _byte_range(start, end),
    ]
    if positions.whole(start, end) != (start, end):
        parts.append(_tr("cuts a character"))
    tokens = content.tokens_between(start, end)
    if tokens:
        parts.append(
            _tr("tokens {0} to {1} ({2})").format(tokens[0].index, tokens[-1].index, len(tokens))
        )
    owner = content.owner_at(start)
    if owner is not None:
        more = content.owner_at(end - 1) != owner
        parts.append(_tr("{0} …").format(owner) if more else str(owner))
    return "  ·  ".join(parts)


def _byte_range(start: int, end: int) -> str:
    """Name bytes by the first and the last, as tokens are."""
    if end - start == 1:
        return _tr("byte {0}").format(start)
    return _tr("bytes {0} to {1}").format(start, end - 1)


def _part_text(details: CharacterDetails) -> str:
    if details.part is None:
        return ""
    number, count = details.part + 1, len(details.data)
    text = _tr(" (byte {0} of {1}: {2:02X})")
    return text.format(number, count, details.data[details.part])


def _token_text(token: Token) -> str:
    text = _tr("token {0}, id {1}, {2}").format(token.index, token.id, token_text(token.data))
    if token.data != token.piece.encode():
        text += f" ({visible(token.piece)})"
    if token.kind is TokenKind.CONTROL:
        text += _tr(" (control)")
    if token.normalised:
        text += _tr(" (normalised)")
    return text
