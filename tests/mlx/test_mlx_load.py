"""GGUF files become models, or one error that names file, thing and cure."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import gguf
import numpy as np
import pytest

from engine.errors import GgufError
from tests.mlx import tiny_models
from tests.mlx.tiny_models import reference_logits, reference_model, weights_of, write_gguf

ARCHITECTURES = ["llama", "qwen2", "qwen3"]
ROOT = Path(__file__).parents[2]


def parameters(loaded):
    from mlx.utils import tree_flatten

    return {name: np.array(array) for name, array in tree_flatten(loaded.module.parameters())}


@pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_weight_arrives_in_mlx_lms_order(architecture, tied, tmp_path):
    from engine.mlx.load import load_model

    loaded = load_model(write_gguf(tmp_path / "tiny.gguf", architecture, tied))
    expected = {ours: weights for (_, ours), weights in weights_of(architecture, tied).items()}
    given = parameters(loaded)
    assert given.keys() == expected.keys()
    for name, weights in expected.items():
        np.testing.assert_array_equal(given[name], weights, err_msg=name)
    assert loaded.vocabulary == tiny_models.VOCABULARY
    assert loaded.context_length == tiny_models.CONTEXT


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_loaded_model_computes_what_mlx_lms_does(architecture, tmp_path):
    from engine.mlx.load import load_model

    loaded = load_model(write_gguf(tmp_path / "tiny.gguf", architecture))
    ids = (3, 1, 4, 1, 5, 9, 2, 6)
    expected = reference_logits(reference_model(architecture), ids)
    np.testing.assert_array_equal(reference_logits(loaded.module, ids), expected)


@pytest.mark.parametrize("scaling", ["linear", "factors"])
def test_positions_are_stretched_as_the_file_says(scaling, tmp_path):
    """Every frequency divided by 4, either way, is what mlx-lm calls linear scaling."""
    from engine.mlx.load import load_model

    path = write_gguf(tmp_path / "tiny.gguf", "llama", scaling=scaling)
    ids = (3, 1, 4, 1, 5, 9, 2, 6)
    expected = reference_model("llama", scaling={"type": "linear", "factor": 4.0})
    given = reference_logits(load_model(path).module, ids)
    np.testing.assert_allclose(given, reference_logits(expected, ids), atol=1e-4)
    assert np.abs(given - reference_logits(reference_model("llama"), ids)).max() > 0.1


def refusal(path):
    from engine.mlx.load import load_model

    with pytest.raises(GgufError) as caught:
        load_model(path)
    assert path.name in str(caught.value)
    return str(caught.value)


def test_an_unknown_architecture_is_refused_with_the_known_ones(tmp_path):
    message = refusal(write_gguf(tmp_path / "m.gguf", "gemma2"))
    assert "'gemma2'" in message
    assert "llama, qwen2, qwen3" in message


def test_position_scaling_of_another_kind_is_refused(tmp_path):
    message = refusal(write_gguf(tmp_path / "m.gguf", "qwen2", scaling="yarn"))
    assert "position scaling 'yarn' is not supported" in message


def test_a_missing_tensor_is_named(tmp_path):
    message = refusal(write_gguf(tmp_path / "m.gguf", "llama", without=("blk.1.ffn_up.weight",)))
    assert "blk.1.ffn_up.weight is missing" in message


def test_a_file_cut_short_is_refused(tmp_path):
    path = write_gguf(tmp_path / "m.gguf", "llama")
    path.write_bytes(path.read_bytes()[:-1000])
    message = refusal(path)
    assert "cut short" in message
    assert "get it again where it came from" in message


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"embedding_length": 32}, "has shape"),
        ({"embedding_length": 0}, "embedding_length is 0"),
        ({"attention.head_count": 0}, "head_count is 0"),
        ({"block_count": 1_000_000}, "blk.999999.attn_norm.weight is missing"),
        ({"expert_count": 8}, "mixtures of experts"),
        ({"rope.dimension_count": 8}, "8 of 16 dimensions"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_metadata_that_the_tensors_do_not_bear_out_are_refused(change, said, tmp_path):
    assert said in refusal(write_gguf(tmp_path / "m.gguf", "llama", metadata=change.items()))


def test_a_type_of_weights_that_nobody_knows_is_refused(tmp_path):
    path = write_gguf(tmp_path / "m.gguf", "llama", kind=gguf.GGMLQuantizationType.Q4_0)
    data = path.read_bytes()
    entry = data.index(b"blk.0.ffn_up.weight") + len(b"blk.0.ffn_up.weight") + 4 + 16
    path.write_bytes(data[:entry] + (99).to_bytes(4, "little") + data[entry + 4 :])
    assert "type 99" in refusal(path)


def test_model_classes_come_without_transformers_and_leave_mlx_lm_importable():
    code = (
        "import sys; from engine.mlx.model_classes import model_module\n"
        "assert model_module('llama').Model.__name__ == 'Model'\n"
        "assert not [m for m in sys.modules if m.split('.')[0] in ('mlx_lm', 'transformers')]\n"
        "import mlx_lm\n"
        "assert mlx_lm.load and 'mlx_lm.models' in sys.modules\n"
        "assert model_module('qwen2').__name__ == 'mlx_lm.models.qwen2'\n"
        "assert sys.modules['mlx_lm'] is mlx_lm\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.model
def test_the_small_models_weights_are_those_of_the_gguf_package(tensors, opened):
    """Layer 7's q rows, which llama.cpp's converter reordered, and an unordered tensor."""
    given = parameters(opened.loaded)
    for theirs, ours, heads in (
        ("blk.7.attn_q.weight", "model.layers.7.self_attn.q_proj.weight", 9),
        ("blk.7.attn_k.weight", "model.layers.7.self_attn.k_proj.weight", 3),
        ("blk.7.ffn_down.weight", "model.layers.7.mlp.down_proj.weight", None),
    ):
        tensor = tensors[theirs]
        expected = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        mine = given[ours]
        if heads is not None:
            mine = mine.reshape(heads, 2, 32, 576).swapaxes(1, 2).reshape(mine.shape)
        np.testing.assert_array_equal(mine, expected)
