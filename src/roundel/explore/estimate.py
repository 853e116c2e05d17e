# SPDX-License-Identifier: Apache-2.0
"""How long jobs will take, from how long others of their kind took."""

from roundel.design import Config

__all__ = ["Estimate", "guess"]

# Seconds for a LUT4 or flip-flop, before anything was measured here: what the pinned wheels took on
# one processor of 2024. Only the order of jobs and the time shown depend on them.
_FIRST = {"map": 0.008, "route": 0.012, "cells": 0.002, "warm": 0.0}
_TRIAL = 5000.0  # the size at which a measurement counts as much as the first value

_ROUND = 2500.0  # LUT4 and flip-flops of a round, roughly
_REUSED = 0.5  # seconds; what took less came from the cache


def guess(config: Config) -> float:
    """The size of a configuration that is not mapped yet: the hardware rounds in it."""
    return _ROUND * config.Rounds * config.Lanes


class Estimate:
    """Seconds by kind and size, corrected by every job that ends."""

    def __init__(self) -> None:
        self._seen = {
            kind: (rate * _TRIAL, _TRIAL) for kind, rate in _FIRST.items()
        }  # seconds, size

    def learn(self, kind: str, size: float, seconds: float) -> None:
        """Note how long a job took."""
        if seconds >= _REUSED:
            total, sizes = self._seen[kind]
            self._seen[kind] = (total + seconds, sizes + size)

    def seconds(self, kind: str, size: float) -> float:
        """How long a job will take, roughly."""
        total, sizes = self._seen[kind]
        return size * total / sizes
