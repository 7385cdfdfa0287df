"""The offers of unsaved work that earlier sessions left behind, one after another."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from app.document_session import DocumentSession
from app.file_actions import FileActions
from app.recovery_record import Recovered
from app.views.banner import Banner


class RecoveryOffers(QObject):
    """Offer the first that waits whenever the banner has nothing else to say."""

    def __init__(
        self, session: DocumentSession, files: FileActions, banner: Banner, parent: QObject
    ) -> None:
        """Offer nothing yet."""
        super().__init__(parent)
        self._session = session
        self._files = files
        self._banner = banner
        self._waiting: tuple[Recovered, ...] = ()
        banner.freed.connect(self._show)

    def offer(self, found: tuple[Recovered, ...]) -> None:
        """Offer these, and no others any more."""
        self._waiting = found
        self._show()

    @Slot()
    def _show(self) -> None:
        if not self._waiting:
            return
        path, others = self._waiting[0].path, len(self._waiting) - 1
        name = self.tr("a new document") if path is None else path.name
        said = self.tr("Loupe ended without saving {name}; a copy was kept.").format(name=name)
        if others:
            said += " " + self.tr("Copies that wait after this one: {count}.").format(count=others)
        self._banner.say(
            "warning",
            said,
            (self.tr("Restore"), self._ask_restore),
            (self.tr("Later"), self._next),
            (self.tr("Discard the copy"), self._discard),
        )

    @Slot()
    def _ask_restore(self) -> None:
        self._files.when_safe(self._restore)

    def _restore(self) -> None:
        recovered = self._waiting[0]
        self._next()
        self._session.restore(recovered)
        self._banner.put_away()

    @Slot()
    def _next(self) -> None:
        self._waiting = self._waiting[1:]

    @Slot()
    def _discard(self) -> None:
        self._waiting[0].kept_at.unlink(missing_ok=True)
        self._next()
