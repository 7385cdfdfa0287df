"""The left column: profile and scoring, the schema's text, the contexts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from app.last_good import LastGood
from app.views.context_editor import ContextEditor
from app.views.profile_box import ProfileBox
from app.views.profile_notes import ProfileNotes
from app.views.schema_panel import SchemaPanel
from engine.document import Document
from engine.errors import Finding
from engine.profiles import Profile
from engine.prompt.positions import tokens_between
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import OwnerKind
from engine.snapshot import TokenView

SCHEMA_SHARE, CONTEXT_SHARE = 3, 2


class AuthorColumn(QWidget):
    """Lay out what one edits, and show a document in it."""

    def __init__(self, profiles: tuple[Profile, ...], parent: QWidget | None = None) -> None:
        """Build the three parts."""
        super().__init__(parent)
        self.profile_box = ProfileBox(profiles, self)
        self.profile_notes = ProfileNotes(self)
        self.schema = SchemaPanel(self)
        self.contexts = ContextEditor(self)
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(_titled(self.tr("&Schema"), self.schema, self.schema))
        self._splitter.addWidget(_titled(self.tr("Con&text"), self.contexts, self.contexts.editor))
        self._splitter.setStretchFactor(0, SCHEMA_SHARE)
        self._splitter.setStretchFactor(1, CONTEXT_SHARE)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.profile_box)
        column.addWidget(self.profile_notes)
        column.addWidget(self._splitter, 1)

    def set_document(self, document: Document) -> None:
        """Show a document."""
        self.profile_box.set_choice(document.profile, document.scoring)
        self.profile_box.set_hardened(document.hardened)
        self.schema.set_schema_text(document.schema_text, document.good_schema_text)
        self.contexts.set_contexts(document.contexts, document.active)

    def set_findings(self, findings: tuple[Finding, ...]) -> None:
        """Show the findings that have a place here."""
        self.schema.set_findings(findings)

    def set_good(self, good: LastGood) -> None:
        """Show what is known about the prompt that the document makes."""
        prompt, tokens = good.prompt.value, good.tokens.value
        self.profile_box.set_revisions(prompt, tokens, stale=good.prompt.stale)
        fresh = not (good.prompt.stale or good.tokens.stale)
        self.contexts.set_token_count(context_tokens(prompt, tokens) if fresh else None)


def context_tokens(prompt: RenderedPrompt | None, tokens: TokenView | None) -> int | None:
    """Count the tokens that hold a byte of the context."""
    if prompt is None or tokens is None:
        return None
    owned = [one for one in prompt.segments if one.owner.kind is OwnerKind.CONTEXT]
    if not owned:
        return 0
    start, end = owned[0].byte_start, owned[-1].byte_end
    return len(tokens_between(tokens.tokenization.tokens, start, end))


def _titled(title: str, part: QWidget, focus: QWidget) -> QWidget:
    holder = QWidget()
    heading = QLabel(title, holder)
    heading.setObjectName("heading")
    heading.setBuddy(focus)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(heading)
    column.addWidget(part, 1)
    return holder
