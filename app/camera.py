"""Wait for a window's first complete snapshot, save its picture, and shut down."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, Slot

from app.application import Loupe
from app.interrupt import Interrupt
from app.pause import pause_before
from engine.snapshot import Snapshot

PAGE_POLL_MS = 50
COULD_NOT_RUN = 2


class Camera(QObject):
    """Take one picture of a window; `problem` says why there is none, unless it was Ctrl-C."""

    def __init__(
        self,
        loupe: Loupe,
        picture: Path,
        timeout_ms: int,
        interrupt: Interrupt,
        *,
        debug: bool = False,
    ) -> None:
        """Aim at a window that is not waiting for anything yet; `debug` shows tracebacks."""
        super().__init__()
        self.problem = ""
        self._loupe = loupe
        self._picture = picture
        self._debug = debug
        self._ended = True
        self._interrupt = interrupt
        interrupt.happened.connect(loupe.bridge.close)
        self._timeout = pause_before(self._give_up, timeout_ms, self)
        self._settled = pause_before(self._take, 0, self)
        loupe.bridge.snapshot_changed.connect(self._look)
        loupe.bridge.failed.connect(self._fail)
        loupe.window.files.failed.connect(self._refuse)
        loupe.ended.connect(self._leave)

    def begin(self, document: Path) -> None:
        """Open the document and wait for its snapshot."""
        self._timeout.start()
        self._loupe.open_or_example(document)

    @property
    def code(self) -> int:
        """Give the exit code."""
        return self._interrupt.exit_code(COULD_NOT_RUN if self.problem else 0)

    def finish(self) -> None:
        """Listen no more; end at once when the engine thread could not be joined."""
        self._interrupt.close()
        if not self._ended:
            sys.stderr.flush()
            os._exit(self.code)

    def hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Take a bug as sys.excepthook gets it: it is why there is no picture."""
        if self._debug:
            sys.__excepthook__(kind, error, trace)
        self._fail(error)

    @Slot(object)
    def _look(self, snapshot: Snapshot) -> None:
        if snapshot.complete and not self._loupe.bridge.stale:
            self._settled.start()

    @Slot()
    def _take(self) -> None:
        """Save what the window shows now that its pending paints are done."""
        window = self._loupe.window
        if window.pages.busy or window.files.models.busy:
            self._settled.start(PAGE_POLL_MS)
            return
        if self._loupe.bridge.stale:  # a snapshot of what was opened is still to come
            return
        if not window.grab().save(str(self._picture)):
            self.problem = f"{self._picture} cannot be written; is there room on the disk?"
        self._loupe.bridge.close()

    @Slot(object)
    def _fail(self, error: BaseException) -> None:
        self._refuse(f"{type(error).__name__}: {error}")

    @Slot(str)
    def _refuse(self, text: str) -> None:
        self.problem = text
        self._loupe.bridge.close()

    @Slot()
    def _give_up(self) -> None:
        self._refuse("the engine gave no complete result in time")

    @Slot(bool)
    def _leave(self, ended: bool) -> None:
        self._ended = ended
        self._timeout.stop()
        self._loupe.session.close()
        QCoreApplication.exit(0)
