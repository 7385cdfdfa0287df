"""Complaints 4, 5, 6, 7, 13 and 14: what templates do on their own."""

from __future__ import annotations

import datetime

import pytest

from engine.chat_format import open_chat_format
from engine.errors import TemplateError
from engine.findings.template_effects import template_findings
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import Owner, OwnerKind, Piece
from engine.snapshot import Failed, Ready
from tests.findings.workbench import RISK, TODAY, Workbench, bytes_of, found, only

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n"
)


@pytest.fixture(scope="module")
def bench(asset_root) -> Workbench:
    return Workbench(asset_root)


@pytest.mark.parametrize(
    ("profile", "prose"),
    [
        ("qwen2.5", b"You are Qwen, created by Alibaba Cloud. You are a helpful assistant."),
        ("smollm2", b"You are a helpful AI assistant named SmolLM, trained by Hugging Face"),
    ],
)
def test_04_a_default_system_prompt_is_the_templates_and_not_the_users(
    bench, profile, prose
) -> None:
    snapshot = bench.look(bench.profile(profile, name="merged", system="merge"))
    finding = only(snapshot, "template-added-text")
    assert bytes_of(snapshot, finding) == prose
    segments = snapshot.prompt.value.segments
    owners = [one.owner.kind for one in segments if one.byte_start == finding.where.byte_start]
    assert owners == [OwnerKind.ADDED]
    assert not found(bench.look(profile), "template-added-text")


def test_05_gemma_takes_no_system_role_so_the_text_is_merged_and_said_so(bench) -> None:
    snapshot = bench.look("gemma")
    assert "rejects a system role" in only(snapshot, "system-role-merged").message
    assert b"follow.\n\nClassify" in snapshot.prompt.value.data
    assert not found(bench.look("qwen2.5"), "system-role-merged")


def test_05_forced_to_have_one_it_refuses_in_its_own_words(bench) -> None:
    snapshot = bench.look(bench.profile("gemma", name="forced", system="dedicated"))
    finding = only(snapshot, "template-error")
    assert "System role not supported" in finding.message
    assert "Traceback" not in finding.message
    assert isinstance(snapshot.prompt, Failed)
    assert "merge" in finding.cure


def test_05_two_user_turns_are_refused_in_its_own_words(bench) -> None:
    chat = open_chat_format(bench.profile("gemma"), bench.workspace.tokenizers, TODAY)
    turn = ("user", (Piece("hi", Owner(OwnerKind.CONTEXT)),))
    with pytest.raises(TemplateError, match="Conversation roles must alternate"):
        chat.place((turn, turn))


@pytest.mark.parametrize(
    ("profile", "trims"),
    [("gemma", True), ("qwen2.5", False), ("qwen3", False), ("smollm2", False)],
)
def test_06_the_bytes_that_a_template_trims_are_counted(bench, profile, trims) -> None:
    """`"  \\n hi \\n\\n"` has two spaces, a line feed and a space before hi."""
    chat = open_chat_format(bench.profile(profile), bench.workspace.tokenizers, TODAY)
    placed = chat.place((("user", (Piece("  \n hi \n\n", Owner(OwnerKind.CONTEXT)),)),))
    prompt = RenderedPrompt(
        placed.text, placed.text.encode(), "", placed.segments, placed.trimmed, chat.info
    )
    said = [
        one.message
        for one in template_findings(prompt, chat.facts, TODAY, forced=False)
        if one.id == "template-removed-bytes"
    ]
    wanted = "the template removed 4 leading and 3 trailing bytes of the user message"
    assert said == ([wanted] if trims else [])


@pytest.mark.parametrize(
    ("profile", "ignored"), [("qwen3", False), ("qwen2.5", True), ("smollm2", True)]
)
def test_07_a_switch_that_does_nothing_is_named(bench, profile, ignored) -> None:
    kwargs = (("enable_thinking", False),)
    snapshot = bench.look(bench.profile(profile, name="switched", kwargs=kwargs))
    said = found(snapshot, "kwarg-without-effect")
    assert [one.message.split()[0] for one in said] == (["enable_thinking"] if ignored else [])
    thought = snapshot.prompt.value.text.endswith("<think>\n\n</think>\n\n")
    assert thought is not ignored


@pytest.mark.parametrize("profile", ["smollm2", "qwen2.5", "qwen3", "gemma", "chatml"])
def test_13_a_dash_and_a_path_keep_their_bytes(bench, profile) -> None:
    schema = {
        "f": {
            **RISK["risk_tier"],
            "description": "see /a/b — c",
            "choice_descriptions": {"LOW": "d"},
        }
    }
    data = bench.look(profile, schema).prompt.value.data
    assert b'"see /a/b \xe2\x80\x94 c"' in data
    assert b'"LOW" \xe2\x80\x94 "d"' in data
    assert b"\\u2014" not in data
    assert b"\\/" not in data


def test_13_block_tags_on_their_own_lines_leave_no_trace_and_tojson_is_not_ascii(bench) -> None:
    text = (
        "{#- a comment -#}\n"
        "{% for message in messages %}\n"
        "    {% if true %}\n"
        "{{ {'z': '— /', 'a': message['role']} | tojson }}{{ message['content'] }}\n"
        "    {% endif %}\n"
        "{% endfor %}\n"
    )
    data = bench.look(bench.profile("chatml", name="own", template=text)).prompt.value.data
    assert data.startswith('{"z": "— /", "a": "system"}You are'.encode())
    assert data.count(b"\n{") == 1
    assert b"\n\n{" not in data


def test_14_a_template_with_a_date_gives_other_bytes_tomorrow_and_says_so(asset_root) -> None:
    rendered = []
    for day in (datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)):
        bench = Workbench(asset_root, day)
        text = CHATML + "{{ strftime_now('%Y-%m-%d') }}"
        snapshot = bench.look(bench.profile("chatml", name="own", template=text))
        assert isinstance(snapshot.prompt, Ready)
        rendered.append(snapshot.prompt.value.text)
        assert rendered[-1].endswith(day.isoformat())
        assert day.isoformat() in only(snapshot, "template-uses-clock").message
    assert rendered[0] != rendered[1]


@pytest.mark.parametrize("profile", ["smollm2", "qwen2.5", "qwen3", "gemma", "chatml"])
def test_14_the_built_in_profiles_give_the_same_bytes_on_two_dates(asset_root, profile) -> None:
    days = (datetime.date(2026, 1, 1), datetime.date(2031, 12, 24))
    snapshots = [Workbench(asset_root, day).look(profile) for day in days]
    assert snapshots[0].prompt == snapshots[1].prompt
    assert not any(found(snapshot, "template-uses-clock") for snapshot in snapshots)
