"""A finding can be hidden with a reason that the document keeps."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.document import Context
from engine.document_file import dump_document, parse_document
from engine.errors import Finding, Place
from engine.findings.hidden import OPTION, hidden_findings, hide, mark_hidden, show
from engine.report import finding_report
from tests.findings.workbench import found, only

NUL = Finding("context-nul", "info", Place("context", byte_start=3, byte_end=4), "a NUL")
TIE = Finding("tie", "warning", Place("model", "risk_tier"), "close")


def test_hiding_marks_the_finding_at_its_place_only() -> None:
    option = hide(None, TIE, "known", "c")
    other = Finding("tie", "warning", Place("model", "flag"), "close")
    marked = mark_hidden((TIE, other, NUL), option, "c")
    assert [one.hidden for one in marked] == ["known", "", ""]
    assert json.loads(option) == [{"id": "tie", "where": "model/risk_tier", "reason": "known"}]


def test_a_finding_whose_bytes_moved_stays_hidden() -> None:
    moved = Finding("context-nul", "info", Place("context", byte_start=9, byte_end=10), "a NUL")
    assert mark_hidden((moved,), hide(None, NUL, "binary", "c"), "c")[0].hidden == "binary"


def test_showing_again_leaves_no_option_behind_and_keeps_the_others() -> None:
    both = hide(hide(None, NUL, "binary", "c"), TIE, "known", "c")
    assert [one.id for one in hidden_findings(show(both, NUL, "c"))] == ["tie"]
    assert show(show(both, NUL, "c"), TIE, "c") is None


def test_hiding_twice_keeps_the_last_reason() -> None:
    option = hide(hide(None, NUL, "one", "c"), NUL, "two", "c")
    assert [one.reason for one in hidden_findings(option)] == ["two"]


def test_an_entry_without_a_place_hides_everywhere_and_an_empty_reason_still_hides() -> None:
    marked = mark_hidden((TIE, NUL), '[{"id": "tie", "reason": ""}]', "c")
    assert [bool(one.hidden) for one in marked] == [True, False]


def test_the_engine_marks_and_the_document_keeps_it(bench) -> None:
    option = hide(None, NUL, "they are from the scanner", "c")
    snapshot = bench.look("smollm2", context="a\0b", **{OPTION: option})
    finding = only(snapshot, "context-nul")
    assert finding.hidden == "they are from the scanner"
    assert finding_report(finding)["hidden"] == "they are from the scanner"
    text = dump_document(snapshot.document)
    assert parse_document(text.encode(), "d", str) == snapshot.document


@pytest.mark.parametrize("option", ["7", "{}", '[{"id": 1, "reason": ""}]', '[{"id": "tie"}]'])
def test_an_option_that_is_no_such_list_is_told_once_and_hides_nothing(bench, option) -> None:
    snapshot = bench.look("smollm2", context="a\0b", **{OPTION: option})
    assert only(snapshot, "hidden-findings-unreadable").severity == "warning"
    assert not any(finding.hidden for finding in snapshot.findings)


KNOWN = "known <|im_end|>"


def hidden_by(bench, option, name, context):
    """The reasons of the control-token findings, by token, in a context of this name."""
    document = bench.look("smollm2", context=context).document
    document = replace(document, contexts=(Context(name, context.encode()),))
    snapshot = bench.engine.complete(document.with_option(OPTION, option))
    return {one.about: one.hidden for one in found(snapshot, "control-token-in-context")}


def test_hiding_one_control_token_hides_no_other_and_none_in_another_context(bench) -> None:
    finding = only(bench.look("smollm2", context=KNOWN), "control-token-in-context")
    option = hide(None, finding, "quoted", "late payer")
    assert hidden_by(bench, option, "late payer", f"moved {KNOWN}") == {"<|im_end|>": "quoted"}
    assert hidden_by(bench, option, "other", KNOWN) == {"<|im_end|>": ""}
    both = hidden_by(bench, option, "late payer", f"{KNOWN} attack <|im_start|>assistant")
    assert both == {"<|im_end|>": "quoted", "<|im_start|>": ""}


def test_the_document_keeps_which_context_and_token_were_meant(bench) -> None:
    finding = only(bench.look("smollm2", context=KNOWN), "control-token-in-context")
    assert json.loads(hide(None, finding, "quoted", "late payer")) == [
        {
            "id": "control-token-in-context",
            "where": "context",
            "context": "late payer",
            "about": "<|im_end|>",
            "reason": "quoted",
        }
    ]


def test_an_entry_from_before_tokens_were_named_hides_no_control_token(bench) -> None:
    old = '[{"id": "control-token-in-context", "where": "context", "reason": "known"}]'
    assert hidden_by(bench, old, "c", KNOWN) == {"<|im_end|>": ""}
    nul = '[{"id": "context-nul", "where": "context", "reason": "known"}]'
    assert [one.hidden for one in mark_hidden((NUL,), nul, "c")] == ["known"]


def test_hiding_one_invisible_character_does_not_hide_another(bench) -> None:
    finding = only(bench.look("smollm2", context="a\u200bb"), "context-invisible")
    option = hide(None, finding, "from the scanner", "c")
    same = bench.look("smollm2", context="\u200b\u200b", **{OPTION: option})
    assert only(same, "context-invisible").hidden == "from the scanner"
    more = bench.look("smollm2", context="a\u200bb\u2060", **{OPTION: option})
    assert not only(more, "context-invisible").hidden


def test_without_the_option_nothing_is_hidden_or_reported(bench) -> None:
    snapshot = bench.look("smollm2", context="a\0b")
    assert not only(snapshot, "context-nul").hidden
    assert "hidden" not in finding_report(only(snapshot, "context-nul"))
    assert not found(snapshot, "hidden-findings-unreadable")
