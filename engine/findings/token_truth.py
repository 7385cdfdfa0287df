"""Where the tokens do not give back the prompt's bytes, and why."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common_ends import common_start
from engine.errors import Finding, Place
from engine.findings.counted import counted
from engine.prompt.render import RenderedPrompt
from engine.tokenizers.base import NormalisedSpan, Tokenization


def token_findings(
    prompt: RenderedPrompt, tokenization: Tokenization, decoded: str | None
) -> tuple[Finding, ...]:
    """Report bytes that were changed or dropped, and a decoding that differs from the prompt.

    `decoded` is the library's decoding of the ids, None when it was not asked.
    """
    changed = [span for span in tokenization.normalised if not span.dropped]
    dropped = [span for span in tokenization.normalised if span.dropped]
    found = [*_normalised(changed, prompt.data), *_without_token(dropped)]
    if decoded is not None and decoded != prompt.text:
        found.append(_decode_differs(prompt, tokenization, decoded))
    return tuple(found)


def _normalised(spans: list[NormalisedSpan], data: bytes) -> Iterator[Finding]:
    if not spans:
        return
    first = spans[0]
    before = data[first.byte_start : first.byte_end]
    what = f"bytes {before.hex(' ')} became {first.replacement.hex(' ')}"
    if len(spans) > 1:
        what = f"{len(spans)} places; at the first, {what}"
    yield Finding(
        "normaliser-changed-bytes",
        "warning",
        Place("tokenizer", byte_start=first.byte_start, byte_end=first.byte_end),
        f"normalised by tokenizer: {what}",
        "The model never sees the original bytes; write the normalised form to see what it sees.",
    )


def _without_token(spans: list[NormalisedSpan]) -> Iterator[Finding]:
    if not spans:
        return
    dropped = b"".join(span.dropped for span in spans)
    named = counted(dropped, lambda byte: f"0x{byte:02x}", "other bytes")
    yield Finding(
        "bytes-without-token",
        "error",
        Place("tokenizer", byte_start=spans[0].byte_start, byte_end=spans[0].byte_end),
        f"the tokenizer has no token for these bytes and drops them silently: {named}",
        "The model does not see them: remove or replace them.",
    )


def _decode_differs(prompt: RenderedPrompt, tokenization: Tokenization, decoded: str) -> Finding:
    start = len(prompt.text[: common_start(prompt.text, decoded)].encode())
    return Finding(
        "decode-differs",
        "info",
        Place("tokenizer", byte_start=start, byte_end=min(start + 1, len(prompt.data))),
        f"the tokenizer's decoding differs from the prompt at byte {start}: {_cause(tokenization)}",
        "The prompt's bytes are the truth here; never take decoded text for the prompt.",
    )


def _cause(tokenization: Tokenization) -> str:
    if any(span.dropped for span in tokenization.normalised):
        return "bytes without a token were dropped"
    if tokenization.normalised:
        return "its normaliser changed the text"
    return "its decoder cleans up or cannot tell two spellings apart"
