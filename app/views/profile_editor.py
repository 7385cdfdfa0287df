"""Every part of a profile to edit; a built-in one is shown and can be duplicated."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import get_args

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.edits import TextEdit, text_edit
from app.views.colors import quiet_color, severity_color
from app.views.field_problem import FieldProblem
from app.views.form_line import FormLine
from app.views.profile_about import about_profile
from app.views.profile_kwargs import KwargTable
from app.views.profile_source import SourceBox
from app.views.profile_template import TemplateEdit
from engine.profiles import CONTENTS_TEMPLATE, Profile, SystemRole, profile_problems

OWN, TEXT, CONTENTS = 0, 1, 2
ROLES: tuple[SystemRole, ...] = get_args(SystemRole)
FIELDS = ("name", "tokenizer", "template", "kwargs")  # those that can be wrong


class ProfileEditor(QScrollArea):
    """Edit a profile; `profile_edited` carries it, the key that changed, and what was typed."""

    profile_edited = Signal(object, str, object)
    duplicate_asked = Signal()
    save_asked = Signal()
    built_in_asked = Signal()
    own_template_asked = Signal()
    savable_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show no profile yet."""
        super().__init__(parent)
        self._profile = Profile("", "", "")
        self._editable = False
        self._taken: frozenset[str] = frozenset()
        self.name = FormLine(self.tr("Name of the profile"), self)
        self.title = FormLine(self.tr("Title of the profile"), self)
        self.tokenizer = SourceBox(self.tr("Tokenizer"), self)
        self.template_kind = QComboBox(self)
        self.template_kind.addItems(
            [self.tr("the tokenizer's own"), self.tr("this text"), self.tr("contents only")]
        )
        self.template = TemplateEdit(self)
        self.kwargs = KwargTable(self)
        self.system = QComboBox(self)
        self.system.addItems(
            [self.tr("as the template allows"), self.tr("a message of its own"), self.tr("merged")]
        )
        self.model = SourceBox(self.tr("Model"), self, none=self.tr("none"))
        self.duplicate = QPushButton(self.tr("&Duplicate and edit"), self)
        self.save = QPushButton(self.tr("Save to my profiles"), self)
        self.built_in = QPushButton(self.tr("&Back to built-in"), self)
        self.about = QLabel(self)
        self.about.setWordWrap(True)
        self.hardened = self._hardened_label()
        self._own = ("", "")  # a tokenizer and its own template, as far as it is known
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.hide()
        self._problems = {key: FieldProblem(self) for key in FIELDS}
        self._refused: dict[str, str] = {}
        self._lay_out()
        self._wire()
        self._tint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on; a focus proxy would keep Tab inside."""
        (self.name if self._editable else self.duplicate).setFocus(event.reason())

    @property
    def profile(self) -> Profile:
        """Give the profile that is shown."""
        return self._profile

    def set_profile(self, profile: Profile, *, editable: bool) -> None:
        """Show a profile; one that is built in cannot be edited."""
        if profile == self._profile and editable == self._editable:
            return
        self._profile, self._editable = profile, editable
        self.name.set_value(profile.name)
        self.title.set_value(profile.title)
        self.tokenizer.set_source(profile.tokenizer)
        self.model.set_source(profile.model or "")
        self.system.setCurrentIndex(ROLES.index(profile.system))
        self.kwargs.set_kwargs(profile.kwargs, read_only=not editable)
        self._show_template()
        self._enable()
        self._show_problems()

    def set_stored(self, stored: Profile | None) -> None:
        """Say what the profile is, beside the user's profile of the same name."""
        self.about.setText(about_profile(self._profile, stored, editable=self._editable))

    def set_assets(self, tokenizers: tuple[str, ...], models: tuple[str, ...]) -> None:
        """Offer the assets that are tokenizers, and those that are models too."""
        self.tokenizer.set_assets(tokenizers)
        self.model.set_assets(models)

    def set_taken(self, names: tuple[str, ...]) -> None:
        """Refuse these names, which are built-in profiles'."""
        self._taken = frozenset(names)
        self._show_problems()

    @property
    def savable(self) -> bool:
        """Say whether nothing is wrong with what is shown, so that it can be saved."""
        return self._editable and not self._problems_found()

    def set_refused(self, refused: dict[str, str]) -> None:
        """Say at its field what the engine could not use, by key."""
        if refused != self._refused:
            self._refused = refused
            self._show_problems()

    def set_hardened(self, hardened: bool) -> None:
        """Say that the document's tokens are not upstream's, or say nothing."""
        self.hardened.setVisible(hardened)

    def show_own_template(self, tokenizer: str, text: str) -> None:
        """Show a tokenizer's own template, dimmed, while the profile renders with it."""
        self._own = (tokenizer, text)
        if self._kind() == OWN and self.template_kind.currentIndex() == OWN:
            self._show_template()

    def say(self, text: str) -> None:
        """Say what the last changes did to the prompt; nothing for an empty text."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def set_own_template(self, text: str) -> None:
        """Begin the template's text with the tokenizer's own, which was asked for."""
        if self._editable and self.template_kind.currentIndex() == TEXT:
            self._change("template", template=text)
            self._show_template()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    # What the user changes

    @Slot(object)
    def _name_typed(self, text: str) -> None:
        self._change("name", text_edit(self._profile.name, text), name=text)

    @Slot(object)
    def _title_typed(self, text: str) -> None:
        self._change("title", text_edit(self._profile.title, text), title=text)

    @Slot(str)
    def _tokenizer_chosen(self, source: str) -> None:
        self._change("tokenizer", tokenizer=source)

    @Slot(str)
    def _model_chosen(self, source: str) -> None:
        self._change("model", model=source or None)

    @Slot(int)
    def _system_chosen(self, index: int) -> None:
        self._change("system", system=ROLES[index])

    @Slot()
    def _kwargs_edited(self) -> None:
        if self.kwargs.rows.problem() is None:
            self._change("kwargs", kwargs=self.kwargs.rows.kwargs())
        self._show_problems()

    @Slot(int)
    def _kind_chosen(self, kind: int) -> None:
        if kind == TEXT and self._kind() != TEXT:
            self.template.setReadOnly(False)
            self.template.set_dimmed(False)
            self.own_template_asked.emit()
        elif kind != TEXT:
            self._change("template", template=CONTENTS_TEMPLATE if kind == CONTENTS else None)
            self._show_template()

    @Slot(object, object)
    def _template_typed(self, text: str, edit: TextEdit) -> None:
        self._change("template", edit, template=text)

    def _change(self, key: str, edit: TextEdit | None = None, **values: object) -> None:
        """Take a new value; it goes out when the whole profile is right."""
        changed = replace(self._profile, **values)  # type: ignore[arg-type]  # one key's own type
        if changed == self._profile or not self._editable:
            return
        self._profile = changed
        self._show_problems()
        if not self._profile_problems():
            self.profile_edited.emit(changed, key, edit)

    # Showing

    def _kind(self) -> int:
        if self._profile.template is None:
            return OWN
        return CONTENTS if self._profile.template is CONTENTS_TEMPLATE else TEXT

    def _show_template(self) -> None:
        kind = self._kind()
        self.template_kind.setCurrentIndex(kind)
        text = self._profile.template
        tokenizer, own = self._own
        if kind == OWN:
            text = own if tokenizer == self._profile.tokenizer else ""
        self.template.set_template(text if isinstance(text, str) else "")
        self.template.set_dimmed(kind == OWN)
        self.template.setEnabled(kind != CONTENTS)
        self.template.setReadOnly(kind != TEXT or not self._editable)

    def _enable(self) -> None:
        for line in (self.name, self.title):
            line.setReadOnly(not self._editable)
        for part in (self.tokenizer, self.model, self.system, self.template_kind):
            part.setEnabled(self._editable)
        self.save.setVisible(self._editable)
        self.built_in.setVisible(self._editable)
        self.duplicate.setVisible(not self._editable)

    def _show_problems(self) -> None:
        found = self._problems_found()
        said = {**self._refused, **found}
        for key, label in self._problems.items():
            label.say(said.get(key, ""))
        self.save.setEnabled(not found)
        self.savable_changed.emit(self.savable)

    def _problems_found(self) -> dict[str, str]:
        problem = self.kwargs.rows.problem()
        return self._profile_problems() | ({} if problem is None else {"kwargs": problem})

    def _profile_problems(self) -> dict[str, str]:
        found = {key: self._worded(key, said) for key, said in profile_problems(self._profile)}
        if self._editable and self._profile.name in self._taken:
            found["name"] = self.tr("{0} is a built-in profile's name; choose another.").format(
                self._profile.name
            )
        return found

    def _worded(self, key: str, said: str) -> str:
        empty = {
            "name": self.tr("A profile needs a name."),
            "tokenizer": self.tr("Choose an asset, a folder or a file."),
        }
        return empty.get(key, said)

    def _tint(self) -> None:
        ink = severity_color(self.palette(), "error").name()
        for label in self._problems.values():
            label.setStyleSheet(f"color: {ink}")
        warning = severity_color(self.palette(), "warning").name()
        self.hardened.setStyleSheet(f"color: {warning}")
        self.note.setStyleSheet(f"color: {quiet_color(self.palette()).name()}")

    def _hardened_label(self) -> QLabel:
        text = self.tr(
            "Hardened: control tokens in your texts are read as text. This is not what upstream "
            "sends."
        )
        label = FieldProblem(self)
        label.setText(text)
        return label

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Name"), self._problems["name"].below(self.name))
        form.addRow(self.tr("Title"), self.title)
        form.addRow(self.tr("Tokenizer"), self._problems["tokenizer"].below(self.tokenizer))
        form.addRow(self.tr("Model"), self.model)
        form.addRow(self.tr("System text"), self.system)
        form.addRow(self.tr("Template"), self.template_kind)
        self.system.setAccessibleName(self.tr("System text"))
        self.template_kind.setAccessibleName(self.tr("Template"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.duplicate)
        buttons.addWidget(self.save)
        buttons.addWidget(self.built_in)
        buttons.addStretch(1)
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.addWidget(self.about)
        column.addWidget(self.hardened)
        column.addWidget(self.note)
        column.addLayout(buttons)
        column.addLayout(form)
        column.addWidget(self._problems["template"].below(self.template), 1)
        column.addWidget(self._problems["kwargs"].below(self.kwargs))
        em = self.fontMetrics().height()
        self.template.setMinimumHeight(9 * em)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(inside)
        self._order()

    def _order(self) -> None:
        """Let Tab go down the form and leave it, and Shift+Tab back; the frame is no stop."""
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        order: tuple[QWidget, ...] = (
            *(self.duplicate, self.save, self.built_in, self.name, self.title),
            *(self.tokenizer.combo, self.tokenizer.browse, self.model.combo, self.model.browse),
            *(self.system, self.template_kind, self.template, self.kwargs),
        )
        for first, second in pairwise(order):
            self.setTabOrder(first, second)

    def _wire(self) -> None:
        self.name.typed.connect(self._name_typed)
        self.title.typed.connect(self._title_typed)
        self.tokenizer.chosen.connect(self._tokenizer_chosen)
        self.model.chosen.connect(self._model_chosen)
        self.system.activated.connect(self._system_chosen)
        self.template_kind.activated.connect(self._kind_chosen)
        self.template.template_edited.connect(self._template_typed)
        self.kwargs.rows.edited.connect(self._kwargs_edited)
        self.duplicate.clicked.connect(self.duplicate_asked)
        self.save.clicked.connect(self.save_asked)
        self.built_in.clicked.connect(self.built_in_asked)
