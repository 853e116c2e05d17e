# SPDX-License-Identifier: Apache-2.0
"""Requests: files to encrypt or decrypt, checked before the first one begins.

A request has one input and one output. Requests come from the command's arguments, or from a file
with one JSON object a line (`read_batch`). `check` compares them with the mode and with each other.
"""

import itertools
import json
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from roundel.base.errors import InputError, nearest
from roundel.crypt import files, keys
from roundel.design import Config
from roundel.sim.block_modes import Direction

BLOCK = 16
PADS = ("pkcs7", "none")
TAG_BYTES = (4, 8, 12, 13, 14, 15, 16)  # SP 800-38D section 5.2.1.2
WHOLE = None  # of Operation.sector_bytes: a file is one data unit
LONGEST_AAD = 2**32 - 1
_LONGEST_TEXT = 2**32 - 1  # of a packet, as hardware and driver have it; SP 800-38D: 2^36 - 32
_LONGEST_UNIT = 2**24  # SP 800-38E section 4
_IV_BYTES = 12  # of an IV of GCM that nobody gave: SP 800-38D section 5.2.1.1 recommends them
_MOST = 400  # each output is an open file
_LONGEST_TAG = 1024  # bytes of a file with a tag, which needs 32 and some for white space
_LONGEST_BATCH = 1 << 23  # bytes of a batch: more than long paths and IVs in all of its lines


@dataclass(frozen=True)
class FileRequest:
    """A file to encrypt or decrypt."""

    source: Path  # the file to read
    target: Path  # the file to write
    key: bytes = field(repr=False)  # as many bytes as the configuration takes
    # GCM and CBC: the IV; CTR: the first counter block; XTS: the tweak of the first data unit; ECB:
    # none.
    iv: bytes = b""
    aad: Path | None = None  # GCM: a file with additional authenticated data
    tag: bytes | None = None  # GCM, to decrypt: the tag; None if it is at the end of the source
    # GCM, to encrypt: the file for the tag; None for the end of the target.
    tag_file: Path | None = None
    read: tuple[Path, ...] = ()  # other files that were read for it, of its key and its tag
    drawn: bool = False  # whether the IV was drawn at random, so that the user must be told


@dataclass(frozen=True)
class Operation:
    """How all requests of a run are done."""

    name: str  # a mode of the hardware
    direction: Direction  # "encrypt" or "decrypt"
    pad: str | None = None  # ECB and CBC: "pkcs7" or "none"
    tag_bytes: int = 16  # GCM: bytes of a tag
    sector_bytes: int | None = 512  # XTS: bytes of a data unit, or `WHOLE`
    reuse_iv: bool = False  # whether two packets may be encrypted with the same key and IV
    counter_bits: int = 128  # CTR: bits of the counter, 32 or 128

    @property
    def padded(self) -> bool:
        """Whether a message ends in PKCS#7 padding."""
        return self.name in ("ecb", "cbc") and self.pad != "none"


def parse_iv(mode: Operation, text: str | None, sector: int | None = None) -> bytes:
    """The initialisation vector of a request, byte 0 first.

    XTS: the tweak of the first data unit, given by `text` or the number `sector`. CTR: the first
    counter block. GCM encrypts with random bytes if none are given (SP 800-38D section 8.2.2).
    InputError if it is missing, not wanted, or of a length that the mode does not take.
    """
    name, encrypt = mode.name, mode.direction == "encrypt"
    if sector is not None and name != "xts":
        raise InputError(f"{name.upper()} has no sectors; leave --sector away.")
    if name == "xts":
        if text is not None and sector is not None:
            raise InputError("give the first data unit in one way: --sector or --iv.")
        number = sector or 0
        if not 0 <= number < 2**128:
            raise InputError("a sector has a number from 0 to 2^128 - 1; give such a number.")
        if text is None:
            return number.to_bytes(BLOCK, "little")
    what = "the first counter block" if name == "ctr" else "the IV"
    if text is None:
        if name == "ecb":
            return b""
        if name == "gcm" and encrypt:
            return secrets.token_bytes(_IV_BYTES)
        if name == "gcm":
            raise InputError("GCM needs the IV that the file was encrypted with; give it as --iv.")
        raise InputError(f"{name.upper()} needs {what}; give its 32 hexadecimal digits as --iv.")
    if name == "ecb":
        raise InputError("ECB has no IV; leave --iv away or choose another mode.")
    vector = keys.parse_hex(what, text)
    if name != "gcm" and len(vector) != BLOCK:
        raise InputError(f"{what} has {8 * len(vector)} bits; give 128 (32 hexadecimal digits).")
    return vector


