"""Compile a schema for one tokenizer: the token rows to score, or why they cannot be told apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256

from engine.errors import Finding
from engine.plan.candidates import (
    COUNT_CODES,
    count_candidates,
    label_candidates,
    option_candidates,
    option_code,
    slot_candidate,
)
from engine.plan.codebook import Codebooks
from engine.plan.collisions import collision_findings, no_codebook
from engine.plan.plan import (
    CountPlan,
    FieldPlan,
    Ids,
    MultiPlan,
    Plan,
    ScalarPlan,
    ScoringMode,
)
from engine.plan.trie import common_prefix
from engine.schema.fields import Choice, Field, FieldKind, Schema
from engine.tokenizers.base import Tokenizer


@dataclass(frozen=True, slots=True)
class PlanResult:
    """The plan, or None with the findings that say which choices collide."""

    plan: Plan | None
    findings: tuple[Finding, ...]


def compile_plan(
    schema: Schema,
    mode: ScoringMode,
    tokenizer: Tokenizer,
    *,
    codebooks: Codebooks | None = None,
    class_name: str | None = None,
    plain: bool = False,
) -> PlanResult:
    """Tokenise every candidate answer and split it into shared and distinguishing tokens.

    `class_name` names the tokenizer in findings; `plain` reads control tokens in the schema's
    texts as text. Specification sections 3.1 to 3.5.
    """
    compiler = _Compiler(
        mode,
        tokenizer,
        codebooks or Codebooks(),
        class_name or tokenizer.info.class_name,
        plain=plain,
    )
    fields = [compiler.field(field) for field in schema.fields]
    if compiler.findings:
        return PlanResult(None, tuple(compiler.findings))
    return PlanResult(_assemble(mode, [field for field in fields if field is not None]), ())


class _Compiler:
    """Compile field after field with one tokenizer, gathering findings."""

    def __init__(
        self,
        mode: ScoringMode,
        tokenizer: Tokenizer,
        codebooks: Codebooks,
        class_name: str,
        *,
        plain: bool,
    ) -> None:
        self.findings: list[Finding] = []
        self._encode: Callable[[str], Ids] = (
            partial(tokenizer.encode, plain=True) if plain else tokenizer.encode
        )
        self._mode = mode
        self._tokenizer = tokenizer
        self._codebooks = codebooks
        self._class_name = class_name

    def field(self, field: Field) -> FieldPlan | None:
        """Compile one field; None when it has findings."""
        if field.kind is FieldKind.MULTI:
            return self._multi(field)
        if self._mode == "labels":
            shared, rests = self._split(field, field.choices, label_candidates(field))
            return ScalarPlan(field.name, field.choice_texts, shared, rests)
        return self._slots(field)

    def _slots(self, field: Field) -> ScalarPlan | None:
        book = self._codebooks.get(self._tokenizer, field.name, len(field.choices))
        if book is None:
            self.findings.append(no_codebook(field, self._class_name))
            return None
        candidates = [slot_candidate(field.name, code) for code in book.codes]
        shared, rests = self._split(field, field.choices, candidates)
        return ScalarPlan(
            field.name, field.choice_texts, shared, rests, book.codes, book.single_branch
        )

    def _multi(self, field: Field) -> MultiPlan:
        answers = (Choice("Y"), Choice("N"))
        split = [
            self._split(field, answers, option_candidates(field.name, index))
            for index in range(len(field.choices))
        ]
        counts = tuple(Choice(code) for code in COUNT_CODES)
        shared, rests = self._split(field, counts, count_candidates(field.name))
        return MultiPlan(
            field=field.name,
            options=field.choice_texts,
            codes=tuple(option_code(index) for index in range(len(field.choices))),
            suffix_ids=tuple(suffix for suffix, _ in split),
            remainders=tuple((yes, no) for _, (yes, no) in split),
            count=CountPlan(COUNT_CODES, shared, rests),
        )

    def _split(
        self, field: Field, choices: Sequence[Choice], candidates: Sequence[str]
    ) -> tuple[Ids, tuple[Ids, ...]]:
        """Part the candidates' tokens into what all share and the rest of each."""
        rows = [self._encode(candidate) for candidate in candidates]
        self.findings.extend(collision_findings(field, choices, rows, self._class_name))
        shared = common_prefix(rows)
        return shared, tuple(row[len(shared) :] for row in rows)


def _assemble(mode: ScoringMode, fields: Sequence[FieldPlan]) -> Plan:
    """Take the lead-in that all rows share off each field, and hash the plan."""
    lead_in = common_prefix([row for field in fields for row in _row_prefixes(field)])
    parted = tuple(_without_lead_in(field, len(lead_in)) for field in fields)
    plan = {
        "lead_in_ids": lead_in,
        "fields": {field.field: _plain(field, mode) for field in parted},
    }
    canonical = json.dumps(plan, sort_keys=True)
    return Plan(mode, lead_in, parted, canonical, sha256(canonical.encode()).hexdigest())


def _row_prefixes(field: FieldPlan) -> tuple[Ids, ...]:
    if isinstance(field, MultiPlan):
        return (*field.suffix_ids, field.count.shared_ids)
    return (field.shared_ids,)


def _without_lead_in(field: FieldPlan, length: int) -> FieldPlan:
    if isinstance(field, ScalarPlan):
        return replace(field, shared_ids=field.shared_ids[length:])
    return replace(
        field,
        suffix_ids=tuple(suffix[length:] for suffix in field.suffix_ids),
        count=replace(field.count, shared_ids=field.count.shared_ids[length:]),
    )


def _plain(field: FieldPlan, mode: ScoringMode) -> Mapping[str, object]:
    """Give the field plan under the keys that plan_hash covers (specification section 3.3)."""
    if isinstance(field, MultiPlan):
        return {
            "options": field.options,
            "codes": field.codes,
            "suffix_ids_list": field.suffix_ids,
            "remainders": field.remainders,
            "count": {
                "shared_ids": field.count.shared_ids,
                "remainders": field.count.remainders,
                "codes": field.count.codes,
            },
        }
    rows: dict[str, object] = {"shared_ids": field.shared_ids, "remainders": field.remainders}
    if mode == "labels":
        return rows
    return rows | {
        "alias_map": dict(zip(field.aliases, field.choices, strict=True)),
        "aliases": field.aliases,
        "choices": field.choices,
        "codebook": field.aliases,
        "single_branch": field.single_branch,
    }
