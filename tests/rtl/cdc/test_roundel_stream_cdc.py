# SPDX-License-Identifier: Apache-2.0
"""roundel_stream_cdc in Icarus, between clocks of unrelated periods; with it roundel_sync,
roundel_reset_sync, roundel_memory_clear and roundel_cdc_fifo.

State space: see tb_roundel_stream_cdc.sv. Parameter space: the source slower, faster and by a hair
faster or slower than the sink, up to nine times; the least Depth and deeper ones; 2 and 3 stages.
"""

from collections.abc import Callable, Mapping

import pytest

LEAST = 1000  # beats across the clocks


@pytest.mark.parametrize(
    ("source", "sink", "depth", "stages"),
    [
        (3500, 5300, 16, 2),
        (5300, 3500, 16, 2),
        (5000, 5000, 16, 2),
        (3500, 3501, 16, 2),
        (3501, 3500, 16, 3),
        (1000, 9100, 8, 2),
        (9100, 1000, 4, 3),
        (4000, 4200, 64, 2),
    ],
)
def test_every_beat_crosses_once_in_order(
    source: int, sink: int, depth: int, stages: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    parameters = {"SourceHalf": source, "SinkHalf": sink, "Depth": depth, "Stages": stages}
    verdict, *rest = bench(parameters).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) >= LEAST
