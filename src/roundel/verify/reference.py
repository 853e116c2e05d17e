# SPDX-License-Identifier: Apache-2.0
"""Expected results of messages, from OpenSSL through the package `cryptography`."""

from collections.abc import Callable

from cryptography.hazmat.primitives import cmac
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM

_KEYS_OF_192 = 48  # bytes of both keys of XTS
_MODES: dict[str, Callable[[bytes], modes.ECB | modes.CBC | modes.CTR | modes.XTS]] = {
    "ecb": lambda _: modes.ECB(),
    "cbc": modes.CBC,
    "ctr": modes.CTR,
    "xts": modes.XTS,
}
_PLAIN_IV = 12  # bytes of an IV that forms the first counter block without GHASH


def cipher(mode: str, decrypt: bool, key: bytes, iv: bytes, data: bytes) -> bytes:
    """A message in a mode without a tag: ecb, cbc, cfb, ofb, ctr or xts.

    The key of XTS is the concatenation of both keys. The IV is the mode's IV, the first counter
    block or the tweak value; ECB ignores the IV. Data is whole blocks; in CFB, OFB and CTR it has
    any length, in XTS at least 16 bytes.
    """
    if mode in ("cfb", "ofb"):
        return feedback_by_blocks(mode, decrypt, key, iv, data)
    if mode == "xts" and len(key) == _KEYS_OF_192:
        return xts_by_blocks(decrypt, key, iv, data)
    whole = Cipher(algorithms.AES(key), _MODES[mode](iv))
    work = whole.decryptor() if decrypt else whole.encryptor()
    return work.update(data) + work.finalize()


def authenticate(key: bytes, message: bytes) -> bytes:
    """The whole tag of a message in CMAC."""
    work = cmac.CMAC(algorithms.AES(key))
    work.update(message)
    return work.finalize()


def seal_ccm(
    key: bytes, nonce: bytes, aad: bytes, plain: bytes, tag_bytes: int
) -> tuple[bytes, bytes]:
    """CCM with a nonce of 7 to 13 bytes: the ciphertext and the tag."""
    sealed = AESCCM(key, tag_length=tag_bytes).encrypt(nonce, plain, aad)
    return sealed[:-tag_bytes], sealed[-tag_bytes:]


def feedback_by_blocks(mode: str, decrypt: bool, key: bytes, iv: bytes, data: bytes) -> bytes:
    """CFB with segments of 128 bits, or OFB, block by block (SP 800-38A sections 6.3 and 6.4).

    The package `cryptography` retires both. The last segment may be shorter, as in OpenSSL.
    """
    out, previous = b"", iv
    for begin in range(0, len(data), 16):
        segment = data[begin : begin + 16]
        mask = cipher("ecb", False, key, b"", previous)
        result = xor(segment, mask[: len(segment)])
        out += result
        previous = mask if mode == "ofb" else segment if decrypt else result
    return out


def xts_by_blocks(decrypt: bool, key: bytes, tweak: bytes, data: bytes) -> bytes:
    """XTS, block by block (IEEE 1619-2018 section 5.3), because OpenSSL has no 192-bit XTS keys.

    The key is the concatenation of both keys; the data has at least 16 bytes.
    """
    half = len(key) // 2
    mask = int.from_bytes(cipher("ecb", False, key[half:], b"", tweak), "little")
    whole, rest = divmod(len(data), 16)
    masks = []
    for _ in range(whole + 1):
        masks.append(mask.to_bytes(16, "little"))
        mask = (mask << 1) ^ (0x100000000000000000000000000000087 if mask >> 127 else 0)

    def block(text: bytes, number: int) -> bytes:
        inner = cipher("ecb", decrypt, key[:half], b"", xor(text, masks[number]))
        return xor(inner, masks[number])

    # With a partial last block, decryption swaps the last two masks.
    turned = whole if rest and decrypt else whole - 1
    out = [block(data[16 * n : 16 * n + 16], n) for n in range(whole - 1)]
    last = block(data[16 * (whole - 1) : 16 * whole], turned)
    if not rest:
        return b"".join([*out, last])
    stolen = block(data[16 * whole :] + last[rest:], 2 * whole - 1 - turned)
    return b"".join([*out, stolen, last[:rest]])


def short_counter(key: bytes, first: bytes, data: bytes) -> bytes:
    """CTR with a counter that wraps in its low 32 bits, for at most 2^32 blocks."""
    left = 16 * ((1 << 32) - int.from_bytes(first[12:], "big"))
    result = cipher("ctr", False, key, first, data[:left])
    return result + cipher("ctr", False, key, first[:12] + bytes(4), data[left:])


def seal(key: bytes, iv: bytes, aad: bytes, plain: bytes) -> tuple[bytes, bytes]:
    """GCM with an IV of at least a byte: the ciphertext and the tag of 16 bytes.

    The package refuses very short and very long IVs, and therefore OpenSSL only gets IVs of 12
    bytes. For another IV, the first counter block is GHASH of the IV without AAD (SP 800-38D
    section 7.1). The tag of any message whose ciphertext equals the IV contains this GHASH.
    """
    if len(iv) == _PLAIN_IV:
        sealed = AESGCM(key).encrypt(iv, plain, aad)
        return sealed[:-16], sealed[-16:]
    first = _ghash(key, b"", iv)
    after = first[:12] + ((int.from_bytes(first[12:], "big") + 1) % (1 << 32)).to_bytes(4, "big")
    text = short_counter(key, after, plain)
    return text, xor(_ghash(key, aad, text), cipher("ecb", False, key, b"", first))


def _ghash(key: bytes, aad: bytes, text: bytes) -> bytes:
    iv = bytes(_PLAIN_IV)
    first = iv + b"\0\0\0\1"
    plain = short_counter(key, iv + b"\0\0\0\2", text)
    sealed = AESGCM(key).encrypt(iv, plain, aad)
    return xor(sealed[-16:], cipher("ecb", False, key, b"", first))


def xor(left: bytes, right: bytes) -> bytes:
    """The sum in GF(2) of two byte strings of equal length."""
    total = int.from_bytes(left, "big") ^ int.from_bytes(right, "big")
    return total.to_bytes(len(left), "big")
