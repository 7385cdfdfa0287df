"""Scores of a document: a probability for every choice of every field, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.plan.plan import Ids
from engine.schema.fields import FieldKind
from engine.scoring.rows import ModelInfo, TokenShare


@dataclass(frozen=True, slots=True)
class Step:
    """One token on a choice's path: its log-probability among the allowed tokens (0 where
    nothing branches) and over the whole vocabulary (None where no row was evaluated).
    """

    token_id: int
    log_probability: float
    log_probability_full: float | None


@dataclass(frozen=True, slots=True)
class ChoiceScore:
    """One choice: `log_score` is the constrained-path score at T = 1 (specification 6.3).

    `token_ids` are the tokens that tell it from the other choices and end it, from the first
    decision on, with one step each.
    """

    choice: str
    probability: float
    log_score: float
    legal_mass: float
    token_ids: Ids
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class OrdinalSummary:
    """An ordered enum read as a scale (specification 6.4)."""

    argmax_level: int
    expected_index: float
    variance: float
    expected_score_normalized: float


@dataclass(frozen=True, slots=True)
class ScalarScore:
    """One enum, boolean or count: choices in schema order, `winner` an index into them.

    `margin_nats` is the winner's lead at T = 1, infinite when there is one choice. `legal_mass`
    is the winner's; `preferred` are the tokens that the model would rather have written at any
    row of the winner's path, most probable first, allowed ones left out. Each counts by the
    chance that its row is reached, so that all that is outside and `legal_mass` make up 1.
    """

    field: str
    kind: FieldKind
    choices: tuple[ChoiceScore, ...]
    winner: int
    margin_nats: float
    tie: bool
    legal_mass: float
    rows: int
    preferred: tuple[TokenShare, ...] = ()
    ordinal: OrdinalSummary | None = None

    @property
    def is_fixed(self) -> bool:
        """Say whether nothing was scored, because there is but one choice."""
        return self.rows == 0

    @property
    def value(self) -> str:
        """Give the winning choice's text."""
        return self.choices[self.winner].choice


@dataclass(frozen=True, slots=True)
class OptionScore:
    """One option of a multi field: P(yes), its raw Y and N logits, and the allowed mass."""

    option: str
    probability: float
    logit_yes: float
    logit_no: float
    legal_mass: float
    preferred: tuple[TokenShare, ...] = ()


@dataclass(frozen=True, slots=True)
class MultiScore:
    """One multi field: the options with P(yes) >= 0.5 are its value; `count` stands beside it.

    `margin` is the smallest distance of an option's P(yes) from 0.5.
    """

    field: str
    options: tuple[OptionScore, ...]
    selected: tuple[int, ...]
    margin: float
    count: ScalarScore
    rows: int
    reconciled_by: str = "per_option"

    @property
    def value(self) -> tuple[str, ...]:
        """List the selected options' texts in schema order."""
        return tuple(self.options[index].option for index in self.selected)


FieldScore = ScalarScore | MultiScore


@dataclass(frozen=True, slots=True)
class ScoreCost:
    """Tokens of the prompt, of it reused from the cache, and of all rows; times in ms."""

    prompt_tokens: int
    reused_tokens: int
    row_tokens: int
    rows: int
    prefill_ms: float
    rows_ms: float
    total_ms: float


@dataclass(frozen=True, slots=True)
class Scores:
    """Every field's score in schema order, by which model, at what cost.

    `pieces` spells every token id that occurs in them, in order of id.
    """

    model: ModelInfo
    fields: tuple[FieldScore, ...]
    cost: ScoreCost
    pieces: tuple[tuple[int, str], ...] = ()
