# SPDX-License-Identifier: Apache-2.0
"""Roundel: AES hardware to choose, prove and measure: a SystemVerilog library and a command."""

__version__ = "0.1.0"
