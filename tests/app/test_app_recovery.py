"""Kept files: whole or not at all, offered once no living session holds them, not before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.recovery import RecoveryFolder
from engine.document_file import dump_document
from tests.app.left_behind import leave_behind
from tests.app.window_desk import Desk
from tests.app.window_fakes import FakeEngine, no_vectors, sample_document

KEEP_AND_WAIT = """
import sys
from pathlib import Path
from app.recovery import RecoveryFolder
from engine.document import Document
folder = RecoveryFolder(Path(sys.argv[1]), "other", str)
folder.keep(Document("{}", ()), None)
print("kept", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "recovery"
    made.mkdir()
    return made


def record(**changes):
    text = dump_document(sample_document(context=b"precious"))
    return json.dumps({"format": "loupe-recovery/1", "path": None, "document": text} | changes)


def left_behind(folder):
    return RecoveryFolder(folder, "later", no_vectors).left_behind()


def test_the_work_of_a_living_process_is_offered_once_it_is_killed(folder):
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", KEEP_AND_WAIT, str(folder)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout.readline() == "kept\n"
        assert left_behind(folder) == ()
        process.kill()
        process.wait()
        [found] = left_behind(folder)
    assert found.document.schema_text == "{}"
    found.kept_at.unlink()
    assert not list(folder.iterdir())


def test_the_work_of_another_session_of_this_process_is_not_offered(folder):
    living = RecoveryFolder(folder, "living", no_vectors)
    living.keep(sample_document(), None)
    assert left_behind(folder) == ()
    living.keep(sample_document(context=b"once more"), None)
    assert left_behind(folder) == ()
    living.forget()
    assert not list(folder.iterdir())


def test_work_named_by_a_process_number_that_another_program_has_now_is_offered(folder):
    (folder / f"{os.getpid()}.loupe-recovery.json").write_text(record())
    [found] = left_behind(folder)
    assert found.document.context.data == b"precious"


def test_a_window_keeps_its_work_apart_from_what_an_earlier_process_of_its_number_left(
    qtbot, tmp_path, folder
):
    old = folder / f"{os.getpid()}.loupe-recovery.json"
    old.write_text(record())
    desk = Desk(qtbot, tmp_path, FakeEngine(tmp_path / "assets"))
    desk.loupe.open_first(desk.path)
    desk.session.edit_context(b"new work")
    desk.session.keep()
    assert "a copy was kept" in desk.window.banner.text.text()
    assert old.read_text() == record()
    desk.close()
    assert list(folder.iterdir()) == [old]


BROKEN = {
    "empty": "",
    "cut": "{",
    "list": "[]",
    "number": "3",
    "only a path": '{"path": null}',
    "number as path": record(path=1),
    "number as document": record(document=2),
    "cut document": record(document="{"),
    "half a surrogate pair": record(document="\udcff"),
    "newer": record(format="loupe-recovery/2"),
    "Latin-1": b"\xff",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_left_alone_and_not_offered(folder, text):
    data = text.encode() if isinstance(text, str) else text
    broken = folder / "old.loupe-recovery.json"
    broken.write_bytes(data)
    leave_behind(folder, "sound", sample_document())
    assert [one.kept_at.name for one in left_behind(folder)] == ["sound.loupe-recovery.json"]
    assert broken.read_bytes() == data


def test_a_path_that_is_not_utf8_comes_back(folder):
    path = Path(os.fsdecode(b"/letters/caf\xe9.loupe.json"))
    leave_behind(folder, "dead", sample_document(), path)
    assert [one.path for one in left_behind(folder)] == [path]


def test_what_cannot_be_written_leaves_the_folder_as_it_was(folder):
    in_the_way = folder / "session.loupe-recovery.json"
    in_the_way.mkdir()
    kept = RecoveryFolder(folder, "session", no_vectors)
    with pytest.raises(OSError, match=r"session\.loupe-recovery\.json"):
        kept.keep(sample_document(), None)
    assert [path.name for path in folder.iterdir() if path.suffix != ".lock"] == [in_the_way.name]


def test_nobody_else_may_read_kept_work(folder):
    folder.chmod(0o755)
    leave_behind(folder, "dead", sample_document())
    assert folder.stat().st_mode & 0o777 == 0o700
