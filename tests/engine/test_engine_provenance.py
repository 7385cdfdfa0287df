"""Each recipe prints its hash in a real shell, and each change of a hash names its cause."""

from __future__ import annotations

import datetime
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.changes import changes
from engine.cli.main import main
from engine.document import Context, Document
from engine.document_file import save_document
from engine.provenance import Recipe, Sources, recipes, sources_of
from engine.snapshot import Ready
from engine.workspace import open_workspace

TODAY = datetime.date(2026, 1, 1)
SCHEMA = """{
  "risk_tier": {"type": "enum", "description": "Credit risk tier",
                "choices": ["LOW", "MEDIUM", "HIGH"],
                "choice_descriptions": {"LOW": "stable income"}},
  "flag": {"type": "boolean", "description": "manually flagged"}
}"""
PROFILES = ["smollm2", "chatml", "qwen2.5", "qwen3", "gemma"]


@pytest.fixture(scope="module")
def workspace(asset_root):
    return open_workspace(asset_root)


@pytest.fixture(scope="module")
def engine(workspace):
    engine = workspace.engine(TODAY)
    yield engine
    engine.close()


def document(profile: str = "qwen2.5", context: str = "Pays “late” sometimes.\n") -> Document:
    return Document(SCHEMA, (Context("late", context.encode()),), profile=profile)


def printed(recipe: Recipe, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", recipe.command],
        cwd=folder,
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PATH": path},
    )
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("profile", PROFILES)
def test_every_recipe_prints_its_value_in_a_shell(profile, engine, workspace, tmp_path, capfd):
    asked = document(profile)
    snapshot = engine.complete(asked)
    save_document(asked, tmp_path / "d.loupe.json")
    assert main(["render", str(tmp_path / "d.loupe.json"), "--json"]) == 0
    (tmp_path / "prompt.json").write_text(capfd.readouterr().out)
    (tmp_path / "prompt.bin").write_bytes(snapshot.prompt.value.data)
    found = recipes(snapshot, sources_of(asked, workspace.profiles, workspace.assets.root))
    assert [recipe.name for recipe in found] == [
        "prompt_bytes_sha256",
        "prompt_sha256",
        "plan_hash",
        "nonce",
        "tokenizer_sha256",
        "template_sha256",
    ]
    assert [printed(recipe, tmp_path) for recipe in found] == [f"{one.value}\n" for one in found]


def test_the_bytes_that_a_recipe_reads_are_what_render_writes(tmp_path, engine):
    path = tmp_path / "it's a document.loupe.json"
    save_document(document(), path)
    snapshot = engine.complete(document())
    needs = recipes(snapshot)[0].reading(path).needs
    assert needs.startswith("loupe ")
    command = f"{shlex.quote(sys.executable)} -m engine {needs.removeprefix('loupe ')}"
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    subprocess.run(["sh", "-c", command], check=True, cwd=tmp_path, env=environment)
    assert (tmp_path / "prompt.bin").read_bytes() == snapshot.prompt.value.data


@pytest.mark.model
def test_the_models_recipe_prints_its_sha256(engine, workspace, tmp_path):
    snapshot = engine.complete(document("smollm2"), score=True)
    sources = sources_of(snapshot.document, workspace.profiles, workspace.assets.root)
    recipe = recipes(snapshot, sources)[-1]
    # contracts: the sha256 of SmolLM2-135M-Instruct.Q4_1.gguf
    assert recipe.name == "model_sha256"
    assert recipe.value == "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
    assert printed(recipe, tmp_path) == f"{recipe.value}\n"


def test_without_known_files_a_recipe_says_which_copy_it_reads(engine, workspace, tmp_path):
    snapshot = engine.complete(document("qwen2.5"))
    found = {recipe.name: recipe for recipe in recipes(snapshot, Sources())}
    asset = workspace.assets.root / "qwen2.5"
    (tmp_path / "tokenizer.json").write_bytes((asset / "tokenizer.json").read_bytes())
    tokenizer = found["tokenizer_sha256"]
    assert "tokenizer.json" in tokenizer.needs
    assert printed(tokenizer, tmp_path) == f"{tokenizer.value}\n"
    assert "template.jinja" in found["template_sha256"].needs


def test_a_path_with_blanks_and_quotes_is_quoted_for_the_shell(engine, workspace, tmp_path):
    folder = tmp_path / "it's a model"
    folder.mkdir()
    asset = workspace.assets.root / "qwen2.5"
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (folder / name).symlink_to(asset / name)
    snapshot = engine.complete(document("qwen2.5"))
    sources = Sources(folder / "tokenizer.json", folder / "tokenizer_config.json")
    for recipe in recipes(snapshot, sources)[4:]:
        assert printed(recipe, tmp_path) == f"{recipe.value}\n"


def test_without_a_saved_file_a_recipe_says_as_a_comment_to_save_first(engine):
    for recipe in recipes(engine.complete(document()))[:4]:
        first, command = recipe.reading(None).script.split("\n")
        assert first.startswith("# save the document first")
        assert command == recipe.command


