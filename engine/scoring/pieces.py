"""Scores together with the spelling of every token that occurs in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.scoring.result import FieldScore, MultiScore, ScalarScore, Scores


def with_pieces(scores: Scores, piece: Callable[[int], str]) -> Scores:
    """Add the vocabulary's spelling of every token id in the scores; `piece` knows them all."""
    ids = sorted({token for field in scores.fields for token in _field_ids(field)})
    return replace(scores, pieces=tuple((token, piece(token)) for token in ids))


def _field_ids(score: FieldScore) -> Iterator[int]:
    if isinstance(score, MultiScore):
        yield from _scalar_ids(score.count)
        for option in score.options:
            yield from (share.token_id for share in option.preferred)
    else:
        yield from _scalar_ids(score)


def _scalar_ids(score: ScalarScore) -> Iterator[int]:
    yield from (share.token_id for share in score.preferred)
    for choice in score.choices:
        yield from choice.token_ids
        yield from (step.token_id for step in choice.steps)
