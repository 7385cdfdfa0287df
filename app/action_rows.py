"""Every action of the window in one table: id, text, menu, icon, shortcut, role."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QKeySequence

from app.action_row import CONTEXT, ActionRow, Role
from app.author_action_rows import FINDING_ROWS, SCHEMA_ROWS, SCORING_ROWS

Keys = QKeySequence.StandardKey
MENUS = (
    ("file", QT_TRANSLATE_NOOP(CONTEXT, "&File")),
    ("edit", QT_TRANSLATE_NOOP(CONTEXT, "&Edit")),
    ("view", QT_TRANSLATE_NOOP(CONTEXT, "&View")),
    ("schema", QT_TRANSLATE_NOOP(CONTEXT, "Sche&ma")),
    ("context", QT_TRANSLATE_NOOP(CONTEXT, "&Context")),
    ("engine", QT_TRANSLATE_NOOP(CONTEXT, "E&ngine")),
    ("review", QT_TRANSLATE_NOOP(CONTEXT, "&Review")),
    ("help", QT_TRANSLATE_NOOP(CONTEXT, "&Help")),
)
PROMPT_ROWS = (
    ActionRow("find_next", QT_TRANSLATE_NOOP(CONTEXT, "Find &next"), "edit", shortcut="F3"),
    ActionRow(
        "find_previous", QT_TRANSLATE_NOOP(CONTEXT, "Find pre&vious"), "edit", shortcut="Shift+F3"
    ),
    ActionRow("go_to", QT_TRANSLATE_NOOP(CONTEXT, "&Go to offset…"), "edit", shortcut="Ctrl+G"),
    ActionRow(
        "copy_text", QT_TRANSLATE_NOOP(CONTEXT, "&Copy from the prompt"), "edit", begins_group=True
    ),
    ActionRow("copy_hex", QT_TRANSLATE_NOOP(CONTEXT, "Copy as &hex bytes"), "edit"),
    ActionRow("copy_escaped", QT_TRANSLATE_NOOP(CONTEXT, "Copy &escaped (JSON)"), "edit"),
    ActionRow("copy_python_bytes", QT_TRANSLATE_NOOP(CONTEXT, "Copy as Python &bytes"), "edit"),
    ActionRow("copy_python_str", QT_TRANSLATE_NOOP(CONTEXT, "Copy as Python &str"), "edit"),
    ActionRow("copy_ids", QT_TRANSLATE_NOOP(CONTEXT, "Copy token &ids"), "edit"),
    ActionRow(
        "view_text",
        QT_TRANSLATE_NOOP(CONTEXT, "&Text"),
        "view",
        shortcut="Ctrl+Shift+1",
        begins_group=True,
    ),
    ActionRow(
        "view_tokens", QT_TRANSLATE_NOOP(CONTEXT, "T&okens"), "view", shortcut="Ctrl+Shift+2"
    ),
    ActionRow("view_bytes", QT_TRANSLATE_NOOP(CONTEXT, "&Bytes"), "view", shortcut="Ctrl+Shift+3"),
    ActionRow(
        "below_text",
        QT_TRANSLATE_NOOP(CONTEXT, "Text below"),
        "view",
        shortcut="Ctrl+Alt+1",
        begins_group=True,
    ),
    ActionRow(
        "below_tokens", QT_TRANSLATE_NOOP(CONTEXT, "Tokens below"), "view", shortcut="Ctrl+Alt+2"
    ),
    ActionRow(
        "below_bytes", QT_TRANSLATE_NOOP(CONTEXT, "Bytes below"), "view", shortcut="Ctrl+Alt+3"
    ),
    ActionRow(
        "word_wrap",
        QT_TRANSLATE_NOOP(CONTEXT, "&Wrap at words"),
        "view",
        shortcut="Alt+Z",
        begins_group=True,
    ),
)
REVIEW_ROWS = (
    ActionRow(
        "review_new",
        QT_TRANSLATE_NOOP(CONTEXT, "&New vector from this document…"),
        "review",
        shortcut="Ctrl+Shift+G",
    ),
    ActionRow("review_this", QT_TRANSLATE_NOOP(CONTEXT, "Review &this vector"), "review"),
    ActionRow("review_folder", QT_TRANSLATE_NOOP(CONTEXT, "Open a &golden folder…"), "review"),
    ActionRow(
        "review_accept",
        QT_TRANSLATE_NOOP(CONTEXT, "&Accept"),
        "review",
        shortcut="A",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "review_reject", QT_TRANSLATE_NOOP(CONTEXT, "&Reject"), "review", shortcut="R", local=True
    ),
    ActionRow(
        "review_skip", QT_TRANSLATE_NOOP(CONTEXT, "&Skip"), "review", shortcut="S", local=True
    ),
    ActionRow(
        "review_accept_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Accept all shown…"),
        "review",
        shortcut="Shift+A",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "review_reject_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Reject all shown"),
        "review",
        shortcut="Shift+R",
        local=True,
    ),
    ActionRow(
        "review_skip_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Skip all shown"),
        "review",
        shortcut="Shift+S",
        local=True,
    ),
    ActionRow(
        "review_undo",
        QT_TRANSLATE_NOOP(CONTEXT, "&Undo"),
        "review",
        shortcut="U",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "review_toggle",
        QT_TRANSLATE_NOOP(CONTEXT, "Difference, &expected, live"),
        "review",
        shortcut="T",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "review_inline",
        QT_TRANSLATE_NOOP(CONTEXT, "Side by side or &inline"),
        "review",
        shortcut="I",
        local=True,
    ),
    ActionRow(
        "review_mode",
        QT_TRANSLATE_NOOP(CONTEXT, "Text, &bytes, tokens"),
        "review",
        shortcut="B",
        local=True,
    ),
    ActionRow(
        "review_patch",
        QT_TRANSLATE_NOOP(CONTEXT, "Export as &patch…"),
        "review",
        local=True,
        begins_group=True,
    ),
    ActionRow(
        "review_patch_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Export all rejected as a patch…"),
        "review",
        local=True,
    ),
    ActionRow(
        "review_bundle", QT_TRANSLATE_NOOP(CONTEXT, "Export as a bundle…"), "review", local=True
    ),
    ActionRow(
        "review_hashes",
        QT_TRANSLATE_NOOP(CONTEXT, "Export a bundle with &hashes only…"),
        "review",
        local=True,
    ),
    ActionRow(
        "review_document",
        QT_TRANSLATE_NOOP(CONTEXT, "Open its &document"),
        "review",
        local=True,
        begins_group=True,
    ),
)
CONTEXT_ROWS = (
    ActionRow(
        "context_add",
        QT_TRANSLATE_NOOP(CONTEXT, "&New context…"),
        "context",
        shortcut="Ctrl+Shift+N",
    ),
    ActionRow("context_file", QT_TRANSLATE_NOOP(CONTEXT, "New from &file…"), "context"),
    ActionRow("context_clipboard", QT_TRANSLATE_NOOP(CONTEXT, "New from &clipboard"), "context"),
    ActionRow(
        "context_duplicate", QT_TRANSLATE_NOOP(CONTEXT, "&Duplicate"), "context", begins_group=True
    ),
    ActionRow("context_rename", QT_TRANSLATE_NOOP(CONTEXT, "&Rename…"), "context"),
    ActionRow("context_up", QT_TRANSLATE_NOOP(CONTEXT, "Move &up"), "context"),
    ActionRow("context_down", QT_TRANSLATE_NOOP(CONTEXT, "Move do&wn"), "context"),
    ActionRow("context_remove", QT_TRANSLATE_NOOP(CONTEXT, "Re&move"), "context"),
    ActionRow(
        "context_previous",
        QT_TRANSLATE_NOOP(CONTEXT, "&Previous context"),
        "context",
        shortcut="Ctrl+Shift+PgUp",
        begins_group=True,
    ),
    ActionRow(
        "context_next",
        QT_TRANSLATE_NOOP(CONTEXT, "Ne&xt context"),
        "context",
        shortcut="Ctrl+Shift+PgDown",
    ),
    ActionRow(
        "context_character",
        QT_TRANSLATE_NOOP(CONTEXT, "&Insert special character…"),
        "context",
        shortcut="Ctrl+Shift+I",
        begins_group=True,
    ),
    ActionRow("context_to_utf8", QT_TRANSLATE_NOOP(CONTEXT, "Convert to UTF-&8"), "context"),
)
TABLE = (
    ActionRow("new", QT_TRANSLATE_NOOP(CONTEXT, "&New"), "file", icon="new", shortcut=Keys.New),
    ActionRow(
        "open", QT_TRANSLATE_NOOP(CONTEXT, "&Open…"), "file", icon="open", shortcut=Keys.Open
    ),
    ActionRow("open_model", QT_TRANSLATE_NOOP(CONTEXT, "Open &model…"), "file"),
    ActionRow(
        "save",
        QT_TRANSLATE_NOOP(CONTEXT, "&Save"),
        "file",
        icon="save",
        shortcut=Keys.Save,
        begins_group=True,
    ),
    ActionRow("save_as", QT_TRANSLATE_NOOP(CONTEXT, "Save &as…"), "file", shortcut="Ctrl+Shift+S"),
    ActionRow("save_prompt", QT_TRANSLATE_NOOP(CONTEXT, "Save the &prompt as .bin…"), "file"),
    ActionRow("reload", QT_TRANSLATE_NOOP(CONTEXT, "&Reload from disk"), "file"),
    ActionRow(
        "import_schema", QT_TRANSLATE_NOOP(CONTEXT, "&Import schema…"), "file", begins_group=True
    ),
    ActionRow(
        "paste_schema",
        QT_TRANSLATE_NOOP(CONTEXT, "Import schema from &clipboard"),
        "file",
        shortcut="Ctrl+Shift+V",
    ),
    ActionRow(
        "quit",
        QT_TRANSLATE_NOOP(CONTEXT, "&Quit"),
        "file",
        shortcut="Ctrl+Q",
        role=Role.QuitRole,
        begins_group=True,
    ),
    ActionRow("undo", QT_TRANSLATE_NOOP(CONTEXT, "&Undo"), "edit", icon="undo", shortcut=Keys.Undo),
    ActionRow("redo", QT_TRANSLATE_NOOP(CONTEXT, "&Redo"), "edit", icon="redo", shortcut=Keys.Redo),
    ActionRow(
        "find",
        QT_TRANSLATE_NOOP(CONTEXT, "&Find in the prompt"),
        "edit",
        shortcut=Keys.Find,
        begins_group=True,
    ),
    ActionRow("page_prompt", QT_TRANSLATE_NOOP(CONTEXT, "&Prompt"), "view", shortcut="Ctrl+1"),
    ActionRow("page_review", QT_TRANSLATE_NOOP(CONTEXT, "&Review"), "view", shortcut="Ctrl+2"),
    ActionRow("page_compare", QT_TRANSLATE_NOOP(CONTEXT, "&Compare"), "view", shortcut="Ctrl+3"),
    ActionRow(
        "page_templates", QT_TRANSLATE_NOOP(CONTEXT, "&Templates"), "view", shortcut="Ctrl+4"
    ),
    ActionRow(
        "next_difference",
        QT_TRANSLATE_NOOP(CONTEXT, "Next &difference"),
        "view",
        shortcut="F7",
        begins_group=True,
    ),
    ActionRow(
        "previous_difference",
        QT_TRANSLATE_NOOP(CONTEXT, "Pre&vious difference"),
        "view",
        shortcut="Shift+F7",
    ),
    *PROMPT_ROWS,
    *REVIEW_ROWS,
    *SCHEMA_ROWS,
    *CONTEXT_ROWS,
    *FINDING_ROWS,
    ActionRow(
        "next_pane",
        QT_TRANSLATE_NOOP(CONTEXT, "&Next pane"),
        "view",
        shortcut="F6",
        begins_group=True,
    ),
    ActionRow(
        "previous_pane", QT_TRANSLATE_NOOP(CONTEXT, "&Previous pane"), "view", shortcut="Shift+F6"
    ),
    ActionRow("reset_layout", QT_TRANSLATE_NOOP(CONTEXT, "&Reset the layout"), "view"),
    ActionRow(
        "score",
        QT_TRANSLATE_NOOP(CONTEXT, "&Score now"),
        "engine",
        icon="score",
        shortcut="Ctrl+Return",
    ),
    ActionRow("stop", QT_TRANSLATE_NOOP(CONTEXT, "S&top"), "engine", icon="stop", shortcut="Esc"),
    *SCORING_ROWS,
    ActionRow(
        "pin_baseline", QT_TRANSLATE_NOOP(CONTEXT, "&Pin the baseline"), "engine", begins_group=True
    ),
    ActionRow(
        "profile_edit",
        QT_TRANSLATE_NOOP(CONTEXT, "&Edit the profile"),
        "engine",
        shortcut="Ctrl+Shift+E",
        begins_group=True,
    ),
    ActionRow(
        "profile_duplicate", QT_TRANSLATE_NOOP(CONTEXT, "&Duplicate and edit the profile"), "engine"
    ),
    ActionRow("profile_save", QT_TRANSLATE_NOOP(CONTEXT, "Save to &my profiles"), "engine"),
    ActionRow(
        "actions", QT_TRANSLATE_NOOP(CONTEXT, "All &actions…"), "help", shortcut="Ctrl+Shift+P"
    ),
    ActionRow(
        "about",
        QT_TRANSLATE_NOOP(CONTEXT, "A&bout Loupe"),
        "help",
        role=Role.AboutRole,
        begins_group=True,
    ),
)
