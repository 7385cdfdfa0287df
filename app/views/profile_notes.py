"""Below the profile: what its last change did to the prompt, and the fetch of what it lacks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.views.colors import quiet_color
from engine.assets.store import FileState

PARTS = 1000  # of the progress bar


class ProfileNotes(QWidget):
    """Say one line about the profile and offer to fetch its tokenizer; empty, it takes no room."""

    fetch_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Say nothing yet."""
        super().__init__(parent)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setAccessibleName(self.tr("What the profile changed"))
        self.note.hide()
        self._missing = QLabel(self)
        self._missing.setWordWrap(True)
        self.fetch = QPushButton(self.tr("&Fetch"), self)
        self.fetch.clicked.connect(self.fetch_asked)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.clicked.connect(self.cancel_asked)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName(self.tr("Progress of the fetch"))
        self.progress.setTextVisible(False)
        self._row = QWidget(self)
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._missing, 1)
        row.addWidget(self.fetch)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.note)
        column.addWidget(self._row)
        column.addWidget(self.progress)
        self.offer(None)
        self._tint()

    @property
    def fetching(self) -> bool:
        """Say whether a fetch is shown."""
        return not self.progress.isHidden()

    def say(self, text: str) -> None:
        """Show one line, or none."""
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self._fit()

    def offer(self, asset: str | None, size: int = 0, state: FileState = "missing") -> None:
        """Offer to fetch `size` bytes of an asset whose `state` is not well; None when it is."""
        if asset is not None:
            self.fetch.setText(self.tr("&Fetch ({0} MB)").format(f"{size / 1e6:.1f}"))
            self._missing.setText(self._reason(state).format(asset))
        self._row.setVisible(asset is not None)
        self.fetch.setVisible(asset is not None)
        self.cancel.hide()
        self.progress.hide()
        self._fit()

    def _reason(self, state: FileState) -> str:
        if state == "wrong":
            return self.tr("The tokenizer {0} is not used: its file has the wrong sha256.")
        if state == "unreadable":
            return self.tr("The tokenizer {0} is unreadable: check its file's permissions.")
        return self.tr("The tokenizer {0} is not here.")

    def set_progress(self, label: str, share: float | None) -> None:
        """Show how far the fetch is: `share` from 0 to 1, None while nobody knows."""
        self._missing.setText(label)
        self._row.show()
        self.fetch.hide()
        self.cancel.show()
        self.progress.setRange(0, 0 if share is None else PARTS)
        self.progress.setValue(0 if share is None else round(share * PARTS))
        self.progress.show()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _fit(self) -> None:
        parts = (self.note, self._row, self.progress)
        self.setVisible(any(not part.isHidden() for part in parts))

    def _tint(self) -> None:
        self.note.setStyleSheet(f"color: {quiet_color(self.palette()).name()}")
