"""Templates through transformers' environment: its settings, its clock, its errors."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest

from engine.templates.conversation import Message
from engine.templates.jinja import (
    TemplateCrash,
    TemplateRefusal,
    compile_template,
    load_transformers_module,
)

DAY = date(2024, 7, 5)


def render(text: str, *contents: str, **kwargs: object) -> str:
    messages = tuple(("user", content) for content in contents or ("x",))
    return compile_template(text).render(
        messages, special_tokens={"bos_token": "<s>"}, kwargs=tuple(kwargs.items()), today=DAY
    )


def test_block_tags_take_their_own_lines_with_them() -> None:
    # What trim_blocks and lstrip_blocks do, by Jinja's documentation.
    text = "a\n  {% if true %}\n  b\n  {% endif %}\nc{#- gone -#}\n d\n"
    assert render(text) == "a\n  b\ncd"


def test_loops_can_break_and_continue() -> None:
    text = "{% for i in range(9) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 3 %}"
    assert render(text + "{% break %}{% endif %}{{ i }}{% endfor %}") == "02"


def test_tojson_keeps_letters_markup_and_key_order() -> None:
    assert render("{{ {'b': '—<é>&', 'a': 'x/y'} | tojson }}") == '{"b": "—<é>&", "a": "x/y"}'
    assert render("{{ [1, {}] | tojson(indent=1) }}") == "[\n 1,\n {}\n]"


def test_generation_blocks_render_their_body() -> None:
    assert render("{% generation %}{{ messages[0].content }}{% endgeneration %}") == "x"


def test_markup_and_template_text_in_a_content_stay_as_they_are() -> None:
    content = "{{ 1 + 1 }} {% raise %} <b>&amp;</b>"
    assert render("{{ messages[0]['content'] }}", content) == content


def test_the_clock_is_midnight_of_the_day_given() -> None:
    assert render("{{ strftime_now('%d %b %Y, %H:%M:%S') }}") == "05 Jul 2024, 00:00:00"


def test_special_tokens_arguments_and_the_generation_flag_are_variables() -> None:
    text = "{{ bos_token }}{{ enable_thinking }}{{ add_generation_prompt }}{{ tools is none }}"
    assert render(text, enable_thinking=False) == "<s>FalseTrueTrue"
    bare = compile_template(text).render(
        (), special_tokens={}, kwargs=(), today=DAY, add_generation_prompt=False
    )
    assert bare == "FalseTrue"


def test_reasoning_is_passed_on_only_where_there_is_some() -> None:
    template = compile_template("{% for m in messages %}{{ m | tojson }};{% endfor %}")
    messages = (Message("user", "q"), Message("assistant", "a", "r"), Message("tool", "t", ""))
    text = template.render_conversation(messages, special_tokens={}, kwargs=(), today=DAY)
    assert text == (
        '{"role": "user", "content": "q"};'
        '{"role": "assistant", "content": "a", "reasoning_content": "r"};'
        '{"role": "tool", "content": "t", "reasoning_content": ""};'
    )


@pytest.mark.parametrize(
    ("text", "sentence", "line"),
    [
        ("\n\n{{ raise_exception('Only users, please.') }}", "Only users, please.", 3),
        (
            "{% macro f() %}\n{{ raise_exception('deep') }}{% endmacro %}\n\n{{ f() }}",
            "deep",
            2,
        ),
        ("{{ nothing.at_all }}", "'nothing' is undefined", 1),
        (
            "\n{{ ''.__class__.mro }}",
            "access to attribute '__class__' of 'str' object is unsafe.",
            2,
        ),
        (
            "{{ messages.append(1) }}",
            "access to attribute 'append' of 'list' object is unsafe.",
            1,
        ),
    ],
)
def test_a_refusal_is_the_templates_own_sentence_with_its_line(
    text: str, sentence: str, line: int
) -> None:
    with pytest.raises(TemplateRefusal) as caught:
        render(text)
    assert not isinstance(caught.value, TemplateCrash)
    assert (caught.value.sentence, caught.value.line) == (sentence, line)
    assert str(caught.value) == f"{sentence} (line {line} of the template)"


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("\n{{ 1 / 0 }}", "ZeroDivisionError: division by zero"),
        ("\n{{ 'a' + 1 }}", "TypeError: can only concatenate str"),
        ("\n{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "RecursionError: "),
        ("\n{{ range(10 ** 9) }}", "OverflowError: Range too big."),
        ("\n{{ 'x' * 10 ** 17 }}", "MemoryError"),
        ("\n{{ 'x'.index('y') }}", "ValueError: substring not found"),
        ("\n{% include 'other' %}", "TypeError: no loader"),
        ("\n{{ messages[0].content.encode('no-such') }}", "LookupError: unknown encoding"),
    ],
)
def test_an_error_of_the_templates_code_names_its_kind_and_line(text: str, beginning: str) -> None:
    with pytest.raises(TemplateCrash) as caught:
        render(text)
    assert caught.value.sentence.startswith(beginning)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\n\n{% if %}", 3),
        ("{% if true %}\nx", 2),
        ("{{ messages | no_filter }}", 1),
        ("a\n{% bogus %}", 2),
        ("{{ '", 1),
    ],
)
def test_wrong_syntax_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(TemplateRefusal) as caught:
        compile_template(text)
    assert caught.value.line == line
    assert caught.value.sentence


@pytest.mark.parametrize(
    "text",
    ["{{ " + "(" * 5000 + ")" * 5000 + " }}", "{% break %}", "{{ " + "9" * 5000 + " }}"],
    ids=["nested", "break", "digits"],
)
def test_a_text_that_python_cannot_compile_is_refused(text: str) -> None:
    with pytest.raises(TemplateCrash):
        compile_template(text)


def test_the_environment_is_built_by_transformers_own_file() -> None:
    from transformers.utils import chat_template_utils

    assert load_transformers_module().__file__ == chat_template_utils.__file__


def test_rendering_imports_neither_transformers_itself_nor_torch() -> None:
    code = (
        "import sys, datetime\n"
        "from engine.templates.jinja import compile_template\n"
        "assert 'jinja2' not in sys.modules and 'numpy' not in sys.modules\n"
        "template = compile_template('{{ messages[0].role }}')\n"
        "day = datetime.date(2024, 1, 1)\n"
        "text = template.render((('user', ''),), special_tokens={}, kwargs=(), today=day)\n"
        "print(text, 'transformers' in sys.modules, 'torch' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("user False False\n", "")


@pytest.mark.parametrize("text", ['ab{{ "\\ud800" }}', 'ab{{ "%c" | format(55296) }}', "ab\ud800c"])
def test_a_text_that_utf_8_cannot_carry_is_the_templates_fault(text: str) -> None:
    # Unicode 3.9, D92: UTF-8 has no form for D800 to DFFF.
    with pytest.raises(
        TemplateCrash, match=r"lone surrogate U\+D800 as its character 3, which UTF-8"
    ):
        render(text)
