"""The platform's fixed font."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo


def fixed_font(like: QFont | None = None) -> QFont:
    """Give the platform's fixed font, in the size of another font where one is given."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if like is not None:
        fixed.setPointSizeF(QFontInfo(like).pointSizeF())
    return fixed
