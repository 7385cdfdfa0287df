"""The actions on the prompt's views: find, copy, save, which views are shown, the baseline."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from app.actions import Actions
from app.prompt_page import PromptPage
from app.settings import Settings
from app.views.view_stack import NAMES
from engine.atomic_file import write_atomic
from engine.complaint import os_complaint

COPIES = (
    "copy_text",
    "copy_hex",
    "copy_escaped",
    "copy_python_bytes",
    "copy_python_str",
    "copy_ids",
)


class PromptActions(QObject):
    """Tie the table's actions to a page; remember the views that are shown."""

    failed = Signal(str)

    def __init__(self, table: Actions, page: PromptPage, settings: Settings) -> None:
        """Wire everything and show the views that were shown last."""
        super().__init__(page)
        self._table, self._page, self._settings = table, page, settings
        self._stack = page.prompt.stack
        self._wire()
        self._restore()
        self._stack.views_changed.connect(self._remember)
        self._follow_views()

    @Slot()
    def ask_save(self) -> None:
        """Ask for the file to write the prompt's bytes to."""
        if self._page.prompt.content is None:
            return
        dialog = QFileDialog(self._page, self.tr("Save the prompt"))
        dialog.setObjectName("save_prompt")
        dialog.setNameFilters([self.tr("Bytes (*.bin)"), self.tr("All files (*)")])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("bin")
        dialog.fileSelected.connect(self.save)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def save(self, name: str) -> None:
        """Write the prompt's bytes to a file in one step."""
        content = self._page.prompt.content
        if content is None:
            return
        try:
            write_atomic(Path(name), content.prompt.data)
        except OSError as error:
            self.failed.emit(os_complaint(error))

    def _wire(self) -> None:
        prompt, decisions = self._page.prompt, self._page.decisions
        for name, act in (
            ("find", prompt.show_find),
            ("find_next", prompt.find_next),
            ("find_previous", prompt.find_previous),
            ("go_to", prompt.show_go_to),
            ("save_prompt", self.ask_save),
            *((name, getattr(prompt, name)) for name in COPIES),
            *((f"view_{name}", partial(self._stack.show_above, name)) for name in NAMES),
            *((f"below_{name}", partial(self._show_below, name)) for name in NAMES),
        ):
            self._table[name].triggered.connect(act)
        for name in (*(f"view_{name}" for name in NAMES), *(f"below_{name}" for name in NAMES)):
            self._table[name].setCheckable(True)
        wrap = self._table["word_wrap"]
        wrap.setCheckable(True)
        wrap.toggled.connect(self._set_word_wrap)
        pin = self._table["pin_baseline"]
        pin.setCheckable(True)
        pin.setEnabled(decisions.can_pin)
        pin.triggered.connect(decisions.pin)
        decisions.pinned_changed.connect(pin.setChecked)
        decisions.can_pin_changed.connect(pin.setEnabled)
        for view in (prompt.area, prompt.tokens, prompt.bytes):
            view.addActions(self._context_actions())

    @Slot(bool)
    def _set_word_wrap(self, on: bool) -> None:
        self._page.prompt.area.set_word_wrap(on)
        self._settings.set_word_wrap(on)

    def _context_actions(self) -> list[QAction]:
        """List what a right click on a view offers."""
        bar = QAction(self)
        bar.setSeparator(True)
        names = ("find", "go_to", "save_prompt")
        return [self._table[name] for name in COPIES] + [bar] + [self._table[n] for n in names]

    def _show_below(self, name: str) -> None:
        self._stack.show_below("" if name == self._stack.below else name)

    def _restore(self) -> None:
        words = self._settings.word_wrap()
        self._table["word_wrap"].setChecked(words)
        self._page.prompt.area.set_word_wrap(words)
        names = [name for name in self._settings.views() if name in NAMES]
        if names:
            self._stack.show_above(names[0])
            self._stack.show_below(names[1] if names[1:] and names[1] != names[0] else "")

    @Slot()
    def _remember(self) -> None:
        names = (self._stack.above, self._stack.below)
        self._settings.set_views(tuple(filter(None, names)))
        self._follow_views()

    def _follow_views(self) -> None:
        """Check the actions of the views that are shown."""
        for name in NAMES:
            self._table[f"view_{name}"].setChecked(name == self._stack.above)
            self._table[f"below_{name}"].setChecked(name == self._stack.below)
