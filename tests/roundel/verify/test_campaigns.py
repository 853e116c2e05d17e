# SPDX-License-Identifier: Apache-2.0
"""The campaigns on a device: runs, counts, and the detection of a wrong device.

OpenSSL replaces the hardware here; tests/campaign tests the hardware.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.base.errors import FailureError
from roundel.base.progress import null_progress
from roundel.design import Config
from roundel.verify import block_campaigns
from roundel.verify.record import SHOWN, Tally


class Soft:
    """A device made of software, with faults to choose."""

    def __init__(self, fault: str = "") -> None:
        self._fault = fault
        self._keys: dict[int, bytes] = {}
        self.resets = 0
        self.stalls: list[tuple[int, float, float]] = []

    def reset(self) -> None:
        self.resets += 1

    def set_stalls(self, *stalls: Any) -> None:
        self.stalls.append(stalls)

    def load_key(self, key: bytes, slot: int = 0) -> None:
        if self._fault != "stale key" or slot not in self._keys:
            self._keys[slot] = key

    def process(self, blocks: bytes, *, decrypt: bool = False, slot: int = 0) -> bytes:
        cipher = Cipher(algorithms.AES(self._keys[slot]), modes.ECB())
        context = cipher.decryptor() if decrypt else cipher.encryptor()
        result = context.update(bytes(blocks))
        if self._fault == "long" and len(result) > 16:
            return result[16:32] + result[:16] + result[32:]
        if self._fault == "hangs" and decrypt:
            raise FailureError("the simulated device hangs.")
        return result

    def process_chained(
        self, blocks: bytes, chain: bytes, *, decrypt: bool = False, slot: int = 0
    ) -> bytes:
        result = b""
        for start in range(0, len(blocks), 16):
            mixed = bytes(a ^ b for a, b in zip(blocks[start : start + 16], chain, strict=True))
            chain = self.process(mixed, decrypt=decrypt, slot=slot)
            result += chain
        return result


def _all(config: Config, device: Any, seed: int = 1) -> dict[str, Tally]:
    tallies: Sequence[Tally] = [
        *block_campaigns.known_answers(config, device, "kat", null_progress),
        *block_campaigns.known_answers(config, device, "mmt", null_progress),
        *block_campaigns.random_messages(config, device, seed, null_progress, messages=12),
    ]
    return {tally.name: tally for tally in tallies}


@pytest.mark.parametrize(
    ("direction", "names", "vectors"),
    [
        # Half of each ECB and CBC file; every CTR message in both directions, with both counters.
        ("encrypt", {"random/ecb encrypt", "random/cbc encrypt", "random/ctr encrypt",
                     "random/ctr decrypt"}, 2 * (284 + 10) + 4 * (3 + 1)),
        ("decrypt", {"random/ecb decrypt", "random/cbc decrypt"}, 2 * (284 + 10)),
    ],
)  # fmt: skip
def test_runs_what_fits(direction: str, names: set[str], vectors: int) -> None:
    found = _all(Config(name="x", Direction=direction), Soft())
    assert {name for name in found if name.startswith("random")} == names
    published = [tally for name, tally in found.items() if not name.startswith("random")]
    assert sum(tally.passed for tally in published) == vectors
    assert all(tally.failed == 0 for tally in found.values())
    assert ("mmt/aes-128-ctr.txt" in found) == (direction == "encrypt")


@pytest.mark.parametrize("key_bits", [128, 192, 256])
def test_both_directions_run_every_vector(key_bits: int) -> None:
    found = _all(Config(name="x", KeyBits=key_bits, Direction="both"), Soft())
    assert len(found) == 4 + 4 + 3 + 1 + 6
    assert all(tally.passed and not tally.failed for tally in found.values())


def test_a_seed_repeats_the_random_messages() -> None:
    config, devices = Config(name="x"), (Soft(), Soft(), Soft())
    for device, seed in zip(devices, (1, 1, 2), strict=True):
        _all(config, device, seed)
    assert devices[0].stalls == devices[1].stalls != devices[2].stalls


@pytest.mark.parametrize(
    ("fault", "notices"),
    [("stale key", "kat/ECBVarKey128.rsp"), ("long", "mmt/ECBMMT128.rsp"),
     ("hangs", "random/cbc decrypt")],
)  # fmt: skip
def test_a_wrong_device_is_found(fault: str, notices: str) -> None:
    device = Soft(fault)
    found = _all(Config(name="x", Direction="both"), device)
    assert found[notices].failed
    assert len(found[notices].failures) <= SHOWN
    assert (device.resets > 0) == (fault == "hangs")


def test_a_failure_names_the_vector_and_both_results() -> None:
    found = _all(Config(name="x"), Soft("long"))
    told = found["mmt/ECBMMT128.rsp"].failures[0]
    assert "ECBMMT128.rsp encrypt COUNT 1" in told
    assert "published key" in told
    assert "expected" in told
    told = found["random/ecb encrypt"].failures[0]
    assert "of seed 1" in told
    assert "key" not in told


def test_monte_carlo() -> None:
    config: Config = Config(name="x", Direction="both")
    device: Any = Soft()
    found = list(block_campaigns.monte_carlo_tests(config, device, null_progress))
    assert [tally.passed for tally in found] == [100] * 4
    stale: Any = Soft("stale key")
    found = list(block_campaigns.monte_carlo_tests(Config(name="x"), stale, null_progress))
    assert [(tally.passed, tally.failed) for tally in found] == [(1, 1), (0, 1)]
