"""The models of the Templates page: tested as Qt asks, and by what they say."""

from __future__ import annotations

from pathlib import Path

from app.models.conversation_model import ConversationModel, preview
from app.models.origin_model import OriginModel, origin_name
from app.models.template_facts import FactModel, FactRow, fact_rows
from engine.profiles import Profile
from engine.template_reporter import TemplateReport
from engine.templates.conversation import Message
from engine.templates.kwargs import KwargEffect
from engine.templates.probe import TemplateFacts
from engine.templates.source import TemplateSource

SOURCE = TemplateSource("t", "T", "0" * 64, None, (("bos_token", "<s>"),), note="no tokenizer")
FACTS = TemplateFacts(
    supports_system=False,
    refusal="No system",
    drops_system=False,
    ignored_kwargs=(),
    strict_alternation=True,
    trims_content=True,
    default_text="You are X.",
    uses_clock=True,
    writes_bos=True,
)


def test_the_conversation_is_a_list_of_messages(qtmodeltester):
    model = ConversationModel()
    messages = (Message("user", "one\n two"), Message("assistant", "x" * 200, "why"))
    model.set_messages(messages)
    qtmodeltester.check(model)
    assert model.index(0).data() == "1  user   one two"
    assert preview(messages[1]) == "… → " + "x" * 79 + "…"


def test_as_many_messages_as_before_keep_the_selection(qtbot):
    model = ConversationModel()
    model.set_messages((Message("user", "a"),))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_messages((Message("user", "b"),))
    with qtbot.waitSignal(model.modelReset):
        model.set_messages(())


def test_origins_are_named_by_title_or_by_file_and_folder(qtmodeltester):
    model = OriginModel()
    profile = Profile("p", "A title", "tokenizer")
    model.set_origins((None, profile, Path("/models/one/m.gguf")))
    qtmodeltester.check(model)
    rows = [model.index(row).data() for row in range(3)]
    assert rows == ["none", "A title", "m.gguf — one"]
    assert origin_name(Path("m.gguf")) == "m.gguf"


def test_the_facts_are_a_table(qtmodeltester):
    model = FactModel()
    model.set_rows(fact_rows(TemplateReport(SOURCE, FACTS)))
    qtmodeltester.check(model)
    assert model.index(0, 1).data() == "refused: No system"


def test_everything_that_the_probe_found_is_said():
    effects = (KwargEffect("think", ("true", "false")), KwargEffect("role", ()))
    assert fact_rows(TemplateReport(SOURCE, FACTS, effects)) == (
        FactRow("system role", "refused: No system", notable=True),
        FactRow("adds text", "You are X.", notable=True),
        FactRow("trims", "white space around contents", notable=True),
        FactRow("alternation", "required: two user messages in a row are refused", notable=True),
        FactRow("uses the clock", "yes: the prompt depends on the date", notable=True),
        FactRow("writes BOS", "yes"),
        FactRow("argument think", "has an effect as true, false"),
        FactRow("names without effect", "role"),
        FactRow("bos_token", "<s>"),
        FactRow("tokenizer", "no tokenizer", notable=True),
    )


def test_a_template_that_does_nothing_says_its_error_alone():
    source = TemplateSource("t", "{%", "0" * 64, None)
    rows = fact_rows(TemplateReport(source, None, (), "unexpected end", 1))
    assert rows == (FactRow("error", "unexpected end (line 1)", notable=True),)
    assert fact_rows(None) == ()
