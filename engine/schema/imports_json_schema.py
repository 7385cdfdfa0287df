"""Turn a JSON Schema, such as a Pydantic model gives, into fields."""

from __future__ import annotations

from dataclasses import dataclass

from engine.schema.edit_source import string_in, value_of
from engine.schema.fields import MAX_ENUM_CHOICES, FieldKind
from engine.schema.imports_draft import DraftChoice, DraftField
from engine.schema.json_tree import (
    JsonArray,
    JsonMember,
    JsonNode,
    JsonObject,
    JsonScalar,
)
from engine.schema.report import Report, clipped

MAX_REFERENCES = 32
GLOSS_KEYS = ("choice_descriptions", "x-enum-descriptions", "enumDescriptions")
CARRIED = (
    "type",
    "title",
    "description",
    "enum",
    "const",
    "items",
    "uniqueItems",
    "anyOf",
    "oneOf",
    "allOf",
    "$ref",
    "ordered",
    *GLOSS_KEYS,
)

Layers = tuple[JsonObject, ...]


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a property is once references are followed: the first layer that has a key wins."""

    layers: Layers
    alternatives: tuple[_Shape, ...] = ()
    optional: bool = False
    types: tuple[str, ...] = ()

    def get(self, key: str) -> JsonNode | None:
        for layer in self.layers:
            node = value_of(layer, key)
            if node is not None:
                return node
        return None

    def text(self, key: str) -> str:
        return string_in(self.get(key)) or ""


class JsonSchemaReader:
    """Read the properties of one JSON Schema; what cannot be taken becomes a finding."""

    def __init__(self, root: JsonNode, report: Report) -> None:
        """Take the whole text's tree, which references point into."""
        self._root = root
        self._report = report

    def fields(self, schema: JsonObject) -> tuple[DraftField, ...]:
        """Read every property of the schema that can be asked as a question."""
        shape = self._shape(schema, self._report)
        properties = None if shape is None else shape.get("properties")
        if not isinstance(properties, JsonObject):
            return ()
        fields = (self._field(member) for member in properties.members)
        return tuple(field for field in fields if field is not None)

    def _field(self, member: JsonMember) -> DraftField | None:
        report = self._report.within(member.key)
        shape = self._shape(member.value, report)
        if shape is None:
            return None
        field = self._question(member, shape, report)
        if field is None:
            self._unsupported(member, shape, report)
            return None
        if shape.optional:
            report.info(
                "import-optional",
                member.key_span,
                f"{report.what} may be null there; here it is always answered",
                "Add a choice such as 'none' if no answer must be possible.",
            )
        self._dropped(member, shape, field, report)
        return field

    def _question(self, member: JsonMember, shape: _Shape, report: Report) -> DraftField | None:
        description = shape.text("description") or _title(member.key, shape)
        if "array" in shape.types:
            return self._multi(member, shape, description, report)
        if shape.types == ("boolean",):
            return DraftField(member.key, FieldKind.BOOLEAN, description)
        nodes = _choice_nodes(shape)
        if nodes is None:
            choices = _range(member, shape, report)
            if choices is None:
                return None
            return DraftField(member.key, FieldKind.ENUM, description, choices, ordered=True)
        if {node.literal for node, _ in nodes} == {"true", "false"}:
            return DraftField(member.key, FieldKind.BOOLEAN, description)
        ordered = shape.get("ordered")
        scale = isinstance(ordered, JsonScalar) and ordered.value is True
        choices = _choices(nodes, shape, report)
        return DraftField(member.key, FieldKind.ENUM, description, choices, scale)

    def _multi(
        self, member: JsonMember, shape: _Shape, description: str, report: Report
    ) -> DraftField | None:
        items = shape.get("items")
        inner = None if items is None else self._shape(items, report)
        nodes = None if inner is None else _choice_nodes(inner)
        if inner is None or nodes is None:
            return None
        unique = shape.get("uniqueItems")
        if not (isinstance(unique, JsonScalar) and unique.value is True):
            report.info(
                "import-list-as-set",
                member.key_span,
                f"{report.what} is a list, which has an order and may repeat; "
                "here each option is asked once",
                "Nothing to do if the order of the answers says nothing.",
            )
        both = _Shape((*shape.layers, *inner.layers))
        return DraftField(member.key, FieldKind.MULTI, description, _choices(nodes, both, report))

    def _shape(self, node: JsonNode, report: Report, left: int = MAX_REFERENCES) -> _Shape | None:
        """Follow references and unions; None, with a finding, when that leads nowhere."""
        if not isinstance(node, JsonObject):
            return _Shape(())
        layers = self._layers(node, report, left)
        if layers is None:
            return None
        whole = _Shape(layers)
        union = whole.get("anyOf") or whole.get("oneOf")
        parts = union.items if isinstance(union, JsonArray) else ()
        shapes = [self._shape(part, report, left - 1) for part in parts]
        known = tuple(shape for shape in shapes if shape is not None)
        if len(known) < len(shapes):
            return None
        kept = tuple(one for one in known if not _is_null(one))
        types = _types(whole.get("type"))
        optional = len(kept) < len(known) or "null" in types or any(one.optional for one in kept)
        if len(kept) == 1:
            only = kept[0]
            found = tuple(name for name in types if name != "null") or only.types
            return _Shape((*layers, *only.layers), only.alternatives, optional, found)
        return _Shape(layers, kept, optional, tuple(name for name in types if name != "null"))

    def _layers(self, node: JsonObject, report: Report, left: int) -> Layers | None:
        layers: Layers = (node,)
        reference = value_of(node, "$ref")
        if reference is not None:
            target = _target(self._root, string_in(reference) or "")
            if target is None or left <= 0:
                report.warning(
                    "import-reference",
                    reference.span,
                    f"{report.what}: the reference {clipped(reference_text(reference))} "
                    + ("leads in a circle" if target else "leads nowhere in this text"),
                    "Put the definition into this text, or write the property out.",
                )
                return None
            inner = self._layers(target, report, left - 1)
            if inner is None:
                return None
            layers += inner
        every = value_of(node, "allOf")
        for part in every.items if isinstance(every, JsonArray) else ():
            inner = self._layers(part, report, left - 1) if isinstance(part, JsonObject) else ()
            if inner is None:
                return None
            layers += inner
        return layers

    def _unsupported(self, member: JsonMember, shape: _Shape, report: Report) -> None:
        kind = " or ".join(shape.types) or "value of any kind"
        report.warning(
            "import-unsupported",
            member.key_span,
            f"{report.what} is left out: a free {kind} is no question with given answers",
            "List its values there as 'enum', or add the field by hand.",
        )

    def _dropped(
        self, member: JsonMember, shape: _Shape, field: DraftField, report: Report
    ) -> None:
        scale = ("minimum", "maximum") if _choice_nodes(shape) is None and field.ordered else ()
        names = [
            inner.key
            for layer in shape.layers
            for inner in layer.members
            if inner.key not in (*CARRIED, *scale)
        ]
        if names:
            listed = ", ".join(f"'{clipped(name)}'" for name in dict.fromkeys(names))
            report.info(
                "import-dropped",
                member.key_span,
                f"{report.what}: {listed} cannot be said in a schema of questions",
                "Nothing to do if no answer depends on it.",
            )


