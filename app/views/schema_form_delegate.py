"""How the rows of a schema's tree look: fields stand out, what is said about them is quieter."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.models.model_index import Index
from app.models.schema_tree import Column
from app.views.colors import quiet_color
from app.views.form_line import ANY_LENGTH

ROW_HEIGHT = 1.55  # em


class SchemaTreeDelegate(QStyledItemDelegate):
    """Draw rows of one height, with or without a mark."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Set a field's name in a heavier face, types, glosses and empty names in a quieter ink."""
        super().initStyleOption(option, index)
        nameless = index.column() == Column.NAME and not index.data(Qt.ItemDataRole.EditRole)
        if index.column() == Column.ABOUT or nameless:
            if not option.state & QStyle.StateFlag.State_Selected:
                palette = QPalette(option.palette)
                palette.setColor(QPalette.ColorRole.Text, quiet_color(palette))
                option.palette = palette
        elif not index.parent().isValid():
            font = QFont(option.font)
            font.setWeight(QFont.Weight.DemiBold)
            option.font = font

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Edit texts of any length."""
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setMaxLength(ANY_LENGTH)
        return editor

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Give every row the same height."""
        size = super().sizeHint(option, index)
        metrics = option.fontMetrics
        return QSize(size.width(), round(ROW_HEIGHT * metrics.height()))
