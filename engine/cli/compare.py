"""`loupe compare`: lay two prompts side by side and say what differs."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.cli.arguments import COULD_NOT_RUN, local_today
from engine.cli.render import print_findings
from engine.compare.difference import Comparison, compare
from engine.compare.engine_access import EngineAccess
from engine.compare.side import Source, load_side
from engine.errors import LoupeError, StageFailed
from engine.golden.report import difference_lines
from engine.workspace import open_workspace


def run(options: argparse.Namespace) -> int:
    """Print the difference; 0 when the prompts are identical, 1 when not."""
    engine = open_workspace().engine(local_today())
    try:
        access = EngineAccess(engine)
        named = (options.a, options.a if options.b == "-" else options.b)
        profiles = (options.profile_a, options.profile_b)
        a, b = (
            load_side(source_of(name, profile), access)
            for name, profile in zip(named, profiles, strict=True)
        )
    except StageFailed as error:
        print_findings("compare", error.findings)
        return COULD_NOT_RUN
    finally:
        engine.close()
    for option, side, profile in zip(("--profile-a", "--profile-b"), (a, b), profiles, strict=True):
        if profile is not None and side.kind != "document":
            raise LoupeError(
                f"{option} {profile}: {side.title} is a {side.kind}, which holds the prompt of its "
                "own profile; name a document"
            )
    comparison = compare(a, b)
    if options.json:
        print(json.dumps(_report(comparison), indent=2, ensure_ascii=False))
    else:
        print("\n".join(_lines(comparison)))
    return int(comparison.differs)


def source_of(name: str, profile: str | None) -> Source:
    """Read FILE or REVISION:FILE; a file of that very name comes first."""
    revision, colon, file = name.partition(":")
    if not colon or not revision or not file or Path(name).exists():
        return Source(name, path=Path(name), profile=profile)
    return Source(name, path=Path(file), revision=revision, profile=profile)


def _lines(comparison: Comparison) -> list[str]:
    """Write the sentence, the facts that differ, and every change of text and tokens."""
    lines = [comparison.sentence]
    lines += [f"{fact.name}: {fact.a} | {fact.b}" for fact in comparison.facts if fact.differs]
    lines += difference_lines(comparison.text, comparison.tokens, ())
    return lines


def _report(comparison: Comparison) -> dict[str, object]:
    text, tokens = comparison.text, comparison.tokens
    return {
        "identical": not comparison.differs,
        "sentence": comparison.sentence,
        "facts": {fact.name: {"a": fact.a, "b": fact.b} for fact in comparison.facts},
        "changes": [
            {
                "kind": hunk.kind.value,
                "a": [hunk.expected_start, hunk.expected_end],
                "b": [hunk.live_start, hunk.live_end],
                "only_invisible": hunk.invisible,
            }
            for hunk in text.changes
        ],
        "tokens_aligned_by": "text" if comparison.by_text else "id",
        "token_changes": [
            {
                "kind": hunk.kind.value,
                "a": [hunk.expected_start, hunk.expected_end],
                "b": [hunk.live_start, hunk.live_end],
            }
            for hunk in tokens.changes
        ],
    }
