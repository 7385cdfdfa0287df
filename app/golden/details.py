"""What stands below a difference: its cause, the list of changes, other keys, the plans."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QTabWidget, QVBoxLayout, QWidget

from app.golden.diff_view import DiffView
from app.models.compare_rows import Mode
from app.models.diff_source import Look
from app.models.difference_model import DifferenceModel, OwnerOf
from app.models.key_model import KeyModel
from app.views.table import Table
from engine.golden.comparison import VectorComparison
from engine.golden.laid import Laid
from engine.prompt.segments import segment_at

MARGIN = 6
DIFFERENCE_WIDTHS = (18, 31, 19, 30)
KEY_WIDTHS = (24, 18, 48)


class Details(QWidget):
    """Explain the vector on screen; `change_chosen` carries a change's number."""

    change_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Lay the parts out, empty."""
        super().__init__(parent)
        self.cause = QLabel(self)
        self.cause.setWordWrap(True)
        self.cause.setTextFormat(Qt.TextFormat.PlainText)
        self.cause.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cause.setAccessibleName(self.tr("Cause"))
        self.cause.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self.difference_model = DifferenceModel(self)
        self.key_model = KeyModel(self)
        self.differences = _Rows(self.difference_model, self)
        self.differences.set_widths(*DIFFERENCE_WIDTHS)
        self.differences.setAccessibleName(self.tr("Differences"))
        self.keys = _Rows(self.key_model, self)
        self.keys.set_widths(*KEY_WIDTHS)
        self.keys.setAccessibleName(self.tr("Other keys"))
        self.plan = DiffView(self.tr("Plan difference"), self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(self.tr("Details of the difference"))
        for widget in (self.differences, self.keys, self.plan):
            self.tabs.addTab(widget, "")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.cause)
        column.addWidget(self.tabs, 1)
        self._laid: Laid | None = None
        self.differences.selectionModel().currentRowChanged.connect(self._choose)
        self._following = False
        self._name_tabs()

    def panes(self) -> tuple[QWidget, ...]:
        """List what can be gone through with F6."""
        return (self.tabs.currentWidget(),)

    def set_laid(self, laid: Laid | None, mode: Mode) -> None:
        """Explain a comparison whose difference is shown in a mode."""
        self._laid = laid
        comparison = None if laid is None else laid.comparison
        self.cause.setText("" if laid is None else self._cause_text(laid))
        self.cause.setVisible(bool(self.cause.text()))
        self.key_model.set_rows(() if comparison is None else comparison.keys)
        self._show_plan(laid)
        self.set_mode(mode)
        self._open_tab(laid)

    def set_mode(self, mode: Mode) -> None:
        """List the changes that next and previous go through."""
        laid = self._laid
        self._following = True
        if laid is None or laid.text is None or not laid.has_both:
            self.difference_model.set_text(None, _no_owner)
        elif mode is Mode.TOKENS and laid.comparison.tokens is not None:
            owner = _owner_of(laid.comparison)
            self.difference_model.set_tokens(laid.text.diff, laid.comparison.tokens, owner)
        else:
            self.difference_model.set_text(laid.text.diff, _owner_of(laid.comparison))
        self._following = False
        self._name_tabs()

    @Slot(int, int)
    def show_current(self, number: int, _count: int) -> None:
        """Mark the current change in the list."""
        self._following = True
        if 0 <= number < self.difference_model.rowCount():
            self.differences.selectRow(number)
        self._following = False

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and not self._following:
            self.change_chosen.emit(index.row())

    def _open_tab(self, laid: Laid | None) -> None:
        """Open the tab that explains a difference of which the list of changes has nothing."""
        if laid is None or self.difference_model.rowCount() or not self.key_model.rowCount():
            self.tabs.setCurrentWidget(self.differences)
        else:
            self.tabs.setCurrentWidget(self.plan if self.plan.change_count else self.keys)

    def _show_plan(self, laid: Laid | None) -> None:
        """Show both plans, or say why the agreed one cannot be shown."""
        plan = None if laid is None else laid.plan
        is_known = laid is None or laid.comparison.expected_plan is not None
        live = self.tr("live plan")
        lost = self.tr("live plan; of the expected one the file keeps only the hash")
        self.plan.set_titles(self.tr("expected plan"), live if is_known else lost)
        self.plan.set_look(Look.SIDES if is_known else Look.LIVE)
        self.plan.empty_text = self.tr("Nothing was rendered, so there is no plan.")
        self.plan.set_laid(plan, None)

    def _cause_text(self, laid: Laid) -> str:
        """Write the causes, and what the tokens do that the text does not."""
        comparison = laid.comparison
        lines = [] if laid.is_explained else [self.tr("Cause: looking for it…")]
        lines += [
            self.tr("Cause: {0} (rendered again with the expected one: equal)").format(cause)
            if cause.proven
            else self.tr("Cause: {0}").format(cause)
            for cause in comparison.causes
        ]
        tokens = comparison.tokens
        if tokens is not None:
            same = sum(1 for change in tokens.changes if change.same_text)
            if same:
                one = self.tr("Tokens: 1 change of ids over text that did not change.")
                many = self.tr("Tokens: {0:,} changes of ids over text that did not change.")
                lines.append(one if same == 1 else many.format(same))
            silent = len(tokens.silent)
            if silent:
                one = self.tr("Tokens: 1 change of text that changed no token id.")
                many = self.tr("Tokens: {0:,} changes of text that changed no token id.")
                lines.append(one if silent == 1 else many.format(silent))
        return "\n".join(lines)

    def _name_tabs(self) -> None:
        counts = (self.difference_model.rowCount(), self.key_model.rowCount())
        names = (self.tr("Differences"), self.tr("Other keys"))
        for number, (name, count) in enumerate(zip(names, counts, strict=True)):
            self.tabs.setTabText(number, f"{name}  {count:,}" if count else name)
        changed = self.plan.change_count
        name = self.tr("Plan")
        self.tabs.setTabText(2, f"{name}  {changed:,}" if changed else name)


class _Rows(Table):
    """A table among the page's details."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters to the page, where they decide."""
        if event.text().isalpha():
            event.ignore()
        else:
            super().keyPressEvent(event)


def _owner_of(comparison: VectorComparison) -> OwnerOf:
    """Name owners of the live prompt's bytes."""
    prompt = None if comparison.live is None else comparison.live.prompt
    if prompt is None or not prompt.data:
        return _no_owner
    last = len(prompt.data) - 1
    return lambda byte: str(segment_at(prompt.segments, min(byte, last)).owner)


def _no_owner(_byte: int) -> str:
    return ""
