# SPDX-License-Identifier: Apache-2.0
"""Soft processors with instructions for AES: systems in simulation, and firmware for them."""
