"""The rows of the actions that edit a schema, choose how it is scored, and hide findings."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

from app.action_row import CONTEXT, ActionRow

SCHEMA_ROWS = (  # their keys work in the form alone: in editors they mean something else
    ActionRow(
        "schema_add",
        QT_TRANSLATE_NOOP(CONTEXT, "&Add a field, or a choice behind the selected one"),
        "schema",
        shortcut="Insert",
        local=True,
    ),
    ActionRow(
        "schema_add_choice",
        QT_TRANSLATE_NOOP(CONTEXT, "Add a &choice to the selected field"),
        "schema",
        shortcut="Ctrl+I",
        local=True,
    ),
    ActionRow(
        "schema_duplicate",
        QT_TRANSLATE_NOOP(CONTEXT, "D&uplicate"),
        "schema",
        shortcut="Ctrl+D",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "schema_delete",
        QT_TRANSLATE_NOOP(CONTEXT, "&Delete"),
        "schema",
        shortcut="Delete",
        local=True,
    ),
    ActionRow(
        "schema_up",
        QT_TRANSLATE_NOOP(CONTEXT, "&Move up"),
        "schema",
        shortcut="Alt+Up",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "schema_down",
        QT_TRANSLATE_NOOP(CONTEXT, "Move do&wn"),
        "schema",
        shortcut="Alt+Down",
        local=True,
    ),
)
SCORING_ROWS = (
    ActionRow(
        "score_labels",
        QT_TRANSLATE_NOOP(CONTEXT, "Score by &labels"),
        "engine",
        begins_group=True,
    ),
    ActionRow("score_slots", QT_TRANSLATE_NOOP(CONTEXT, "Score by sl&ots"), "engine"),
    ActionRow("hardened", QT_TRANSLATE_NOOP(CONTEXT, "&Hardened tokenization"), "engine"),
)
FINDING_ROWS = (
    ActionRow(
        "finding_hide",
        QT_TRANSLATE_NOOP(CONTEXT, "&Hide the selected problem…"),
        "view",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "finding_show",
        QT_TRANSLATE_NOOP(CONTEXT, "Show the hidden problem a&gain"),
        "view",
        local=True,
    ),
    ActionRow("findings_hidden", QT_TRANSLATE_NOOP(CONTEXT, "List hidden proble&ms"), "view"),
)
