"""Decide whether any selection of a multi field's options satisfies its set constraints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.schema.fields import SetConstraint

MAX_COMPONENT_OPTIONS = 20


def mentioned(constraint: SetConstraint) -> tuple[str, ...]:
    """List the options that a constraint speaks of."""
    if constraint.if_option is None or constraint.then_option is None:
        return constraint.options
    return (constraint.if_option, constraint.then_option)


def bounds(constraint: SetConstraint) -> tuple[int, int]:
    """Give the least and the greatest number of the group's options that may be selected."""
    size, k = len(constraint.options), constraint.k or 0
    return {
        "mutually_exclusive": (0, 1),
        "at_most_one": (0, 1),
        "at_least_one": (1, size),
        "at_most_k": (0, k),
        "at_least_k": (k, size),
        "exact_k": (k, k),
    }[constraint.kind]


def components(constraints: Iterable[SetConstraint]) -> tuple[tuple[SetConstraint, ...], ...]:
    """Group the constraints that are linked through shared options."""
    groups: list[tuple[set[str], list[SetConstraint]]] = []
    for constraint in constraints:
        options, members = set(mentioned(constraint)), [constraint]
        apart = []
        for group in groups:
            if options.isdisjoint(group[0]):
                apart.append(group)
            else:
                options |= group[0]
                members = _joined(members, group[1])
        groups = [*apart, (options, members)]
    return tuple(tuple(members) for _, members in groups)


def _joined(first: list[SetConstraint], second: list[SetConstraint]) -> list[SetConstraint]:
    """Append the shorter list to the longer, in place, so that long lists are not copied."""
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    longer.extend(shorter)
    return longer


def is_feasible(constraints: Sequence[SetConstraint]) -> bool:
    """Say whether some selection satisfies all constraints of one component.

    Works on the whole truth table at once: bit a of a number stands for the selection whose
    options are the one bits of a, so 20 options make numbers of 2**20 bits.
    """
    names = list(dict.fromkeys(name for item in constraints for name in mentioned(item)))
    everything = (1 << (1 << len(names))) - 1
    selected = {name: _column(index, len(names)) for index, name in enumerate(names)}
    feasible = everything
    for constraint in dict.fromkeys(constraints):
        if constraint.if_option is not None and constraint.then_option is not None:
            broken = selected[constraint.if_option] & ~selected[constraint.then_option]
            feasible &= ~broken
        else:
            group = [selected[name] for name in constraint.options]
            feasible &= _counted(group, *bounds(constraint), everything)
        if not feasible:
            return False
    return True


def _column(index: int, options: int) -> int:
    """Mark the selections that contain an option: runs of 2**index zeros and ones in turn."""
    run = 1 << index
    column, width = ((1 << run) - 1) << run, 2 * run
    while width < 1 << options:
        column |= column << width
        width *= 2
    return column


def _counted(group: Sequence[int], least: int, most: int, everything: int) -> int:
    """Mark the selections that contain between `least` and `most` of the group."""
    exactly = [everything] + [0] * most
    for column in group:
        for count in range(most, 0, -1):
            exactly[count] = (exactly[count] & ~column) | (exactly[count - 1] & column)
        exactly[0] &= ~column
    allowed = 0
    for count in range(least, most + 1):
        allowed |= exactly[count]
    return allowed
