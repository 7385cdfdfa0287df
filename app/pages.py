"""The window's pages in one table, and the stack that shows one of them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QWidget

from app.page import Differences, Page, PageRow, PageTools, Reporting, Working
from app.prompt_page import PromptPage

PROMPT = "page_prompt"
REVIEW = "page_review"


# The code of the other pages is imported with the first visit: the window is painted sooner.
def _review(tools: PageTools) -> QWidget:
    from app.golden.review_page import ReviewPage

    return ReviewPage(tools)


def _compare(tools: PageTools) -> QWidget:
    from app.compare_page import ComparePage

    return ComparePage(tools)


def _templates(tools: PageTools) -> QWidget:
    from app.templates_page import TemplatesPage

    return TemplatesPage(tools)


TABLE: tuple[PageRow, ...] = (
    PageRow(PROMPT, lambda tools: PromptPage(tools.profiles)),
    PageRow(REVIEW, _review),
    PageRow("page_compare", _compare),
    PageRow("page_templates", _templates),
)


class Pages(QStackedWidget):
    """Hold the table's pages; each is built when it is first shown.

    `status_changed` carries the shown page's line for the status bar; None where the prompt's
    costs belong.
    """

    page_shown = Signal(str)
    status_changed = Signal(object)

    def __init__(self, tools: PageTools, parent: QWidget | None = None) -> None:
        """Build the first page; the others wait until their action is triggered."""
        super().__init__(parent)
        self._tools = tools
        self._rows = {row.action: row for row in TABLE}
        self._built: dict[str, QWidget] = {}
        self._actions = {name: tools.actions[name] for name in self._rows}
        group = QActionGroup(self)
        for name, action in self._actions.items():
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(partial(self.show_page, name))
        self.show_page(TABLE[0].action)

    def __getitem__(self, name: str) -> QWidget:
        """Give a page, built if it was not."""
        if name not in self._built:
            page = self._rows[name].build(self._tools)
            self._built[name] = page
            self.addWidget(page)
            if isinstance(page, Reporting):
                page.status_changed.connect(self._tell_status)
        return self._built[name]

    def show_page(self, name: str, _checked: bool = False) -> None:
        """Show a page and mark its action."""
        page = self[name]
        self._actions[name].setChecked(True)
        if page is not self.currentWidget():
            self.setCurrentWidget(page)
            self.page_shown.emit(name)
            self._tell_status()

    @property
    def status(self) -> str | None:
        """Give the shown page's line for the status bar; None where the prompt's costs belong."""
        page = self.currentWidget()
        if page is self._built.get(PROMPT):
            return None
        return page.status if isinstance(page, Reporting) else ""

    @Slot()
    def _tell_status(self) -> None:
        self.status_changed.emit(self.status)

    def shown(self) -> str:
        """Give the action's id of the page that is shown."""
        return next(name for name, page in self._built.items() if page is self.currentWidget())

    def actions_in_order(self) -> tuple[QAction, ...]:
        """List the actions that show the pages."""
        return tuple(self._actions.values())

    def step_difference(self, step: int) -> None:
        """Go through the differences of the page that is shown, if it has any."""
        page = self.currentWidget()
        if isinstance(page, Differences):
            page.step_difference(step)

    @property
    def busy(self) -> bool:
        """Say whether the page that is shown waits for work of its own."""
        page = self.currentWidget()
        return isinstance(page, Working) and page.busy

    def panes(self) -> tuple[QWidget, ...]:
        """List the panes of the page that is shown."""
        page = self.currentWidget()
        return page.panes() if isinstance(page, Page) else ()

    def step_pane(self, step: int) -> None:
        """Give the keyboard to the next (1) or the previous (-1) visible pane, round and round."""
        panes = [pane for pane in self.panes() if pane.isVisible()]
        focused = self.window().focusWidget() or self
        holding = [
            index
            for index, pane in enumerate(panes)
            if pane is focused or pane.isAncestorOf(focused)
        ]
        first = -1 if step > 0 else 0
        index = (holding[0] if holding else first) + step
        if panes:
            panes[index % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)


class PageSwitch(QWidget):
    """One button a page, in the corner of the menu bar."""

    def __init__(self, actions: tuple[QAction, ...], parent: QWidget | None = None) -> None:
        """Make a button of each action."""
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(0)
        for action in actions:
            button = QToolButton(self)
            button.setDefaultAction(action)
            button.setAutoRaise(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
