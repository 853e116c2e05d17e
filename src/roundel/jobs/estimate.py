# SPDX-License-Identifier: Apache-2.0
"""How long jobs will take, from how long other jobs of their kind took."""

# Seconds for each LUT4 or flip-flop before anything was measured here: the pinned wheels on one
# processor of 2024. Only the order of jobs and the displayed time depend on these values.
_FIRST = {"map": 0.008, "route": 0.012, "cells": 0.002, "verify": 0.01, "program": 0.004}
_TRIAL = 5000.0  # the size at which a measurement counts as much as the first value
_REUSED = 0.5  # seconds; a shorter job found its result in the cache


class Estimate:
    """Seconds by kind and size, corrected by every job that ends."""

    def __init__(self) -> None:
        # Seconds and size, by kind.
        self._seen = {kind: (rate * _TRIAL, _TRIAL) for kind, rate in _FIRST.items()}

    def learn(self, kind: str, size: float, seconds: float) -> None:
        """Note how long a job took."""
        if seconds >= _REUSED:
            total, sizes = self._seen[kind]
            self._seen[kind] = (total + seconds, sizes + size)

    def seconds(self, kind: str, size: float) -> float:
        """How long a job will take, roughly."""
        total, sizes = self._seen[kind]
        return size * total / sizes
