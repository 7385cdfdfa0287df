"""Every action of the window in one table: id, text, icon, shortcut, menu, role."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QPalette

from app.icons import palette_icon

Keys = QKeySequence.StandardKey
Role = QAction.MenuRole
CONTEXT = "Actions"
MENUS = (
    ("file", QT_TRANSLATE_NOOP(CONTEXT, "&File")),
    ("edit", QT_TRANSLATE_NOOP(CONTEXT, "&Edit")),
    ("view", QT_TRANSLATE_NOOP(CONTEXT, "&View")),
    ("context", QT_TRANSLATE_NOOP(CONTEXT, "&Context")),
    ("engine", QT_TRANSLATE_NOOP(CONTEXT, "E&ngine")),
    ("review", QT_TRANSLATE_NOOP(CONTEXT, "&Review")),
    ("help", QT_TRANSLATE_NOOP(CONTEXT, "&Help")),
)


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action; `menu` begins a new group when it ends with a bar."""

    id: str
    text: object  # a str; QT_TRANSLATE_NOOP is typed so
    menu: str
    icon: str = ""
    shortcut: QKeySequence.StandardKey | str = ""
    role: QAction.MenuRole = Role.NoRole
    local: bool = False  # works only on the page that takes it, and is off until then


PROMPT_ROWS = (
    ActionRow("find_next", QT_TRANSLATE_NOOP(CONTEXT, "Find &next"), "edit", "", "F3"),
    ActionRow(
        "find_previous", QT_TRANSLATE_NOOP(CONTEXT, "Find pre&vious"), "edit", "", "Shift+F3"
    ),
    ActionRow("go_to", QT_TRANSLATE_NOOP(CONTEXT, "&Go to offset…"), "edit", "", "Ctrl+G"),
    ActionRow("copy_text", QT_TRANSLATE_NOOP(CONTEXT, "&Copy from the prompt"), "edit|"),
    ActionRow("copy_hex", QT_TRANSLATE_NOOP(CONTEXT, "Copy as &hex bytes"), "edit"),
    ActionRow("copy_escaped", QT_TRANSLATE_NOOP(CONTEXT, "Copy &escaped (JSON)"), "edit"),
    ActionRow("copy_python_bytes", QT_TRANSLATE_NOOP(CONTEXT, "Copy as Python &bytes"), "edit"),
    ActionRow("copy_python_str", QT_TRANSLATE_NOOP(CONTEXT, "Copy as Python &str"), "edit"),
    ActionRow("copy_ids", QT_TRANSLATE_NOOP(CONTEXT, "Copy token &ids"), "edit"),
    ActionRow("view_text", QT_TRANSLATE_NOOP(CONTEXT, "&Text"), "view|", "", "Ctrl+Shift+1"),
    ActionRow("view_tokens", QT_TRANSLATE_NOOP(CONTEXT, "T&okens"), "view", "", "Ctrl+Shift+2"),
    ActionRow("view_bytes", QT_TRANSLATE_NOOP(CONTEXT, "&Bytes"), "view", "", "Ctrl+Shift+3"),
    ActionRow("below_text", QT_TRANSLATE_NOOP(CONTEXT, "Text below"), "view|", "", "Ctrl+Alt+1"),
    ActionRow("below_tokens", QT_TRANSLATE_NOOP(CONTEXT, "Tokens below"), "view", "", "Ctrl+Alt+2"),
    ActionRow("below_bytes", QT_TRANSLATE_NOOP(CONTEXT, "Bytes below"), "view", "", "Ctrl+Alt+3"),
    ActionRow("word_wrap", QT_TRANSLATE_NOOP(CONTEXT, "&Wrap at words"), "view|", "", "Alt+Z"),
)
REVIEW_ROWS = (
    ActionRow(
        "review_new",
        QT_TRANSLATE_NOOP(CONTEXT, "&New vector from this document…"),
        "review",
        "",
        "Ctrl+Shift+G",
    ),
    ActionRow("review_this", QT_TRANSLATE_NOOP(CONTEXT, "Review &this vector"), "review"),
    ActionRow("review_folder", QT_TRANSLATE_NOOP(CONTEXT, "Open a &golden folder…"), "review"),
    ActionRow(
        "review_accept", QT_TRANSLATE_NOOP(CONTEXT, "&Accept"), "review|", "", "A", local=True
    ),
    ActionRow(
        "review_reject", QT_TRANSLATE_NOOP(CONTEXT, "&Reject"), "review", "", "R", local=True
    ),
    ActionRow("review_skip", QT_TRANSLATE_NOOP(CONTEXT, "&Skip"), "review", "", "S", local=True),
    ActionRow(
        "review_accept_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Accept all shown…"),
        "review|",
        "",
        "Shift+A",
        local=True,
    ),
    ActionRow(
        "review_reject_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Reject all shown"),
        "review",
        "",
        "Shift+R",
        local=True,
    ),
    ActionRow(
        "review_skip_all",
        QT_TRANSLATE_NOOP(CONTEXT, "Skip all shown"),
        "review",
        "",
        "Shift+S",
        local=True,
    ),
    ActionRow("review_undo", QT_TRANSLATE_NOOP(CONTEXT, "&Undo"), "review|", "", "U", local=True),
    ActionRow(
        "review_toggle",
        QT_TRANSLATE_NOOP(CONTEXT, "Difference, &expected, live"),
        "review|",
        "",
        "T",
        local=True,
    ),
    ActionRow(
        "review_inline",
        QT_TRANSLATE_NOOP(CONTEXT, "Side by side or &inline"),
        "review",
        "",
        "I",
        local=True,
    ),
    ActionRow(
        "review_mode",
        QT_TRANSLATE_NOOP(CONTEXT, "Text, &bytes, tokens"),
        "review",
        "",
        "B",
        local=True,
    ),
    ActionRow(
        "review_patch", QT_TRANSLATE_NOOP(CONTEXT, "Export as &patch…"), "review|", local=True
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
        "review_document", QT_TRANSLATE_NOOP(CONTEXT, "Open its &document"), "review|", local=True
    ),
)
CONTEXT_ROWS = (
    ActionRow(
        "context_add", QT_TRANSLATE_NOOP(CONTEXT, "&New context…"), "context", "", "Ctrl+Shift+N"
    ),
    ActionRow("context_file", QT_TRANSLATE_NOOP(CONTEXT, "New from &file…"), "context"),
    ActionRow("context_clipboard", QT_TRANSLATE_NOOP(CONTEXT, "New from &clipboard"), "context"),
    ActionRow("context_duplicate", QT_TRANSLATE_NOOP(CONTEXT, "&Duplicate"), "context|"),
    ActionRow("context_rename", QT_TRANSLATE_NOOP(CONTEXT, "&Rename…"), "context"),
    ActionRow("context_up", QT_TRANSLATE_NOOP(CONTEXT, "Move &up"), "context"),
    ActionRow("context_down", QT_TRANSLATE_NOOP(CONTEXT, "Move do&wn"), "context"),
    ActionRow("context_remove", QT_TRANSLATE_NOOP(CONTEXT, "Re&move"), "context"),
    ActionRow(
        "context_previous",
        QT_TRANSLATE_NOOP(CONTEXT, "&Previous context"),
        "context|",
        "",
        "Ctrl+Shift+PgUp",
    ),
    ActionRow(
        "context_next",
        QT_TRANSLATE_NOOP(CONTEXT, "Ne&xt context"),
        "context",
        "",
        "Ctrl+Shift+PgDown",
    ),
    ActionRow(
        "context_character",
        QT_TRANSLATE_NOOP(CONTEXT, "&Insert special character…"),
        "context|",
        "",
        "Ctrl+Shift+I",
    ),
    ActionRow("context_to_utf8", QT_TRANSLATE_NOOP(CONTEXT, "Convert to UTF-&8"), "context"),
)
TABLE = (
    ActionRow("new", QT_TRANSLATE_NOOP(CONTEXT, "&New"), "file", "new", Keys.New),
    ActionRow("open", QT_TRANSLATE_NOOP(CONTEXT, "&Open…"), "file", "open", Keys.Open),
    ActionRow("open_model", QT_TRANSLATE_NOOP(CONTEXT, "Open &model…"), "file"),
    ActionRow("save", QT_TRANSLATE_NOOP(CONTEXT, "&Save"), "file|", "save", Keys.Save),
    ActionRow("save_as", QT_TRANSLATE_NOOP(CONTEXT, "Save &as…"), "file", "", "Ctrl+Shift+S"),
    ActionRow("save_prompt", QT_TRANSLATE_NOOP(CONTEXT, "Save the &prompt as .bin…"), "file"),
    ActionRow("reload", QT_TRANSLATE_NOOP(CONTEXT, "&Reload from disk"), "file"),
    ActionRow("import_schema", QT_TRANSLATE_NOOP(CONTEXT, "&Import schema…"), "file|"),
    ActionRow(
        "paste_schema",
        QT_TRANSLATE_NOOP(CONTEXT, "Import schema from &clipboard"),
        "file",
        "",
        "Ctrl+Shift+V",
    ),
    ActionRow("quit", QT_TRANSLATE_NOOP(CONTEXT, "&Quit"), "file|", "", "Ctrl+Q", Role.QuitRole),
    ActionRow("undo", QT_TRANSLATE_NOOP(CONTEXT, "&Undo"), "edit", "undo", Keys.Undo),
    ActionRow("redo", QT_TRANSLATE_NOOP(CONTEXT, "&Redo"), "edit", "redo", Keys.Redo),
    ActionRow("find", QT_TRANSLATE_NOOP(CONTEXT, "&Find in the prompt"), "edit|", "", Keys.Find),
    ActionRow("page_prompt", QT_TRANSLATE_NOOP(CONTEXT, "&Prompt"), "view", "", "Ctrl+1"),
    ActionRow("page_review", QT_TRANSLATE_NOOP(CONTEXT, "&Review"), "view", "", "Ctrl+2"),
    ActionRow("page_compare", QT_TRANSLATE_NOOP(CONTEXT, "&Compare"), "view", "", "Ctrl+3"),
    ActionRow("page_templates", QT_TRANSLATE_NOOP(CONTEXT, "&Templates"), "view", "", "Ctrl+4"),
    ActionRow("next_difference", QT_TRANSLATE_NOOP(CONTEXT, "Next &difference"), "view|", "", "F7"),
    ActionRow(
        "previous_difference",
        QT_TRANSLATE_NOOP(CONTEXT, "Pre&vious difference"),
        "view",
        "",
        "Shift+F7",
    ),
    *PROMPT_ROWS,
    *REVIEW_ROWS,
    *CONTEXT_ROWS,
    ActionRow("next_pane", QT_TRANSLATE_NOOP(CONTEXT, "&Next pane"), "view|", "", "F6"),
    ActionRow(
        "previous_pane", QT_TRANSLATE_NOOP(CONTEXT, "&Previous pane"), "view", "", "Shift+F6"
    ),
    ActionRow("reset_layout", QT_TRANSLATE_NOOP(CONTEXT, "&Reset the layout"), "view"),
    ActionRow("score", QT_TRANSLATE_NOOP(CONTEXT, "&Score now"), "engine", "score", "Ctrl+Return"),
    ActionRow("stop", QT_TRANSLATE_NOOP(CONTEXT, "S&top"), "engine", "stop", "Esc"),
    ActionRow("pin_baseline", QT_TRANSLATE_NOOP(CONTEXT, "&Pin the baseline"), "engine|"),
    ActionRow(
        "profile_edit",
        QT_TRANSLATE_NOOP(CONTEXT, "&Edit the profile"),
        "engine|",
        "",
        "Ctrl+Shift+E",
    ),
    ActionRow(
        "profile_duplicate", QT_TRANSLATE_NOOP(CONTEXT, "&Duplicate and edit the profile"), "engine"
    ),
    ActionRow("profile_save", QT_TRANSLATE_NOOP(CONTEXT, "Save to &my profiles"), "engine"),
    ActionRow("actions", QT_TRANSLATE_NOOP(CONTEXT, "All &actions…"), "help", "", "Ctrl+Shift+P"),
    ActionRow("about", QT_TRANSLATE_NOOP(CONTEXT, "A&bout Loupe"), "help|", "", "", Role.AboutRole),
)


