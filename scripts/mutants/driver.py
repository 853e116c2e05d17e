# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in: the tests of the C driver use a DMA with mutants.

The library of the mutants replaces every simulated DMA. `TESTS` selects the tests of a DMA of the
mutated configuration, `scripts.mutants.shapes.DMA`.
"""

import os
from pathlib import Path

import pytest

from roundel.sim.driver import devices

LIBRARY = "ROUNDEL_MUTANT_LIBRARY"
"""Environment variable: the library of the mutants."""

_FILE = "tests/roundel/sim/test_dma_driver.py"
_NAMES = (
    *("packets_are_those_of_openssl[gcm-0.0]", "packets_are_those_of_openssl[gcm-0.5]"),
    *("a_long_packet_and_a_long_iv", "the_bus_refuses_a_burst", "zeroise_in_the_middle"),
    *("a_descriptor_that_cannot_be_read_stops_all_until_a_reset", "a_bus_that_stands_still"),
    *(
        "a_record_that_cannot_be_written_is_noticed",
        "requests_are_independent_of_what_was_in_memory",
    ),
    "counts_of_descriptors_begin_again",
)
TESTS = tuple(f"{_FILE}::test_{name}" for name in _NAMES)


def pytest_configure() -> None:
    """Replace the simulated DMA."""
    library = Path(os.environ[LIBRARY])
    pytest.MonkeyPatch().setattr(devices, "dma_library", lambda *_: library)
