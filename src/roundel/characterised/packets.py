# SPDX-License-Identifier: Apache-2.0
"""Cycles per packet of a packet engine, in simulation, and estimates between measured sizes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from roundel.characterised.row import PacketRate

if TYPE_CHECKING:
    from roundel.base.progress import Progress
    from roundel.design import Config

SIZES = (16, 32, 64, 128, 256, 576, 1500, 9000)
"""Measured sizes of a packet's text, in bytes."""

AAD_BYTES = 0
_SEED = 0x726F756E64656C  # keys, IVs and data do not change the cycles
_PACKETS = 48  # fewest measured packets
_BLOCK = 16  # bytes


def measure_packets(
    config: "Config",
    structure: dict[str, int | str],
    sizes: Sequence[int],
    commit: str,
    progress: "Progress | None" = None,
) -> PacketRate:
    """The cycles per packet of a configuration, with the code of `roundel bench stream`.

    If a design has several streams, all streams carry packets. The distance of two results depends
    on their positions in the ring of the engine. The number of packets is a multiple of these
    positions, so that the last result before the measurement and the last measured result have
    equal positions.

    Raises:
        FailureError: A result differs from OpenSSL's, or a tool failed.
    """
    # These imports are slow, and `packet_cycles` does not need them.
    from roundel import design
    from roundel.base.progress import null_progress
    from roundel.system.bench import bench_stream

    positions = design.facts(config).blocks_in_flight
    record = bench_stream(
        config, [str(size) for size in sizes], packets=-(-_PACKETS // positions) * positions,
        aad_bytes=AAD_BYTES, seed=_SEED, progress=progress or null_progress,
    )  # fmt: skip
    return PacketRate(
        structure=structure,
        cycles={int(item.size): round(item.cycles_per_packet, 3) for item in record.sizes},
        aad_bytes=AAD_BYTES,
        rtl=design.fingerprint(config),
        commit=commit,
    )


def packet_cycles(rate: PacketRate, size: int, lanes: int) -> float:
    """Cycles per packet of a size in bytes, linear in beats between two measured sizes.

    Beyond the largest size the last two sizes give the slope. A packet below the smallest size
    takes the cycles of the smallest size.
    """

    def beats(length: int) -> int:
        return -(-length // (_BLOCK * lanes))

    sizes = sorted(rate.cycles)
    if size in rate.cycles:
        return rate.cycles[size]
    if size <= sizes[0]:
        return rate.cycles[sizes[0]]
    high = next((place for place, other in enumerate(sizes) if other >= size), len(sizes) - 1)
    first, last = sizes[high - 1], sizes[high]
    begin, end = rate.cycles[first], rate.cycles[last]
    if beats(last) == beats(first):
        return max(begin, end)
    return begin + (end - begin) * (beats(size) - beats(first)) / (beats(last) - beats(first))
