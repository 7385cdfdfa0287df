"""What a template writes around the contents, learnt by rendering sentinels in their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import TemplateError

Render = Callable[[tuple[tuple[str, str], ...]], str]

# Names that templates give the speakers; they mark turns and are never prose.
SPEAKERS = frozenset(
    ("system", "developer", "user", "human", "assistant", "model", "bot", "ai", "tool", "function")
)
_SENTINEL = re.compile(r"Loupe(\d+)Content")
_BREAK = re.compile(r"<[^<>\n]{1,60}>|\[/?\w{1,30}\]|\n")
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Scaffold:
    """The template's own text: `gaps[i]` comes before the content of message `slots[i]`.

    There is one gap more than slots. A message that the template drops has no slot, one that
    it writes twice has two.
    """

    gaps: tuple[str, ...]
    slots: tuple[int, ...]


def learn_scaffold(render: Render, roles: tuple[str, ...], empty: frozenset[int]) -> Scaffold:
    """Render a sentinel for each message, nothing for those in `empty`, and cut at the sentinels.

    Raises TemplateError where the template refuses the sentinels.
    """
    texts = ("" if index in empty else f"Loupe{index}Content" for index in range(len(roles)))
    parts = _SENTINEL.split(render(tuple(zip(roles, texts, strict=True))))
    return Scaffold(tuple(parts[::2]), tuple(int(number) for number in parts[1::2]))


def learn_marker_words(render: Render) -> frozenset[str]:
    """Collect the words that the template writes between the turns of a longer conversation."""
    try:
        scaffold = learn_scaffold(render, ("user", "assistant", "user"), frozenset())
    except TemplateError:
        return SPEAKERS
    return SPEAKERS.union(*(_words(gap) for gap in scaffold.gaps[1:-1]))


def find_prose(gap: str, marker_words: frozenset[str]) -> tuple[int, int]:
    r"""Find the prose in a stretch of scaffold, as a range of characters; empty if none.

    Tags in angle or square brackets and line ends cut the stretch into fields. A field is prose
    if it has a word that is not one of the marker words; the range goes from the first such
    field to the last. In `<|im_start|>system\nYou are Qwen.<|im_end|>` it is `You are Qwen.`
    """
    start, end, position = 0, 0, 0
    for stop, after in [*(found.span() for found in _BREAK.finditer(gap)), (len(gap), len(gap))]:
        field = gap[position:stop]
        if _words(field) - marker_words:
            start = start if end else position + len(field) - len(field.lstrip())
            end = position + len(field.rstrip())
        position = after
    return start, end


def _words(text: str) -> frozenset[str]:
    """List the words of a text without case and punctuation."""
    return frozenset(_NOT_LETTERS.sub(" ", _BREAK.sub(" ", text)).casefold().split())
