"""Turn a prompt and its rows into evidence, with MLX, on the thread that loaded the model."""

from __future__ import annotations

import os
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ScoringError
from engine.mlx.blas import BlasChoice, choose_blas, interpose
from engine.mlx.evidence import row_evidence
from engine.mlx.packing import pack, split_rows
from engine.mlx.threads import Threads, thread_setter
from engine.plan.plan import Ids
from engine.scoring.rows import Evidence, ModelInfo, Row, RowEvidence

if TYPE_CHECKING:
    import mlx.core as mx

    from engine.mlx.forward import Forward
    from engine.mlx.load import LoadedModel
    from engine.mlx.prefix_cache import Prefix, PrefixCache

PREFIX_BUDGET = 512 * 2**20
CHUNK = 256
_REMEMBERED_REQUESTS = 64
_ROWS_OF_LOGITS = 64


def open_scorer(
    path: Path,
    cache_dir: Path,
    sha256: str,
    name: str,
    *,
    steady: bool = False,
) -> MlxScorer:
    """Interpose a BLAS, import MLX and load a model; call it on the thread that will score.

    `cache_dir` holds the BLAS and its self-test; `steady` as `MlxScorer` says. Raises GgufError
    or ScoringError, also where MLX is not here.
    """
    blas = interpose(choose_blas(cache_dir))
    try:
        from engine.mlx.load import load_model

        loaded = load_model(path)
    except ImportError as error:
        package = "mlx" if sys.platform == "darwin" else "'mlx[cpu]'"
        raise ScoringError(
            f"MLX cannot be imported ({error}); install it with `pip install {package} mlx-lm`"
        ) from error
    info = ModelInfo(
        name=name,
        sha256=sha256,
        architecture=loaded.architecture,
        dtype=loaded.dtype,
        device="cpu" if loaded.on_cpu else "gpu",
        context_length=loaded.context_length,
    )
    return MlxScorer(info, loaded, blas, steady=steady)


