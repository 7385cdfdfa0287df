"""The application: names, look, bug reports, the first document, and the one way out."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path
from uuid import uuid4

import platformdirs
from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QSettings, QTranslator, Signal, Slot
from PySide6.QtWidgets import QApplication

from app.bridge.engine_bridge import EngineBridge
from app.bug_report import BugReporter
from app.clock import local_today
from app.document_session import DocumentSession
from app.first_paint import FirstPaint
from app.icons import application_icon
from app.interrupt import Interrupt
from app.main_window import MainWindow
from app.model_opening import is_model
from app.recovery import RecoveryFolder
from app.settings import Settings
from app.theme import Theme, apply_theme
from app.views.clipboard import leave_plain_text
from engine.resources import shipped
from engine.runner import EngineLike
from engine.workspace import Workspace, open_workspace

NAME = "loupe"
ENGINE_NICENESS = 5
SWITCH_INTERVAL = 0.001  # seconds; the engine thread must not hold the window up
OpenEngine = Callable[[], EngineLike]


def make_application(theme: Theme) -> QApplication:
    """Make the QApplication with Loupe's names, icon, style and language."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    application = QApplication([NAME])
    application.setApplicationName(NAME)
    application.setApplicationDisplayName("Loupe")
    application.setOrganizationName(NAME)
    application.setDesktopFileName(NAME)
    application.setWindowIcon(application_icon())
    apply_theme(application, theme)
    style = shipped("resources", "style.qss").read_text(encoding="utf-8")
    application.setStyleSheet(style)
    _translate(application)
    return application


def open_engine() -> EngineLike:
    """Open the real engine, on the thread that calls."""
    yield_to_window()
    return open_workspace().engine(local_today())


def yield_to_window() -> None:
    """Let the window's thread go before this one, and before the threads that it starts."""
    if sys.platform == "linux":  # elsewhere a thread has no such number of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), ENGINE_NICENESS)


class Loupe(QObject):
    """Own the session, the bridge and the window, from the first document to the exit."""

    ended = Signal(bool)

    def __init__(
        self,
        workspace: Workspace,
        folder: Path,
        settings: Settings,
        open_engine: OpenEngine = open_engine,
        today: Callable[[], date] = local_today,
    ) -> None:
        """Build everything; `folder` keeps unsaved work, `today` dates what is accepted."""
        super().__init__()
        self.recovery = RecoveryFolder(folder, uuid4().hex, workspace.golden_profile)
        self.session = DocumentSession(self.recovery, workspace.golden_profile, self)
        self.bridge = EngineBridge(open_engine, self)
        self.settings = settings
        self.window = MainWindow(self.session, self.bridge, settings, workspace.library, today)
        self._problems = "\n".join(workspace.library.problems)
        self.window.closed.connect(self.bridge.close)
        self.session.keeping_refused.connect(self._say_not_kept)
        self.bridge.closed.connect(self.ended)

    def open_first(self, path: Path | None) -> None:
        """Open the file, or what was open last, or the example; offer unsaved work."""
        last = self.settings.last_file()
        if path is None and last is not None and last.is_file():
            path = last
        self.open_or_example(path or example())
        if self._problems and self.window.banner.isHidden():
            self.window.say_failure(self._problems)
        self.window.recoveries.offer(self.recovery.left_behind())

    def open_or_example(self, path: Path) -> None:
        """Open a file; the example too when it is a model, which says how to render, not what,
        or when it cannot be opened.
        """
        if path == example():
            self.session.open_copy(path)
            return
        if not is_model(path):
            self.window.files.open(path)
        if self.session.path is None:
            self.session.open_copy(example())
        if is_model(path):
            self.window.files.open(path)

    @Slot(str)
    def _say_not_kept(self, reason: str) -> None:
        said = self.tr(
            "Unsaved work cannot be kept in case of a crash: {reason}. Save the document now."
        )
        self.window.say_failure(said.format(reason=reason))


def example() -> Path:
    """Give the path of the document that the first start shows."""
    return shipped("resources", "examples", "credit-risk.loupe.json")


def run_window(
    path: Path | None,
    *,
    theme: Theme = "system",
    debug: bool = False,
    open_engine: OpenEngine = open_engine,
) -> int:
    """Show the window until it is closed; gives the process's exit code."""
    application = make_application(theme)
    interrupt = Interrupt(application)
    application.setQuitOnLastWindowClosed(False)
    log = platformdirs.user_log_path(NAME) / "loupe.log"
    reporter = BugReporter(log, debug=debug)
    reporter.install()
    settings = Settings(QSettings(NAME, NAME))
    folder = platformdirs.user_state_path(NAME) / "recovery"
    loupe = Loupe(open_workspace(), folder, settings, open_engine)
    loupe.bridge.failed.connect(reporter.report)
    interrupt.happened.connect(loupe.session.keep)
    interrupt.happened.connect(loupe.bridge.close)
    way_out = WayOut(application, settings, interrupt)
    loupe.ended.connect(way_out.leave)
    loupe.bridge.hold()  # opening a tokenizer keeps the interpreter busy: the window comes first
    FirstPaint(loupe.window).painted.connect(loupe.bridge.release)
    loupe.open_first(path)
    loupe.window.show()
    code = interrupt.exit_code(application.exec())
    interrupt.close()
    leave_plain_text()
    return code


class WayOut(QObject):
    """End the process: through the event loop, or at once when a forward pass holds the engine."""

    def __init__(self, application: QApplication, settings: Settings, interrupt: Interrupt) -> None:
        """Keep what must be written before the end, and what decides the exit code."""
        super().__init__(application)
        self._application = application
        self._settings = settings
        self._interrupt = interrupt

    @Slot(bool)
    def leave(self, ended: bool) -> None:
        """Quit; when the engine thread did not end in time there is no way to stop it."""
        self._settings.flush()
        if not ended:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(self._interrupt.exit_code(0))
        self._application.exit(0)


def _translate(application: QApplication) -> None:
    """Load Qt's own and Loupe's translations for the system's language, where there are any."""
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    own_folder = str(shipped("resources", "translations"))
    for name, folder in (("qtbase", qt_folder), (NAME, own_folder)):
        translator = QTranslator(application)
        if translator.load(QLocale.system(), name, "_", folder):
            application.installTranslator(translator)
