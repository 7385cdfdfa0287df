"""Measure the longest pause of the window while one types, with the engine running beside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.application import Loupe, make_application
from app.settings import Settings
from app.views.byte_edit import ByteEdit
from engine.document import Context, Document
from engine.document_file import save_document
from engine.snapshot import Snapshot
from engine.workspace import open_workspace

_CHARACTERS = 30
_BETWEEN_MS = 60  # a fast typist's pause between two keys
_SENTENCE = "The applicant pays late sometimes, but called ahead each time. "
_MEGABYTE = (_SENTENCE * 16_700)[: 1 << 20].encode()
_FIELD = '{\n  "late": {"type": "boolean", "description": "pays late"}\n}\n'


@dataclass(frozen=True, slots=True)
class _Case:
    """A large document and where in it one types."""

    name: Literal["context", "choices"]
    document: Document
    place: int


def measure() -> dict[str, float]:
    """Give the longest gap of the event loop, in milliseconds, while 30 characters are typed."""
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
    )


class _Typist(QObject):
    """Type once the first snapshot is complete, and note how long the event loop stood still."""

    done = Signal()

    def __init__(self, editor: ByteEdit) -> None:
        super().__init__()
        self._editor = editor
        self._left = _CHARACTERS
        self._last = 0.0
        self.longest = 0.0
        self._beat = QTimer(self)
        self._beat.setInterval(1)
        self._beat.timeout.connect(self._tick)
        self._keys = QTimer(self)
        self._keys.setInterval(_BETWEEN_MS)
        self._keys.timeout.connect(self._press)

    @Slot(object)
    def follow(self, snapshot: Snapshot) -> None:
        """Begin with the first complete snapshot, end with the first one after the last key."""
        if snapshot.complete and not self._last:
            self._last = time.perf_counter()
            self._beat.start()
            self._keys.start()
        elif snapshot.complete and not self._left:
            self.done.emit()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    @Slot()
    def _press(self) -> None:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            key = QKeyEvent(kind, Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier, "x")
            QApplication.sendEvent(self._editor, key)
        self._left -= 1
        if not self._left:
            self._keys.stop()


def _child(name: str) -> None:
    """Open the window on a large document, type into it, and print the longest gap."""
    case = next(case for case in _cases() if case.name == name)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = make_application("light")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.loupe.json"
        save_document(case.document, path)
        store = QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        loupe.session.open(path)
        typist = _Typist(_editor(loupe, case))
        typist.done.connect(application.exit)
        loupe.bridge.snapshot_changed.connect(typist.follow)
        loupe.window.show()
        application.exec()
        loupe.session.close()
    print(json.dumps({f"typing_{name}_longest_gap_ms": typist.longest * 1000}), flush=True)
    os._exit(0)


def _editor(loupe: Loupe, case: _Case) -> ByteEdit:
    """Show the case's document and put the caret to its place."""
    author = loupe.window.page.author
    editor = author.schema.editor if case.name == "choices" else author.contexts.editor
    if case.name == "choices":
        author.schema.tabs.setCurrentWidget(editor)
    cursor = editor.textCursor()
    cursor.setPosition(case.place)
    editor.setTextCursor(cursor)
    editor.setFocus()
    return editor


if __name__ == "__main__":
    _child(sys.argv[1])
