"""Complaints 8, 15 and 16: choices that are equal or begin each other, and what is scored."""

from __future__ import annotations

import math

import pytest

from engine.plan.plan import ScalarPlan
from engine.scoring.findings import score_findings
from engine.scoring.rows import Evidence, ModelInfo, RowEvidence, TokenShare, rows_of
from engine.scoring.score import score
from engine.snapshot import Failed, Ready
from tests.findings.workbench import Workbench, enum, found, only

NFC, NFD = "caf\u00e9", "cafe\u0301"
ANGSTROM, A_RING = "\u212b", "\u00c5"
MODEL = ModelInfo("m", "0", "llama", "float32", "cpu", 8192)


@pytest.fixture(scope="module")
def bench(asset_root) -> Workbench:
    return Workbench(asset_root)


@pytest.mark.parametrize("profile", ["qwen2.5", "qwen3"])
@pytest.mark.parametrize(
    ("pair", "named"),
    [
        ((NFC, NFD), ("U+0063 U+0061 U+0066 U+00E9", "U+0063 U+0061 U+0066 U+0065 U+0301")),
        ((ANGSTROM, A_RING), ("U+212B", "U+00C5")),
    ],
)
def test_08_equal_after_normalisation_is_an_error_where_the_ids_are_equal(
    bench, profile, pair, named
) -> None:
    snapshot = bench.look(profile, enum(*pair))
    assert isinstance(snapshot.plan, Failed)
    finding = only(snapshot, "choices-nfc-equal")
    assert finding.severity == "error"
    assert all(f"({sequence})" in finding.message for sequence in named)
    assert not found(snapshot, "choices-token-identical")


@pytest.mark.parametrize("profile", ["gemma", "smollm2"])
@pytest.mark.parametrize("pair", [(NFC, NFD), (ANGSTROM, A_RING)])
def test_08_it_is_only_a_warning_where_the_ids_differ(bench, profile, pair) -> None:
    snapshot = bench.look(profile, enum(*pair))
    assert isinstance(snapshot.plan, Ready)
    assert only(snapshot, "choices-nfc-equal").severity == "warning"
    assert not found(snapshot, "choices-token-identical")


def test_08_in_slots_the_codes_keep_them_apart(bench) -> None:
    snapshot = bench.look("qwen2.5", enum(NFC, NFD), scoring="slots")
    assert isinstance(snapshot.plan, Ready)
    assert only(snapshot, "choices-nfc-equal").severity == "warning"


def evidence_for(plan, winner: int, log_mass: float = -0.1) -> Evidence:
    """A model that is sure of one choice: its tokens have the highest logits on its path."""
    path = plan.fields[0].remainders[winner]
    rows = []
    for row in rows_of(plan):
        at = len(row.path)
        wanted = path[at] if path[:at] == row.path else None
        logits = tuple(9.0 if token == wanted else 0.0 for token in row.allowed)
        rows.append(RowEvidence(logits, log_mass, (TokenShare(7, 0.9),)))
    return Evidence(tuple(rows), 0, 0.0, 0.0)


def scored(snapshot, winner: int, log_mass: float = -0.1):
    schema, plan = snapshot.schema.value, snapshot.plan.value
    evidence = evidence_for(plan, winner, log_mass)
    return score(schema, plan, rows_of(plan), evidence, MODEL, prompt_tokens=1, total_ms=0.0)


@pytest.mark.parametrize("profile", ["smollm2", "qwen2.5", "qwen3", "gemma"])
@pytest.mark.parametrize(
    "choices",
    [("1", "10"), ("option_1", "option_10"), ("a", "aa"), ("LOW", "LOW "), ("LOW", "LOWER")],
    ids=str,
)
def test_15_a_choice_that_begins_another_can_win_and_so_can_the_other(
    bench, profile, choices
) -> None:
    snapshot = bench.look(profile, enum(*choices))
    for winner in (0, 1):
        assert scored(snapshot, winner).fields[0].value == choices[winner]
    finding = only(snapshot, "choice-begins-another")
    assert f"'{choices[0]}' begins '{choices[1]}'" in finding.message
    compiled = snapshot.plan.value.fields[0]
    assert isinstance(compiled, ScalarPlan)
    tokenizer = bench.workspace.tokenizers.open(bench.profile(profile).tokenizer)
    for row in compiled.remainders:
        assert f"{row[0]} `{tokenizer.piece(row[0])}`" in finding.message
        assert f"{row[-1]} `{tokenizer.piece(row[-1])}`" in finding.message


def test_15_qwen_tells_low_from_low_and_a_space(bench) -> None:
    """9441 is LOW and 220 a space (measured by others); the quote behind makes other tokens."""
    tokenizer = bench.workspace.tokenizers.open("qwen3")
    assert (tokenizer.encode("LOW"), tokenizer.encode("LOW ")) == ((9441,), (9441, 220))
    assert isinstance(bench.look("qwen3", enum("LOW", "LOW ")).plan, Ready)


def test_15_thirty_six_choices_with_ten_are_no_crash(bench) -> None:
    choices = tuple(str(number) for number in range(1, 37))
    message = only(bench.look("smollm2", enum(*choices)), "choice-begins-another").message
    assert "26 more pairs" in message  # 10-19, 20-29, 30-36: 27 in all


@pytest.mark.parametrize(("profile", "bare", "spaced"), [("qwen3", 32, 362), ("qwen2.5", 32, 362)])
def test_16_the_label_that_is_scored_is_the_one_without_a_space(
    bench, profile, bare, spaced
) -> None:
    tokenizer = bench.workspace.tokenizers.open(profile)
    assert (tokenizer.encode("A"), tokenizer.encode(" A")) == ((bare,), (spaced,))
    snapshot = bench.look(profile, enum("yes", "no"), scoring="slots")
    compiled = snapshot.plan.value.fields[0]
    assert compiled.aliases[0] == "A"
    result = scored(snapshot, 0).fields[0]
    assert result.choices[0].token_ids[0] == bare
    assert not any(spaced in row for row in compiled.remainders)


def test_16_four_tenths_of_three_thousandths_are_not_certainty(bench) -> None:
    snapshot = bench.look("qwen3", enum("yes", "no"), scoring="slots")
    result = scored(snapshot, 0, math.log(0.003))
    assert result.fields[0].choices[0].probability > 0.99
    assert result.fields[0].legal_mass == pytest.approx(0.003)
    (finding,) = score_findings(result, str)
    assert finding.id == "low-legal-mass"
    assert finding.severity == "warning"
    assert "0.003" in finding.message
    assert "shares of that rest only" in finding.cure
