"""A model is tried before it is chosen: one that cannot be opened leaves the document alone."""

from __future__ import annotations

import json
import os
import struct

import pytest
from PySide6.QtWidgets import QLabel

from app.application import example
from app.model_opening import is_model, model_profile
from engine.document_file import save_document
from engine.profiles import Profile
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine, sample_document

TOKENIZER = {
    "version": "1.0",
    "added_tokens": [],
    "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []},
}
MAGIC = b"GGUF"
HEADER = MAGIC + struct.pack("<IQQ", 3, 0, 5)  # five keys are announced, none follows
BROKEN = {
    "cut.gguf": (HEADER, "truncated"),
    "cut-magic.gguf": (b"GG", "truncated"),
    "wrong.gguf": (b"GGML" + HEADER[4:], "not a GGUF file"),
    "letter.gguf": (b"Dear Sir or Madam,\n", "not a GGUF file"),
    "empty.gguf": (b"", "truncated"),
    "nameless-blob": (HEADER, "truncated"),
    "tokenizer.json": (b"{}", "tokenizer.json"),
}


class ModelDesk(Desk):
    def said(self):
        return self.window.banner.text.text()

    def idle(self):
        return not (self.window.files.models.busy or self.loupe.bridge.stale)


@pytest.fixture
def desk(qtbot, tmp_path):
    made = ModelDesk(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
    made.window.show()
    yield made
    made.close()
    assert made.ended == [True]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_model_is_named_with_reason_and_cure_and_the_document_stays(
    qtbot, desk, tmp_path, name
):
    mine = tmp_path / "mine.loupe.json"
    save_document(sample_document(), mine)
    desk.loupe.open_first(mine)
    before = desk.session.document
    path = tmp_path / name
    path.write_bytes(BROKEN[name][0])
    with qtbot.waitSignal(desk.window.files.failed):
        desk.window.files.open(path)
    assert desk.session.document is before
    assert desk.session.path == mine
    assert not desk.session.dirty
    assert str(path) in desk.said()
    assert BROKEN[name][1] in desk.said()
    assert "Get the model again" in desk.said()


@pytest.mark.parametrize("kept", ["all but its last byte", "its first half"])
def test_a_model_cut_inside_its_weights_leaves_the_profile_and_the_document_alone(
    qtbot, desk, tmp_path, asset_root, kept
):
    desk.loupe.open_first(None)
    path = tmp_path / "my.gguf"
    whole = asset_root / "smollm2-135m" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    size = whole.stat().st_size
    with whole.open("rb") as stream:
        path.write_bytes(stream.read(2**24))  # more than the header; the rest stays a hole
    os.truncate(path, size - 1 if kept == "all but its last byte" else size // 2)
    with qtbot.waitSignal(desk.window.files.failed):
        desk.window.files.open(path)
    assert desk.session.document.profile == "smollm2"
    assert not desk.session.dirty
    assert "truncated: tensor" in desk.said()
    assert "Get the model again where it came from" in desk.said()


def test_a_bug_while_a_model_is_opened_surfaces_and_its_activity_ends(qtbot, desk, tmp_path):
    desk.loupe.open_first(desk.path)
    qtbot.waitUntil(desk.settled)
    before, said = desk.session.document, []
    desk.window.files.models.activity.connect(said.append)
    desk.engine.bug_in_stages = RuntimeError("a bug")
    with qtbot.waitSignal(desk.loupe.bridge.failed) as told:
        desk.window.files.open(tmp_path / "x.gguf")
    assert told.args == [desk.engine.bug_in_stages]
    qtbot.waitUntil(lambda: said == ["opening x.gguf", ""])
    assert desk.window.statusBar().findChild(QLabel, "activity").text() == "ready"
    assert desk.session.document is before


def test_a_folder_without_a_model_is_named_and_the_document_stays(qtbot, desk, tmp_path):
    desk.loupe.open_first(None)
    folder = tmp_path / "letters"
    folder.mkdir()
    with qtbot.waitSignal(desk.window.files.failed):
        desk.window.files.open(folder)
    assert str(folder) in desk.said()
    assert "has no tokenizer.json and 0 GGUF files" in desk.said()
    assert desk.session.document.profile == "smollm2"


@pytest.mark.parametrize("name", [*BROKEN, "bad.loupe.json"])
def test_a_first_file_that_cannot_be_opened_shows_the_example(qtbot, desk, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(BROKEN.get(name, (b"{",))[0])
    desk.loupe.open_first(path)
    qtbot.waitUntil(lambda: name in desk.said())
    assert json.loads(example().read_bytes())["schema"] == json.loads(
        desk.session.document.schema_text
    )
    assert desk.session.document.profile == "smollm2"


def test_a_sound_tokenizer_opened_first_renders_the_example(qtbot, desk, tmp_path):
    folder = tmp_path / "own-tokenizer"
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(TOKENIZER))
    desk.loupe.open_first(folder)
    qtbot.waitUntil(desk.idle)
    document = desk.session.document
    assert "risk_tier" in document.schema_text
    assert document.profile == Profile("own-tokenizer", "own-tokenizer", str(folder))
    desk.window.actions_table["undo"].trigger()
    assert desk.session.document.profile == "smollm2"


@pytest.mark.parametrize(("names", "model"), [((), False), (("a.gguf",), True)])
def test_a_folder_is_a_model_when_one_gguf_file_lies_in_it(tmp_path, names, model):
    for name in names:
        (tmp_path / name).write_bytes(b"")
    assert (model_profile(tmp_path).model == str(tmp_path)) is model
    assert model_profile(tmp_path).tokenizer == str(tmp_path)


def test_models_are_known_by_name_or_by_their_first_bytes(tmp_path):
    for name in ("a.gguf", "B.GGUF", "tokenizer.json"):
        assert is_model(tmp_path / name)
    (tmp_path / "blob").write_bytes(MAGIC + b"\x03")
    (tmp_path / "a.loupe.json").write_bytes(b"{}")
    assert is_model(tmp_path / "blob")
    assert not is_model(tmp_path / "a.loupe.json")
    assert not is_model(tmp_path / "gone.loupe.json")
    profile = model_profile(tmp_path / "tokenizer.json")
    assert (profile.name, profile.model) == (tmp_path.name, None)
