# SPDX-License-Identifier: Apache-2.0
"""roundel_stream_tested and roundel_self_test: a fault closes the ports until a reset.

State space: each kind of fault at the outputs of the engine, in an S-box, at the key port and in
the direction; the user offers inputs at all times. `tests/roundel/verify/test_self_test.py` sends
packets after the tests.
"""

from collections.abc import Callable, Mapping

import pytest

ECB, CTR, GCM, XTS = 0, 2, 3, 4
SET = {"Mode": GCM, "Modes": 495, "Direction": 2, "Streams": 4, "KeyBits": 256, "KeySizes": 5}


@pytest.mark.parametrize("fault", range(1, 10))
def test_a_fault_closes_the_ports(
    fault: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    verdict, *rest = bench({"Fault": fault, "Mode": GCM}).split()
    assert verdict == "PASS", " ".join(rest)


@pytest.mark.parametrize("fault", [2, 3, 4, 6])
def test_a_fault_in_a_set(fault: int, bench: Callable[[Mapping[str, int]], str]) -> None:
    verdict, *rest = bench({"Fault": fault, **SET}).split()
    assert verdict == "PASS", " ".join(rest)


@pytest.mark.parametrize(
    ("values", "most"),
    [
        ({"Mode": GCM}, 1000),
        ({"Mode": GCM, "Lanes": 2}, 1000),
        ({"Mode": CTR}, 1000),
        ({"Mode": ECB, "Direction": 1}, 1000),
        ({"Mode": XTS, "KeyBits": 256, "KeySizes": 5}, 1000),
        (SET, 10_000),
    ],
)
def test_cycles(
    values: Mapping[str, int], most: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    verdict, *rest = bench(values).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) < most
