"""What the banner says of a document that came from a file which is no document's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Slot

from app.document_session import DocumentSession
from app.golden.vector_path import is_vector
from app.views.banner import Banner


class OriginNotice(QObject):
    """Tell of bundles, and of vectors whose name the review does not know."""

    def __init__(self, session: DocumentSession, banner: Banner, parent: QObject) -> None:
        """Follow the session's file."""
        super().__init__(parent)
        self._session = session
        self._banner = banner
        session.path_changed.connect(self._tell)

    @Slot()
    def _tell(self) -> None:
        path, origin = self._session.path, self._session.origin
        if path is None or origin == "document" or is_vector(path):
            return
        bundle = self.tr("{0} is a bundle: this is the document in it, rendered now.")
        text = vector_sentence(path) if origin == "vector" else bundle.format(path.name)
        self._banner.say("info", text, (self.tr("Close"), self._banner.put_away))


def vector_sentence(path: Path) -> str:
    """Say that what is shown came from a golden vector's file."""
    text = QCoreApplication.translate(
        "OriginNotice", "{0} is a golden vector: this is its input, rendered now."
    )
    return text.format(path.name)
