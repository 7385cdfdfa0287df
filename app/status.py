"""The status bar: what the engine is doing, and what the last result cost."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QStatusBar, QWidget

from app.views.colors import quiet_color
from app.views.elided_label import ElidedLabel
from engine.scoring.result import Scores
from engine.snapshot import Ready, Snapshot


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
        self.set_activity("")

    def set_activity(self, text: str) -> None:
        """Say what is going on; an empty text is nothing."""
        self._activity.setText(text or self.tr("ready"))

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot's activity and costs."""
        idle = self.tr("ready") if snapshot.complete else self.tr("scoring")
        self.set_activity(snapshot.activity or idle)
        parts = [self.tr("render {ms:.1f} ms").format(ms=snapshot.render_ms)]
        if isinstance(snapshot.scores, Ready):
            parts += self._cost_of(snapshot.scores.value)
        elif isinstance(snapshot.tokens, Ready):
            count = len(snapshot.tokens.value.tokenization.tokens)
            parts.append(self.tr("{count:,} tokens").format(count=count))
        self._costs = "  ·  ".join(parts)
        self._show()

    def set_page(self, status: str | None) -> None:
        """Show a page's own line; None shows what the last result of the prompt cost."""
        self._page = status
        self._show()

    def _show(self) -> None:
        self._cost.setText(self._costs if self._page is None else self._page)
        self._cost.setStyleSheet(f"color: {quiet_color(self.palette()).name()}")

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
