"""Why a vector is stale: the one input that changed is named."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.golden.cause import CauseKind
from engine.golden.check import Checker
from engine.golden.comparison import Comparer
from engine.golden.known import known_inputs
from engine.golden.open_review import FROZEN_DATE
from engine.profiles import Profile

GOLDEN = Path(__file__).parents[2] / "golden"
FULL = "qwen3__aeb13307a71a__risk_enum_bool"
CHATML = "chatml__b179c9523d0e__risk_enum_bool"
UPSTREAM = "qwen2.5__a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3__risk_enum_bool"


def causes(comparer: Comparer, path: Path) -> list[tuple[CauseKind, bool]]:
    comparison = comparer.compare(path, comparer.checker.expectations(path.parent))
    assert comparison.verdict.sentence
    return [(cause.kind, cause.proven) for cause in comparison.causes]


def comparer_of(workspace, *changed: Profile, extra: tuple[Profile, ...] = ()) -> Comparer:
    """A comparer in whose profiles these take the place of their namesakes."""
    by_name = {profile.name: profile for profile in (*workspace.profiles, *extra, *changed)}
    profiles = tuple(by_name.values())
    checker = Checker(
        profiles,
        workspace.revision_of,
        workspace.lack_of,
        workspace.engine(FROZEN_DATE).complete,
    )
    known = known_inputs((*profiles, *workspace.profiles), workspace.tokenizers)
    return Comparer(checker, workspace.tokenizers, known)


@pytest.fixture
def alone(tmp_path):
    """Copy one committed vector into a folder without cases."""

    def copy(name: str, **changes: object) -> Path:
        table = json.loads((GOLDEN / f"{name}.json").read_text())
        body = table["input"] | changes.pop("input", {})
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(table | {"input": body} | changes))
        return path

    return copy


def test_a_changed_template_kwarg_is_the_cause(workspace, alone):
    qwen3 = replace(workspace.profile("qwen3"), kwargs=(("enable_thinking", True),))
    found = causes(comparer_of(workspace, qwen3), alone(FULL))
    assert found == [(CauseKind.KWARGS, True)]


def test_another_template_text_is_the_cause(workspace, alone):
    chatml = workspace.profile("chatml")
    other = replace(chatml, template=chatml.template.replace("<|im_end|>", "<|im_end|>\n"))
    assert causes(comparer_of(workspace, other), alone(CHATML)) == [(CauseKind.TEMPLATE, True)]


def test_another_template_whose_old_text_is_lost_is_named_but_not_proven(workspace, alone):
    path = alone(CHATML, template_sha256="0" * 64)
    assert causes(comparer_of(workspace), path) == [(CauseKind.TEMPLATE, False)]


def test_another_tokenizer_file_is_the_cause(workspace, alone):
    # The profile keeps its revision (and its own template), so only the file tells them apart.
    path = alone(FULL)
    template = workspace.tokenizers.open("qwen3").chat_template
    qwen3 = replace(
        workspace.profile("qwen3"), tokenizer="gemma", template=template, revision="aeb13307a71a"
    )
    assert causes(comparer_of(workspace, qwen3), path) == [(CauseKind.TOKENIZER, True)]


def test_ids_that_changed_under_the_same_text_are_the_tokenizers(workspace, alone):
    # An upstream vector does not record its tokenizer's hash.
    template = workspace.tokenizers.open("qwen2.5").chat_template
    qwen = replace(workspace.profile("qwen2.5"), tokenizer="qwen3", template=template)
    gemma = replace(qwen, tokenizer="gemma")
    assert causes(comparer_of(workspace, gemma), alone(UPSTREAM)) == [(CauseKind.TOKENIZER, False)]
    assert causes(comparer_of(workspace), alone(UPSTREAM, token_ids=[1])) == [
        (CauseKind.FILE, False)
    ]


GEMMA = "gemma__2c715097ff9c081a6ac1e5cd239e2ac756b5bd99__fence_in_context"
SMOLLM = "smollm2__b179c9523d0e__multi_gloss_last"


@pytest.mark.parametrize("name", [GEMMA, SMOLLM, UPSTREAM])
@pytest.mark.parametrize(
    "keys", [("prompt_sha256",), ("token_ids_sha256",), ("prompt_sha256", "token_ids_sha256")]
)
def test_a_hash_that_does_not_fit_the_files_own_ids_was_edited_in_the_file(
    keys, name, comparer, alone
):
    path = alone(name, **dict.fromkeys(keys, "a" * 64))
    assert causes(comparer, path) == [(CauseKind.FILE, False)]


@pytest.mark.parametrize("key", ["plan", "format", "field_order", "token_ids"])
def test_a_key_that_was_taken_out_is_the_files(key, comparer, alone):
    path = alone(SMOLLM)
    table = json.loads(path.read_text())
    del (table["input"] if key == "field_order" else table)[key]
    path.write_text(json.dumps(table))
    (cause,) = comparer.compare(path, comparer.checker.expectations(path.parent)).causes
    assert str(cause).startswith("the vector's file: it lacks ")
    assert str(cause).endswith(key)


def test_a_field_reordered_in_the_cases_is_the_cause(comparer, alone):
    path = alone(FULL)
    shutil.copy(GOLDEN / "cases.toml", path.parent)
    cases = (path.parent / "cases.toml").read_text()
    head, risk, flag, rest = cases.split("[case.schema.", 3)
    flag, marker, after = flag.partition("\n[[case]]")
    text = f"{head}[case.schema.{flag}[case.schema.{risk}{marker}{after}[case.schema.{rest}"
    (path.parent / "cases.toml").write_text(text)
    assert causes(comparer, path) == [(CauseKind.FIELD_ORDER, True)]


def test_a_field_reordered_in_the_vectors_own_input_is_the_cause(comparer, alone):
    path = alone(FULL, input={"field_order": ["flag", "risk_tier"]})
    assert causes(comparer, path) == [(CauseKind.FIELD_ORDER, True)]


def test_another_prompt_version_is_the_cause(comparer, alone):
    text = json.loads((GOLDEN / f"{FULL}.json").read_text())["rendered_text"]
    path = alone(
        FULL,
        prompt_version="jevmlx-parallel-v8",
        rendered_text=text.replace("Classify the following fields.", "Classify these fields."),
    )
    assert causes(comparer, path) == [(CauseKind.VERSION, False)]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ('scoring = "slots"', 'scoring = "labels"', CauseKind.SCORING),
        ("pays late sometimes", "pays late always", CauseKind.CONTEXT),
        ("stable income", "steady income", CauseKind.SCHEMA),
    ],
)
def test_a_case_that_was_changed_is_the_cause(old, new, kind, comparer, alone):
    path = alone(FULL)
    cases = (GOLDEN / "cases.toml").read_text()
    (path.parent / "cases.toml").write_text(cases.replace(old, new))
    assert causes(comparer, path) == [(kind, True)]


def test_a_scoring_mode_that_the_vector_does_not_fit_is_the_cause(comparer, alone):
    assert causes(comparer, alone(FULL, input={"scoring": "labels"})) == [(CauseKind.SCORING, True)]


def test_a_system_role_that_is_forced_is_the_cause(workspace, alone):
    merged = replace(workspace.profile("qwen3"), system="merge")
    assert causes(comparer_of(workspace, merged), alone(FULL)) == [(CauseKind.SYSTEM_ROLE, True)]


def test_two_changes_are_both_named(workspace, alone):
    path = alone(FULL)
    cases = (GOLDEN / "cases.toml").read_text().replace("stable income", "steady income")
    (path.parent / "cases.toml").write_text(cases)
    qwen3 = replace(workspace.profile("qwen3"), kwargs=(("enable_thinking", True),))
    assert causes(comparer_of(workspace, qwen3), path) == [
        (CauseKind.SCHEMA, True),
        (CauseKind.KWARGS, True),
    ]


def test_without_any_other_cause_it_is_the_renderer(comparer, alone):
    # A consistent file that no recorded input explains; upstream files have no hash of the text.
    table = json.loads((GOLDEN / f"{UPSTREAM}.json").read_text())
    del table["prompt_bytes_sha256"], table["token_ids"]
    path = alone(UPSTREAM)
    text = table["rendered_text"].replace("// ", "/// ")
    path.write_text(json.dumps(table | {"rendered_text": text}))
    assert causes(comparer, path) == [(CauseKind.RENDERER, False)]


def test_a_fresh_vector_has_no_cause(comparer, alone):
    path = alone(FULL)
    comparison = comparer.compare(path, comparer.checker.expectations(path.parent))
    assert comparison.causes == ()
