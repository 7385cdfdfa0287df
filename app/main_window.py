"""The window: it wires session, bridge and page together and holds no logic of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QVBoxLayout, QWidget

from app.actions import Actions, menus
from app.author_actions import AuthorActions
from app.bridge.engine_bridge import EngineBridge
from app.context_actions import ContextActions
from app.context_files import local_files
from app.document_options import DocumentOptions
from app.document_session import DocumentSession
from app.file_actions import FileActions
from app.file_notices import FileNotices
from app.golden.review_entry import ReviewEntry
from app.model_opening import ModelOpening
from app.origin_notice import OriginNotice
from app.page import PageTools
from app.pages import PROMPT, Pages, PageSwitch
from app.pending_lines import commit_before
from app.profile_actions import ProfileActions
from app.prompt_actions import PromptActions
from app.prompt_page import PromptPage
from app.recovery_offers import RecoveryOffers
from app.schema_import import SchemaImport
from app.settings import Settings
from app.status import EngineStatus
from app.step_names import StepNames
from app.views.about_box import AboutBox
from app.views.action_palette import ActionPalette
from app.views.banner import Banner
from engine.document import Document
from engine.profile_library import ProfileLibrary
from engine.snapshot import Snapshot

FIRST_SIZE = (1440, 900)


class MainWindow(QMainWindow):
    """Show one session; `closed` is emitted once, when the window may go."""

    closed = Signal()

    def __init__(
        self,
        session: DocumentSession,
        bridge: EngineBridge,
        settings: Settings,
        library: ProfileLibrary,
        today: Callable[[], date],
    ) -> None:
        """Build everything and show the session's document."""
        super().__init__()
        self._session = session
        self._bridge = bridge
        self._settings = settings
        self._may_close = False
        models = ModelOpening(bridge.side_work(self), self)
        self.files = FileActions(session, settings, models, self)
        self._options = DocumentOptions(session, self)
        self.actions_table = Actions(self.palette(), self)
        commit_before(self.actions_table.all(), self)
        self.banner = Banner(self)
        self.imports = SchemaImport(session, self.banner, self)
        self._status = EngineStatus(self)
        self.pages = self._make_pages(library, today)
        self.page = self._prompt_page()
        self.setStatusBar(self._status)
        self.setCentralWidget(self._centre())
        self._recent = QMenu(self.tr("Open &recent"), self)
        self._build_menus()
        self._wire_session()
        self._wire_author()
        self._wire_actions()
        self._tie_pages()
        self._restore_layout()
        self._show_document(session.document)
        self._show_title()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close only after the question about unsaved changes was answered."""
        if not self._may_close:
            event.ignore()
            self.files.ask_close()
            return
        self._settings.set_layout("window", self.saveGeometry())
        self._settings.set_layout("page", self.page.saveState())
        self._settings.set_last_file(self._session.path)
        self._session.close()
        event.accept()
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.actions_table.retint(self.palette())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file that was dropped."""
        paths = local_files(event.mimeData())
        if paths:
            self.files.open_first(paths)

    @Slot(str)
    def say_failure(self, text: str) -> None:
        """Say in the banner what could not be done."""
        self.banner.say("error", text, (self.tr("Close"), self.banner.put_away))

    @Slot(str)
    def _say_left_out(self, text: str) -> None:
        self.banner.say("warning", text, (self.tr("Close"), self.banner.put_away))

    # Session and engine

    @Slot(object)
    def _show_document(self, document: Document) -> None:
        self.page.set_document(document)
        self._bridge.set_document(document)

    @Slot(object)
    def _show_snapshot(self, snapshot: Snapshot) -> None:
        self.page.set_snapshot(snapshot, stale=self._bridge.stale)
        self._status.set_snapshot(snapshot)

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        self.actions_table["stop"].setEnabled(busy)

    @Slot()
    def _stop(self) -> None:
        self._bridge.stop()
        self._status.set_activity(self.tr("stopped"))

    @Slot()
    def _show_title(self) -> None:
        path, file = self._session.path, self._session.file
        self.setWindowFilePath("" if file is None else str(file))
        name = self.tr("untitled") if path is None else path.name
        if path is not None and file is None:
            name = self.tr("{name} (copy)").format(name=name)
        self.setWindowTitle(f"{name}[*] — Loupe")
        self.setWindowModified(self._session.dirty)
        self.page.provenance.set_file(None if self._session.dirty else path)
        self.actions_table["reload"].setEnabled(path is not None)

    # Help

    @Slot()
    def _show_actions(self) -> None:
        toggles = self.page.dock_toggles()
        ActionPalette((*self.actions_table.all(), *toggles), self).open()

    @Slot()
    def _show_about(self) -> None:
        AboutBox(self).open()

    @Slot()
    def _fill_recent(self) -> None:
        self._recent.clear()
        for path in self._settings.recent_files():
            action = self._recent.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(partial(self.files.open, path))

    def _show_page(self, name: str) -> None:
        self.pages.show_page(name)

    # Building

    def _make_pages(self, library: ProfileLibrary, today: Callable[[], date]) -> Pages:
        self._tools = PageTools(
            self._session,
            self._bridge,
            self._settings,
            library,
            self.say_failure,
            self.banner.take_back,
            self._show_page,
            self.files.when_safe,
            self.actions_table,
            today,
        )
        return Pages(self._tools, self)

    def _prompt_page(self) -> PromptPage:
        page = self.pages[PROMPT]
        assert isinstance(page, PromptPage)
        return page

    def _centre(self) -> QWidget:
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        switch = PageSwitch(self.pages.actions_in_order(), centre)
        if self.menuBar().isNativeMenuBar():  # the screen's own has no corner
            column.addWidget(switch, 0, Qt.AlignmentFlag.AlignRight)
        else:
            self.menuBar().setCornerWidget(switch)
        column.addWidget(self.banner)
        column.addWidget(self.pages, 1)
        return centre

    def _build_menus(self) -> None:
        self._recent.aboutToShow.connect(self._fill_recent)
        for name, title in menus():
            menu = self.menuBar().addMenu(title)
            for action in self.actions_table.in_menu(name):
                if action is None:
                    menu.addSeparator()
                else:
                    menu.addAction(action)
            if name == "view":
                menu.addSeparator()
                menu.addActions(self.page.dock_toggles())
            if name == "file":
                menu.insertMenu(self.actions_table["open_model"], self._recent)
                menu.insertMenu(
                    self.actions_table["import_schema"], self.page.author.schema.starters_menu(menu)
                )

    def _wire_session(self) -> None:
        session, bridge = self._session, self._bridge
        self.setAcceptDrops(True)
        OriginNotice(session, self.banner, self)
        self.recoveries = RecoveryOffers(session, self.files, self.banner, self)
        session.document_replaced.connect(self.page.forget)
        session.document_changed.connect(self._show_document)
        session.dirty_changed.connect(self._show_title)
        session.path_changed.connect(self._show_title)
        bridge.snapshot_changed.connect(self._show_snapshot)
        bridge.busy_changed.connect(self._show_busy)
        bridge.stale_changed.connect(self._status.set_stale)
        self.pages.status_changed.connect(self._status.set_page)
        self.files.begun.connect(self.banner.put_away)
        self.files.failed.connect(self.say_failure)
        notices = FileNotices(session, self.files, self.banner, self)
        notices.failed.connect(self.say_failure)
        self.files.left_out.connect(self._say_left_out)
        self.files.models.activity.connect(self._status.set_activity)
        self.files.may_close.connect(self._close_now)

    def _wire_author(self) -> None:
        session, author = self._session, self.page.author
        author.schema.schema_edited.connect(session.edit_schema)
        author.schema.starter_chosen.connect(self.imports.start_from)
        author.schema.import_file_asked.connect(self.imports.ask_file)
        author.schema.import_clipboard_asked.connect(self.imports.from_clipboard)
        author.profile_box.profile_chosen.connect(session.choose_profile)
        author.profile_box.scoring_chosen.connect(session.choose_scoring)
        author.profile_box.hardened_chosen.connect(self._options.set_hardened)
        self.page.problems.hide_asked.connect(self._options.hide)
        self.page.problems.show_asked.connect(self._options.show)
        author.contexts.data_edited.connect(session.edit_context)
        author.contexts.activated.connect(session.activate_context)
        author.contexts.add_requested.connect(session.add_context)
        author.contexts.rename_requested.connect(session.rename_context)
        author.contexts.remove_requested.connect(session.remove_context)
        author.contexts.read_failed.connect(self.say_failure)
        self.page.model_requested.connect(self.files.ask_open_model)
        self.page.stop_requested.connect(self._stop)

    def _wire_actions(self) -> None:
        table, stack = self.actions_table, self._session.undo_stack
        for name, act in (
            ("new", self.files.new),
            ("open", self.files.ask_open),
            ("open_model", self.files.ask_open_model),
            ("save", self.files.save),
            ("save_as", self.files.ask_save_as),
            ("reload", self.files.reload),
            ("import_schema", self.imports.ask_file),
            ("paste_schema", self.imports.from_clipboard),
            ("quit", self.close),
            ("undo", stack.undo),
            ("redo", stack.redo),
            ("next_pane", partial(self.pages.step_pane, 1)),
            ("previous_pane", partial(self.pages.step_pane, -1)),
            ("next_difference", partial(self.pages.step_difference, 1)),
            ("previous_difference", partial(self.pages.step_difference, -1)),
            ("reset_layout", self.page.reset_layout),
            ("score", self._bridge.submit_now),
            ("stop", self._stop),
            ("actions", self._show_actions),
            ("about", self._show_about),
        ):
            table[name].triggered.connect(act)
        StepNames(table, stack, self)
        table["stop"].setEnabled(False)

    def _tie_pages(self) -> None:
        table, session, page = self.actions_table, self._session, self.page
        self._prompt_actions = PromptActions(table, page, self._settings)
        self._prompt_actions.failed.connect(self.say_failure)
        ReviewEntry(self.pages, table, session, self.banner)
        self._context_actions = ContextActions(table, session, page.author.contexts)
        AuthorActions(self.actions_table, self._tools, self._options, self.page)
        self._profile_actions = ProfileActions(table, self._tools, page)

    @Slot()
    def _close_now(self) -> None:
        self._may_close = True
        QTimer.singleShot(0, self.close)

    def _restore_layout(self) -> None:
        geometry = self._settings.layout("window")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            self.resize(*FIRST_SIZE)
        self.page.restore_layout(self._settings.layout("page"))
