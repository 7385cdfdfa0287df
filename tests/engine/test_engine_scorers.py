"""A profile is scored by any file of a model that holds its tokenizer, and by no other."""

from __future__ import annotations

import shutil

import pytest

from engine.errors import StageFailed
from engine.profiles import Profile
from engine.scorers import Scorers
from engine.scoring.rows import ModelInfo
from engine.workspace import open_workspace


class Named:
    """A scorer that only says which file it was opened from."""

    def __init__(self, path, sha256, name) -> None:
        self.path = path
        self.model = ModelInfo(name, sha256, "llama", "float32", "cpu", 8192)

    def close(self):
        """Hold nothing."""


@pytest.fixture(scope="module")
def another_file(asset_root, tmp_path_factory):
    """The same model in a file with another sha256, as another quantisation would have."""
    original = next((asset_root / "smollm2-135m").glob("*.gguf"))
    path = tmp_path_factory.mktemp("model") / "SmolLM2.Q8_0.gguf"
    shutil.copyfile(original, path)
    with path.open("ab") as stream:
        stream.write(b"\0")
    return path


@pytest.fixture(scope="module")
def workspace(asset_root):
    return open_workspace(asset_root)


@pytest.fixture
def scorers(workspace):
    return Scorers(workspace.assets, Named)


@pytest.mark.parametrize("where", ["the file", "its folder"])
def test_another_file_of_the_same_model_scores(workspace, scorers, another_file, where):
    model = another_file if where == "the file" else another_file.parent
    profile = Profile("mine", "mine", tokenizer="smollm2-135m", model=str(model))
    tokenizer = workspace.tokenizers.open(profile.tokenizer)
    assert scorers.scorer_for(profile, tokenizer).path == another_file


@pytest.mark.parametrize(
    ("tokenizer", "said"),
    # The first piece of SmolLM2's vocabulary is its end of text, Qwen's and Gemma's another.
    [("qwen2.5", "its token 0 is '<|endoftext|>', not '!'"), ("gemma", "not '<pad>'")],
)
def test_a_model_of_another_family_is_refused_with_the_first_difference(
    workspace, scorers, another_file, tokenizer, said
):
    profile = Profile("mine", "mine", tokenizer=tokenizer, model=str(another_file))
    with pytest.raises(StageFailed) as raised:
        scorers.scorer_for(profile, workspace.tokenizers.open(tokenizer))
    (finding,) = raised.value.findings
    assert finding.id == "model-has-another-tokenizer"
    assert another_file.name in finding.message
    assert said in finding.message
    assert finding.cure


def test_a_folder_with_two_models_names_the_choice(workspace, scorers, another_file, tmp_path):
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / name).symlink_to(another_file)
    profile = Profile("mine", "mine", tokenizer="smollm2-135m", model=str(tmp_path))
    with pytest.raises(StageFailed) as raised:
        scorers.scorer_for(profile, workspace.tokenizers.open("smollm2-135m"))
    assert "2 GGUF files" in raised.value.findings[0].message
    assert str(tmp_path) in raised.value.findings[0].message
