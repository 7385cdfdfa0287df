"""Measure scoring of the three-field example with SmolLM2: cold, after an edit, and its rows."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from engine.document import Context, Document
from engine.document_file import parse_document
from engine.mlx.device import measure_mlx
from engine.mlx.scorer import MlxScorer, open_scorer
from engine.plan.plan import Ids
from engine.scoring.rows import Row, rows_of
from engine.snapshot import Ready
from engine.workspace import Workspace, open_workspace

_ROUNDS = 5
_MODEL = "smollm2-135m"
_ROOT = Path(__file__).parents[1]
_EXAMPLE = _ROOT / "resources" / "examples" / "credit-risk.loupe.json"


def measure() -> dict[str, float]:
    """Give milliseconds and ratios; the kinds take turns in each of the rounds."""
    workspace = open_workspace()
    load_seconds, scorer = _loaded(workspace)
    found = _Requests(workspace, scorer)
    for run in (found.cold, found.edit, found.rows, found.one_by_one):
        run()
    rounds = [found.round() for _ in range(_ROUNDS)]
    columns = dict(
        zip(("cold", "edit", "rows", "one_by_one"), zip(*rounds, strict=True), strict=True)
    )
    measured = {"model_load_s": load_seconds, "score_command_s": _command_seconds()}
    for name, seconds in columns.items():
        measured[f"scoring_{name}_min_ms"] = min(seconds) * 1000
        measured[f"scoring_{name}_median_ms"] = median(seconds) * 1000
    measured["cold_over_edit"] = min(columns["cold"]) / min(columns["edit"])
    measured["one_by_one_over_batched"] = min(columns["one_by_one"]) / min(columns["rows"])
    measured["prefill_over_sgemm_limit"] = found.over_limit()
    scorer.close()
    return measured


class _Requests:
    """The example's prompt, the same after one more character, and its rows."""

    def __init__(self, workspace: Workspace, scorer: MlxScorer) -> None:
        document = parse_document(_EXAMPLE.read_bytes(), _EXAMPLE.name, _no_vector)
        context = Context("edited", document.context.data + b"!")
        edited = replace(document, contexts=(context,), active=0)
        self._scorer = scorer
        self._prompt, self._rows = _ids_and_rows(workspace, document)
        self._edited, _ = _ids_and_rows(workspace, edited)

    def round(self) -> tuple[float, ...]:
        """Time each kind of request once, in seconds."""
        return (self.cold(), self.edit(), self.rows(), self.one_by_one())

    def cold(self) -> float:
        """Time the example with nothing cached."""
        self._scorer.forget()
        return self._seconds(self._prompt, [self._rows])

    def edit(self) -> float:
        """Time the edited example with the prompt before the edit cached."""
        self._warm()
        return self._seconds(self._edited, [self._rows])

    def rows(self) -> float:
        """Time all rows in one pass, the prompt cached."""
        self._warm()
        return self._seconds(self._prompt, [self._rows])

    def one_by_one(self) -> float:
        """Time each row in a pass of its own, the prompt cached."""
        self._warm()
        return self._seconds(self._prompt, [(row,) for row in self._rows])

    def over_limit(self) -> float:
        """Divide the best cold prefill by what its products alone take at MLX's best speed."""
        seconds, products = [], 0.0
        for _ in range(_ROUNDS):
            self._scorer.forget()
            seconds.append(self._seconds(self._prompt, [()]))
            products = max(products, measure_mlx(_ROUNDS) * 1e9)
        assert self._scorer.loaded is not None
        modules = self._scorer.loaded.module.named_modules()
        weights = sum(int(m.weight.size) for name, m in modules if name.endswith("_proj"))
        return min(seconds) / (2 * weights * len(self._prompt) / products)

    def _warm(self) -> None:
        self._scorer.forget()
        self._scorer.evaluate(self._prompt, (), _no_check)

    def _seconds(self, prompt: Ids, requests: list[tuple[Row, ...]]) -> float:
        start = perf_counter()
        for rows in requests:
            self._scorer.evaluate(prompt, rows, _no_check)
        return perf_counter() - start


def _loaded(workspace: Workspace) -> tuple[float, MlxScorer]:
    """Load the model several times; give the best time in seconds, and the last one open."""
    path, sha256 = workspace.assets.model_file(_MODEL)
    seconds: list[float] = []
    scorer: MlxScorer | None = None
    for _ in range(_ROUNDS):
        if scorer is not None:
            scorer.close()
        start = perf_counter()
        scorer = open_scorer(path, workspace.assets.root.parent, sha256, _MODEL)
        seconds.append(perf_counter() - start)
    assert scorer is not None
    return min(seconds), scorer


def _ids_and_rows(workspace: Workspace, document: Document) -> tuple[Ids, tuple[Row, ...]]:
    engine = workspace.engine(datetime.date(2026, 1, 1))
    snapshot = engine.complete(document)
    assert isinstance(snapshot.tokens, Ready)
    assert isinstance(snapshot.plan, Ready)
    return snapshot.tokens.value.tokenization.ids, rows_of(snapshot.plan.value)


def _command_seconds() -> float:
    """Time `loupe score` on the example, from the start of its process to its end."""
    command = [sys.executable, "-m", "engine", "score", str(_EXAMPLE), "--json"]
    seconds = []
    for _ in range(_ROUNDS):
        start = perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=_ROOT, env=dict(os.environ))
        seconds.append(perf_counter() - start)
    return min(seconds)


def _no_check() -> None:
    """Let every request run to its end."""


_no_vector: Callable[..., str] = str  # the example is a document and asks for no profile


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"{name}: {value:.2f}")