def reference_text(node: JsonNode) -> str:
    """Quote a reference for a message."""
    text = string_in(node)
    return "that is no text" if text is None else f"'{text}'"


def _target(root: JsonNode, reference: str) -> JsonObject | None:
    """Follow a JSON pointer such as `#/$defs/Tier` (RFC 6901)."""
    if not reference.startswith("#"):
        return None
    node: JsonNode | None = root
    for step in reference[1:].split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        node = value_of(node, key) if isinstance(node, JsonObject) else None
    return node if isinstance(node, JsonObject) else None


def _types(node: JsonNode | None) -> tuple[str, ...]:
    items = node.items if isinstance(node, JsonArray) else (node,)
    return tuple(text for item in items if (text := string_in(item)) is not None)


def _is_null(shape: _Shape) -> bool:
    const = shape.get("const")
    null = isinstance(const, JsonScalar) and const.value is None
    return null or _types(shape.get("type")) == ("null",)


def _choice_nodes(shape: _Shape) -> tuple[tuple[JsonScalar, str], ...] | None:
    """List the values with their glosses; None when they are not all given."""
    const = shape.get("const")
    if isinstance(const, JsonScalar):
        return ((const, ""),)
    enum = shape.get("enum")
    if isinstance(enum, JsonArray):
        scalars = tuple((item, "") for item in enum.items if isinstance(item, JsonScalar))
        return scalars if len(scalars) == len(enum.items) else None
    if not shape.alternatives:
        return None
    parts = [_alternative(one) for one in shape.alternatives]
    known = [part for part in parts if part is not None]
    return tuple(pair for part in known for pair in part) if len(known) == len(parts) else None


