# SPDX-License-Identifier: Apache-2.0
"""Protocol stress: cocotb drives the pins of `roundel_core` as no well-behaved user would.

`scoreboard` says what must come out, from the handshakes alone; `traffic` makes the pins' inputs
from a seed; `bench` holds the tests that the simulator runs; `runner` starts it.
"""