def parse_tag(mode: Operation, text: str, what: str) -> bytes:
    """A tag of the length of the run, from hexadecimal digits."""
    tag = keys.parse_hex(what, text)
    if len(tag) != mode.tag_bytes:
        raise InputError(
            f"{what} has {len(tag)} bytes and {mode.tag_bytes} are compared; give the whole tag, "
            "and its length as --tag-bytes."
        )
    return tag


def read_tag(mode: Operation, file: Path) -> bytes:
    """A tag from a file that holds its hexadecimal digits."""
    text = files.read_text(file, _LONGEST_TAG, "the tag file", "the tag in hexadecimal digits")
    return parse_tag(mode, text, f"the tag in {file}")


def check(
    config: Config, mode: Operation, requests: Sequence[FileRequest], kept: Iterable[Path] = ()
) -> None:
    """Refuse requests that are impossible, or impossible together.

    `kept` are other files that the run reads, and so must not write.
    """
    if mode.pad not in (None, *PADS):
        raise InputError(f"there is no padding {mode.pad!r}; choose one of {', '.join(PADS)}.")
    if mode.pad is not None and mode.name not in ("ecb", "cbc"):
        name = mode.name.upper()
        raise InputError(f"{name} takes a message of any length as it is; leave --pad out.")
    if mode.tag_bytes not in TAG_BYTES:
        raise InputError(
            f"a tag cannot have {mode.tag_bytes} bytes; give --tag-bytes 16, or 15 to 12, 8 or 4."
        )
    if mode.sector_bytes is not WHOLE and not BLOCK <= mode.sector_bytes <= _LONGEST_UNIT:
        raise InputError(
            f"a data unit cannot have {mode.sector_bytes} bytes; give --sector-bytes from 16 to "
            "16777216 (2^20 blocks), or any for one data unit a file."
        )
    if len(requests) > _MOST:
        raise InputError(
            f"a run takes {_MOST} files at most, not {len(requests)}; make several runs."
        )
    for request in requests:
        if 8 * len(request.key) != keys.key_bits(config):
            raise InputError(
                f"the key has {8 * len(request.key)} bits and {config.name} needs "
                f"{keys.key_bits(config)}; give a key of that size."
            )
    _check_places(requests, kept)
    if mode.direction == "encrypt" and not mode.reuse_iv:
        _check_reuse(mode, requests)