def _alternative(shape: _Shape) -> tuple[tuple[JsonScalar, str], ...] | None:
    """List the values of one alternative; what a constant is called becomes its gloss."""
    nodes = _choice_nodes(shape)
    if nodes is None or not isinstance(shape.get("const"), JsonScalar):
        return nodes
    name = shape.text("description") or shape.text("title")
    return tuple((node, "" if name == node.value else name) for node, _ in nodes)


def _choices(
    nodes: tuple[tuple[JsonScalar, str], ...], shape: _Shape, report: Report
) -> tuple[DraftChoice, ...]:
    """Write values as choices, each once; what was no text is reported."""
    choices: dict[str, DraftChoice] = {}
    for number, (node, gloss) in enumerate(nodes):
        text = string_in(node)
        if text is None and node.value is not None:
            text = node.literal
        if text is None:
            cure = "Add a choice such as 'none' if no answer must be possible."
            report.info("import-optional", node.span, f"{report.what}: null is no choice", cure)
            continue
        if string_in(node) is None:
            report.info(
                "import-value-as-text",
                node.span,
                f"{report.what}: the value {clipped(node.literal)} became the text '{text}'",
                "Turn the answer back into a value where you use it.",
            )
        choices.setdefault(text, DraftChoice(text, gloss or _gloss(shape, text, number)))
    return tuple(choices.values())


def _gloss(shape: _Shape, text: str, number: int) -> str:
    for key in GLOSS_KEYS:
        node = shape.get(key)
        if isinstance(node, JsonObject):
            return string_in(value_of(node, text)) or ""
        if isinstance(node, JsonArray) and number < len(node.items):
            return string_in(node.items[number]) or ""
    return ""


def _range(member: JsonMember, shape: _Shape, report: Report) -> tuple[DraftChoice, ...] | None:
    """Write a bounded whole number as a scale."""
    low, high = (_value(shape.get(key)) for key in ("minimum", "maximum"))
    if shape.types != ("integer",) or not isinstance(low, int) or not isinstance(high, int):
        return None
    if not 1 <= high - low + 1 <= MAX_ENUM_CHOICES:
        return None
    report.info(
        "import-value-as-text",
        member.key_span,
        f"{report.what}: the numbers {low} to {high} became the choices of a scale",
        "Turn the answer back into a number where you use it.",
    )
    return tuple(DraftChoice(str(number)) for number in range(low, high + 1))


def _value(node: JsonNode | None) -> str | float | bool | None:
    return node.value if isinstance(node, JsonScalar) else None


def _title(name: str, shape: _Shape) -> str:
    """Ask with the title, or with the name as words (as schemas made from models do)."""
    words = name.replace("_", " ")
    title = shape.text("title")
    return title if title and title.casefold() != words.casefold() else words
