# SPDX-License-Identifier: Apache-2.0
"""Protocol stress: cocotb drives the pins of `roundel_core` in unusual patterns.

`scoreboard` computes the expected outputs from the handshakes; `traffic` makes the inputs of the
pins from a seed; `bench` holds the tests in the simulator; `runner` starts the simulator.
"""
