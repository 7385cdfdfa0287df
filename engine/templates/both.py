"""A conversation rendered natively and by Jinja, turned into one sentence on how they compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.characters import described
from engine.common_ends import common_start
from engine.errors import TemplateError
from engine.templates.conversation import Message
from engine.templates.jinja import TemplateRefusal
from engine.templates.pins import NativeTemplate

RenderMessages = Callable[[tuple[Message, ...]], str]


@dataclass(frozen=True, slots=True)
class TextDifference:
    """Where two texts first differ: a byte offset and both characters, None past a text's end."""

    byte: int
    one: str | None
    other: str | None

    def sentence(self, one: str, other: str) -> str:
        """Write the difference, with the texts' names."""
        return (
            f"differ at byte {self.byte}: {one} has {described(self.one)}, "
            f"{other} has {described(self.other)}"
        )


@dataclass(frozen=True, slots=True)
class Side:
    """What one renderer made of a conversation: a text, or its refusal and the template's line."""

    text: str | None
    refusal: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Both:
    """Both renderers' sides; `native` is None for a template that is not pinned."""

    native: Side | None
    jinja: Side

    @property
    def agree(self) -> bool:
        """Say whether both gave the same text."""
        return self.native is not None and self.jinja.text == self.native.text is not None

    @property
    def differ(self) -> bool:
        """Say whether one gave what the other did not; where both refuse they do not differ."""
        return self.native is not None and self.jinja.text != self.native.text

    @property
    def verdict(self) -> str:
        """Write how they compare; nothing where Jinja alone refuses, which says it all."""
        native, jinja = self.native, self.jinja
        if native is None:
            if jinja.text is None:
                return ""
            return "rendered by Jinja alone: the template is not pinned"
        if native.text is not None and jinja.text is not None:
            difference = first_difference(native.text, jinja.text)
            if difference is None:
                return "native and Jinja agree"
            return f"native and Jinja {difference.sentence('native', 'Jinja')}"
        if native.text is jinja.text is None:
            return f"native and Jinja both refuse; native: {native.refusal}"
        refusing, name, other = (
            (native, "native", "Jinja") if native.text is None else (jinja, "Jinja", "native")
        )
        return f"{name} refuses: {refusing.refusal}; {other} renders"


def render_both(
    native: NativeTemplate | None, jinja: RenderMessages, messages: tuple[Message, ...]
) -> Both:
    """Render by each renderer that there is."""
    return Both(
        None if native is None else render_side(native.render, messages),
        render_side(jinja, messages),
    )


def render_side(render: RenderMessages, messages: tuple[Message, ...]) -> Side:
    """Render; a refusal is kept in the template's own words."""
    try:
        return Side(render(messages))
    except TemplateRefusal as error:
        return Side(None, error.sentence, error.line)
    except TemplateError as error:
        return Side(None, str(error))


def first_difference(one: str, other: str) -> TextDifference | None:
    """Find the first character in which two texts differ; None when they are the same."""
    if one == other:
        return None
    at = common_start(one, other)
    byte = len(one[:at].encode("utf-8", "surrogatepass"))
    return TextDifference(byte, one[at : at + 1] or None, other[at : at + 1] or None)
