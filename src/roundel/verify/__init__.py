# SPDX-License-Identifier: Apache-2.0
"""Verification: does the hardware of a configuration do what it must?

`verify` runs campaigns on the simulated device: ``kat`` and ``mmt`` are published vectors
(`roundel.verify.vectors`), ``mct`` is the Monte Carlo test (`roundel.verify.monte_carlo`),
``random`` compares random messages with OpenSSL, and ``stress`` tests the protocol of the ports
(`roundel.verify.stress`, `roundel.verify.packet_stress`). `roundel.verify.block_campaigns` runs
them on a core, `roundel.verify.packet_campaigns` on a packet engine.

A record that passed is kept by everything that it depends on; a record that failed is not kept.
"""

from roundel.verify.flow import CAMPAIGNS, FRONTENDS, verify
from roundel.verify.record import Campaign, VerifyRecord

__all__ = ["CAMPAIGNS", "FRONTENDS", "Campaign", "VerifyRecord", "verify"]
