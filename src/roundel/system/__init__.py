# SPDX-License-Identifier: Apache-2.0
"""What of an engine's speed is left behind a link and a driver.

    from roundel.design import load_config
    from roundel.system import load_link, measure_system

    record = measure_system(load_config("gcm-1"), load_link("pilchard-wc"), [1536, 15360])

A link is a data file of this package or the user's own; a device of the configuration stands at its
end, simulated cycle by cycle; the C driver moves requests through it, as it would on hardware.
"""

from roundel.system.link import Link, link_names, load_link
from roundel.system.measure import measure_system, parse_sizes
from roundel.system.record import PLACES, SizeRecord, SystemRecord

__all__ = [
    "PLACES", "Link", "SizeRecord", "SystemRecord", "link_names", "load_link", "measure_system",
    "parse_sizes",
]  # fmt: skip
