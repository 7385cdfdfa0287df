"""Turn logits of the whole vocabulary into what is kept of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.errors import ScoringError
from engine.scoring.rows import Row, RowEvidence, TokenShare

TOP_TOKENS = 8

Logits = npt.NDArray[np.float32]


def row_evidence(row: Row, logits: Logits) -> RowEvidence:
    """Read one row's evidence off its logits (specification 6.2).

    Raises ScoringError when the model gave something that is not a finite number.
    """
    if not np.isfinite(logits).all():
        raise ScoringError(
            f"the model gives logits that are not finite numbers at {row.key}; "
            "its file may be damaged: get it again where it came from, or open another one"
        )
    allowed = logits[np.array(row.allowed, np.int64)]
    total = _log_sum_exp(logits)
    log_mass = _log_sum_exp(allowed) - total if len(allowed) else -np.inf
    return RowEvidence(tuple(allowed.tolist()), float(log_mass), _top(logits, total))


def _log_sum_exp(logits: Logits) -> float:
    """Sum in float64, so that the order of terms does not show."""
    highest = logits.max()
    return float(highest) + float(np.log(np.exp(logits - highest).sum(dtype=np.float64)))


def _top(logits: Logits, total: float) -> tuple[TokenShare, ...]:
    """List the most probable tokens; of equals the lower id comes first."""
    count = min(TOP_TOKENS, len(logits))
    threshold = np.partition(logits, -count)[-count]
    candidates = np.flatnonzero(logits >= threshold)
    order = np.argsort(-logits[candidates], kind="stable")[:count]
    return tuple(
        TokenShare(int(token), float(np.exp(float(logits[token]) - total)))
        for token in candidates[order]
    )
