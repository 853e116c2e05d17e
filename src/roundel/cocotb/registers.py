# SPDX-License-Identifier: Apache-2.0
"""The registers of roundel_axi: byte addresses, of an array the first.

Written by scripts/generate.py from rtl/regs/roundel_registers.rdl; do not edit.
"""

from enum import IntEnum


class Register(IntEnum):
    """A register, with its byte address."""

    ID = 0x000  # Identification
    VERSION = 0x004  # Version of this register map
    CIPHER = 0x008  # Properties of the cipher
    STREAMS = 0x00C  # Properties of the streams
    CONTROL = 0x010  # Control
    STATUS = 0x014  # Status
    ERRORS = 0x018  # Errors since the last clear
    IRQ_STATUS = 0x020  # Pending interrupts
    IRQ_ENABLE = 0x024  # Enabled interrupts
    KEY_COMMAND = 0x028  # Command for a key
    KEY_SLOTS = 0x02C  # Number of key slots
    MODES = 0x030  # Modes of operation
    SLOT_READY = 0x040  # Slots with a key (8 registers)
    KEY = 0x080  # Key (16 registers)
    PACKETS = 0x100  # Packets done
    TAG_FAILURES = 0x104  # Packets with a wrong tag
    PACKET_ERRORS = 0x108  # Packets with an error (5 registers)
    BEATS_IN_LOW = 0x140  # Beats of s_axis
    BEATS_IN_HIGH = 0x144  # Beats of s_axis, high half
    BEATS_OUT_LOW = 0x148  # Beats of text out
    BEATS_OUT_HIGH = 0x14C  # Beats of text out, high half
    BYTES_OUT_LOW = 0x150  # Bytes of text out
    BYTES_OUT_HIGH = 0x154  # Bytes of text out, high half
    STALLED_IN_LOW = 0x158  # Stalled cycles of s_axis
    STALLED_IN_HIGH = 0x15C  # Stalled cycles of s_axis, high half
    STALLED_OUT_LOW = 0x160  # Stalled cycles of m_axis
    STALLED_OUT_HIGH = 0x164  # Stalled cycles of m_axis, high half
