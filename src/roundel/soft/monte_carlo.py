# SPDX-License-Identifier: Apache-2.0
"""NIST's Monte Carlo test, run by firmware on a soft processor.

The program of that name does all of it: chaining, the rules of the next key, a thousand blocks
under each key. Only the start goes in, through its mailbox, and the last text of each thousand
comes out.
"""

import struct

from roundel.base.errors import FailureError
from roundel.soft.firmware import Firmware
from roundel.soft.run import run_program
from roundel.soft.system import System
from roundel.verify.monte_carlo import OUTER, MonteCarlo

__all__ = ["run_monte_carlo"]

_CYCLES = 2_000_000_000  # the most clock cycles that a whole test may take
_MODES = {"ecb": 0, "cbc": 1}


def run_monte_carlo(
    system: System,
    firmware: Firmware,
    test: MonteCarlo,
    *,
    keys: int = OUTER,
) -> list[bytes]:
    """Run a test, or its beginning; gives the last text under each key, 16 bytes each.

    Args:
        system: The system.
        firmware: The program "monte_carlo" in some variant.
        test: The test; the caller compares its published answer.
        keys: How many keys of the test to run, each with 1000 blocks.

    Raises:
        FailureError: The program did not end by itself, or printed an unknown line.
    """
    mailbox = struct.pack(
        "<4I32s16s16s",
        8 * len(test.key),
        _MODES[test.mode],
        int(test.direction == "decrypt"),
        keys,
        test.key,
        test.iv,
        test.text,
    )
    outcome = run_program(system, firmware, mailbox=mailbox, cycles=_CYCLES, label=test.name)
    lines = outcome.console.splitlines()
    texts = [line.split()[-1] for line in lines if line.startswith("monte_carlo ")]
    expected = [f"monte_carlo {number} {text}" for number, text in enumerate(texts)]
    if outcome.status != 0 or lines != [*expected, f"pass {keys}"] or len(texts) != keys:
        raise FailureError(f"{test.name} ended with status {outcome.status} and is not right.")
    return [bytes.fromhex(text) for text in texts]
