"""All that a reviewer sees of one vector: texts, tokens, keys and causes, agreed against live."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from engine.chat_format import TokenizerSource
from engine.errors import DocumentError, StageFailed
from engine.golden.cause import Cause, Known, causes_of
from engine.golden.check import Checker, Expectations, Judged, Verdict
from engine.golden.compare import KeyDifference, key_differences
from engine.golden.diff import TextDiff, text_diff
from engine.golden.live import Live, render_live
from engine.golden.token_diff import TokenDiff, Tokens, expected_tokens, live_tokens, token_diff
from engine.plan.plan import Plan
from engine.vector import Vector


@dataclass(frozen=True, slots=True)
class VectorComparison:
    """One vector, agreed against live; what the state leaves unknown is None or empty.

    A missing vector has only `live`; an orphan or unreadable one at most `expected`.
    `expected_plan` and `live_plan` are the plans as indented JSON, the first None when neither
    the file nor a cause tells it.
    """

    verdict: Verdict
    path: Path
    data: bytes | None
    expected: Vector | None
    live: Live | None
    text: TextDiff | None = None
    tokens: TokenDiff | None = None
    keys: tuple[KeyDifference, ...] = ()
    causes: tuple[Cause, ...] = ()
    expected_plan: str | None = None
    live_plan: str | None = None


class Comparer:
    """Compare vectors in full, on the thread that calls it."""

    def __init__(self, checker: Checker, tokenizers: TokenizerSource, known: Known) -> None:
        """Take the checker, its tokenizers and what old hashes can be found by."""
        self.checker = checker
        self._tokenizers = tokenizers
        self._known = known

    def compare(self, path: Path, expectations: Expectations) -> VectorComparison:
        """Judge a vector's file and lay both sides beside each other."""
        return self.comparison(self.checker.judge(path, expectations))

    def comparison(self, judged: Judged) -> VectorComparison:
        """Lay both sides of a judged vector beside each other, and say why they differ."""
        return replace(self.sides(judged), causes=self.causes(judged))

    def sides(self, judged: Judged) -> VectorComparison:
        """Lay both sides of a judged vector beside each other, without the causes."""
        try:
            live = self.live(judged)
        except (StageFailed, DocumentError):
            live = None
        bare = VectorComparison(judged.verdict, judged.path, judged.data, judged.expected, live)
        if live is None or judged.expected is None:
            return bare
        expected = judged.expected
        text = text_diff(expected.rendered_text, live.prompt.text)
        return VectorComparison(
            verdict=judged.verdict,
            path=judged.path,
            data=judged.data,
            expected=expected,
            live=live,
            text=text,
            tokens=self._tokens(expected, live, text),
            keys=key_differences(expected, live.vector),
            expected_plan=_expected_plan(expected, live.plan),
            live_plan=_indented(live.plan.canonical_json),
        )

    def causes(self, judged: Judged) -> tuple[Cause, ...]:
        """Say why a judged vector is stale; empty where it is not, or does not render."""
        if judged.expected is None or judged.live is None:
            return ()
        return causes_of(judged.expected, judged.live, self._known, self.checker.complete)

    def live(self, judged: Judged) -> Live:
        """Give what a judged vector is now.

        StageFailed when it does not render, DocumentError when the file does not tell what to.
        """
        if judged.live is not None:
            return judged.live
        if judged.request is None:
            raise DocumentError(judged.verdict.sentence)
        return render_live(judged.request, self.checker.complete)

    def _tokens(self, expected: Vector, live: Live, text: TextDiff) -> TokenDiff:
        tokenizer = self._tokenizers.open(live.request.profile.tokenizer)
        ids = expected.token_ids
        if ids is None:  # an upstream file keeps only the hash: show how its text is cut now
            ids = tokenizer.encode(expected.rendered_text)
        here: Tokens = expected_tokens(ids, expected.rendered_text, tokenizer)
        return token_diff(here, live_tokens(live.tokens.tokenization.tokens), text)


def _expected_plan(expected: Vector, live: Plan) -> str | None:
    if expected.plan is not None:
        return _indented(expected.plan)
    return _indented(live.canonical_json) if expected.plan_hash == live.plan_hash else None


def _indented(plan: str) -> str:
    return json.dumps(json.loads(plan), indent=2, ensure_ascii=False)
