"""A schema compiled for one tokenizer: which token rows are scored, and the plan's hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ScoringMode = Literal["labels", "slots"]
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScalarPlan:
    """One enum or boolean field: candidate i is lead_in + shared_ids + remainders[i].

    `aliases` are the displayed codes in slots mode and empty in labels mode.
    """

    field: str
    choices: tuple[str, ...]
    shared_ids: Ids
    remainders: tuple[Ids, ...]
    aliases: tuple[str, ...] = ()
    single_branch: bool = True


@dataclass(frozen=True, slots=True)
class CountPlan:
    """The count question of a multi field: code i is lead_in + shared_ids + remainders[i]."""

    codes: tuple[str, ...]
    shared_ids: Ids
    remainders: tuple[Ids, ...]


@dataclass(frozen=True, slots=True)
class MultiPlan:
    """One multi field: option i is lead_in + suffix_ids[i] + (rest of Y, rest of N)."""

    field: str
    options: tuple[str, ...]
    codes: tuple[str, ...]
    suffix_ids: tuple[Ids, ...]
    remainders: tuple[tuple[Ids, Ids], ...]
    count: CountPlan


FieldPlan = ScalarPlan | MultiPlan


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole schema's plan (specification section 3.3); fields in schema order.

    `canonical_json` is the text whose sha256 is `plan_hash` (section 3.5).
    """

    mode: ScoringMode
    lead_in_ids: Ids
    fields: tuple[FieldPlan, ...]
    canonical_json: str
    plan_hash: str

    def field(self, name: str) -> FieldPlan:
        """Find a field's plan by name; KeyError when there is none."""
        for candidate in self.fields:
            if candidate.field == name:
                return candidate
        raise KeyError(name)
