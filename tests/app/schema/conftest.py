"""A session with a schema, and the panel that shows and edits it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.document_session import DocumentSession
from app.recovery import RecoveryFolder
from app.views.schema_panel import SchemaPanel
from tests.app.window_fakes import SCHEMA, no_vectors


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Iterator[DocumentSession]:
    recovery = RecoveryFolder(tmp_path / "recovery", "session", no_vectors)
    session = DocumentSession(recovery, no_vectors)
    session.edit_schema(SCHEMA)
    session.undo_stack.clear()
    yield session
    session.close()
    session.deleteLater()


@pytest.fixture
def panel(qtbot: QtBot, session: DocumentSession) -> SchemaPanel:
    """A panel that shows and edits the session's schema."""
    panel = SchemaPanel()
    qtbot.addWidget(panel)
    panel.resize(420, 640)
    panel.schema_edited.connect(session.edit_schema)
    session.document_changed.connect(lambda document: panel.set_schema_text(document.schema_text))
    panel.set_schema_text(session.document.schema_text)
    panel.show()
    qtbot.waitExposed(panel)
    return panel
