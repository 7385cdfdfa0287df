"""The token ids in scores, spelt as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.prompt.marks import token_text
from engine.scoring.result import FieldScore, MultiScore, ScalarScore, Scores
from engine.tokenizers.base import Tokenizer

Spell = Callable[[int], str]


def speller(tokenizer: Tokenizer) -> Spell:
    """Make the function from a token id to its text with white space drawn: `␣"`, not `Ġ"`."""
    return lambda token: token_text(tokenizer.token_bytes(token), tokenizer.piece(token))


def spellings(scores: Scores, spell: Spell) -> tuple[tuple[int, str], ...]:
    """Spell every token id that stands in scores, each once, in the order of the ids."""
    ids = {token for field in scores.fields for token in _ids(field)}
    return tuple((token, spell(token)) for token in sorted(ids))


def _ids(field: FieldScore) -> Iterator[int]:
    if isinstance(field, MultiScore):
        for option in field.options:
            yield from (share.token_id for share in option.preferred)
    scalar: ScalarScore = field.count if isinstance(field, MultiScore) else field
    yield from (share.token_id for share in scalar.preferred)
    for choice in scalar.choices:
        yield from (step.token_id for step in choice.steps)
