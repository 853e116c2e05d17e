# SPDX-License-Identifier: Apache-2.0
"""The Monte Carlo rules, against all of NIST's last outputs, with OpenSSL as cipher."""

import dataclasses

import pytest

from roundel.verify.monte_carlo import OUTER, PUBLISHED, MonteCarlo, by_openssl, run


def _last(test: MonteCarlo) -> bytes:
    key, iv, text = test.key, test.iv, test.text
    for _ in range(OUTER):
        outcome = run(test, key, iv, text, by_openssl(test, key))
        key, iv, text = outcome.next_key, outcome.next_iv, outcome.next_text
    return outcome.last


def test_covers_every_mode_direction_and_key_size() -> None:
    assert len({test.name for test in PUBLISHED}) == 2 * 2 * 3


@pytest.mark.parametrize("test", PUBLISHED, ids=lambda test: test.name)
def test_reaches_the_published_output(test: MonteCarlo) -> None:
    assert _last(test) == test.last


def test_a_wrong_start_is_noticed() -> None:
    wrong = dataclasses.replace(PUBLISHED[0], text=bytes(16))
    assert _last(wrong) != wrong.last
