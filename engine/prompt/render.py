"""The exact prompt of a document: its text, who owns each byte, and what the template did."""

from __future__ import annotations

from dataclasses import dataclass

from engine.prompt.segments import Segment, Trimmed


@dataclass(frozen=True, slots=True)
class TemplateInfo:
    """Which template rendered and how: `engine` is "jinja" or "contents" (test profile)."""

    sha256: str
    engine: str
    kwargs: tuple[tuple[str, object], ...]
    ignored_kwargs: tuple[str, ...]
    supports_system: bool


@dataclass(frozen=True, slots=True)
class RenderedPrompt:
    """The template's output. `data` is its UTF-8; segments cover every byte exactly once.

    `aligned` is False where the template rewrote a content inside, so that owners are uncertain.
    """

    text: str
    data: bytes
    nonce: str
    segments: tuple[Segment, ...]
    trimmed: tuple[Trimmed, ...]
    template: TemplateInfo
    aligned: bool = True
