# SPDX-License-Identifier: Apache-2.0
"""NIST's Monte Carlo tests on soft processors: the beginning, and in campaigns the whole test.

The program contains the whole test: chaining, the rule of the next key, a thousand blocks under
each key. The mailbox passes only the start, and the last text of each thousand.
"""

import struct

import pytest
from tests.roundel.soft.soft_tests import HOSTS, Compiled, Opened, need_processor

from roundel.base.errors import FailureError
from roundel.soft.firmware import VARIANTS, Firmware, build_firmware
from roundel.soft.hosts import HOSTS as FOUND
from roundel.soft.run import run_program
from roundel.soft.system import System
from roundel.verify.monte_carlo import OUTER, PUBLISHED, MonteCarlo, by_openssl, run

_CYCLES = 2_000_000_000  # limit of a whole test in clock cycles
_MODES = {"ecb": 0, "cbc": 1}


def run_monte_carlo(
    system: System,
    firmware: Firmware,
    test: MonteCarlo,
    *,
    keys: int = OUTER,
) -> list[bytes]:
    """The last text under each key; only the first `keys` of a test run."""
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


def expected(test: MonteCarlo, keys: int) -> list[bytes]:
    """The last texts under the first keys, by OpenSSL."""
    key, iv, text, found = test.key, test.iv, test.text, []
    for _ in range(keys):
        outcome = run(test, key, iv, text, by_openssl(test, key))
        found.append(outcome.last)
        key, iv, text = outcome.next_key, outcome.next_iv, outcome.next_text
    return found


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("variant", "keys"), [("aes32", 1), ("block", 2)])
@pytest.mark.parametrize("host", HOSTS)
def test_the_first_keys(host: str, variant: str, keys: int, system: Opened) -> None:
    need_processor(host)
    firmware = build_firmware(FOUND[host], VARIANTS[variant], "monte_carlo")
    device = system(host, VARIANTS[variant].unit)
    for test in PUBLISHED:
        found = run_monte_carlo(device, firmware, test, keys=keys)
        assert found == expected(test, keys), test.name


@pytest.mark.campaign
@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("test", PUBLISHED, ids=lambda test: test.name)
@pytest.mark.parametrize("variant", ["four-tables", "aes32", "block", "block-direct"])
@pytest.mark.parametrize("host", HOSTS)
def test_to_the_end(host: str, variant: str, test: MonteCarlo, system: Opened) -> None:
    need_processor(host)
    firmware = build_firmware(FOUND[host], VARIANTS[variant], "monte_carlo")
    device = system(host, VARIANTS[variant].unit)
    assert run_monte_carlo(device, firmware, test)[-1] == test.last


def test_a_program_that_says_something_else(system: Opened, program: Compiled) -> None:
    body = 'put_text("monte_carlo 0 00112233445566778899aabbccddeeff\\npass 2\\n"); return 0;'
    with pytest.raises(FailureError, match=r"ECBMCT128 encrypt ended with status \d+ and is not"):
        run_monte_carlo(system("picorv32"), program("picorv32", body), PUBLISHED[0], keys=1)
