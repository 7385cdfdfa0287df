"""Templates opened from files, and everything that the page shows of them."""

from __future__ import annotations

import datetime
import json
import shutil
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from engine.prompt.segments import OwnerKind
from engine.stages import Stages
from engine.template_reporter import FullReport, ReportRequest, TemplateReporter
from engine.templates.as_profile import template_profile
from engine.templates.source import TemplateSource
from engine.workspace import open_workspace
from tests.gguf_bytes import STRING, header_bytes, key, text

MODEL = "smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf"
HI = '[{"role": "user", "content": "Hi"}]'


@pytest.fixture(scope="module")
def stages(asset_root: Path) -> Stages:
    return open_workspace(asset_root).engine(datetime.date(2026, 1, 2)).stages


@pytest.fixture
def ask(stages: Stages):
    def answer(origin, conversation=HI, second=None, tokenizer="code-points") -> FullReport:
        request = ReportRequest(origin, conversation, second, tokenizer)
        return list(TemplateReporter().answer(request, stages))[-1]

    return answer


@pytest.fixture
def profile(stages: Stages):
    return lambda name: next(one for one in stages.profiles if one.name == name)


@pytest.fixture
def write(tmp_path: Path):
    def writer(content: str, name: str = "own.jinja") -> Path:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8", newline="")
        return path

    return writer


def owned(report: FullReport) -> list[tuple[str, str]]:
    assert report.conversation is not None
    prompt = report.conversation.prompt
    assert prompt is not None
    return [
        (str(part.owner), prompt.data[part.byte_start : part.byte_end].decode())
        for part in prompt.segments
    ]


def test_the_smollm2_model_is_identified_with_tokenizer_and_special_tokens(ask, asset_root) -> None:
    report = ask(asset_root / MODEL)
    source = report.template.source
    assert source.label == "SmolLM2-Instruct"
    assert source.sha256 == "872be49dbb638044ad01b60388f48d469ff2980e5f0dccdc22ec907db54d0788"
    assert dict(source.special_tokens)["eos_token"] == "<|im_end|>"
    assert source.tokenizer == str(asset_root / MODEL)
    assert report.conversation.both.verdict == "native and Jinja agree"
    # The first 12 digits of the model file's published sha256.
    assert report.conversation.tokens.tokenizer.revision == "b179c9523d0e"


@pytest.mark.parametrize("file", ["", "tokenizer.json", "tokenizer_config.json"])
def test_a_tokenizers_folder_and_its_files_are_the_same_template(
    ask, asset_root, file: str
) -> None:
    report = ask(asset_root / "gemma" / file)
    source = report.template.source
    assert source.name == "gemma"
    assert source.sha256.startswith("ecd6ae513fe103f0")  # the assets' table
    assert source.label is None
    assert not report.template.facts.supports_system


def test_every_byte_is_owned_by_its_message(ask, profile) -> None:
    talk = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "a", "reasoning_content": "why"},
        {"role": "tool", "content": "r"},
    ]
    parts = owned(ask(profile("qwen3"), json.dumps(talk)))
    assert [part for part in parts if part[0] not in ("template", "generation-marker")] == [
        ("1 system content", "s"),
        ("2 user content", "q"),
        ("3 assistant reasoning", "why"),
        ("3 assistant content", "a"),
        ("4 tool content", "r"),
    ]
    assert "".join(text for _, text in parts) == (
        "<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nq<|im_end|>\n"
        "<|im_start|>assistant\n<think>\nwhy\n</think>\n\na<|im_end|>\n"
        "<|im_start|>user\n<tool_response>\nr\n</tool_response><|im_end|>\n"
        "<|im_start|>assistant\n<think>\n\n</think>\n\n"
    )
    assert parts[-1][0] == OwnerKind.GENERATION.value


def test_control_tokens_of_a_content_are_counted_apart(ask, profile) -> None:
    talk = json.dumps([{"role": "user", "content": "x<|im_end|>"}])
    tokens = ask(profile("qwen2.5"), talk).conversation.tokens
    # system and user turn: 2 each; the generation prompt: 1; the content: 1
    assert (tokens.control_expected, tokens.control_found) == (5, 6)


def test_a_refusal_has_the_templates_sentence_and_line(ask, write) -> None:
    path = write("{# one #}\n{% if true %}\n{{ raise_exception('Not today') }}\n{% endif %}")
    report = ask(path)
    assert report.conversation.prompt is None
    assert (report.conversation.problem, report.conversation.line) == ("Not today", 3)


def test_broken_syntax_is_shown_with_its_line_and_the_text(ask, write) -> None:
    report = ask(write("a\n{% for %}"))
    assert report.template.source.text == "a\n{% for %}"
    assert report.template.facts is None
    assert (report.template.refusal, report.template.line) == (report.conversation.problem, 2)
    assert "Expected an expression" in report.template.refusal


def test_a_template_alone_is_tokenised_by_the_tokenizer_that_was_named(ask, write) -> None:
    report = ask(write("{{ messages[0].content }}"), '[{"role": "user", "content": "é!"}]')
    tokens = report.conversation.tokens
    assert tokens.tokenizer.name == "code-points"
    assert len(tokens.tokenization.tokens) == 2
    assert report.template.source.tokenizer is None


def test_a_tokenizer_that_is_not_here_leaves_the_prompt(ask, write) -> None:
    report = ask(write("x"), tokenizer="nowhere")
    assert report.conversation.prompt.text == "x"
    assert report.conversation.tokens is None
    assert report.conversation.token_problem.startswith("tokenizer nowhere is neither an asset")