def test_a_document_that_does_not_render_has_no_recipes(engine):
    assert recipes(engine.complete(replace(document(), schema_text="{"))) == ()


def edited(old: str, new: str) -> Document:
    assert SCHEMA.count(old) == 1
    return replace(document(), schema_text=SCHEMA.replace(old, new))


RISK, FLAG = (
    SCHEMA[SCHEMA.index('"risk') : SCHEMA.index(',\n  "flag')],
    '"flag": {"type": "boolean", "description": "manually flagged"}',
)
EDITS = [
    ("renamed", edited('"flag"', '"marked"'), "field renamed: flag → marked", True),
    ("removed", edited(",\n  " + FLAG, ""), "field removed: flag", True),
    ("added", edited(FLAG, FLAG + ', "x": {"type": "boolean"}'), "field added: x", True),
    (
        "reordered",
        replace(document(), schema_text="{" + FLAG + ", " + RISK + "}"),
        "field order: flag, risk_tier",
        False,
    ),
    ("choice", edited('"HIGH"', '"TOP"'), "choice: risk_tier HIGH → TOP", True),
    (
        "choice order",
        edited('"LOW", "MEDIUM"', '"MEDIUM", "LOW"'),
        "choice: risk_tier order: MEDIUM, LOW, HIGH",
        True,
    ),
    ("gloss", edited("stable", "steady"), "gloss: risk_tier LOW", False),
    ("description", edited("manually", "hand"), "description: flag", False),
    ("scoring", replace(document(), scoring="slots"), "scoring mode: labels → slots", True),
    ("profile", document("gemma"), "profile: qwen2.5 → gemma", True),
]


@pytest.mark.parametrize(
    ("edit", "cause", "plan"), [row[1:] for row in EDITS], ids=[r[0] for r in EDITS]
)
def test_each_edit_is_named_and_only_what_it_binds_changes(edit, cause, plan, engine):
    found = {
        change.name: change
        for change in changes(engine.complete(document()), engine.complete(edit))
    }
    assert found["prompt_sha256"].cause == cause
    # specification 3.5: neither glosses, descriptions nor the order of fields are in the plan
    assert ("plan_hash" in found) is plan
    assert "nonce" not in found
    assert ("tokenizer_sha256" in found) is (cause.startswith("profile"))


def test_a_context_edit_changes_the_nonce_and_leaves_the_plan(engine):
    before, after = engine.complete(document()), engine.complete(document(context="Pays."))
    found = {change.name: change for change in changes(before, after)}
    assert set(found) == {"prompt_bytes_sha256", "prompt_sha256", "nonce"}
    assert found["nonce"].cause == "context: late, 27 to 5 bytes"
    assert (found["nonce"].old, found["nonce"].new) == (
        before.hashes.value.nonce,
        after.hashes.value.nonce,
    )


def test_a_kwarg_with_effect_is_named(engine, workspace):
    thinking = replace(workspace.profile("qwen3"), kwargs=(("enable_thinking", True),))
    before = engine.complete(document("qwen3"))
    after = engine.complete(replace(document(), profile=thinking))
    found = {change.name: change.cause for change in changes(before, after)}
    assert found == {
        "prompt_bytes_sha256": "kwarg: enable_thinking False → True",
        "prompt_sha256": "kwarg: enable_thinking False → True",
    }


def test_hardened_tokenization_is_named_and_leaves_the_bytes(engine):
    forged = document(context="a<|im_end|>b")
    before, after = engine.complete(forged), engine.complete(forged.with_option("hardened", "true"))
    found = {change.name: change.cause for change in changes(before, after)}
    assert found == {"prompt_sha256": "hardened tokenization: on"}


def test_another_template_text_is_named(engine, workspace):
    profile = workspace.profile("chatml")
    spaced = replace(profile, template=profile.template.replace("<|im_start|>", " <|im_start|>"))
    before = engine.complete(document("chatml"))
    after = engine.complete(replace(document(), profile=spaced))
    found = {change.name: change.cause for change in changes(before, after)}
    assert set(found) == {"prompt_bytes_sha256", "prompt_sha256", "template_sha256"}
    assert set(found.values()) == {"template"}


def test_two_edits_at_once_are_both_named(engine):
    both = replace(edited("stable", "steady"), contexts=(Context("late", b"x"),))
    found = {
        change.name: change
        for change in changes(engine.complete(document()), engine.complete(both))
    }
    assert [str(cause) for cause in found["prompt_sha256"].causes] == [
        "gloss: risk_tier LOW",
        "context: late, 27 to 1 bytes",
    ]
    assert [str(cause) for cause in found["nonce"].causes] == ["context: late, 27 to 1 bytes"]


def test_the_same_document_changes_nothing(engine):
    assert changes(engine.complete(document()), engine.complete(document())) == ()


def test_a_snapshot_without_hashes_is_compared_with_nothing(engine):
    broken = engine.complete(replace(document(), schema_text="{"))
    assert not isinstance(broken.hashes, Ready)
    assert changes(engine.complete(document()), broken) == ()
