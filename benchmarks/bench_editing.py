"""Measure the longest pause of the window while one types, with the engine running beside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.application import Loupe, make_application
from app.settings import Settings
from app.views.byte_edit import ByteEdit
from engine.document import Context, Document
from engine.document_file import save_document
from engine.snapshot import Snapshot
from engine.workspace import open_workspace

_STEPS = 30
_BETWEEN_MS = 60  # a fast typist's pause between two keys
Step = Callable[[], None]
_SENTENCE = "The applicant pays late sometimes, but called ahead each time. "
_MEGABYTE = (_SENTENCE * 16_700)[: 1 << 20].encode()
_FIELD = '{\n  "late": {"type": "boolean", "description": "pays late"}\n}\n'


@dataclass(frozen=True, slots=True)
class _Case:
    """A large document and where in it one types."""

    name: Literal["context", "choices", "form"]
    document: Document
    place: int


def measure() -> dict[str, float]:
    """Give the longest gap of the event loop, in milliseconds, while 30 steps are made."""
    found: dict[str, float] = {}
    for case in _cases():
        command = [sys.executable, "-m", "benchmarks.bench_editing", case.name]
        done = subprocess.run(command, capture_output=True, check=True, text=True, timeout=300)
        found |= json.loads(done.stdout)
    return found


def _cases() -> tuple[_Case, ...]:
    """Make a context that is one line of 1 MB, and a field of 255 choices."""
    choices = [f"choice {number:03}" for number in range(255)]
    field = {"type": "enum", "description": "one of many", "choices": choices}
    schema = json.dumps({"many": field}, indent=2)
    long_line = Document(_FIELD, (Context("long line", _MEGABYTE),))
    many = Document(schema, (Context("short", b"Pays late.\n"),))
    return (
        _Case("context", long_line, len(_MEGABYTE) // 2),
        _Case("choices", many, schema.index("choice 128") + 7),
        _Case("form", many, 0),
    )


class _Typist(QObject):
    """Edit once the first snapshot is complete, and note how long the event loop stood still."""

    done = Signal()

    def __init__(self, steps: Sequence[Step]) -> None:
        super().__init__()
        self._steps = list(islice(cycle(steps), _STEPS))
        self._last = 0.0
        self.longest = 0.0
        self._beat = QTimer(self)
        self._beat.setInterval(1)
        self._beat.timeout.connect(self._tick)
        self._keys = QTimer(self)
        self._keys.setInterval(_BETWEEN_MS)
        self._keys.timeout.connect(self._step)

    @Slot(object)
    def follow(self, snapshot: Snapshot) -> None:
        """Begin with the first complete snapshot, end with the first one after the last step."""
        if snapshot.complete and not self._last:
            self._last = time.perf_counter()
            self._beat.start()
            self._keys.start()
        elif snapshot.complete and not self._steps:
            self.done.emit()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    @Slot()
    def _step(self) -> None:
        self._steps.pop(0)()
        if not self._steps:
            self._keys.stop()


def _child(name: str) -> None:
    """Open the window on a large document, edit it, and print the longest gap."""
    case = next(case for case in _cases() if case.name == name)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = make_application("light")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.loupe.json"
        save_document(case.document, path)
        store = QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        loupe.session.open(path)
        typist = _Typist(_steps(loupe, case))
        typist.done.connect(application.exit)
        loupe.bridge.snapshot_changed.connect(typist.follow)
        loupe.window.show()
        application.exec()
        loupe.session.close()
    print(json.dumps({f"typing_{name}_longest_gap_ms": typist.longest * 1000}), flush=True)
    os._exit(0)


def _steps(loupe: Loupe, case: _Case) -> tuple[Step, ...]:
    """Show the case's document with the caret at its place, and give what to do there."""
    author, undo = loupe.window.page.author, loupe.window.actions_table["undo"].trigger
    if case.name == "form":
        form = author.schema.form
        form.select_part("many", "choice", 128)
        letter = partial(_press, form.editor.choice.gloss, Qt.Key.Key_X, "x")
        commands = [partial(form.command, name) for name in ("down", "duplicate", "delete", "up")]
        return (letter, letter, *commands, undo, undo)
    editor: ByteEdit = author.contexts.editor
    if case.name == "choices":
        editor = author.schema.editor
        author.schema.tabs.setCurrentWidget(editor)
    cursor = editor.textCursor()
    cursor.setPosition(case.place)
    editor.setTextCursor(cursor)
    editor.setFocus()
    letter = partial(_press, editor, Qt.Key.Key_X, "x")
    if case.name == "choices":
        return (letter,)
    back, line = Qt.Key.Key_Backspace, Qt.Key.Key_Return
    erase, enter = partial(_press, editor, back, ""), partial(_press, editor, line, "\r")
    return (*[letter] * 10, erase, enter, letter, undo, undo)


def _press(widget: QWidget, key: Qt.Key, text: str) -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
        QApplication.sendEvent(widget, event)


if __name__ == "__main__":
    _child(sys.argv[1])
