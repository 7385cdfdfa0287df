"""The status bar: what the engine is doing, and what the last result cost."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from app.views.colors import quiet_color, shown_color
from app.views.elided_label import ElidedLabel
from engine.scoring.result import Scores
from engine.snapshot import Blocked, Failed, Pending, Ready, Snapshot


class EngineStatus(QStatusBar):
    """Say at the left what is going on, at the right what it took."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start idle."""
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._activity = ElidedLabel(self)
        self._activity.setObjectName("activity")
        self._cost = ElidedLabel(self)
        self._cost.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._cost.setObjectName("cost")
        self.addWidget(self._activity, 1)
        self.addPermanentWidget(self._cost)
        self._costs = ""
        self._page: str | None = None
        self._stale = False
        self._going_on = self._refused = ""
        self._show()

    def set_activity(self, text: str) -> None:
        """Say what is going on; an empty text is nothing."""
        self._going_on = text
        self._show()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot's activity and costs."""
        idle = self.tr("scoring") if isinstance(snapshot.scores, Pending) else ""
        self._going_on, self._refused = snapshot.activity or idle, self._refusal(snapshot)
        parts = [self.tr("render {ms:.1f} ms").format(ms=snapshot.render_ms)]
        if isinstance(snapshot.scores, Ready):
            parts += self._cost_of(snapshot.scores.value)
        elif isinstance(snapshot.tokens, Ready):
            count = len(snapshot.tokens.value.tokenization.tokens)
            parts.append(self.tr("{count:,} tokens").format(count=count))
        self._costs = "  ·  ".join(parts)
        self._show()

    @Slot(bool)
    def set_stale(self, stale: bool) -> None:
        """Dim the costs while they are of an older document."""
        self._stale = stale
        self._show()

    def set_page(self, status: str | None) -> None:
        """Show a page's own line; None shows what the last result of the prompt cost or lacks."""
        self._page = status
        self._show()

    def _show(self) -> None:
        of_prompt = self._page is None
        refused = self._refused if of_prompt else ""
        self._activity.setText(self._going_on or refused or self.tr("ready"))
        self._cost.setText(self._costs if self._page is None else self._page)
        stale = self._stale and of_prompt
        ink = shown_color(self.palette(), quiet_color(self.palette()), stale=stale)
        self._cost.setStyleSheet(f"color: {ink.name()}")

    def _refusal(self, snapshot: Snapshot) -> str:
        """Say why nothing is scored; nothing when something is."""
        slot = snapshot.scores
        if not isinstance(slot, (Failed, Blocked)):
            return ""
        if not slot.findings:
            return self.tr("not scored: no model with this profile's tokenizer is open")
        return self.tr("not scored: {0}").format(slot.findings[0].message)

    def _cost_of(self, scores: Scores) -> list[str]:
        cost, model = scores.cost, scores.model
        return [
            self.tr("score {ms:,.0f} ms").format(ms=cost.total_ms),
            self.tr("{count:,} tokens, {reused:,} reused, {rows:,} in rows").format(
                count=cost.prompt_tokens, reused=cost.reused_tokens, rows=cost.row_tokens
            ),
            f"{model.name} {model.dtype}",
            model.device,
        ]
