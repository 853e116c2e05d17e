# SPDX-License-Identifier: Apache-2.0
"""The vectors of rtl/stream/roundel_self_test.sv, as a SystemVerilog package.

Keys, IVs and plaintext are those of SP 800-38A appendix F. The package `cryptography` computes the
expected results; tests compare results with the standard.
"""

from collections.abc import Iterable

from roundel.sim.stream import ccm_aad
from roundel.verify import reference

__all__ = ["KEYS", "PATH", "ciphertext", "package", "tag"]

PATH = "rtl/pkg/roundel_self_test_pkg.sv"
_BLOCK = 16
_MOST_BLOCKS = 16  # in a beat
_CHAINED_BLOCKS = 2  # in a packet of a mode that has one lane alone
KEYS = {
    128: "2b7e151628aed2a6abf7158809cf4f3c",
    192: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
    256: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
}
_TEXT = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
) * (_MOST_BLOCKS // 4)
_IV = bytes(range(16))
_COUNTER = bytes(range(0xF0, 0x100))
_NONCE_BYTES = 12  # of GCM and CCM
_AAD = bytes(range(0xA0, 0xB0))
_CCM_AAD = _AAD[:14]  # one block with its length
_MODES = ("ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "ccm")  # modes with text

_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Vectors of roundel_self_test. Written by scripts/generate.py; do not edit.
//
// Keys, IVs and plaintext are those of SP 800-38A appendix F: the four blocks of plaintext repeat.
// XTS has Key2 = the complement of Key1. GCM and CCM have the first 12 bytes of the IV. Byte 0 of
// each field is in the top bits. `size` is roundel_aes_pkg::KEY_SIZE_*, `mode` is
// roundel_stream_pkg::MODE_*. Fields without a vector are 0.

package roundel_self_test_pkg;

  // No design uses every function.
  // verilator lint_off UNUSEDPARAM

"""


def _key(bits: int) -> bytes:
    return bytes.fromhex(KEYS[bits])


def _iv(mode: str) -> bytes:
    if mode == "ecb":
        return b""
    if mode in ("gcm", "ccm"):
        return _IV[:_NONCE_BYTES]
    return _COUNTER if mode == "ctr" else _IV


def ciphertext(mode: str, bits: int) -> bytes:
    """The ciphertext of a mode for a key size, of as many blocks as the largest packet has."""
    key = _key(bits)
    if mode == "gcm":
        return reference.seal(key, _iv(mode), _AAD, _TEXT)[0]
    if mode == "ccm":
        text = _TEXT[: _CHAINED_BLOCKS * _BLOCK]
        return reference.seal_ccm(key, _iv(mode), _CCM_AAD, text, _BLOCK)[0]
    if mode == "xts":
        key += bytes(byte ^ 0xFF for byte in key)
    return reference.cipher(mode, False, key, _iv(mode), _TEXT)


def tag(mode: str, bits: int, blocks: int) -> bytes:
    """The tag of a packet of a number of blocks."""
    key, text = _key(bits), _TEXT[: blocks * _BLOCK]
    if mode == "gcm":
        return reference.seal(key, _iv(mode), _AAD, text)[1]
    if mode == "ccm":
        return reference.seal_ccm(key, _iv(mode), _CCM_AAD, text, _BLOCK)[1]
    return reference.authenticate(key, text)


def package() -> str:
    """The SystemVerilog package with all vectors."""
    keys = [(_sized(bits), _bits(_key(bits).ljust(32, b"\0"))) for bits in KEYS]
    ivs = [(_moded(mode), _bits(_iv(mode).ljust(_BLOCK, b"\0"))) for mode in _MODES]
    aads = [(_moded("gcm"), _bits(_AAD)), (_moded("ccm"), _bits(ccm_aad(_CCM_AAD)))]
    texts = [
        (f"{_moded(mode)} && {_sized(bits)}", _bits(ciphertext(mode, bits).ljust(256, b"\0")))
        for mode in _MODES
        for bits in KEYS
    ]
    tags = [
        (f"{_moded(mode)} && {_sized(bits)} && blocks == {blocks}", _bits(tag(mode, bits, blocks)))
        for mode, sizes in (("gcm", (2, 4, 8, 16)), ("cmac", (2,)), ("ccm", (2,)))
        for bits in KEYS
        for blocks in sizes
    ]
    parts = (
        f"  localparam logic [2047:0] PLAINTEXT = {_bits(_TEXT)};\n",
        _function("key", 256, "input int size", keys),
        _function("iv", 128, "input int mode", ivs),
        _function("aad", 128, "input int mode", aads),
        _function("ciphertext", 2048, "input int mode, input int size", texts),
        _function("tag", 128, "input int mode, input int size, input int blocks", tags),
    )
    end = "  // verilator lint_on UNUSEDPARAM\n\nendpackage : roundel_self_test_pkg\n"
    return _HEAD + "\n".join(parts) + "\n" + end


def _function(name: str, width: int, arguments: str, cases: Iterable[tuple[str, str]]) -> str:
    text = f"  function automatic logic [{width - 1}:0] {name}({arguments});\n    {name} = '0;\n"
    for condition, value in cases:
        text += f"    if ({condition}) begin\n      {name} = {value};\n    end\n"
    return text + "  endfunction\n"


def _sized(bits: int) -> str:
    return f"size == {bits // 64 - 2}"


def _moded(mode: str) -> str:
    return f"mode == roundel_stream_pkg::MODE_{mode.upper()}"


def _bits(data: bytes) -> str:
    """A literal, in pieces of 64 digits per line."""
    digits = data.hex()
    pieces = [digits[at : at + 64] for at in range(0, len(digits), 64)]
    literals = [f"{4 * len(piece)}'h{piece}" for piece in pieces]
    if len(literals) == 1:
        return literals[0]
    return "{\n        " + ",\n        ".join(literals) + "\n      }"
