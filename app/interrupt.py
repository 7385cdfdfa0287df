"""Ctrl-C heard while Qt's event loop waits, as a signal of Qt's."""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

INTERRUPTED = 130


class Interrupt(QObject):
    """Take Ctrl-C over from Python, which hears of it only when some event runs Python code.

    The system's handler writes a byte into a pair of sockets, which wakes the loop. A Ctrl-C
    that comes before the loop runs is told when it does.
    """

    happened = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Listen from now on; `heard` says whether there was one."""
        super().__init__(parent)
        self.heard = False
        self._reader, self._writer = socket.socketpair()
        for end in (self._reader, self._writer):
            end.setblocking(False)
        kind = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._reader.fileno(), kind, self)
        self._notifier.activated.connect(self._wake)
        signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._before = signal.signal(signal.SIGINT, lambda *_: None)

    def exit_code(self, otherwise: int) -> int:
        """Give 130 when there was a Ctrl-C."""
        return INTERRUPTED if self.heard else otherwise

    def close(self) -> None:
        """Give Ctrl-C back to what had it before."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, self._before)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    @Slot()
    def _wake(self) -> None:
        numbers = self._reader.recv(64)
        if signal.SIGINT in numbers:
            self.heard = True
            self.happened.emit()
