"""Where the tokens do not give back the prompt's bytes, and why."""

from __future__ import annotations

from engine.errors import Finding, Place
from engine.prompt.render import RenderedPrompt
from engine.tokenizers.base import NormalisedSpan, Tokenization


def token_findings(
    prompt: RenderedPrompt, tokenization: Tokenization, decoded: str | None
) -> tuple[Finding, ...]:
    """Report bytes that the normaliser changed and a decoding that differs from the prompt.

    `decoded` is the library's decoding of the ids, None when it was not asked.
    """
    found = [_normalised(span, prompt.data) for span in tokenization.normalised]
    if decoded is not None and decoded != prompt.text:
        found.append(_decode_differs(prompt, tokenization, decoded))
    return tuple(found)


def _normalised(span: NormalisedSpan, data: bytes) -> Finding:
    before = data[span.byte_start : span.byte_end]
    return Finding(
        "normaliser-changed-bytes",
        "warning",
        Place("tokenizer", byte_start=span.byte_start, byte_end=span.byte_end),
        f"normalised by tokenizer: bytes {before.hex(' ')} became {span.replacement.hex(' ')}",
        "The model never sees the original bytes; write the normalised form to see what it sees.",
    )


def _decode_differs(prompt: RenderedPrompt, tokenization: Tokenization, decoded: str) -> Finding:
    both = zip(prompt.text, decoded, strict=False)
    same = next((at for at, (one, other) in enumerate(both) if one != other), None)
    if same is None:
        same = min(len(prompt.text), len(decoded))
    start = len(prompt.text[:same].encode())
    cause = (
        "its normaliser changed the text"
        if tokenization.normalised
        else "its decoder cleans up or cannot tell two spellings apart"
    )
    return Finding(
        "decode-differs",
        "info",
        Place("tokenizer", byte_start=start, byte_end=min(start + 1, len(prompt.data))),
        f"the tokenizer's decoding differs from the prompt at byte {start}: {cause}",
        "The prompt's bytes are the truth here; never take decoded text for the prompt.",
    )
