# SPDX-License-Identifier: Apache-2.0
"""The vectors of the benches in fusesoc/, as a SystemVerilog package.

Keys and texts are published examples. OpenSSL, the project's reference for every mode, computes the
expected results; tests compare these results with the standards.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

__all__ = ["PACKAGE", "VECTORS", "Vector", "outcome", "package"]

PACKAGE = "tb_vectors_pkg"
_FIELD = 64  # bytes of a field that holds a text


@dataclass(frozen=True)
class Vector:
    """An example of a mode."""

    mode: str  # a name of roundel_stream_pkg::MODE_*
    number: int  # 0 or 1: several blocks, or a short example
    source: str  # the publication of key and text
    # By key bits, in hexadecimal digits; XTS: both keys, one after the other.
    keys: dict[int, str]
    iv: str  # in hexadecimal digits
    text: str  # the plaintext
    aad: str = ""  # the additional authenticated data


_KEYS_38A = {
    128: "2b7e151628aed2a6abf7158809cf4f3c",
    192: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
    256: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
}
_TEXT_38A = (
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
_KEY_GCM = "feffe9928665731c6d6a8f9467308308"
_ZERO = "GCM's test cases 1, 7 and 13 (McGrew and Viega), which print E(0)"
_ZEROS = {bits: "00" * (bits // 8) for bits in (128, 192, 256)}

VECTORS = (
    Vector("ECB", 0, "SP 800-38A F.1", _KEYS_38A, "", _TEXT_38A),
    Vector(
        "ECB",
        1,
        "FIPS-197 appendix C",
        {bits: bytes(range(bits // 8)).hex() for bits in (128, 192, 256)},
        "",
        "00112233445566778899aabbccddeeff",
    ),
    Vector("CBC", 0, "SP 800-38A F.2", _KEYS_38A, bytes(range(16)).hex(), _TEXT_38A),
    Vector("CBC", 1, _ZERO, _ZEROS, "00" * 16, "00" * 16),
    Vector("CTR", 0, "SP 800-38A F.5", _KEYS_38A, bytes(range(0xF0, 0x100)).hex(), _TEXT_38A),
    Vector("CTR", 1, _ZERO, _ZEROS, "00" * 16, "00" * 16),
    Vector(
        "GCM",
        0,
        "test cases 4, 10 and 16 of McGrew and Viega",
        {128: _KEY_GCM, 192: _KEY_GCM + _KEY_GCM[:16], 256: _KEY_GCM * 2},
        "cafebabefacedbaddecaf888",
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
        "feedfacedeadbeeffeedfacedeadbeefabaddad2",
    ),
    Vector("GCM", 1, "test cases 2, 8 and 14", _ZEROS, "00" * 12, "00" * 16),
    Vector(
        "XTS",
        0,
        "IEEE 1619 vector 4, its beginning",
        {128: "2718281828459045235360287471352631415926535897932384626433832795"},
        "00" * 16,
        bytes(range(64)).hex(),
    ),
    Vector(
        "XTS",
        0,
        "IEEE 1619 vector 10, its beginning",
        {
            256: "2718281828459045235360287471352662497757247093699959574966967627"
            "3141592653589793238462643383279502884197169399375105820974944592"
        },
        "ff" + "00" * 15,
        bytes(range(64)).hex(),
    ),
    Vector(
        "XTS",
        1,
        "IEEE 1619 vector 15, with stealing; 256: keys that go on in its pattern",
        {
            bits: bytes(first - n for first in (0xFF, 0xBF) for n in range(bits // 8)).hex()
            for bits in (128, 256)
        },
        "9a78563412" + "00" * 11,
        bytes(range(17)).hex(),
    ),
)


def outcome(vector: Vector, key_bits: int) -> tuple[bytes, bytes]:
    """Ciphertext and tag of a vector; the tag is empty in a mode without tags."""
    key, iv = bytes.fromhex(vector.keys[key_bits]), bytes.fromhex(vector.iv)
    text = bytes.fromhex(vector.text)
    if vector.mode == "GCM":
        sealed = AESGCM(key).encrypt(iv, text, bytes.fromhex(vector.aad))
        return sealed[:-16], sealed[-16:]
    chosen: dict[str, Callable[[bytes], modes.Mode]] = {
        "ECB": lambda _: modes.ECB(),
        "CBC": modes.CBC,
        "CTR": modes.CTR,
        "XTS": modes.XTS,
    }
    cipher: Cipher[modes.Mode] = Cipher(algorithms.AES(key), chosen[vector.mode](iv))
    working: CipherContext = cipher.encryptor()  # type: ignore[misc]
    return working.update(text) + working.finalize(), b""


def package() -> str:
    """The SystemVerilog package with all vectors."""
    text = "// SPDX-License-Identifier: Apache-2.0\n//\n"
    text += "// Vectors of the benches beside this file. Written by scripts/generate.py; do not"
    text += " edit.\n//\n"
    text += "// A field has its byte 0 on top, a key its last byte in the low bits. Sources:\n"
    for vector in VECTORS:
        text += f"//   {vector.mode} {vector.number}  {vector.source}\n"
    text += f"\npackage {PACKAGE};\n\n  // verilator lint_off UNUSEDPARAM\n"
    sized = [(vector, bits) for vector in VECTORS for bits in vector.keys]
    text += _function(
        "logic [511:0]", "key", [(v, b, _bits(v.keys[b].rjust(128, "0"))) for v, b in sized]
    )
    text += _function(
        "logic [511:0]",
        "cipher",
        [(v, b, _field(outcome(v, b)[0])) for v, b in sized],
    )
    text += _function(
        "logic [127:0]",
        "tag",
        [(v, b, _bits(tag.hex())) for v, b in sized if (tag := outcome(v, b)[1])],
    )
    text += _function(
        "logic [511:0]", "plain", [(v, b, _field(bytes.fromhex(v.text))) for v, b in sized]
    )
    text += _function(
        "logic [127:0]", "iv", [(v, b, _bits(v.iv.ljust(32, "0"))) for v, b in sized if v.iv]
    )
    text += _function(
        "logic [511:0]",
        "aad",
        [(v, None, _field(bytes.fromhex(v.aad))) for v in VECTORS if v.aad],
    )
    for name, field in (("text_bytes", "text"), ("aad_bytes", "aad")):
        text += _function(
            "integer",
            name,
            [
                (v, None, str(n))
                for v in {(v.mode, v.number): v for v in VECTORS}.values()
                if (n := len(getattr(v, field)) // 2)
            ],
        )
    return text + f"endpackage : {PACKAGE}\n"


def _function(kind: str, name: str, cases: list[tuple[Vector, int | None, str]]) -> str:
    """A function of mode, key bits (if relevant) and the vector's number."""
    sized = any(bits is not None for _, bits, _ in cases)
    arguments = ["mode", *(["key_bits"] if sized else []), "number"]
    listed = ", ".join(f"input integer {argument}" for argument in arguments)
    lines = [
        f"  function automatic {kind} {name}(",
        f"      {listed});",
        f"    {name} = {'0' if kind == 'integer' else chr(39) + '0'};",
        *_lines(name, cases),
        "  endfunction",
    ]
    return "\n".join(lines) + "\n\n"


def _lines(name: str, cases: list[tuple[Vector, int | None, str]]) -> Iterator[str]:
    for vector, bits, value in cases:
        when = f"mode == roundel_stream_pkg::MODE_{vector.mode}"
        when += f" && key_bits == {bits}" if bits is not None else ""
        yield f"    if ({when} && number == {vector.number}) begin"
        yield f"      {name} = {value};"
        yield "    end"


def _field(data: bytes) -> str:
    return _bits(data.ljust(_FIELD, b"\0").hex())


def _bits(digits: str) -> str:
    """A literal, in pieces of 64 digits per line."""
    pieces = [digits[at : at + 64] for at in range(0, len(digits), 64)]
    literals = [f"{4 * len(piece)}'h{piece}" for piece in pieces]
    if len(literals) == 1:
        return literals[0]
    return "{\n        " + ",\n        ".join(literals) + "\n      }"
