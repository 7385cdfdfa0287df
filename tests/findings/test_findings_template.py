"""What templates do on their own."""

from __future__ import annotations

import pytest

from engine.snapshot import Failed, Ready
from tests.findings.workbench import TODAY, Workbench, bytes_of, found, only

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n"
)


def template(bench: Workbench, text: str, **changes):
    return bench.profile("smollm2", name="own", template=text, **changes)


def test_a_template_that_drops_the_system_message_is_an_error(bench) -> None:
    text = CHATML.replace("{% for message in messages %}", "{% for message in messages[-1:] %}")
    snapshot = bench.look(template(bench, text))
    assert only(snapshot, "template-drops-system").severity == "error"
    assert not found(bench.look(template(bench, CHATML)), "template-drops-system")
    merged = bench.look(template(bench, text, system="merge"))
    assert not found(merged, "template-drops-system")
    assert only(merged, "system-role-merged").severity == "info"


def test_an_empty_system_turn_is_pointed_at(bench) -> None:
    text = "<|im_start|>system\n<|im_end|>\n" + CHATML
    snapshot = bench.look(template(bench, text, system="merge"))
    finding = only(snapshot, "empty-system")
    assert bytes_of(snapshot, finding) == b"system"
    assert not found(bench.look(template(bench, CHATML, system="merge")), "empty-system")


def test_a_template_with_a_date_names_the_date_that_it_was_given(bench) -> None:
    text = CHATML + "{{ strftime_now('%d %b %Y') }}"
    finding = only(bench.look(template(bench, text)), "template-uses-clock")
    assert finding.severity == "info"
    assert TODAY.isoformat() in finding.message


def test_a_template_that_rewrites_contents_says_that_owners_are_uncertain(bench) -> None:
    text = CHATML.replace("message['content']", "message['content'] | replace('the', 'THE')")
    snapshot = bench.look(template(bench, text))
    assert only(snapshot, "template-rewrote-content").severity == "warning"
    assert isinstance(snapshot.prompt, Ready)
    assert not snapshot.prompt.value.aligned
    assert not found(bench.look(template(bench, CHATML)), "template-rewrote-content")


def test_a_template_that_trims_in_the_middle_is_no_rewriting(bench) -> None:
    text = CHATML.replace("message['content']", "message['content'] | trim")
    assert not found(bench.look(template(bench, text)), "template-rewrote-content")


@pytest.mark.parametrize("text", ["{% for %}", "{{ raise_exception('no thanks') }}"])
def test_a_broken_template_blocks_the_plan(bench, text) -> None:
    snapshot = bench.look(template(bench, text))
    assert only(snapshot, "template-error").severity == "error"
    assert isinstance(snapshot.plan, Failed) or isinstance(snapshot.prompt, Failed)