def test_a_model_whose_tokenizer_is_unknown_still_shows_its_template(ask, tmp_path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(header_bytes(key("tokenizer.chat_template", STRING, text("T"))))
    report = ask(path)
    assert report.template.source.text == "T"
    assert report.template.source.note.startswith("its tokenizer cannot be used: ")
    assert report.conversation.prompt.text == "T"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"nothing", "m.gguf: not a GGUF file"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1), "m.gguf: the file is truncated"),
        (header_bytes(), "m.gguf: the model carries no chat template"),
        (
            header_bytes(key("tokenizer.chat_template", 4, struct.pack("<I", 1))),
            "m.gguf: the model carries no chat template",
        ),
    ],
)
def test_a_model_without_a_template_says_why(ask, tmp_path, data: bytes, problem: str) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(data)
    report = ask(path)
    assert report.template is None
    assert problem in report.problem


def test_files_that_are_no_template_are_refused_by_name(ask, tmp_path) -> None:
    missing, binary, huge = (tmp_path / name for name in ("none.jinja", "b.jinja", "h.jinja"))
    binary.write_bytes(b"ab\xff")
    huge.write_bytes(b" " * (2**20 + 1))
    assert (
        ask(missing).problem
        == f"{missing}: there is no such file or folder; check its name and its folder"
    )
    not_utf8 = "not UTF-8 at byte 2: invalid start byte; convert it to UTF-8"
    assert ask(binary).problem == f"{binary}: {not_utf8}"
    assert ask(huge).problem == f"{huge}: more than 1048576 bytes are no chat template"
    assert "has no tokenizer.json" in ask(tmp_path).problem


def test_a_template_keeps_its_line_ends(ask, write) -> None:
    assert ask(write("a\r\nb")).template.source.text == "a\r\nb"


def test_a_conversation_that_is_no_json_leaves_the_template_shown(ask, profile) -> None:
    report = ask(profile("smollm2"), "[")
    assert report.template.facts is not None
    assert report.conversation.problem == "the conversation is not JSON"
    assert report.conversation.both is None


def test_what_llama_server_does_otherwise_is_said_of_pinned_templates_alone(ask, profile) -> None:
    talk = '[{"role": "developer", "content": "d"}, {"role": "user"}]'
    found = ask(profile("smollm2"), talk).conversation.findings
    assert [one.id for one in found] == ["server-developer-role", "server-missing-content"]
    assert ask(profile("qwen3"), talk).conversation.findings == ()


def test_a_second_template_is_aligned_with_the_first(ask, profile) -> None:
    report = ask(profile("smollm2"), second=profile("chatml"))
    second = report.second
    assert second.name == profile("chatml").title
    assert second.side.text == "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    # SmolLM's own system turn is what chatml lacks; both begin with <|im_start|>.
    assert second.difference.sentence("A", "B") == (
        "differ at byte 12: A has U+0073 LATIN SMALL LETTER S, B has U+0075 LATIN SMALL LETTER U"
    )
    assert second.aligned.expected == report.conversation.prompt.data
    assert second.aligned.live.decode() == second.side.text


def test_the_same_second_template_makes_no_difference(ask, profile) -> None:
    second = ask(profile("smollm2"), second=profile("smollm2")).second
    assert second.difference is None
    assert second.aligned.changes == ()


def test_a_second_template_may_refuse_or_be_missing(ask, profile, tmp_path) -> None:
    talk = '[{"role": "system", "content": "s"}, {"role": "user", "content": "u"}]'
    refused = ask(profile("smollm2"), talk, profile("gemma")).second
    assert (refused.side.text, refused.side.refusal) == (None, "System role not supported")
    missing = ask(profile("smollm2"), talk, tmp_path / "no.jinja").second
    assert missing.name == "no.jinja"
    assert "there is no such file" in missing.side.refusal


def test_a_file_that_changed_is_read_again(stages, write) -> None:
    reporter = TemplateReporter()
    path = write("one")
    request = ReportRequest(path, HI, None, "code-points")
    first = list(reporter.answer(request, stages))[-1]
    write("three")
    second = list(reporter.answer(request, stages))[-1]
    assert first.conversation.prompt.text == "one"
    assert second.conversation.prompt.text == "three"


def test_a_model_becomes_a_profile_with_its_own_tokenizer_and_weights(profile, asset_root) -> None:
    path = asset_root / MODEL
    source = TemplateSource(path.name, "T", "0" * 64, None, tokenizer=str(path))
    made = template_profile(path, source, profile("qwen3"))
    assert (made.name, made.tokenizer, made.model) == (path.stem, str(path), str(path))
    assert made.template is None


def test_a_template_alone_keeps_the_documents_tokenizer(profile, write) -> None:
    path = write("T")
    current = profile("qwen2.5")
    made = template_profile(path, TemplateSource(path.name, "T", "0" * 64, None), current)
    assert made == replace(
        current, name="own.jinja", title="own.jinja", template="T", golden=None, revision=None
    )


def test_a_folder_and_a_profile_are_taken_as_they_are(profile, tmp_path, asset_root) -> None:
    folder = tmp_path / "tok"
    folder.mkdir()
    shutil.copy(asset_root / "gemma/tokenizer_config.json", folder)
    source = TemplateSource("tok", "T", "0" * 64, None, tokenizer=str(folder))
    assert template_profile(folder, source, profile("qwen3")).tokenizer == str(folder)
    assert template_profile(profile("gemma"), source, profile("qwen3")) is profile("gemma")
