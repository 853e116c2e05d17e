# SPDX-License-Identifier: Apache-2.0
"""Verification: does the hardware of a configuration do what it must?

`verify` runs campaigns on the simulated device and gives an account of them. Of a core for blocks:

- ``kat`` and ``mmt``: every published vector that fits, see `roundel.verify.vectors`;
- ``mct``: the Monte Carlo test of AESAVS, see `roundel.verify.monte_carlo`;
- ``random``: messages against OpenSSL, see `roundel.verify.block_campaigns`;
- ``stress``: the protocol on the core's pins, see `roundel.verify.stress`.

Of a packet engine they have the same names: ``kat``, ``mmt``, ``mct`` and ``random`` are in
`roundel.verify.packet_campaigns`, their vectors in `roundel.verify.packet_vectors`, ``stress`` in
`roundel.verify.packet_stress`.

A record that passed is kept by all that it depends on, so that asking again costs nothing; one that
failed is not.
"""

from roundel.verify.flow import CAMPAIGNS, FRONTENDS, verify
from roundel.verify.record import Campaign, VerifyRecord

__all__ = ["CAMPAIGNS", "FRONTENDS", "Campaign", "VerifyRecord", "verify"]
