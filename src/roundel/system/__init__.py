# SPDX-License-Identifier: Apache-2.0
"""Throughput of an engine through a link and the driver.

    from roundel.design import load_config
    from roundel.system import load_link, measure_system

    record = measure_system(load_config("gcm-1"), load_link("pilchard-wc"), [1536, 15360])

A link is a data file of this package or of the user. The device of the configuration is simulated
cycle by cycle at the end of the link. The C driver moves requests over the link, as on hardware.
"""

from roundel.system.link import Link, link_names, load_link
from roundel.system.measure import measure_system, parse_sizes
from roundel.system.record import ACTIVITIES, SizeRecord, SystemRecord

__all__ = [
    "ACTIVITIES", "Link", "SizeRecord", "SystemRecord", "link_names", "load_link", "measure_system",
    "parse_sizes",
]  # fmt: skip
