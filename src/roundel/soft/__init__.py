# SPDX-License-Identifier: Apache-2.0
"""Soft processors with AES instructions: simulated systems, and firmware for them."""
