"""Show a bug once, write every bug to the log file, swallow none."""

from __future__ import annotations

import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox


class BugReporter(QObject):
    """Take exceptions that nothing handled, from this thread's hook or from the engine's."""

    shown = Signal(str)

    def __init__(self, log: Path, *, debug: bool, parent: QObject | None = None) -> None:
        """Write to `log`; with `debug` also to stderr."""
        super().__init__(parent)
        self._log = log
        self._debug = debug
        self._box: QMessageBox | None = None

    def install(self) -> None:
        """Take what reaches sys.excepthook from now on."""
        sys.excepthook = self.hook

    def hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report an exception as sys.excepthook gets it; Ctrl-C ends the program as always."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error)

    @Slot(object)
    def report(self, error: BaseException) -> None:
        """Write the traceback to the log, and show the first one."""
        text = "".join(traceback.format_exception(error))
        if self._debug and sys.stderr is not None:
            sys.stderr.write(text)
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{text}\n")
        if self._box is None:
            self._show(error, text)

    def _show(self, error: BaseException, text: str) -> None:
        self._box = box = QMessageBox()
        box.setObjectName("bug")
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle(self.tr("A bug in Loupe"))
        box.setText(f"{type(error).__name__}: {error}")
        box.setInformativeText(
            self.tr("Your work is safe. The traceback is in {log}.").format(log=self._log)
        )
        box.setDetailedText(text)
        box.setStandardButtons(QMessageBox.StandardButton.Close)
        box.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        box.open()
        self.shown.emit(text)
