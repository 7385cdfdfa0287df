"""What a template writes around the contents, learnt by rendering sentinels in their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.errors import TemplateError

Render = Callable[[tuple[tuple[str, str], ...]], str]

# Names that templates give the speakers; they mark turns and are never prose.
SPEAKERS = frozenset(
    ("system", "developer", "user", "human", "assistant", "model", "bot", "ai", "tool", "function")
)
LABEL_WORDS = 3
_SENTINEL = re.compile(r"Loupe(\d+)Content")
_BREAK = re.compile(r"<[^<>\n]{1,60}>|\[/?\w{1,30}\]|\n")
_BRACKETS = re.compile(r"[<>\[\]|]")
_LABEL = re.compile(r"[:：]|^[#@*=]{2}")
_SENTENCE_ENDS = (".", "!", "?", "。")
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
    """Collect the words of the labels that the template writes between turns, and the speakers."""
    try:
        scaffold = learn_scaffold(render, ("user", "assistant", "user"), frozenset())
    except TemplateError:
        return SPEAKERS
    fields = (field for gap in scaffold.gaps[1:-1] for field in _fields(gap))
    return SPEAKERS.union(*(_words(field.text) for field in fields if _is_label(field)))


def find_prose(gap: str, marker_words: frozenset[str]) -> tuple[int, int]:
    r"""Find the prose in a stretch of scaffold, as a range of characters; empty if none.

    Tags in angle or square brackets and line ends cut the stretch into fields. A field is prose
    if it has a word that is not one of the marker words; the range goes from the first such
    field to the last. In `<|im_start|>system\nYou are Qwen.<|im_end|>` it is `You are Qwen.`
    """
    start, end = 0, 0
    for field in _fields(gap):
        if _words(field.text) - marker_words:
            start = start if end else field.end - len(field.text.lstrip())
            end = field.end - len(field.text) + len(field.text.rstrip())
    return start, end


@dataclass(frozen=True, slots=True)
class _Field:
    """A stretch of scaffold up to `end`; `tagged` when it lies between two tags of one line."""

    text: str
    end: int
    tagged: bool


def _fields(gap: str) -> Iterator[_Field]:
    position, before = 0, ""
    for found in _BREAK.finditer(gap):
        after = found.group()
        tagged = bool(before) and before != "\n" and after != "\n"
        yield _Field(gap[position : found.start()], found.start(), tagged)
        position, before = found.end(), after
    yield _Field(gap[position:], len(gap), tagged=False)


def _is_label(field: _Field) -> bool:
    """Say whether a field names a turn and says nothing: `### Answer:`, `]~b]ai`, a tagged name.

    A sentence is never a label, even one that every turn repeats.
    """
    text = field.text.strip()
    words = text.split()
    if len(words) == 1 and _BRACKETS.search(text):
        return True
    short = len(_words(text)) <= LABEL_WORDS and not text.endswith(_SENTENCE_ENDS)
    return short and (field.tagged or bool(_LABEL.search(text)))


def _words(text: str) -> frozenset[str]:
    """List the words of a text without case and punctuation."""
    return frozenset(_NOT_LETTERS.sub(" ", _BREAK.sub(" ", text)).casefold().split())
