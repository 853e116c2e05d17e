# SPDX-License-Identifier: Apache-2.0
"""Simulated devices: Verilator models of a configuration, and the C driver for these devices."""
