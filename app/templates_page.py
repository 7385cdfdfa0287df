"""Page 4: a chat template at the left, a conversation in the middle, the prompt at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.conversation_session import ConversationSession
from app.page import PageTools
from app.pause import pause_before
from app.views.conversation_editor import ConversationEditor
from app.views.template_bar import TemplateBar
from app.views.template_facts_view import TemplateFactsView
from app.views.template_result import TemplateResult
from app.views.template_source import TemplateSourceView
from engine.errors import LoupeError
from engine.profiles import CONTENTS_TEMPLATE, Profile
from engine.template_reporter import FullReport, ReportRequest, TemplateReporter
from engine.templates.as_profile import template_profile

DIM_AFTER_MS = 200
Origin = Path | Profile


class TemplatesPage(QWidget):
    """Open templates, edit a conversation, and see live what each makes of it."""

    status_changed = Signal()

    def __init__(self, tools: PageTools, parent: QWidget | None = None) -> None:
        """Build the views; the first template is opened when the page is first shown."""
        super().__init__(parent)
        self._tools = tools
        self._reporter = TemplateReporter()
        self._origin: Origin | None = None
        self._second: Origin | None = None
        self._report: FullReport | None = None
        self.conversation = ConversationSession(tools.session.undo_stack, self)
        self.bar = TemplateBar(self)
        self.source = TemplateSourceView(self)
        self.facts = TemplateFactsView(self)
        self.editor = ConversationEditor(self.conversation, self)
        self.result = TemplateResult(self)
        self._work = tools.bridge.side_work(self)
        self._dim = pause_before(self._show_stale, DIM_AFTER_MS, self)
        self.setAcceptDrops(True)
        self._lay_out()
        self._wire()
        self._list_origins()

    @property
    def busy(self) -> bool:
        """Say whether a report is still to come."""
        return self._work.busy

    @property
    def status(self) -> str:
        """Name the template and the size of what it makes."""
        template = None if self._report is None else self._report.template
        if template is None:
            return ""
        return "  ·  ".join(filter(None, (template.source.name, self.result.sizes.text())))

    def panes(self) -> tuple[QWidget, ...]:
        """List what F6 goes through."""
        return (
            self.bar.picker.combo,
            self.source,
            self.facts,
            self.editor.messages,
            self.editor.message.content,
            self.editor.json,
            *self.result.prompt.panes(),
            self.result.second.first,
            self.result.second.second,
        )

    @Slot(object)
    def open_template(self, origin: Origin) -> None:
        """Open a profile's template or a file, and render with it."""
        self._origin = origin
        if isinstance(origin, Path):
            self._tools.settings.add_recent_template(origin)
        self._list_origins()
        self.bar.set_busy()
        self._render()

    @Slot(object)
    def choose_second(self, origin: Origin | None) -> None:
        """Compare with another template, or with none."""
        self._second = origin
        if isinstance(origin, Path):
            self._tools.settings.add_recent_template(origin)
        self._list_origins()
        self._render()

    @Slot()
    def use_as_profile(self) -> None:
        """Render the document with this template, on page 1; it can be undone."""
        report = self._report
        if report is None or report.template is None or report.request.origin != self._origin:
            return
        profile = template_profile(self._origin, report.template.source, self._current_profile())
        builtin = profile in self._tools.profiles
        self._tools.session.choose_profile(profile.name if builtin else profile)
        self._tools.show_page("page_prompt")

    def showEvent(self, event: QShowEvent) -> None:
        """Open the document's template the first time."""
        super().showEvent(event)
        if self._origin is None:
            origins = self._profiles_with_templates()
            current = self._current_profile()
            self.open_template(current if current in origins else origins[0])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a file or a folder."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a template, or a conversation when it is a JSON file of another name."""
        for url in event.mimeData().urls()[:1]:
            self.open_file(Path(url.toLocalFile()))
        event.acceptProposedAction()

    def open_file(self, path: Path) -> None:
        """Open a conversation's JSON file, or a template from anything else."""
        if path.suffix != ".json" or path.name.startswith("tokenizer"):
            self.open_template(path)
            return
        try:
            self.conversation.open(path)
        except LoupeError as error:
            self._tools.say_failure(str(error))

    @Slot()
    def _render(self) -> None:
        if self._origin is None:
            return
        text, tokenizer = self.conversation.talk.text, self._current_profile().tokenizer
        self._work.start(
            self._reporter.job(ReportRequest(self._origin, text, self._second, tokenizer))
        )
        self._dim.start()

    @Slot(object)
    def _take(self, report: FullReport) -> None:
        self._report = report
        self.bar.set_report(report.template, report.problem)
        self.facts.set_report(report.template)
        template = report.template
        self.source.set_template("" if template is None else template.source.text)
        if template is None:
            self.result.set_problem(report.problem)
            self.source.mark_line(None)
        elif report.conversation is not None:
            self._dim.stop()
            self.result.set_report(report)
            self.source.mark_line(report.conversation.line or template.line)
        self.status_changed.emit()

    @Slot()
    def _finish(self) -> None:
        self._dim.stop()

    @Slot()
    def _show_stale(self) -> None:
        self.result.set_stale(True)

    def _current_profile(self) -> Profile:
        """Give the document's profile; the first one where its name is not known here."""
        wanted = self._tools.session.document.profile
        if isinstance(wanted, Profile):
            return wanted
        known = {one.name: one for one in self._tools.profiles}
        return known.get(wanted, self._tools.profiles[0])

    def _profiles_with_templates(self) -> tuple[Profile, ...]:
        return tuple(one for one in self._tools.profiles if one.template is not CONTENTS_TEMPLATE)

    def _list_origins(self) -> None:
        recent = self._tools.settings.recent_templates()
        listed: list[Origin] = [*self._profiles_with_templates(), *recent]
        listed += [one for one in (self._origin, self._second) if one and one not in listed]
        self.bar.picker.set_origins(tuple(listed), self._origin)
        self.result.second.picker.set_origins((None, *listed), self._second)

    def _lay_out(self) -> None:
        left = QSplitter(Qt.Orientation.Vertical, self)
        left.addWidget(self.source)
        left.addWidget(self.facts)
        left.setStretchFactor(0, 3)
        left.setStretchFactor(1, 2)
        columns = QSplitter(Qt.Orientation.Horizontal, self)
        for part, share in ((left, 4), (self.editor, 3), (self.result, 5)):
            columns.addWidget(part)
            columns.setStretchFactor(columns.count() - 1, share)
        columns.setSizes([400, 300, 500])
        for splitter in (left, columns):
            splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(columns, 1)

    def _wire(self) -> None:
        self.bar.picker.chosen.connect(self.open_template)
        self.bar.profile_requested.connect(self.use_as_profile)
        self.result.second.picker.chosen.connect(self.choose_second)
        self.editor.failed.connect(self._tools.say_failure)
        self.conversation.changed.connect(self._render)
        self._work.stepped.connect(self._take)
        self._work.ended.connect(self._finish)
