# SPDX-License-Identifier: Apache-2.0
"""Simulated devices: Verilator models of a configuration, and the C driver in front of them."""
