# SPDX-License-Identifier: Apache-2.0
"""A system's record as tables for people."""

import sys

from roundel.cli.tables import print_table
from roundel.system.record import PLACES, SystemRecord


def print_system(record: SystemRecord) -> None:
    """Print throughput by size beside its limits, and where the time went."""
    link = "none" if record.link_mbps is None else f"{record.link_mbps:,.1f} Mbit/s"
    flight = "request" if record.requests == 1 else "requests"
    sys.stdout.write(
        f"{record.link.title}\n{record.requests} {flight} in flight, {record.access} accesses; "
        f"{record.checked} requests, each equal to OpenSSL's result\n"
        f"limit of the link {link}, of the engine {record.engine_mbps:,.1f} Mbit/s at "
        f"{record.clock_mhz:g} MHz\n\n"
    )
    rows = [
        [
            f"{size.bytes:,}",
            f"{size.mbps:,.1f}",
            "-" if size.link_mbps is None else f"{size.link_mbps:,.1f}",
            f"{size.ratio:.3f}",
            f"{size.ns / size.requests:,.0f}",
            *(f"{100 * size.time[place]:.1f}" for place in PLACES),
        ]
        for size in record.sizes
    ]
    heads = ["bytes", "Mbit/s", "link's limit", "of the lower limit", "ns a request"]
    heads += [f"{place}, %" for place in PLACES]
    print_table(
        f"{record.config.name}, {record.device} at {record.link.name}", heads, rows,
        numbers=len(heads),
    )  # fmt: skip
    sys.stdout.write("\nwhere the processor was\n")
    sys.stdout.writelines(f"- {place}: {what}\n" for place, what in PLACES.items())
