"""Whether the prompt and its longest answer fit the model's window."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Finding, Place
from engine.plan.plan import Plan
from engine.scoring.rows import rows_of


def window_findings(prompt_tokens: int, plan: Plan, window: int | None) -> Iterator[Finding]:
    """Compare the tokens that scoring needs with the window, where it is known."""
    if window is None:
        return
    answer = max((len(row.token_ids) for row in rows_of(plan)), default=0)
    if prompt_tokens + answer > window:
        yield Finding(
            "context-too-long",
            "warning",
            Place("context"),
            f"the prompt has {prompt_tokens:,} tokens and an answer up to {answer}, together more "
            f"than the model's window of {window:,}",
            f"Shorten the context by {prompt_tokens + answer - window:,} tokens or more.",
        )
