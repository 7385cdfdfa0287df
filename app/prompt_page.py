"""Page 1: what one writes at the left, the prompt in the middle, the decisions at the right."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from app.last_good import LastGood
from app.views.author_column import AuthorColumn
from app.views.decisions import DecisionsView
from app.views.problem_text import ProblemsPane
from app.views.problems import ProblemsView
from app.views.profile_editor import ProfileEditor
from app.views.prompt_view import PromptView
from app.views.provenance import ProvenanceView
from engine.document import Document
from engine.errors import Finding, Place
from engine.profiles import Profile
from engine.prompt.parts import bytes_of_part, part_at_byte
from engine.prompt.segments import OwnerKind
from engine.snapshot import Pending, Snapshot

Area = Qt.DockWidgetArea
LEFT, RIGHT, BOTTOM = 0.27, 0.25, 0.17  # shares of the page that the docks take at first
NARROWEST = 18  # em: the form fits


@dataclass(frozen=True, slots=True)
class Docks:
    """What stands around the prompt."""

    author: QDockWidget
    profile: QDockWidget
    decisions: QDockWidget
    problems: QDockWidget
    provenance: QDockWidget

    def all(self) -> tuple[QDockWidget, ...]:
        """List the docks in reading order."""
        return (self.author, self.profile, self.decisions, self.problems, self.provenance)


class PromptPage(QMainWindow):
    """Lay out the views of one document; they are told what to show and say what was asked."""

    model_requested = Signal()
    stop_requested = Signal()

    def __init__(self, profiles: tuple[Profile, ...], parent: QWidget | None = None) -> None:
        """Build the views and docks."""
        super().__init__(parent, Qt.WindowType.Widget)
        self.author = AuthorColumn(profiles, self)
        self.profile_editor = ProfileEditor(self)
        self.prompt = PromptView(self)
        self.tokens = self.prompt.tokens
        self.decisions = DecisionsView(self)
        self.problems = ProblemsView(self)
        self.provenance = ProvenanceView(self, profiles)
        self._good = LastGood()
        self._typed = False  # in the context, since the prompt was shown
        self.setCentralWidget(self.prompt)
        self._docks = Docks(
            self._dock("author", self.tr("Author"), self.author, Area.LeftDockWidgetArea),
            self._dock("profile", self.tr("Profile"), self.profile_editor, Area.LeftDockWidgetArea),
            self._dock("decisions", self.tr("Decisions"), self.decisions, Area.RightDockWidgetArea),
            self._dock(
                "problems",
                self.tr("Problems"),
                ProblemsPane(self.problems, self),
                Area.BottomDockWidgetArea,
            ),
            self._dock(
                "provenance", self.tr("Provenance"), self.provenance, Area.BottomDockWidgetArea
            ),
        )
        self.setTabPosition(Area.BottomDockWidgetArea, QTabWidget.TabPosition.North)
        self.setDockOptions(self.DockOption.AllowTabbedDocks | self.DockOption.AllowNestedDocks)
        self._placed = False
        self._wire()
        self.reset_layout()

    @Slot()
    def forget(self) -> None:
        """Show nothing that was known of the last document: another one comes."""
        self.author.schema.forget()
        self.problems.set_findings(())
        self.decisions.forget()
        self.provenance.forget()
        self._show(LastGood())

    def set_document(self, document: Document) -> None:
        """Show a document where it is edited; what is shown of an older one is stale."""
        self.author.set_document(document)
        self.problems.set_stale(True)
        self.provenance.age()
        self._show(self._good.aged())

    def set_snapshot(self, snapshot: Snapshot, *, stale: bool) -> None:
        """Show what the engine knows; `stale` when the document has changed since."""
        self._show(self._good.follow(snapshot, stale=stale))
        scoring = isinstance(snapshot.scores, Pending)
        if self._typed and not self._good.prompt.stale:
            self._typed = False
            self._show_typed()
        self.problems.set_findings(
            snapshot.findings, kept=self._good.score_findings if scoring else ()
        )
        self.problems.set_stale(stale)
        if not stale:
            self.author.set_findings(tuple(one for one in snapshot.findings if not one.hidden))
        self.decisions.set_activity(snapshot.activity)
        if self._good.scores.value is None:
            self.decisions.forget()
        self.decisions.set_slot(snapshot.scores)
        self.decisions.set_stale(self._good.scores.stale)
        self.provenance.set_snapshot(snapshot, stale=stale)

    def set_profiles(self, profiles: tuple[Profile, ...]) -> None:
        """Offer other profiles."""
        self.author.profile_box.set_profiles(profiles)
        self.provenance.set_profiles(profiles)

    def dock_toggles(self) -> tuple[QAction, ...]:
        """List the actions that close docks and bring them back."""
        return tuple(dock.toggleViewAction() for dock in self._docks.all())

    def show_author(self) -> None:
        """Bring the column where one writes to the front."""
        self._docks.author.show()
        self._docks.author.raise_()

    def show_profile_editor(self) -> None:
        """Bring the profile's editor to the front."""
        dock = self._docks.profile
        dock.show()
        dock.raise_()
        self.profile_editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def panes(self) -> tuple[QWidget, ...]:
        """List what F6 goes through, in reading order."""
        return (
            self.author.schema,
            self.author.contexts.editor,
            self.profile_editor,
            *self.prompt.panes(),
            self.decisions,
            self.problems,
            self.provenance,
        )

    @Slot()
    def reset_layout(self) -> None:
        """Put every dock back to its first place and size."""
        docks = self._docks
        for dock in docks.all():
            dock.setFloating(False)
            dock.setVisible(dock is not docks.profile)
        self.tabifyDockWidget(docks.author, docks.profile)
        self.tabifyDockWidget(docks.problems, docks.provenance)
        docks.problems.raise_()
        widths = [round(LEFT * self.width()), round(RIGHT * self.width())]
        self.resizeDocks([docks.author, docks.decisions], widths, Qt.Orientation.Horizontal)
        self.resizeDocks([docks.problems], [round(BOTTOM * self.height())], Qt.Orientation.Vertical)

    def restore_layout(self, state: QByteArray) -> None:
        """Put the docks where they were when the window was last closed."""
        if not state.isEmpty():
            self._placed = self.restoreState(state)

    def showEvent(self, event: QShowEvent) -> None:
        """Size the docks once the page has its own size, unless they were restored."""
        super().showEvent(event)
        if not self._placed:
            self._placed = True
            QTimer.singleShot(0, self.reset_layout)

    def select_bytes(self, start: int, end: int, source: QWidget | None = None) -> None:
        """Select bytes of the prompt in every view but the one that they were selected in."""
        self.prompt.select_bytes(start, end, source)

    @Slot(object)
    def go_to(self, finding: Finding) -> None:
        """Show what a finding is about: its place in the schema, else its bytes."""
        where = finding.where
        if where.byte_start is not None and where.byte_end is not None:
            self.select_bytes(where.byte_start, where.byte_end)
        if where.owner == "schema" and where.source_start is not None:
            self.author.schema.go_to(finding)
        elif where.owner == "context":
            self._go_to_context(where)

    def _go_to_context(self, where: Place) -> None:
        """Select bytes of the prompt where the context is written."""
        start = self._context_start()
        if start is None or where.byte_start is None or where.byte_end is None:
            self.author.contexts.editor.setFocus()
        else:
            self.author.contexts.select_bytes(where.byte_start - start, where.byte_end - start)

    def _context_start(self) -> int | None:
        """Find where the context begins in the prompt; None where it is not shown as it is."""
        prompt = self._good.prompt
        owned = () if prompt.value is None or prompt.stale else prompt.value.segments
        return next((s.byte_start for s in owned if s.owner.kind is OwnerKind.CONTEXT), None)

    @Slot()
    def _note_typed(self) -> None:
        self._typed = True

    def _show_typed(self) -> None:
        """Scroll the prompt to where the context's caret is."""
        start = self._context_start()
        if start is not None:
            self.prompt.stack.show_byte(start + self.author.contexts.caret_byte)

    @Slot(str, str, object)
    def _select_part(self, field: str, part: str, index: int | None) -> None:
        """Select the bytes of a part of the schema."""
        prompt = self._good.prompt.value
        found = prompt and bytes_of_part(prompt.segments, field, part, index)
        if found:
            self.select_bytes(*found)

    @Slot(int, int)
    def _follow_bytes(self, start: int, _end: int) -> None:
        """Select the part of the schema that owns the first selected byte."""
        prompt = self._good.prompt.value
        owner = prompt and part_at_byte(prompt.segments, start)
        if owner and owner.field is not None:
            self.author.schema.select_part(owner.field, owner.part or "", owner.index)

    @Slot(str)
    def _name_problems(self, title: str) -> None:
        self._docks.problems.setWindowTitle(title)

    def _show(self, good: LastGood) -> None:
        self._good = good
        stale = good.prompt.stale or good.tokens.stale
        self.prompt.set_content(good.prompt.value, good.tokens.value)
        self.prompt.set_stale(good.prompt.stale, tokens=stale)
        self.decisions.set_stale(good.scores.stale)
        self.author.set_good(good)

    def _wire(self) -> None:
        self.problems.finding_activated.connect(self.go_to)
        self.decisions.model_requested.connect(self.model_requested)
        self.decisions.stop_requested.connect(self.stop_requested)
        self.author.contexts.data_edited.connect(self._note_typed)
        self.problems.title_changed.connect(self._name_problems)
        self.author.schema.part_selected.connect(self._select_part)
        self.prompt.selection_changed.connect(self._follow_bytes)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        if area == Area.BottomDockWidgetArea:
            dock.setTitleBarWidget(QWidget(dock))  # its tab is title enough
        else:
            widget.setMinimumWidth(NARROWEST * self.fontMetrics().height())
        self.addDockWidget(area, dock)
        return dock
