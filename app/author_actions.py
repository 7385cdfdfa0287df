"""The actions on the schema's form, the way of scoring, and what the problems hide."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QActionGroup

from app.actions import Actions
from app.author_action_rows import SCHEMA_ROWS
from app.document_options import DocumentOptions
from app.page import PageTools
from app.pages import PROMPT
from app.prompt_page import PromptPage
from engine.document import Document
from engine.errors import Finding

PREFIX = "schema_"


class AuthorActions(QObject):
    """Tie the table to what the left column and the problems offer by buttons and keys."""

    def __init__(
        self, table: Actions, tools: PageTools, options: DocumentOptions, page: PromptPage
    ) -> None:
        """Wire everything and follow the document, the selected part and the selected problem."""
        super().__init__(page)
        self._table, self._tools, self._page = table, tools, page
        session, problems = tools.session, page.problems
        acts: dict[str, Callable[..., object]] = {
            **{row.id: partial(self._command, row.id) for row in SCHEMA_ROWS},
            "score_labels": partial(session.choose_scoring, "labels"),
            "score_slots": partial(session.choose_scoring, "slots"),
            "hardened": options.set_hardened,
            "finding_hide": problems.hide_action.trigger,
            "finding_show": problems.show_action.trigger,
            "findings_hidden": problems.list_hidden_action.trigger,
        }
        for name in ("score_labels", "score_slots", "hardened", "findings_hidden"):
            table[name].setCheckable(True)
        for row in SCHEMA_ROWS:  # the form takes the keys itself; nothing else may
            table[row.id].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        scorings = QActionGroup(self)
        for name in ("score_labels", "score_slots"):
            scorings.addAction(table[name])
        for name, act in acts.items():
            table[name].triggered.connect(act)
        problems.list_hidden_action.toggled.connect(table["findings_hidden"].setChecked)
        problems.finding_chosen.connect(self._enable_hiding)
        page.author.schema.form.part_shown.connect(self._enable_editing)
        session.document_changed.connect(self._check)
        self._enable_hiding(None)
        self._enable_editing()
        self._check(session.document)

    def _command(self, name: str) -> None:
        """Do to the form's selected part what its button does, with the form in front."""
        self._tools.show_page(PROMPT)
        self._page.show_author()
        self._page.author.schema.command(name.removeprefix(PREFIX))

    @Slot()
    def _enable_editing(self) -> None:
        form = self._page.author.schema.form
        for row in SCHEMA_ROWS:
            self._table[row.id].setEnabled(form.buttons.allows(row.id.removeprefix(PREFIX)))

    @Slot(object)
    def _enable_hiding(self, finding: Finding | None) -> None:
        hidden = finding is not None and bool(finding.hidden)
        self._table["finding_hide"].setEnabled(finding is not None and not hidden)
        self._table["finding_show"].setEnabled(hidden)

    @Slot(object)
    def _check(self, document: Document) -> None:
        for scoring in ("labels", "slots"):
            self._table[f"score_{scoring}"].setChecked(document.scoring == scoring)
        self._table["hardened"].setChecked(document.hardened)
