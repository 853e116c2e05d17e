# SPDX-License-Identifier: Apache-2.0
"""Packets of the cocotb drivers: commands, beats, and results by OpenSSL."""

import dataclasses

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel.base.errors import InputError
from roundel.cocotb.packets import Packet, expected, has_text

KEY, IV = bytes(range(16)), bytes(range(12))
SEALED = AESGCM(KEY).encrypt(IV, bytes(range(100)), bytes(20))


def test_aad_and_text_begin_with_a_new_beat() -> None:
    data, keep = Packet(b"t" * 100, IV, b"a" * 20).beats(16)
    assert data == b"a" * 20 + bytes(12) + b"t" * 100 + bytes(12)
    assert keep == [1] * 20 + [0] * 12 + [1] * 100 + [0] * 12


def test_a_packet_without_bytes_is_a_beat_without_bytes() -> None:
    assert Packet(b"", IV).beats(32) == (bytes(32), [0] * 32)


def test_a_command_has_the_fields_of_its_packet() -> None:
    command = Packet(b"text", IV, b"aad", slot=2, decrypt=True, tag=b"t" * 12).command("gcm")
    assert command[:8] == bytes([1, 3, 2, 12, 3, 0, 0, 0])
    assert command[16:28] == IV
    assert command[32:44] == b"t" * 12
    assert Packet(b"text", IV).command("gcm")[3] == 16


def test_a_command_without_tag_refuses_aad() -> None:
    assert Packet(b"text", bytes(16)).command("ctr")[3] == 0
    with pytest.raises(InputError, match="CTR has no AAD and no tag"):
        Packet(b"text", bytes(16), b"aad").command("ctr")


def test_expected_results_of_gcm() -> None:
    packet = Packet(bytes(range(100)), IV, bytes(20), user=3)
    sealed = expected("gcm", KEY, packet)
    assert (sealed.text, sealed.tag, sealed.ok, sealed.user) == (
        SEALED[:-16], SEALED[-16:], True, 3
    )  # fmt: skip
    back = Packet(SEALED[:-16], IV, bytes(20), decrypt=True, tag=SEALED[-16:-4])
    assert expected("gcm", KEY, back).text == packet.text
    assert expected("gcm", KEY, back).ok
    for tag in (bytes(16), b""):
        forged = expected("gcm", KEY, dataclasses.replace(back, tag=tag))
        assert not forged.ok
        assert forged.tag == bytes(16)
        assert forged.meaning == "the tag is wrong"


def test_expected_results_without_a_tag() -> None:
    iv = bytes(range(16))
    cipher = Cipher(algorithms.AES(KEY), modes.CTR(iv)).encryptor().update(b"text")
    assert expected("ctr", KEY, Packet(b"text", iv)).text == cipher


def test_no_text_of_a_discarded_packet() -> None:
    assert [error for error in range(6) if has_text("gcm", Packet(b"x"), error)] == [0, 3, 4, 5]
    assert not has_text("xts", Packet(b"x" * 15), 5)
    assert has_text("xts", Packet(b"x" * 17), 5)
    assert not has_text("gcm", Packet(b""), 0)
