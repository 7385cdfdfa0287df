"""Measure the longest pause of the window while one types, with the engine running beside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_CHARACTERS = 30
_BETWEEN_MS = 60  # a fast typist's pause between two keys
_SENTENCE = "The applicant pays late sometimes, but called ahead each time. "
_MEGABYTE = (_SENTENCE * 16_700)[: 1 << 20].encode()


def measure() -> dict[str, float]:
    """Give the longest gap of the event loop, in milliseconds, while 30 characters are typed."""
    found: dict[str, float] = {}
    for case in ("context", "choices"):
        command = [sys.executable, "-m", "benchmarks.bench_editing", case]
        done = subprocess.run(command, capture_output=True, check=True, text=True, timeout=300)
        found |= json.loads(done.stdout)
    return found


def _child(case: str) -> None:
    """Open the window on a large document, type into it, and print the gaps."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer, Slot
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QApplication

    from app.application import Loupe, make_application
    from app.settings import Settings
    from app.views.byte_edit import ByteEdit
    from engine.document import Context, Document
    from engine.snapshot import Snapshot
    from engine.workspace import open_workspace

    class Typist(QObject):
        """Type once the first snapshot is complete; note every gap of the event loop."""

        def __init__(self, editor: ByteEdit) -> None:
            super().__init__()
            self._editor = editor
            self._left = _CHARACTERS
            self._last = 0.0
            self.gaps: list[float] = []
            self.key_times: list[float] = []
            self._beat = QTimer(self)
            self._beat.setInterval(1)
            self._beat.timeout.connect(self._tick)
            self._keys = QTimer(self)
            self._keys.setInterval(_BETWEEN_MS)
            self._keys.timeout.connect(self._press)

        @Slot(object)
        def begin(self, snapshot: Snapshot) -> None:
            if snapshot.complete and not self._last:
                self._last = time.perf_counter()
                self._beat.start()
                self._keys.start()
            elif snapshot.complete and not self._left and not self._keys.isActive():
                loupe.bridge.close()

        @Slot()
        def _tick(self) -> None:
            now = time.perf_counter()
            self.gaps.append((now - self._last) * 1000)
            self._last = now

        @Slot()
        def _press(self) -> None:
            start = time.perf_counter()
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                event = QKeyEvent(kind, Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier, "x")
                QApplication.sendEvent(self._editor, event)
            self.key_times.append((time.perf_counter() - start) * 1000)
            self._left -= 1
            if not self._left:
                self._keys.stop()

    application = make_application("light")
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        loupe.recovery.keep = lambda *_: None
        schema, data = _large(case)
        document = Document(schema, (Context("long line", data),))
        author = loupe.window.page.author
        editor = author.contexts.editor if case == "context" else author.schema.editor
        typist = Typist(editor)
        loupe.bridge.snapshot_changed.connect(typist.begin)
        loupe.ended.connect(lambda _: application.exit(0))
        loupe.bridge.failed.connect(lambda e: print("FAILED", e, file=sys.stderr))
        from engine.document_file import save_document

        path = Path(folder) / "large.loupe.json"
        save_document(document, path)
        loupe.session.open(path)
        loupe.window.show()
        editor.setFocus()
        author.schema.tabs.setCurrentIndex(1)
        cursor = editor.textCursor()
        cursor.setPosition(_place(case, schema, data))
        editor.setTextCursor(cursor)
        if os.environ.get("PROBE"):
            import sys as _s
            import threading
            import traceback

            main = threading.main_thread().ident

            def probe():
                while True:
                    time.sleep(0.005)
                    if typist._last and time.perf_counter() - typist._last > 0.03:
                        f = _s._current_frames()
                        print(
                            f"--- {(time.perf_counter() - typist._last) * 1000:.0f} ms",
                            file=_s.stderr,
                        )
                        for ident, fr in f.items():
                            if ident != threading.get_ident():
                                st = traceback.extract_stack(fr)[-6:]
                                print(
                                    "MAIN" if ident == main else "other",
                                    " < ".join(
                                        f"{Path(s.filename).name}:{s.lineno} {s.name}"
                                        for s in reversed(st)
                                    ),
                                    file=_s.stderr,
                                )

            threading.Thread(target=probe, daemon=True).start()
        application.exec()
    print(
        json.dumps(
            {
                f"typing_{case}_longest_gap_ms": max(typist.gaps),
                "key": max(typist.key_times),
                "gaps": sorted(typist.gaps)[-12:],
            }
        ),
        flush=True,
    )
    os._exit(0)


def _large(case: str) -> tuple[str, bytes]:
    if case == "context":
        return '{\n  "late": {"type": "boolean", "description": "pays late"}\n}\n', _MEGABYTE
    choices = [f"choice {number:03}" for number in range(255)]
    field = {"type": "enum", "description": "one of many", "choices": choices}
    return json.dumps({"many": field}, indent=2), b"Pays late.\n"


def _place(case: str, schema: str, data: bytes) -> int:
    return len(data) // 2 if case == "context" else schema.index("choice 128") + 7


if __name__ == "__main__":
    _child(sys.argv[1])
