"""Wrong files and names, as somebody new gives them, are told with place and cure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.cli.main import main

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "resources" / "examples" / "credit-risk.loupe.json"
VECTOR = ROOT / "golden" / "qwen3__fake__tags_multi.json"
UNKNOWN = '{"format": "loupe-document/1", "profile": "nope", "schema": {"a": {"type": "boolean"}}}'


@pytest.fixture
def files(tmp_path, asset_root):
    (tmp_path / "utf16.json").write_bytes('{"a": 1}'.encode("utf-16"))
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "unknown.json").write_text(UNKNOWN)
    (tmp_path / "p.toml").write_text('name = "x"\n')
    (tmp_path / "text.txt").write_bytes(b"a\xff")
    shutil.copy(EXAMPLE, tmp_path / "d.json")
    shutil.copy(VECTOR, tmp_path / "v.json")
    return tmp_path


def told(capfd, code: int, *arguments: object) -> str:
    assert main([str(one) for one in arguments]) == code
    said = capfd.readouterr().err
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("verify", "{}/utf16.json"), ("utf16.json", "not UTF-8 at byte 0")),
        (("verify", "{}/d.json"), ("neither a golden vector nor a bundle", "`loupe golden bundle")),
        (("render", "d", "--profile", "{}/p.toml"), ("p.toml", "the key 'tokenizer' is missing")),
        (("tokens", "nope"), ("'nope'", "the profiles are chatml, gemma", "qwen3")),
        (("tokens", "{}/list.json"), ("list.json: not a GGUF file; name a whole GGUF file",)),
        (("compare", "{}/v.json", "-", "--profile-b", "gemma"), ("--profile-b", "is a vector")),
        (("compare", "{}/v.json", "{}/d.json", "--profile-a", "gemma"), ("--profile-a", "vector")),
        (("compare", "{}/d.json", "-", "--profile-b", "nope"), ("'nope'", "Choose one of chatml")),
        (("compare", "{}/unknown.json", "-"), ("'nope'", "Choose one of chatml")),
        (("golden", "accept", "--all", "x"), ("not both",)),
        (("golden", "diff", "tags_multi.json"), ("golden; did you mean ", "tags_multi?")),
        (("golden", "export", "one_choice"), ("did you mean ", "__one_choice?")),
    ],
)
def test_wrong_input_could_not_run(arguments, parts, files, capfd):
    named = {"d": str(EXAMPLE)}
    said = told(capfd, 2, *(named.get(one, one.replace("{}", str(files))) for one in arguments))
    for part in parts:
        assert part in said


@pytest.mark.parametrize(
    ("model", "parts"),
    [
        ("nope", ("no asset is named nope", "smollm2-135m")),
        ("{}", ("it is a folder with 0 GGUF files", "Name one file.")),
        ("{}/none.gguf", ("there is no such file", "Check its name")),
        ("qwen3", ("asset qwen3 has no model", "Name a GGUF file")),
        ("{}/list.json", ("list.json: not a GGUF file", "open another GGUF file")),
    ],
)
def test_a_model_that_is_none_is_named_with_its_own_cure(model, parts, files, capfd):
    document = files / "one.json"
    document.write_text(UNKNOWN.replace("nope", "smollm2"))
    said = told(capfd, 2, "score", document, "--model", model.replace("{}", str(files)))
    assert "model-cannot-open" in said
    for part in parts:
        assert part in said


def test_stdin_that_is_not_utf_8_has_a_place_and_a_cure(files, capfd, monkeypatch):
    with (files / "text.txt").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        said = told(capfd, 2, "tokens", "qwen3-fake")
    assert "not UTF-8 at byte 1" in said
    assert "convert it to UTF-8" in said


def test_check_tells_what_is_wrong_with_a_file_without_words_of_the_program(files, capfd):
    assert main(["golden", "check", str(files)]) == 1
    lines = capfd.readouterr().out.splitlines()
    told = {line.split(": ")[0]: line for line in lines}
    assert "not UTF-8 at byte 0" in told["utf16"]
    assert "not a vector: it must be an object" in told["list"]
    assert "the key 'case' is missing" in told["empty"]


def test_a_bundle_of_what_does_not_render_says_why(files, capfd):
    said = told(capfd, 1, "golden", "bundle", files / "unknown.json")
    assert "unknown-profile" in said


@pytest.mark.parametrize(
    "arguments", [("doctor", "x"), ("bench", "--nope"), ("tokens", "qwen3-fake", "x")]
)
def test_an_argument_too_many_is_told_for_its_command(arguments, capfd):
    said = told(capfd, 2, *arguments)
    assert said.startswith(f"loupe {arguments[0]}: unrecognized arguments: {arguments[-1]}; ")
    assert f"`loupe {arguments[0]} --help`" in said


def test_the_program_knows_its_version_and_helps(capfd):
    from app.__main__ import main as program

    assert program(["--version"]) == 0
    assert "0.1.0" in capfd.readouterr().out
    assert program(["help"]) == 0
    assert capfd.readouterr().out.startswith("usage: loupe")


@pytest.mark.parametrize("writes", ['{{ "\\ud800" }}', '{{ "%c" | format(55296) }}'])
@pytest.mark.parametrize("always", [True, False], ids=["always", "in longer prompts"])
def test_a_template_that_writes_what_utf_8_cannot_carry_is_told(writes, always, files, capfd):
    condition = "true" if always else "messages | map(attribute='content') | join | length > 100"
    template = "{% for m in messages %}{{ m.content }}{% endfor %}"
    profile = files / "p.toml"
    profile.write_text(
        'name = "mine"\ntokenizer = "code-points"\n'
        f"template = '''{{% if {condition} %}}{writes}{{% endif %}}{template}'''\n"
    )
    document = files / "one.json"
    document.write_text(UNKNOWN.replace("nope", "smollm2"))
    said = told(capfd, 1, "render", document, "--profile", profile)
    for part in ("error: template-error: ", "mine", "surrogate U+D800", "Correct the template"):
        assert part in said


@pytest.mark.parametrize("options", [(), ("--model", "smollm2-135m")])
def test_the_test_tokenizer_is_said_to_have_no_model(options, files, capfd):
    said = told(capfd, 2, "score", files / "v.json", *options)
    for part in ("error: model-missing", "qwen3-fake", "test tokenizer, which no model has"):
        assert part in said
    assert "such as smollm2" in said
    assert "Open a GGUF" not in said


def test_a_model_of_another_tokenizer_could_not_run_and_names_what_can_be_done(files, capfd):
    document = files / "one.json"
    document.write_text(UNKNOWN.replace("nope", "qwen2.5"))
    said = told(capfd, 2, "score", document, "--model", "smollm2-135m")
    assert "error: model-has-another-tokenizer" in said
    assert "`--profile FILE.toml`" in said


PREFIXES = """{"format": "loupe-document/1", "profile": "qwen3-fake",
 "schema": {"a": {"type": "enum", "choices": ["x", "x y"]}}}"""


def test_what_could_not_run_says_its_cause_and_nothing_else(files, capfd):
    document = files / "one.json"
    document.write_text(PREFIXES)
    assert main(["render", str(document)]) == 0
    assert "info: choice-begins-another" in capfd.readouterr().err
    assert "error: model-missing" in told(capfd, 2, "score", document)


def test_a_refused_document_says_its_cause_first(files, capfd):
    document = files / "one.json"
    context = '"contexts": [{"name": "c", "base64": "/w=="}]'
    document.write_text(PREFIXES.replace('"schema"', f'{context}, "schema"'))
    assert main(["render", str(document)]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert [line.split(": ")[1:3] for line in lines] == [
        ["error", "context-not-utf8"],
        ["info", "choice-begins-another"],
    ]
