"""`loupe score --prior` against what `loupe score` says with and without a context."""

from __future__ import annotations

import json
import math
from itertools import permutations
from pathlib import Path

import pytest

from engine.cli.main import main

CHOICES = {"LOW": "stable income", "MEDIUM": "", "HIGH": "many missed payments"}
NOISE = 1e-4  # float32, and a prefix that is computed in other pieces
CONTEXT = "The applicant pays late sometimes."


def document(
    path: Path, *, tiers: tuple[str, ...], context: str, scoring: str, options: str = "{}"
) -> Path:
    schema = {
        "risk_tier": {
            "type": "enum",
            "description": "Credit risk tier",
            "choices": list(tiers),
            "choice_descriptions": {one: CHOICES[one] for one in tiers if CHOICES[one]},
        },
        "flag": {"type": "boolean", "description": "manually flagged"},
        "tags": {"type": "multi", "description": "tags", "choices": ["late", "dispute"]},
        "only": {"type": "enum", "choices": ["x"]},
    }
    table = {
        "format": "loupe-document/1",
        "profile": "smollm2",
        "scoring": scoring,
        "schema": schema,
        "contexts": [{"name": "c", "text": context}],
        "options": json.loads(options),
    }
    path.write_text(json.dumps(table))
    return path


def scored(path: Path, capfd, *options: str) -> dict:
    assert main(["score", str(path), "--json", *options]) == 0
    return json.loads(capfd.readouterr().out)


def shares(field: dict, key: str = "probability") -> dict[str, float]:
    rows = field.get("choices") or field["options"]
    return {row.get("choice", row.get("option")): row[key] for row in rows}


def expected(raw: dict[str, float], prior: dict[str, float], temperature: float) -> dict:
    """Divide raw probabilities by the prior's, each to the power 1 / temperature, normalised."""
    weights = {one: (raw[one] / prior[one]) ** (1 / temperature) for one in raw}
    return {one: weight / sum(weights.values()) for one, weight in weights.items()}


@pytest.mark.model
@pytest.mark.parametrize("scoring", ["labels", "slots"])
def test_the_corrected_probabilities_follow_from_two_ordinary_runs(
    scoring, tmp_path, capfd, asset_root
):
    tiers, sorted_tiers = ("LOW", "MEDIUM", "HIGH"), ("HIGH", "LOW", "MEDIUM")
    path = document(tmp_path / "d.json", tiers=tiers, context=CONTEXT, scoring=scoring)
    neutral = document(
        tmp_path / "n.json", tiers=sorted_tiers, context="(no context provided)", scoring=scoring
    )
    raw, prior = scored(path, capfd), scored(neutral, capfd)
    found = scored(path, capfd, "--prior", "--temperature", "2")
    for name in ("risk_tier", "flag"):
        wanted = expected(shares(raw["fields"][name]), shares(prior["fields"][name]), 2.0)
        assert shares(found["fields"][name]) == pytest.approx(wanted, rel=NOISE)
        assert shares(found["fields"][name]["prior"]) == pytest.approx(
            shares(prior["fields"][name]), rel=NOISE
        )
    for option, p in shares(raw["fields"]["tags"]).items():
        q = shares(prior["fields"]["tags"])[option]
        odds = math.sqrt(p / (1 - p) / (q / (1 - q)))
        assert shares(found["fields"]["tags"])[option] == pytest.approx(
            odds / (1 + odds), rel=NOISE
        )
    assert shares(found["fields"]["only"]) == {"x": 1.0}
    assert found["prior"]["prompt_sha256"] == prior["prompt_sha256"]
    assert found["prior"]["context"] == "(no context provided)"
    assert found["prompt_sha256"] == raw["prompt_sha256"]
    assert "prior" not in raw


@pytest.mark.model
def test_the_prior_is_the_same_for_every_order_of_the_choices(tmp_path, capfd, asset_root):
    priors = []
    for tiers in permutations(CHOICES):
        path = document(tmp_path / "d.json", tiers=tiers, context=CONTEXT, scoring="slots")
        field = scored(path, capfd, "--prior")["fields"]["risk_tier"]
        assert [row["choice"] for row in field["choices"]] == list(tiers)
        priors.append(shares(field["prior"]))
    for prior in priors:
        assert prior == pytest.approx(priors[0], rel=NOISE)


@pytest.mark.model
def test_people_see_before_and_prior_beside_each_choice(tmp_path, capfd, asset_root):
    path = document(tmp_path / "d.json", tiers=("LOW", "HIGH"), context=CONTEXT, scoring="labels")
    found = scored(path, capfd, "--prior")["fields"]["flag"]
    assert main(["score", str(path), "--prior"]) == 0
    lines = capfd.readouterr().out.splitlines()
    before, prior = shares(found["uncorrected"])["true"], shares(found["prior"])["true"]
    (line,) = [line for line in lines if line.strip(" *").startswith("true ")]
    assert line.endswith(f"(was {before:.3f}, prior {prior:.3f})")


@pytest.mark.model
def test_a_temperature_that_is_none_in_the_document_gets_its_own_cure(tmp_path, capfd, asset_root):
    path = document(
        tmp_path / "d.json", tiers=("LOW",), context="x", scoring="labels",
        options='{"temperature": 0}',
    )  # fmt: skip
    for options in ((), ("--prior",)):
        assert main(["score", str(path), *options]) == 1
        (line,) = [line for line in capfd.readouterr().err.splitlines() if "scoring-failed" in line]
        assert "must be a finite number above 0, not 0. Set options.temperature" in line
        assert "context" not in line


@pytest.mark.model
def test_two_runs_differ_in_their_times_only(tmp_path, capfd, asset_root):
    path = document(tmp_path / "d.json", tiers=("LOW", "HIGH"), context=CONTEXT, scoring="labels")
    first, second = scored(path, capfd), scored(path, capfd)
    assert first.pop("timing_ms").keys() == second.pop("timing_ms").keys()
    assert first == second