class Actions(QObject):
    """The table's rows as actions; they are found by id."""

    def __init__(self, palette: QPalette, parent: QObject | None = None) -> None:
        """Make every action with its icon in the palette's colours."""
        super().__init__(parent)
        self._actions = {row.id: self._make(row) for row in TABLE}
        self.retint(palette)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def all(self) -> tuple[QAction, ...]:
        """List the actions in the table's order."""
        return tuple(self._actions.values())

    def in_menu(self, menu: str) -> tuple[QAction | None, ...]:
        """List a menu's actions; None where a new group begins."""
        listed: list[QAction | None] = []
        for row in TABLE:
            if row.menu.rstrip("|") == menu:
                listed += [None] if row.menu.endswith("|") else []
                listed.append(self._actions[row.id])
        return tuple(listed)

    def retint(self, palette: QPalette) -> None:
        """Draw the icons in another palette's colours."""
        for row in TABLE:
            if row.icon:
                self._actions[row.id].setIcon(palette_icon(row.icon, palette))

    def _make(self, row: ActionRow) -> QAction:
        action = QAction(QCoreApplication.translate(CONTEXT, str(row.text)), self)
        action.setObjectName(row.id)
        action.setMenuRole(row.role)
        if row.local:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setEnabled(False)
        if row.shortcut:
            action.setShortcut(QKeySequence(row.shortcut))
        return action


def menus() -> tuple[tuple[str, str], ...]:
    """List the menus: id, and title in the language of the window."""
    return tuple((name, QCoreApplication.translate(CONTEXT, str(title))) for name, title in MENUS)
