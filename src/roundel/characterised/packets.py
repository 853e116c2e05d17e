# SPDX-License-Identifier: Apache-2.0
"""Cycles per packet of a packet engine, in simulation, and estimates between measured sizes."""

from collections.abc import Sequence

from roundel import design
from roundel.base.progress import Progress, null_progress
from roundel.characterised.row import PacketRate
from roundel.design import Config
from roundel.system.bench import bench_stream

SIZES = (16, 32, 64, 128, 256, 576, 1500, 9000)
"""Measured sizes of a packet's text, in bytes."""

AAD_BYTES = 0
_SEED = 0x726F756E64656C  # keys, IVs and data do not change the cycles
_PACKETS = 48


def measure_packets(
    config: Config,
    structure: dict[str, int | str],
    sizes: Sequence[int],
    commit: str,
    progress: Progress = null_progress,
) -> PacketRate:
    """The cycles per packet of a configuration, with the code of `roundel bench stream`.

    Raises:
        FailureError: A result differs from OpenSSL's, or a tool failed.
    """
    record = bench_stream(
        config, [str(size) for size in sizes], packets=_PACKETS, aad_bytes=AAD_BYTES, seed=_SEED,
        progress=progress,
    )  # fmt: skip
    return PacketRate(
        structure=structure,
        cycles={int(item.size): round(item.cycles_per_packet, 3) for item in record.sizes},
        aad_bytes=AAD_BYTES,
        rtl=design.fingerprint(config),
        commit=commit,
    )
