"""The places of findings about the schema, made precise: line and column in its text."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Finding, Place
from engine.prompt.segments import Owner, OwnerKind, Segment, segment_at
from engine.schema.fields import Field, Schema, Span
from engine.schema.lines import Lines
from engine.snapshot import Snapshot, value_of


def located(snapshot: Snapshot) -> tuple[Finding, ...]:
    """Give the snapshot's findings, those in the schema with their line and column."""
    if all(_is_located(finding.where) for finding in snapshot.findings):
        return snapshot.findings
    lines = Lines(snapshot.document.schema_text)
    schema, prompt = value_of(snapshot.schema) or Schema(()), value_of(snapshot.prompt)
    segments = prompt.segments if prompt is not None else ()
    return tuple(
        finding
        if _is_located(finding.where)
        else replace(finding, where=_located(finding.where, lines, schema, segments))
        for finding in snapshot.findings
    )


def source_span(owner: Owner, schema: Schema) -> Span | None:
    """Find where the text that a byte of the prompt came from stands in the schema's text."""
    field = next((one for one in schema.fields if one.name == owner.field), None)
    return None if field is None else _part_span(field, owner) or field.span


def _part_span(field: Field, owner: Owner) -> Span | None:
    if owner.part == "description":
        return field.description_span
    if owner.index is None or owner.index >= len(field.choices):
        return None
    choice = field.choices[owner.index]
    return choice.gloss_span if owner.part == "gloss" else choice.span


def _is_located(where: Place) -> bool:
    return where.owner != OwnerKind.SCHEMA or where.line is not None


def _located(where: Place, lines: Lines, schema: Schema, segments: tuple[Segment, ...]) -> Place:
    span = None
    if where.source_start is not None and where.source_end is not None:
        span = Span(where.source_start, where.source_end)
    elif where.byte_start is not None and segments:
        span = source_span(segment_at(segments, where.byte_start).owner, schema)
    if span is None:
        return where
    place = lines.place(span, where.field)
    return replace(place, byte_start=where.byte_start, byte_end=where.byte_end)
