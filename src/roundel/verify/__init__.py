# SPDX-License-Identifier: Apache-2.0
"""Verification of a configuration's hardware.

`verify` runs campaigns on the simulated device. ``kat`` and ``mmt`` are published vectors
(`roundel.verify.vectors`). ``mct`` is the Monte Carlo test (`roundel.verify.monte_carlo`).
``random`` compares random messages with OpenSSL. ``stress`` tests the protocol of the ports
(`roundel.verify.stress`, `roundel.verify.packet_stress`). `roundel.verify.block_campaigns` has the
campaigns of cores, `roundel.verify.packet_campaigns` of packet engines.

The cache keeps a passed record by all inputs of the verification. Failed records are not kept.
"""

from roundel.verify.flow import CAMPAIGNS, FRONTENDS, verify
from roundel.verify.record import Campaign, VerifyRecord

__all__ = ["CAMPAIGNS", "FRONTENDS", "Campaign", "VerifyRecord", "verify"]
