"""Turn the questions of a System One request (choice, noul, score) into fields."""

from __future__ import annotations

from engine.schema.edit_source import string_in, value_of
from engine.schema.fields import FieldKind
from engine.schema.imports_draft import DraftChoice, DraftField
from engine.schema.json_tree import JsonArray, JsonMember, JsonNode, JsonObject, JsonScalar
from engine.schema.report import Report, clipped

KINDS = {
    "choice": "choice",
    "noul": "noul",
    "null": "noul",
    "predicate": "noul",
    "binary": "noul",
    "boolean": "noul",
    "score": "score",
}
QUESTION_KEYS = ("instructions", "question", "prompt", "description", "text")
ANSWER_KEYS = ("criteria", "options", "choices", "levels")
NAME_KEYS = ("name", "id", "key")
SHORT_LEVEL = 24  # characters; longer levels are asked by number, with the text as gloss

Pairs = tuple[tuple[str, str, JsonNode], ...]


def read_questions(root: JsonObject, questions: JsonNode, report: Report) -> tuple[DraftField, ...]:
    """Read every question; what cannot be taken becomes a finding."""
    for member in root.members:
        if member.key != "questions":
            report.info(
                "import-dropped",
                member.key_span,
                f"'{clipped(member.key)}' of the request is not part of a schema",
                "Put the state into a context if you want to try the questions on it."
                if member.key == "state"
                else "Nothing to do here.",
            )
    fields = (
        _question(name, node, report.within(name)) for name, node in _named(questions, report)
    )
    return tuple(field for field in fields if field is not None)


def _named(questions: JsonNode, report: Report) -> tuple[tuple[str, JsonNode], ...]:
    """List the questions by name: an object of them, or a list of named ones."""
    if isinstance(questions, JsonObject):
        return tuple((member.key, member.value) for member in questions.members)
    items = questions.items if isinstance(questions, JsonArray) else ()
    named = []
    for number, item in enumerate(items, 1):
        names = [
            string_in(value_of(item, key)) if isinstance(item, JsonObject) else None
            for key in NAME_KEYS
        ]
        name = next((one for one in names if one), None)
        if name is None:
            name = f"question_{number}"
            message = f"Question {number} has no name; it became '{name}'"
            report.info("import-unnamed", item.span, message, "Rename the field.")
        named.append((name, item))
    return tuple(named)


def _question(name: str, node: JsonNode, report: Report) -> DraftField | None:
    body = node if isinstance(node, JsonObject) else None
    type_name = None if body is None else string_in(value_of(body, "type"))
    kind = KINDS.get((type_name or "").lower())
    if body is None or kind is None:
        found = "no type" if type_name is None else f"the type '{clipped(type_name)}'"
        report.warning(
            "import-unsupported",
            node.span,
            f"{report.what} is left out: it has {found}; known are choice, noul and score",
            "Write one of the three as its type, or add the field by hand.",
        )
        return None
    question = _text(body, report)
    pairs = _answers(body, report)
    _dropped(body, report)
    if kind == "noul":
        return _noul(name, question, body, pairs, report)
    if not pairs:
        report.warning(
            "import-unsupported",
            body.span,
            f"{report.what} is left out: it names no answers in 'criteria'",
            "List the answers there, or add the field by hand.",
        )
        return None
    if kind == "score":
        return DraftField(name, FieldKind.ENUM, question, _levels(pairs), ordered=True)
    choices = tuple(DraftChoice(text, gloss) for text, gloss, _ in pairs)
    return DraftField(name, FieldKind.ENUM, question, choices)


def _noul(name: str, question: str, body: JsonObject, pairs: Pairs, report: Report) -> DraftField:
    if any(gloss for _, gloss, _ in pairs):
        report.warning(
            "import-noul-criteria",
            body.span,
            f"{report.what}: what true and false mean is not asked with a boolean",
            "Say it in the question, or make the field an enum with two glossed choices.",
        )
    return DraftField(name, FieldKind.BOOLEAN, question)


def _levels(pairs: Pairs) -> tuple[DraftChoice, ...]:
    """Ask a scale by its levels' own words when they are short, else by number."""
    words = [text for text, _, _ in pairs]
    if all(len(word) <= SHORT_LEVEL for word in words) and len(set(words)) == len(words):
        return tuple(DraftChoice(text, gloss) for text, gloss, _ in pairs)
    return tuple(
        DraftChoice(str(number), gloss or text) for number, (text, gloss, _) in enumerate(pairs)
    )


def _text(body: JsonObject, report: Report) -> str:
    """Read the question; of one in parts, its question."""
    for key in QUESTION_KEYS:
        node = value_of(body, key)
        if isinstance(node, JsonObject):
            parts = [string_in(value_of(node, inner)) for inner in QUESTION_KEYS]
            found = next((part for part in parts if part), "")
            report.warning(
                "import-instructions",
                node.span,
                f"{report.what}: of the parts of '{key}' only the question is asked",
                "Say the rest in the question itself.",
            )
            return found
        if string_in(node):
            return string_in(node) or ""
    cure = "Write the question."
    report.warning("import-no-question", body.span, f"{report.what} asks nothing", cure)
    return ""


def _answers(body: JsonObject, report: Report) -> Pairs:
    """List the answers with their glosses, from an object or a list."""
    for key in ANSWER_KEYS:
        node = value_of(body, key)
        if isinstance(node, JsonObject):
            return tuple(
                (member.key, _gloss(member.value, member, report), member.value)
                for member in node.members
            )
        if isinstance(node, JsonArray):
            return tuple(_listed(item) for item in node.items)
    return ()


def _listed(item: JsonNode) -> tuple[str, str, JsonNode]:
    if isinstance(item, JsonScalar):
        return string_in(item) or item.literal, "", item
    names = [
        string_in(value_of(item, key)) if isinstance(item, JsonObject) else None
        for key in (*NAME_KEYS, "label", "value")
    ]
    gloss = string_in(value_of(item, "description")) if isinstance(item, JsonObject) else None
    return next((name for name in names if name), ""), gloss or "", item


def _gloss(node: JsonNode, member: JsonMember, report: Report) -> str:
    if isinstance(node, JsonScalar) and node.value is None:
        return ""
    text = string_in(node)
    if text is None:
        report.warning(
            "import-gloss",
            node.span,
            f"{report.what}: what '{clipped(member.key)}' means is no text and is left out",
            "Write it as one sentence.",
        )
    return text or ""


def _dropped(body: JsonObject, report: Report) -> None:
    known = ("type", *QUESTION_KEYS, *ANSWER_KEYS, *NAME_KEYS)
    names = [member.key for member in body.members if member.key not in known]
    if names:
        listed = ", ".join(f"'{clipped(name)}'" for name in names)
        report.info(
            "import-dropped",
            body.span,
            f"{report.what}: {listed} cannot be said in a schema of questions",
            "Nothing to do if no answer depends on it.",
        )