class MlxScorer:
    """Score with a loaded model, reusing what earlier requests computed.

    A repeated request gets the numbers of the first time, to the last bit.
    """

    def __init__(
        self,
        model: ModelInfo,
        loaded: LoadedModel,
        blas: BlasChoice,
        clock: Callable[[], float] = time.perf_counter,
        chunk: int = CHUNK,
        *,
        steady: bool = False,
    ) -> None:
        """Take a loaded model; `chunk` is how many tokens one pass computes at most.

        A `steady` one always uses the BLAS's own number of threads: another number, chosen by
        the speed of the passes, moves the last bits (by 1e-6), though it is quicker on a busy
        machine.
        """
        from engine.mlx.forward import Forward
        from engine.mlx.prefix_cache import PrefixCache

        self.loaded: LoadedModel | None = loaded
        self._model = model
        self._blas = blas
        self._clock = clock
        self._chunk = chunk
        self._vocabulary = loaded.vocabulary
        adapts = loaded.on_cpu and not steady
        setter = thread_setter(blas.path, os.environ) if adapts else None
        threads = None if setter is None else Threads(setter, clock)
        self._forward: Forward | None = Forward(loaded, threads)
        self._prefixes: PrefixCache = PrefixCache(PREFIX_BUDGET)
        self._answers: OrderedDict[tuple[Ids, tuple[Row, ...]], Evidence] = OrderedDict()

    @property
    def model(self) -> ModelInfo:
        """Say which model this is."""
        return self._model

    @property
    def blas(self) -> BlasChoice:
        """Say which BLAS multiplies, and what went wrong in choosing it."""
        return self._blas

    def evaluate(
        self, prompt_ids: Ids, rows: tuple[Row, ...], check: Callable[[], None]
    ) -> Evidence:
        """Prefill the prompt from the first token that is not cached, the rows in its last pass.

        `prefill_ms` covers the passes, rows included where they ride along; `rows_ms` the
        further passes of very many rows, and the logits. `check` may raise at any layer; what
        was computed in whole passes stays. Raises ScoringError.
        """
        check()
        request = (prompt_ids, rows)
        if request not in self._answers:
            self._validate(prompt_ids, rows)
            self._answers[request] = self._evaluate(prompt_ids, rows, check)
            while len(self._answers) > _REMEMBERED_REQUESTS:
                self._answers.popitem(last=False)
            return self._answers[request]
        self._answers.move_to_end(request)
        answer = self._answers[request]
        return replace(answer, reused_tokens=len(prompt_ids), prefill_ms=0.0, rows_ms=0.0)

    def forget(self) -> None:
        """Drop everything that earlier requests left, so that the next one starts cold."""
        self._answers.clear()
        self._prefixes.clear()

    def close(self) -> None:
        """Free the model and this thread's MLX streams; the last call."""
        import mlx.core as mx

        self.forget()
        self._forward = None
        self.loaded = None
        mx.clear_cache()
        if hasattr(mx, "clear_streams"):
            mx.clear_streams()

    def _validate(self, prompt_ids: Ids, rows: tuple[Row, ...]) -> None:
        """Refuse what the model would read outside of its tables."""
        length = len(prompt_ids) + max((len(row.token_ids) for row in rows), default=0)
        if length > self._model.context_length:
            raise ScoringError(
                f"the prompt and its longest row have {length:,} tokens, but {self._model.name} "
                f"reads at most {self._model.context_length:,}; shorten the context or the schema"
            )
        ids = [prompt_ids, *(row.token_ids for row in rows), *(row.allowed for row in rows)]
        strange = [i for some in ids for i in some if not 0 <= i < self._vocabulary]
        if strange:
            raise ScoringError(
                f"token {strange[0]} is not among the {self._vocabulary} of {self._model.name}; "
                "choose the model that belongs to the profile's tokenizer"
            )
        if not prompt_ids and not all(row.token_ids for row in rows):
            raise ScoringError("the prompt is empty; choose a template that writes something")

    def _evaluate(
        self, prompt_ids: Ids, rows: tuple[Row, ...], check: Callable[[], None]
    ) -> Evidence:
        """Compute what no cache has: whole chunks, then the tail with the first rows, the rest."""
        start = self._clock()
        limit = len(prompt_ids) - (not all(row.token_ids for row in rows))
        known = self._prefixes.longest(prompt_ids, limit)
        reused = len(known.token_ids)
        while len(prompt_ids) - len(known.token_ids) > self._chunk:
            known, _ = self._pass(known, prompt_ids, self._chunk, (), check)
        first, *others = split_rows([row.token_ids for row in rows], self._chunk)
        known, ends = self._pass(known, prompt_ids, self._chunk, _ids(rows, first), check)
        prefilled = self._clock()
        found = self._evidence(rows, first, ends)
        for group in others:
            behind = known.until(limit)
            _, ends = self._pass(behind, prompt_ids, self._chunk, _ids(rows, group), check)
            found += self._evidence(rows, group, ends)
        done = self._clock()
        return Evidence(found, reused, (prefilled - start) * 1000, (done - prefilled) * 1000)

    def _pass(
        self,
        known: Prefix,
        prompt_ids: Ids,
        length: int,
        rows: tuple[Ids, ...],
        check: Callable[[], None],
    ) -> tuple[Prefix, mx.array | None]:
        """Compute up to `length` more tokens of the prompt and the rows behind them.

        Gives the longer prefix, which is kept, and the hidden states at the rows' ends.
        """
        stop = min(len(known.token_ids) + length, len(prompt_ids))
        packed = pack(prompt_ids[len(known.token_ids) : stop], rows)
        if not packed.tokens:
            return known, None
        done = self._running().run(packed, known.layers, check)
        if packed.tail:
            known = type(known)(prompt_ids[:stop], done.layers)
            self._prefixes.keep(known)
        return known, done.hidden

    def _evidence(
        self, rows: tuple[Row, ...], group: range, ends: mx.array | None
    ) -> tuple[RowEvidence, ...]:
        """Compare a group's rows with the vocabulary, some at a time for the memory's sake."""
        found: list[RowEvidence] = []
        for begin in range(0, len(group), _ROWS_OF_LOGITS):
            assert ends is not None, "rows always have tokens of their own or of the prompt"
            logits = self._running().logits(ends[begin : begin + _ROWS_OF_LOGITS])
            some = rows[group[begin] : group[begin] + len(logits)]
            found.extend(map(row_evidence, some, logits))
        return tuple(found)

    def _running(self) -> Forward:
        if self._forward is None:
            raise ScoringError(f"{self._model.name} was closed; open it again")
        return self._forward


def _ids(rows: tuple[Row, ...], group: range) -> tuple[Ids, ...]:
    return tuple(rows[index].token_ids for index in group)