def check_size(
    mode: Operation, request: FileRequest, size: int, aad: int, counter_bits: int = 32
) -> None:
    """Refuse a file whose size the mode does not take.

    `size` and `aad` are bytes of its source and of its additional authenticated data. CTR takes at
    most 2^counter_bits blocks; a packet engine counts 32 bits.
    """
    name, source = mode.name.upper(), request.source
    decrypt = mode.direction == "decrypt"
    if mode.name == "gcm":
        attached = decrypt and request.tag is None
        if attached and size < mode.tag_bytes:
            raise InputError(
                f"{source} has {size} bytes, too few for a tag of {mode.tag_bytes} at its end; "
                "check that it is whole, or give the tag with --tag or --tag-file."
            )
        if size - (mode.tag_bytes if attached else 0) > _LONGEST_TEXT:
            raise InputError(
                f"{source} is longer than the 2^32 - 1 bytes of the hardware's packets; split it."
            )
        if aad > LONGEST_AAD:
            raise InputError(
                f"{request.aad} is longer than the hardware's 2^32 - 1 bytes; split it."
            )
    elif mode.name == "xts":
        unit = mode.sector_bytes
        if unit is WHOLE and size > _LONGEST_UNIT:
            raise InputError(
                f"{source} has {size} bytes and a data unit of XTS 2^20 blocks at most; give "
                "--sector-bytes."
            )
        rest = size if unit is WHOLE else size % unit
        if 0 < rest < BLOCK:
            raise InputError(
                f"the last data unit of {source} has {rest} bytes and XTS takes no less than 16; "
                "give another --sector-bytes, or a longer file."
            )
    elif mode.name == "ctr":
        if -(-size // BLOCK) > 1 << counter_bits:
            raise InputError(f"{source} has more than 2^{counter_bits} blocks; split it.")
    elif decrypt and mode.padded and size == 0:
        raise InputError(
            f"{source} is empty and what {name} with padding encrypted has a block at least; "
            "check that it is whole."
        )
    elif size % BLOCK and decrypt:
        raise InputError(
            f"{source} has {size} bytes and what {name} encrypted is a multiple of {BLOCK}; check "
            "that it is whole and of this mode."
        )
    elif size % BLOCK and not mode.padded:
        raise InputError(
            f"{source} has {size} bytes and {name} without padding takes a multiple of {BLOCK}; "
            "use --pad pkcs7 or --mode ctr."
        )


def _check_places(requests: Sequence[FileRequest], kept: Iterable[Path]) -> None:
    """Refuse an output that is written twice, or that is an input of another request."""
    read = {
        os.path.realpath(path)
        for request in requests
        for path in (request.source, request.aad)
        if path
    }
    keep = {os.path.realpath(path) for path in kept}
    keep |= {os.path.realpath(path) for request in requests for path in request.read}
    written: set[str] = set()
    for request in requests:
        for path in (request.target, request.tag_file):
            if path is None:
                continue
            place = os.path.realpath(path)
            if place in written:
                raise InputError(f"{path} would be written twice; give each output its own name.")
            if place in keep or (place in read and place != os.path.realpath(request.source)):
                raise InputError(f"{path} is an input too; give another file for the output.")
            written.add(place)


_IV_TWICE = "have the same key and IV, which reveals their contents; give each its own IV"
_REUSE = {
    "gcm": _IV_TWICE,
    "cbc": _IV_TWICE,
    "ctr": "would have counter blocks in common under one key, which reveals their contents; set "
    "them further apart",
    "xts": "would have sectors in common under one key, which shows where they are equal; set "
    "--sector further apart",
}


def _check_reuse(mode: Operation, requests: Sequence[FileRequest]) -> None:
    """No IV, and no counter block, twice under one key."""
    if mode.name in _REUSE:
        unit = {"ctr": BLOCK, "xts": mode.sector_bytes}.get(mode.name, WHOLE)
        order: Literal["big", "little"] = "little" if mode.name == "xts" else "big"
        found = _overlap(requests, order, unit, mode.counter_bits)
        if found:
            told = f"{found[0]} and {found[1]} {_REUSE[mode.name]}"
            raise InputError(f"{told}, or --reuse-iv if you must.")


def _overlap(
    requests: Sequence[FileRequest],
    order: Literal["big", "little"],
    unit: int | None,
    bits: int,
) -> tuple[str, str] | None:
    """Two requests whose ranges of numbers, which begin at their IVs, overlap under one key.

    A number stands for `unit` bytes of a file, or for the file. The lower `bits` of a number are
    counted; the bits above stay as they are.
    """
    spans = []
    numbers = 1 << bits
    for request in requests:
        fixed, first = divmod(int.from_bytes(request.iv, order), numbers)
        count = 1 if unit is WHOLE else -(-_size(request.source) // unit)
        series, name = (request.key, len(request.iv), fixed), str(request.source)
        spans.append((series, first, min(first + count, numbers), name))
        if first + count > numbers:  # the number wraps to 0
            spans.append((series, 0, first + count - numbers, name))
    spans.sort(key=lambda span: span[:3])
    for left, right in itertools.pairwise(spans):
        if left[0] == right[0] and right[1] < left[2] and right[1] < right[2]:
            return left[3], right[3]
    return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # it is told when the file is opened


_FIELDS = ("in", "out", "iv", "sector", "aad", "tag", "tag_file", "key_file")


def read_batch(file: Path, config: Config, mode: Operation, key: bytes | None) -> list[FileRequest]:
    """Requests from a file with one JSON object a line; InputError if a line is no request.

    Paths are relative to the working directory. Requests without `key_file` have the key `key`.
    """
    holds = f"one JSON object a line, {_MOST} of them at most"
    found = []
    text = files.read_text(file, _LONGEST_BATCH, "the batch", holds)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(_request(line, config, mode, key))
            except InputError as error:
                raise InputError(f"in line {number} of {file}: {error}") from error
    if not found:
        raise InputError(f'there is no request in {file}; write {{"in": "a", "out": "b"}} a line.')
    return found


def _named(text: str) -> bool:
    """Whether a text can name a file: a null cannot, nor half of a surrogate pair."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _request(line: str, config: Config, mode: Operation, key: bytes | None) -> FileRequest:
    try:
        values = json.loads(line)
    except ValueError:
        # Not chained: the error carries the text.
        raise InputError("it is not JSON; write an object such as {...}.") from None
    if not isinstance(values, dict) or not {"in", "out"} <= values.keys():
        raise InputError("it is no object with in and out; give both.")
    for name, value in values.items():
        if name not in _FIELDS:
            raise InputError(
                f"there is no field {name!r}{nearest(name, _FIELDS)}; they are "
                f"{', '.join(_FIELDS)}."
            )
        kind = int if name == "sector" else str
        if type(value) is not kind:
            raise InputError(
                f"{name} is {'a whole number' if kind is int else 'text'}; write it so."
            )
        if isinstance(value, str) and not _named(value):
            raise InputError(f"{name} holds what no file name and no number does; write it anew.")
    return make_request(config, mode, key, values)


def make_request(
    config: Config, mode: Operation, key: bytes | None, values: Mapping[str, Any]
) -> FileRequest:
    """A request from what a user gave for it, by the names of a batch's fields.

    InputError if a value is unusable, missing, or does not go with the mode.
    """
    if mode.name != "gcm":
        for name in ("aad", "tag", "tag_file"):
            if values.get(name) is not None:
                option = name.replace("_", "-")
                raise InputError(f"{mode.name.upper()} has no {name[:3].upper()}; leave --{option} "
                                 "away.")  # fmt: skip

    def path(name: str) -> Path | None:
        return None if values.get(name) is None else Path(values[name])

    read = []
    if (key_file := path("key_file")) is not None:
        read.append(key_file)
        key = keys.read_key(config, text=None, file=key_file, variable=None)
    if key is None:
        raise InputError("give the key in one way: --key-file, --key-env or --key.")
    tag, tag_file = None, path("tag_file")
    if mode.direction == "encrypt":
        if values.get("tag") is not None:
            raise InputError("encrypting makes the tag; leave --tag away, or give --tag-file.")
    elif tag_file is not None:
        if values.get("tag") is not None:
            raise InputError("give the tag in one way: --tag or --tag-file.")
        read.append(tag_file)
        tag, tag_file = read_tag(mode, tag_file), None
    elif values.get("tag") is not None:
        tag = parse_tag(mode, values["tag"], "the tag")
    return FileRequest(
        Path(values["in"]),
        Path(values["out"]),
        key,
        parse_iv(mode, values.get("iv"), values.get("sector")),
        path("aad"),
        tag,
        tag_file,
        tuple(read),
        mode.name == "gcm" and mode.direction == "encrypt" and values.get("iv") is None,
    )
