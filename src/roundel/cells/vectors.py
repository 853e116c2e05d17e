# SPDX-License-Identifier: Apache-2.0
"""A netlist of cells against OpenSSL; a mismatch is an error.

64 copies of the netlist are simulated together, each with its own key and blocks. The first
copy uses the key and the block of FIPS-197, appendix C; the other copies use random values.
OpenSSL gives the expected results. The driver offers a block in every cycle.
"""

from collections.abc import Sequence

import numpy as np

from roundel import design
from roundel.base.errors import FailureError
from roundel.cells.library import Library
from roundel.cells.lut_netlist import lut_netlist
from roundel.cells.mapping import MappedCells
from roundel.design import Config
from roundel.sim.copies import COPIES, Copies, Words
from roundel.sim.netlist import read_module
from roundel.verify import reference

_WORDS = 4  # words of blocks for each copy and direction
_SEED = 0x726E64
_WAIT = 400  # the timeout for a key or a result in cycles, above the latency of any configuration

_BLOCK = bytes.fromhex("00112233445566778899aabbccddeeff")  # FIPS-197, appendix C
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_ZERO = np.uint64(0)


# Input: valid, ready, direction and data. Output: valid and data.
_CORE = (
    *("in_valid_i", "in_ready_o", "in_decrypt_i", "in_block_i"),
    *("out_valid_o", "out_block_o"),
)
_LANES = ("valid_i", "ready_o", "decrypt_i", "data_i", "valid_o", "data_o")
_PORTS = {**dict.fromkeys(design.BLOCKS, _CORE), design.LANES: _LANES}


class BlockFeeder:
    """Drives copies of a netlist without a mode; all copies see the same handshakes."""

    def __init__(self, config: Config, simulator: Copies) -> None:
        self._sim = simulator
        names = _PORTS[design.top_of(config)]
        self._valid, self._ready, self._decrypt, self._data, self._out_valid, self._out_data = names
        self.word_bytes = 16 * config.Lanes
        self._key_bytes = config.KeyBits // 8
        for name in simulator.ports:
            if name.endswith("_i") and name != "clk_i":
                simulator.set(name, _ZERO)
        if "out_ready_i" in simulator.ports:
            simulator.set("out_ready_i", _ONES)
        simulator.set("rst_ni", _ZERO)
        for _ in range(3):
            self.cycle()
        simulator.set("rst_ni", _ONES)

    def cycle(self) -> tuple[bool, list[bytes] | None]:
        """One cycle; returns whether the offered blocks were accepted, and the output words."""
        self._sim.settle()
        ready = self._flag(self._ready)
        out = self._bytes(self._out_data) if self._flag(self._out_valid) else None
        self._sim.edge()
        return ready, out

    def load(self, keys: Sequence[bytes]) -> None:
        """Load a key into each copy."""
        self.offer_key(keys)
        for _ in range(_WAIT):
            self._sim.settle()
            taken = self.key_ready
            self._sim.edge()
            if taken:
                break
        else:
            raise FailureError("no key is accepted")
        self._sim.set("key_valid_i", _ZERO)
        self._sim.set("key_i", _ZERO)

    def offer_key(self, keys: Sequence[bytes]) -> None:
        """Offer a key to each copy, all of one size; the offer stays."""
        self._sim.set("key_i", columns([key.ljust(self._key_bytes, b"\0") for key in keys]))
        if "key_size_i" in self._sim.ports:
            size = len(keys[0]) // 8 - 2
            self._sim.set(
                "key_size_i", np.array([_ONES if size >> n & 1 else _ZERO for n in (0, 1)])
            )
        self._sim.set("key_valid_i", _ONES)

    @property
    def key_ready(self) -> bool:
        """Whether an offered key is accepted in this cycle."""
        return self._flag("key_ready_o")

    def offer(self, words: Sequence[bytes] | None, decrypt: bool = False) -> None:
        """Offer a word to each copy, or no word."""
        self._sim.set(self._valid, _ZERO if words is None else _ONES)
        self._sim.set(self._decrypt, _ONES if decrypt else _ZERO)
        if words is not None:
            self._sim.set(self._data, columns(words))

    def _flag(self, port: str) -> bool:
        """A one-bit port with the same value in all copies."""
        word = self._sim.get(port)[0]
        if word not in (_ZERO, _ONES):
            raise FailureError(f"{port} differs between copies")
        return bool(word)

    def _bytes(self, port: str) -> list[bytes]:
        rows = self._sim.get(port)[:, None].view(np.uint8)
        bits = np.unpackbits(rows, axis=1, bitorder="little")
        return [packed.tobytes() for packed in np.packbits(bits[::-1].T, axis=1)]


def columns(texts: Sequence[bytes]) -> Words:
    """The words of a port with one text per copy; bit 0 is the last bit of a text."""
    bits = np.unpackbits(np.array([list(text) for text in texts], dtype=np.uint8), axis=1)
    rows = np.packbits(bits.T[::-1], axis=1, bitorder="little")
    return np.ascontiguousarray(rows).view(np.uint64)[:, 0]


_DIRECTIONS = {"encrypt": (False,), "decrypt": (True,), "both": (False, True)}


def run_vectors(config: Config, mapped: MappedCells, library: Library) -> int:
    """Simulate the netlist of a configuration without a mode; returns the number of blocks."""
    module = lut_netlist(read_module(mapped.json, mapped.top), library)
    driver = BlockFeeder(config, Copies(module, _SEED))
    random = np.random.default_rng(_SEED)
    blocks = 0
    try:
        for bits in design.key_sizes(config):
            keys = [bytes(range(bits // 8)), *_random(random, COPIES - 1, bits // 8)]
            driver.load(keys)
            for decrypt in _DIRECTIONS[config.Direction]:
                words = [_random(random, COPIES, driver.word_bytes) for _ in range(_WORDS)]
                words[0][0] = _BLOCK + words[0][0][16:]
                blocks += _compare(driver, words, keys, decrypt)
    except FailureError as error:
        raise wrong_netlist(config, mapped, str(error)) from error
    return blocks


def wrong_netlist(config: Config, mapped: MappedCells, why: str) -> FailureError:
    """The error for a netlist with a wrong result or without a result."""
    return FailureError(
        f"the netlist of {config.name} is wrong ({why.rstrip('.')}), so no figures are "
        f"reported; look in {mapped.directory}."
    )


def _random(random: np.random.Generator, count: int, length: int) -> list[bytes]:
    return [random.bytes(length) for _ in range(count)]


def _compare(
    driver: BlockFeeder, words: Sequence[Sequence[bytes]], keys: Sequence[bytes], decrypt: bool
) -> int:
    """Send words through the netlist in one direction; returns the number of correct blocks."""
    sent, got, waited = 0, 0, 0
    while got < len(words):
        driver.offer(words[sent] if sent < len(words) else None, decrypt)
        ready, out = driver.cycle()
        sent += ready and sent < len(words)
        if out is not None:
            for copy, (given, made, key) in enumerate(zip(words[got], out, keys, strict=True)):
                wanted = reference.cipher("ecb", decrypt, key, b"", given)
                if made != wanted:
                    operation = "decrypted" if decrypt else "encrypted"
                    raise FailureError(
                        f"copy {copy}, word {got}: {given.hex()} {operation} gives {made.hex()}, "
                        f"but OpenSSL gives {wanted.hex()}"
                    )
            got += 1
        waited = 0 if out is not None else waited + 1
        if waited > _WAIT:
            raise FailureError(f"{got} of {len(words)} words came out")
    driver.offer(None)
    return len(words) * len(keys) * (driver.word_bytes // 16)
