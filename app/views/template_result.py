"""What a template makes of a conversation: prompt, verdict, and a second template's."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QTabWidget, QVBoxLayout, QWidget

from app.views.colors import severity_color
from app.views.prompt_view import PromptView
from app.views.template_second import SecondView
from engine.prompt.render import RenderedPrompt
from engine.template_reporter import ConversationReport, FullReport

SHOWN_FINDINGS = 3


class TemplateResult(QWidget):
    """Show a report; a refusal keeps the last prompt on screen, dimmed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Build the lines and the tabs."""
        super().__init__(parent)
        self.verdict = _line(self, self.tr("Native against Jinja"))
        self.problem = _line(self, self.tr("Why there is no prompt"))
        self.remarks = _line(self, self.tr("What llama-server would do otherwise"))
        self.sizes = _line(self, self.tr("Size of the prompt"))
        self.prompt = PromptView(self)
        self.prompt.header.hide()
        self.second = SecondView(self)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName(self.tr("Prompt or second template"))
        self.tabs.addTab(self.prompt, self.tr("Prompt"))
        self.tabs.addTab(self.second, self.tr("Second template"))
        self._good: ConversationReport | None = None
        self._severities = {self.verdict: False, self.problem: True}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for line in (self.verdict, self.problem, self.remarks, self.sizes):
            column.addWidget(line)
        column.addWidget(self.tabs, 1)

    def set_stale(self, stale: bool) -> None:
        """Dim what belongs to an older conversation or template."""
        self.prompt.set_stale(stale)
        self.prompt.header.hide()

    def set_report(self, report: FullReport) -> None:
        """Show what is there of a report."""
        conversation = report.conversation
        if conversation is None:
            return
        prompt = conversation.prompt
        if prompt is not None:
            self._good = conversation
            self.prompt.set_content(prompt, conversation.tokens)
            self.prompt.header.hide()
        self.set_stale(prompt is None and self._good is not None)
        self._write(conversation)
        template = report.template
        name = "" if template is None else template.source.name
        self.second.set_report(name, report.second)

    def set_problem(self, problem: str) -> None:
        """Say why there is no template; what is shown is of an older one."""
        for line in (self.verdict, self.remarks, self.sizes):
            _say(line, "")
        _say(self.problem, f"✘ {problem}" if problem else "")
        self.set_stale(self._good is not None)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._tint()

    def _write(self, report: ConversationReport) -> None:
        line = "" if report.line is None else self.tr(" (line {0})").format(report.line)
        _say(self.problem, f"✘ {report.problem}{line}" if report.problem else "")
        _say(self.verdict, self._written_verdict(report))
        shown = [f"• {one.message}" for one in report.findings[:SHOWN_FINDINGS]]
        more = len(report.findings) - SHOWN_FINDINGS
        shown += [self.tr("… and {0} more").format(more)] if more > 0 else []
        _say(self.remarks, "\n".join(shown))
        _say(self.sizes, "" if report.prompt is None else self._sizes(report, report.prompt))
        self._tint()

    def _written_verdict(self, report: ConversationReport) -> str:
        both = report.both
        if both is None:
            return ""
        self._severities[self.verdict] = both.differ
        mark = "✔ " if both.agree else "⚠ " if both.differ else ""
        return mark + both.verdict

    def _sizes(self, report: ConversationReport, prompt: RenderedPrompt) -> str:
        parts = [self.tr("{0} bytes").format(f"{len(prompt.data):,}")]
        if report.tokens is None:
            parts.append(self.tr("no tokens: {0}").format(report.token_problem))
        else:
            count = f"{len(report.tokens.tokenization.tokens):,}"
            found = report.tokens.control_found
            parts.append(self.tr("{0} tokens of {1}").format(count, report.tokens.tokenizer.name))
            parts.append(self.tr("{0} control tokens").format(found))
        return "   ·   ".join(parts)

    def _tint(self) -> None:
        error = severity_color(self.palette(), "error").name()
        for line, bad in self._severities.items():
            line.setStyleSheet(f"color: {error}" if bad else "")


def _line(parent: QWidget, name: str) -> QLabel:
    label = QLabel(parent)
    label.setAccessibleName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setContentsMargins(8, 1, 8, 1)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.hide()
    return label


def _say(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
