"""Which profile renders the prompt, what stands behind it, and how answers are scored."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QStringListModel, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.icons import palette_icon
from app.models.readable import readable
from app.views.colors import base_color, mixed, quiet_color
from app.views.elided_label import ElidedLabel
from engine.plan.plan import ScoringMode
from engine.profiles import Profile
from engine.prompt.render import RenderedPrompt
from engine.snapshot import TokenView

SCORINGS: tuple[ScoringMode, ...] = ("labels", "slots")
SHA_DIGITS = 16


class ProfileBox(QWidget):
    """Choose profile and scoring; shows the tokenizer's and the template's revision beside it."""

    profile_chosen = Signal(object)
    scoring_chosen = Signal(str)
    hardened_chosen = Signal(bool)
    edit_asked = Signal()

    def __init__(self, profiles: tuple[Profile, ...], parent: QWidget | None = None) -> None:
        """Offer profiles by name."""
        super().__init__(parent)
        self._named = profiles
        self._profiles = profiles
        self._names = QStringListModel(self)
        self._profile = QComboBox(self)
        self._profile.setModel(self._names)
        self._profile.activated.connect(self._choose_profile)
        self._profile.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._edit = QToolButton(self)
        self._edit.setAutoRaise(True)
        self._edit.setToolTip(self.tr("Edit the profile"))
        self._edit.setAccessibleName(self._edit.toolTip())
        self._edit.clicked.connect(self.edit_asked)
        self._scoring = QButtonGroup(self)
        for number, scoring in enumerate(SCORINGS):
            self._scoring.addButton(self._switch(scoring), number)
        self._scoring.idClicked.connect(self._choose_scoring)
        self._tokenizer = self._value_label("tokenizer_revision")
        self._template = self._value_label("template_revision")
        self.hardened = QCheckBox(self.tr("&Hardened"), self)
        self.hardened.setToolTip(
            self.tr(
                "Read control tokens in your texts as plain text. Upstream does not: it reads "
                "them wherever they stand, so ids and hashes can differ from its own."
            )
        )
        self.hardened.clicked.connect(self.hardened_chosen)
        self._lay_out()
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _tint(self) -> None:
        self._edit.setIcon(palette_icon("rename", self.palette()))

    def set_profiles(self, profiles: tuple[Profile, ...]) -> None:
        """Offer these profiles by name, from the next `set_choice` on."""
        self._named = profiles

    def set_hardened(self, hardened: bool) -> None:
        """Show whether control tokens in the user's texts are read as text."""
        self.hardened.setChecked(hardened)

    def set_choice(self, profile: str | Profile, scoring: ScoringMode) -> None:
        """Show a document's profile and scoring; a profile of its own joins the list."""
        known = [one.name for one in self._named]
        here = isinstance(profile, Profile)
        own = profile if isinstance(profile, Profile) else Profile(profile, profile, profile)
        self._profiles = self._named
        titles = [readable(one.title or one.name) for one in self._profiles]
        if here or own.name not in known:
            self._profiles = (*self._profiles, own)
            titles.append(
                self.tr("{0} (in this document)").format(readable(own.title or own.name))
                if here
                else readable(own.name)
            )
        if titles != self._names.stringList():
            self._names.setStringList(titles)
        names = [one.name for one in self._profiles]
        self._profile.setCurrentIndex(len(names) - 1 if here else names.index(own.name))
        self._scoring.button(SCORINGS.index(scoring)).setChecked(True)

    def set_revisions(
        self, prompt: RenderedPrompt | None, tokens: TokenView | None, *, stale: bool
    ) -> None:
        """Show which tokenizer and template made the prompt."""
        if tokens is not None:
            info = tokens.tokenizer
            self._tokenizer.setText(f"{info.name} · {info.revision}")
            self._tokenizer.set_detail(f"sha256 {info.sha256}")
        if prompt is not None:
            template = prompt.template
            self._template.setText(f"{template.sha256[:SHA_DIGITS]} · {self._role(prompt)}")
            self._template.set_detail(f"sha256 {template.sha256}")
        quiet = quiet_color(self.palette())
        ink = mixed(quiet, base_color(self.palette()), 0.5) if stale else quiet
        for label in (self._tokenizer, self._template):
            label.setStyleSheet(f"color: {ink.name()}")

    def _role(self, prompt: RenderedPrompt) -> str:
        if prompt.template.supports_system:
            return self.tr("system role")
        return self.tr("system text merged")

    @Slot(int)
    def _choose_profile(self, index: int) -> None:
        chosen = self._profiles[index]
        named = index < len(self._named)
        self.profile_chosen.emit(chosen.name if named else chosen)

    @Slot(int)
    def _choose_scoring(self, index: int) -> None:
        self.scoring_chosen.emit(SCORINGS[index])

    def _value_label(self, name: str) -> ElidedLabel:
        label = ElidedLabel(self)
        label.setText("—")
        label.setObjectName(name)
        return label

    def _switch(self, scoring: ScoringMode) -> QPushButton:
        button = QPushButton(scoring, self)
        button.setCheckable(True)
        button.setObjectName(f"scoring_{scoring}")
        button.setToolTip(
            self.tr("Score the answers' own texts")
            if scoring == "labels"
            else self.tr("Score short codes that stand for the answers")
        )
        return button

    def _lay_out(self) -> None:
        chosen, switch = QHBoxLayout(), QHBoxLayout()
        chosen.setSpacing(2)
        chosen.addWidget(self._profile, 1)
        chosen.addWidget(self._edit)
        switch.setSpacing(0)
        for button in self._scoring.buttons():
            switch.addWidget(button)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        title = QLabel(self.tr("&Profile"), self)
        title.setBuddy(self._profile)
        grid.addWidget(title, 0, 0)
        grid.addLayout(chosen, 0, 1, 1, 2)
        for row, (text, label) in enumerate(
            ((self.tr("Tokenizer"), self._tokenizer), (self.tr("Template"), self._template)), 1
        ):
            grid.addWidget(QLabel(text, self), row, 0)
            grid.addWidget(label, row, 1)
        grid.addLayout(switch, 1, 2)
        grid.addWidget(self.hardened, 2, 2)
        grid.setColumnStretch(1, 1)
