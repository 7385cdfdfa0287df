"""The document's options as the window sets them: each change is a step of undo."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from app.document_session import DocumentSession
from engine.errors import Finding
from engine.findings.hidden import OPTION, hide, show


class DocumentOptions(QObject):
    """Turn what the views ask for into options of the session's document."""

    def __init__(self, session: DocumentSession, parent: QObject | None = None) -> None:
        """Take the session."""
        super().__init__(parent)
        self._session = session

    @Slot(bool)
    def set_hardened(self, hardened: bool) -> None:
        """Read control tokens in the user's texts as text, or as upstream does."""
        title = self.tr("harden tokenization") if hardened else self.tr("tokenize as upstream")
        self._session.set_option("hardened", "true" if hardened else None, title)

    @Slot(object, str)
    def hide(self, finding: Finding, reason: str) -> None:
        """Hide a finding at its place, with the reason why."""
        document = self._session.document
        option = hide(document.option(OPTION), finding, reason, document.context.name)
        self._session.set_option(OPTION, option, self.tr("hide {0}").format(finding.id))

    @Slot(object)
    def show(self, finding: Finding) -> None:
        """Show a hidden finding again."""
        document = self._session.document
        option = show(document.option(OPTION), finding, document.context.name)
        self._session.set_option(OPTION, option, self.tr("show {0}").format(finding.id))
