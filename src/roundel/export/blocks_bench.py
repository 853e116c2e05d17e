# SPDX-License-Identifier: Apache-2.0
"""The testbench of a block engine: NIST's known answers, at full speed and with stalls."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from roundel import design
from roundel.export import rendering
from roundel.export.wrapper import Wrapper
from roundel.verify import vectors

# Vectors of each file of AESAVS; a file of messages gives all blocks of its messages.
_SHARE = {"GFSbox": 4, "KeySbox": 6, "VarKey": 6, "VarTxt": 6, "MMT": 4}


@dataclass(frozen=True)
class Word:
    """What the engine accepts in one cycle: a block, or a block for each lane."""

    key: bytes
    decrypt: bool
    source: bytes
    target: bytes


def words(wrapper: Wrapper) -> list[Word]:
    """Words with published results, for each key size and direction of the design.

    If each key size can have a slot, words with a key of each size alternate.
    """
    sizes = design.key_sizes(wrapper.config)
    of_sizes = [_by_key(_words(wrapper, bits)) for bits in sizes]
    if wrapper.config.KeySlots < len(sizes):
        return [word for groups in of_sizes for group in groups for word in group]
    found: list[Word] = []
    for groups in zip_longest(*of_sizes, fillvalue=[]):
        found += [word for row in zip_longest(*groups) for word in row if word is not None]
    return found


def _by_key(found: Iterable[Word]) -> list[list[Word]]:
    """The words of each key, in the order of the first words."""
    groups: dict[bytes, list[Word]] = {}
    for word in found:
        groups.setdefault(word.key, []).append(word)
    return list(groups.values())


def _words(wrapper: Wrapper, bits: int) -> list[Word]:
    directions = {"encrypt": (False,), "decrypt": (True,), "both": (False, True)}
    wanted = directions[wrapper.config.Direction]
    found: list[Word] = []
    for file in vectors.files("ecb", bits):
        share = next(count for part, count in _SHARE.items() if part in file.name)
        for decrypt in wanted:
            fitting = [packet for packet in file.packets if packet.decrypt == decrypt]
            step = max(1, len(fitting) // share)
            for packet in islice(fitting, 0, None, step):
                size = 16 * wrapper.config.Lanes
                target = packet.target or b""
                found += [
                    Word(packet.key, decrypt, *pair)
                    for pair in _filled(packet.source, target, size)
                ]
    return found


def _filled(source: bytes, target: bytes, size: int) -> Iterator[tuple[bytes, bytes]]:
    """Pieces of a message and of its result; the last piece repeats the message from its begin."""
    for start in range(0, len(source), size):
        times = -(-(start + size) // len(source))
        yield tuple((text * times)[start : start + size] for text in (source, target))  # type: ignore[misc]


def bench(wrapper: Wrapper, *, contracts: bool) -> str:
    """The source of the testbench; `contracts` states whether the sources have contracts."""
    found = words(wrapper)
    keys = list(dict.fromkeys(word.key for word in found))
    lanes = wrapper.top == design.LANES
    facts = design.facts(wrapper.config)
    # Cycles of a word with gaps and stalls, of a key with its blocks in flight, and of a clear.
    of_word = facts.cycles_per_block + 60
    of_key = (facts.key_load_cycles or 0) + 2 * facts.output_latency_cycles + 60
    limit = 2 * (len(found) * of_word + len(keys) * of_key) + wrapper.config.KeySlots * of_key
    return rendering.render(
        "tb_blocks.sv",
        wrapper=wrapper,
        contracts=contracts,
        limit=limit,
        words=found,
        keys=[key.ljust(wrapper.config.KeyBits // 8, b"\0") for key in keys],
        sizes=[len(key) // 8 - 2 for key in keys],
        key_of=[keys.index(word.key) for word in found],
        backwards=[number for number, word in enumerate(found) if word.decrypt],
        prefix="" if lanes else "in_",
        out="" if lanes else "out_",
        data="data" if lanes else "in_block",
        result="data_o" if lanes else "out_block_o",
        word_bits=128 * wrapper.config.Lanes,
        backpressure=wrapper.has("out_ready_i"),
    )
