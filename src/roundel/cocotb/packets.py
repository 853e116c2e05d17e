# SPDX-License-Identifier: Apache-2.0
"""Packets for a packet engine, their beats, and the expected results."""

from dataclasses import dataclass

from roundel.base.errors import InputError
from roundel.sim.stream import ERRORS, Command
from roundel.verify import reference

# Errors of a result whose packet the hardware discards: no text comes out.
_COMMAND, _KEY, _LENGTH = 1, 2, 5
_BLOCK = 16


@dataclass(frozen=True)
class Packet:
    """A packet to encrypt or decrypt."""

    text: bytes  # plaintext, or ciphertext of a packet to decrypt
    iv: bytes = b""  # GCM: at least a byte; CBC, CTR and XTS: 16 bytes; ECB: empty
    aad: bytes = b""  # GCM: additional authenticated data
    slot: int = 0  # the key slot
    decrypt: bool = False
    tag: bytes = b""  # GCM, decryption: the tag to compare, at most 16 bytes
    user: int = 0  # `tuser` of the command and of each beat
    mode: str | None = None  # with a set of modes: a mode; None: the mode of the driver

    def command(self, mode: str) -> bytes:
        """The words of the command, of 48 bytes each; `mode` as in `Command.mode`.

        Raises:
            InputError: A value does not fit its field, or AAD or a tag in a mode without a tag.
        """
        if mode != "gcm" and (self.aad or self.tag):
            raise InputError(f"{mode.upper()} has no AAD and no tag; leave both empty.")
        tag_bytes = 0 if mode != "gcm" else len(self.tag) if self.decrypt else _BLOCK
        return Command(
            mode, self.decrypt, self.slot, self.iv, len(self.aad), tag_bytes, self.tag
        ).packed()

    def beats(self, width: int) -> tuple[bytes, list[int]]:
        """The bytes of all beats of `width` bytes, and a bit of `tkeep` for each byte.

        AAD and text each begin with a new beat. A packet without bytes is a beat without bytes.
        """
        data, keep = b"", list[int]()
        for part in (self.aad, self.text):
            missing = -len(part) % width
            data += part + bytes(missing)
            keep += [1] * len(part) + [0] * missing
        return (data, keep) if data else (bytes(width), [0] * width)


@dataclass(frozen=True)
class Result:
    """The text and the result of a packet."""

    text: bytes  # empty if the hardware discards the packet
    ok: bool  # the packet is complete, and its tag, if any, is right
    error: int  # 0, or ERROR_* of roundel_stream_pkg
    tag: bytes  # 16 bytes; zero without a tag, with an error, or with a wrong tag
    user: int  # `tuser` of the command

    @property
    def meaning(self) -> str:
        """The error in words."""
        if self.error or self.ok:
            return ERRORS[self.error]
        return "the tag is wrong"


def has_text(mode: str, packet: Packet, error: int) -> bool:
    """Whether text of a packet comes out, if its result has this error code."""
    short = mode == "xts" and error == _LENGTH and len(packet.text) < _BLOCK
    return bool(packet.text) and error not in (_COMMAND, _KEY) and not short


def expected(mode: str, key: bytes, packet: Packet) -> Result:
    """The result by OpenSSL of a packet that the mode supports.

    Args:
        mode: "ecb", "cbc", "ctr", "gcm" or "xts".
        key: The key of the packet's slot; for XTS the concatenation of both keys.
        packet: The packet.
    """
    if mode != "gcm":
        text = reference.cipher(mode, packet.decrypt, key, packet.iv, packet.text)
        return Result(text, True, 0, bytes(_BLOCK), packet.user)
    text, tag = reference.seal(key, packet.iv, packet.aad, packet.text)
    if packet.decrypt:  # the key stream decrypts too; the tag is that of the plaintext
        _, tag = reference.seal(key, packet.iv, packet.aad, text)
    ok = not packet.decrypt or (bool(packet.tag) and tag.startswith(packet.tag))
    return Result(text, ok, 0, tag if ok else bytes(_BLOCK), packet.user)
