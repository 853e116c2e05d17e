# SPDX-License-Identifier: Apache-2.0
"""The netlist of a packet engine against NIST and OpenSSL; a mismatch is an error.

The simulator of ECP5 netlists simulates the netlist. The packets are published packets, then
random packets of every length: back to back, with pauses, and with new keys.
"""

import itertools
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from roundel import design
from roundel.base.progress import Progress
from roundel.cells.library import Library
from roundel.cells.lut_netlist import lut_netlist
from roundel.cells.mapping import MappedCells
from roundel.cells.vectors import wrong_netlist
from roundel.design import Config
from roundel.sim.netlist import read_module
from roundel.sim.stream import Stream
from roundel.verify.packet_campaigns import Shape, known_answers, random_packets
from roundel.verify.packet_exchange import Exchange

_PUBLISHED = 24  # packets of each published file; some files have thousands
_RANDOM = 60  # packets
_SEED = 0x726E64


def run_packets(config: Config, mapped: MappedCells, library: Library, progress: Progress) -> int:
    """Simulate the netlist of a configuration with a mode; returns the number of packets."""
    shape = Shape.of(config)
    packets = 0
    with TemporaryDirectory() as work:
        netlist = Path(work) / f"{mapped.top}.json"
        module = lut_netlist(read_module(mapped.json, mapped.top), library)
        netlist.write_text(json.dumps({"modules": {mapped.top: module}}), encoding="utf-8")
        with Stream.open(
            config.name,
            design.parameters(config),
            top=mapped.top,
            netlist=netlist,
            progress=progress,
        ) as device:
            Exchange(device).forget()
            for tally in itertools.chain(
                *(
                    known_answers(shape, device, kind, progress, selected=True, most=_PUBLISHED)
                    for kind in ("kat", "mmt")
                ),
                random_packets(shape, device, _SEED, progress, _RANDOM),
            ):
                if tally.failed:
                    raise wrong_netlist(config, mapped, tally.failures[0])
                packets += tally.passed
    return packets
