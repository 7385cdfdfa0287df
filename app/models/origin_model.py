"""Where templates can be taken from, as a list: profiles and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.models.model_index import Index
from engine.profiles import Profile

Origin = Path | Profile


class OriginModel(QAbstractListModel):
    """Look origins up; None stands for no template at all."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without origins."""
        super().__init__(parent)
        self._origins: tuple[Origin | None, ...] = ()

    @property
    def origins(self) -> tuple[Origin | None, ...]:
        """Give what is listed."""
        return self._origins

    def set_origins(self, origins: tuple[Origin | None, ...]) -> None:
        """List origins; equal ones change nothing."""
        if origins != self._origins:
            self.beginResetModel()
            self._origins = origins
            self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the origins."""
        return 0 if parent is not None and parent.isValid() else len(self._origins)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Look one origin up."""
        if not index.isValid():
            return None
        origin = self._origins[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.tr("none") if origin is None else origin_name(origin)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(origin, Path):
            return str(origin)
        return None


def origin_name(origin: Origin) -> str:
    """Name a profile by its title, a file by its name and its folder's."""
    if isinstance(origin, Profile):
        return origin.title
    return f"{origin.name} — {origin.parent.name}" if origin.parent.name else origin.name
