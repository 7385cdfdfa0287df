"""A document's scores, cut down to what is set side by side: each field's answer and shares."""

from __future__ import annotations

from dataclasses import dataclass

from engine.scoring.result import MultiScore, Scores
from engine.snapshot import Slot, value_of


@dataclass(frozen=True, slots=True)
class Answer:
    """One field: what won, and the probability of every choice (of yes, for a multi field)."""

    field: str
    value: str
    shares: tuple[tuple[str, float], ...]

    @property
    def probability(self) -> float | None:
        """Give the winner's probability; None where several or no options make the value."""
        return dict(self.shares).get(self.value)


def answers_of(scores: Slot[Scores]) -> tuple[Answer, ...]:
    """List the answers in schema order; none before the document was scored."""
    known = value_of(scores)
    if known is None:
        return ()
    return tuple(
        Answer(
            one.field, ", ".join(one.value), tuple((o.option, o.probability) for o in one.options)
        )
        if isinstance(one, MultiScore)
        else Answer(one.field, one.value, tuple((c.choice, c.probability) for c in one.choices))
        for one in known.fields
    )
