# SPDX-License-Identifier: Apache-2.0
"""Requests to encrypt or decrypt files, and the checks before the first request starts.

A request has an input file and an output file. Requests come from the command line, or from a file
with a JSON object per line (`read_batch`). `check` compares the requests with the mode and with
each other.
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
from roundel.base.modes import is_chained
from roundel.crypt import files, keys
from roundel.design import Config
from roundel.sim.block_modes import Direction

BLOCK = 16
PADS = ("pkcs7", "none")
# Possible bytes of a tag.
TAG_BYTES = {
    "gcm": (4, 8, 12, 13, 14, 15, 16),  # SP 800-38D section 5.2.1.2
    "ccm": (4, 6, 8, 10, 12, 14, 16),  # SP 800-38C appendix A.1
    "cmac": tuple(range(4, 17)),  # the hardware's limits
}
NONCE_BYTES = range(7, 14)  # of CCM, SP 800-38C appendix A.1
WHOLE = None  # value of Operation.sector_bytes: the whole file is one data unit
LONGEST_AAD = 2**32 - 1
_LONGEST_TEXT = 2**32 - 1  # limit of hardware and driver for a packet; SP 800-38D: 2^36 - 32
_LONGEST_SIZE = 2**32 - 1  # of a packet of CCM: the command has 32 bits
_LONGEST_UNIT = 2**24  # SP 800-38E section 4
# Size of a random IV: of GCM, recommended by SP 800-38D section 5.2.1.1; of CCM, for texts of less
# than 16 MiB.
_IV_BYTES = 12
_MOST = 400  # requests of a run; each output is an open file
_LONGEST_TAG = 1024  # bytes of a tag file: 32 digits and white space
_LONGEST_BATCH = 1 << 23  # bytes of a batch file: 400 lines with long paths and IVs


@dataclass(frozen=True)
class FileRequest:
    """A file to encrypt or decrypt."""

    source: Path  # the file to read
    target: Path  # the file to write
    key: bytes = field(repr=False)  # the key for the configuration, byte 0 first
    # GCM, CBC, CFB and OFB: the IV; CCM: the nonce; CTR: the first counter block; XTS: the tweak of
    # the first data unit; ECB and CMAC: empty.
    iv: bytes = b""
    aad: Path | None = None  # GCM and CCM: a file with additional authenticated data
    tag: bytes | None = None  # decryption with a tag: the tag; None if the tag ends the source
    # Encryption with a tag: the file for the tag; None if the tag ends the target.
    tag_file: Path | None = None
    read: tuple[Path, ...] = ()  # other input files of the request: key file and tag file
    drawn: bool = False  # whether the IV is random and must be reported to the user


@dataclass(frozen=True)
class Operation:
    """The mode and the options of all requests of a run."""

    name: str  # a mode of the hardware
    direction: Direction  # "encrypt" or "decrypt"
    pad: str | None = None  # ECB and CBC: "pkcs7" or "none"
    tag_bytes: int = 16  # GCM, CCM and CMAC: bytes of a tag
    sector_bytes: int | None = 512  # XTS: bytes of a data unit, or `WHOLE`
    reuse_iv: bool = False  # whether to accept the same key and IV for two encryptions
    counter_bits: int = 128  # CTR: bits of the counter, 32 or 128

    @property
    def padded(self) -> bool:
        """Whether a message ends in PKCS#7 padding."""
        return self.name in ("ecb", "cbc") and self.pad != "none"

    @property
    def tagged(self) -> bool:
        """Whether a message has a tag."""
        return self.name in TAG_BYTES

    @property
    def chained(self) -> bool:
        """Whether each block needs the result of the block before."""
        return is_chained(self.name, self.direction == "decrypt")


def parse_iv(mode: Operation, text: str | None, sector: int | None = None) -> bytes:
    """The initialisation vector of a request, byte 0 first.

    XTS: the tweak of the first data unit, from `text` or from the number `sector`. CTR: the first
    counter block. GCM encryption without an IV draws random bytes (SP 800-38D section 8.2.2), and
    so does CCM encryption without a nonce.
    InputError if the vector is missing, does not belong to the mode, or has another length.
    """
    name, encrypt = mode.name, mode.direction == "encrypt"
    if sector is not None and name != "xts":
        raise InputError(f"{name.upper()} has no sectors; omit the sector.")
    if name == "xts":
        if text is not None and sector is not None:
            raise InputError("give the first data unit by the sector or by the IV, not by both.")
        number = sector or 0
        if not 0 <= number < 2**128:
            raise InputError(f"{number} is not a sector number; give 0 to 2^128 - 1.")
        if text is None:
            return number.to_bytes(BLOCK, "little")
    subject = {"ctr": "the first counter block", "ccm": "the nonce"}.get(name, "the IV")
    if text is None:
        if name in ("ecb", "cmac"):
            return b""
        if name in ("gcm", "ccm") and encrypt:
            return secrets.token_bytes(_IV_BYTES)
        if name in ("gcm", "ccm"):
            raise InputError(f"{name.upper()} needs {subject} of the encryption; give the IV.")
        raise InputError(f"{name.upper()} needs {subject}; give an IV of 16 bytes (32 digits).")
    if name in ("ecb", "cmac"):
        raise InputError(f"{name.upper()} has no IV; omit the IV or choose another mode.")
    vector = keys.parse_hex(subject, text)
    if name == "ccm":
        if len(vector) not in NONCE_BYTES:
            raise InputError(f"the nonce has {len(vector)} bytes; give 7 to 13 bytes.")
        return vector
    if name != "gcm" and len(vector) != BLOCK:
        raise InputError(f"{subject} has {8 * len(vector)} bits; give 128 (32 hexadecimal digits).")
    return vector


def parse_tag(mode: Operation, text: str, subject: str) -> bytes:
    """A tag with the tag size of the run, from hexadecimal digits."""
    tag = keys.parse_hex(subject, text)
    if len(tag) != mode.tag_bytes:
        raise InputError(
            f"{subject} has {len(tag)} bytes, but the tag size is {mode.tag_bytes} bytes; give the "
            "whole tag and its size."
        )
    return tag


def read_tag(mode: Operation, file: Path) -> bytes:
    """A tag from a file with hexadecimal digits."""
    text = files.read_text(file, _LONGEST_TAG, "the tag file", "the tag in hexadecimal digits")
    return parse_tag(mode, text, f"the tag in {file}")


def check(
    config: Config, mode: Operation, requests: Sequence[FileRequest], kept: Iterable[Path] = ()
) -> None:
    """Refuse requests that are impossible, or that exclude each other.

    `kept` are other input files of the run, which no output may replace.
    """
    if mode.pad not in (None, *PADS):
        raise InputError(f"there is no padding {mode.pad!r}; choose one of {', '.join(PADS)}.")
    if mode.pad is not None and mode.name not in ("ecb", "cbc"):
        name = mode.name.upper()
        raise InputError(f"{name} needs no padding; omit the padding.")
    sizes = TAG_BYTES.get(mode.name, TAG_BYTES["gcm"])
    if mode.tag_bytes not in sizes:
        raise InputError(
            f"a tag of {mode.name.upper()} cannot have {mode.tag_bytes} bytes; choose one of "
            f"{', '.join(map(str, sizes))}."
        )
    if mode.sector_bytes is not WHOLE and not BLOCK <= mode.sector_bytes <= _LONGEST_UNIT:
        raise InputError(
            f"a data unit cannot have {mode.sector_bytes} bytes; choose 16 to 16777216 (2^20 "
            "blocks), or the whole file as one data unit."
        )
    if len(requests) > _MOST:
        raise InputError(f"a run takes at most {_MOST} files, not {len(requests)}; split the run.")
    for request in requests:
        if 8 * len(request.key) not in (sizes := keys.key_bits(config)):
            raise InputError(
                f"the key has {8 * len(request.key)} bits, but {config.name} needs "
                f"{' or '.join(map(str, sizes))} bits; give a key of this "
                "size."
            )
    _check_paths(requests, kept)
    if mode.direction == "encrypt" and not mode.reuse_iv:
        _check_reuse(mode, requests)


def check_size(
    mode: Operation, request: FileRequest, size: int, aad: int, counter_bits: int = 32
) -> None:
    """Refuse a file whose size does not suit the mode.

    `size` and `aad` are the bytes of the source and of the additional authenticated data. CTR takes
    at most 2^counter_bits blocks; the counter of a packet engine has 32 bits.
    """
    name, source = mode.name.upper(), request.source
    decrypt = mode.direction == "decrypt"
    if mode.tagged:
        attached = decrypt and request.tag is None
        if attached and size < mode.tag_bytes:
            raise InputError(
                f"{source} has {size} bytes, too few for a tag of {mode.tag_bytes} bytes at the "
                "end; give the whole file, or give the tag separately."
            )
        text = size - (mode.tag_bytes if attached else 0)
        if mode.name == "gcm" and text > _LONGEST_TEXT:
            raise InputError(
                f"{source} is longer than a packet of the hardware, 2^32 - 1 bytes; split the file."
            )
        # The length field has the 15 bytes that the nonce leaves (SP 800-38C appendix A.1).
        most = min(2 ** (8 * (15 - len(request.iv))) - 1, _LONGEST_SIZE)
        if mode.name == "ccm" and text > most:
            raise InputError(
                f"{source} has {text} bytes of text, but CCM has at most {most} with a nonce of "
                f"{len(request.iv)} bytes; split the file, or encrypt with a shorter nonce."
            )
        if aad > LONGEST_AAD:
            raise InputError(
                f"{request.aad} is longer than the hardware's limit, 2^32 - 1 bytes; split it."
            )
    elif mode.name == "xts":
        unit = mode.sector_bytes
        if unit is WHOLE and size > _LONGEST_UNIT:
            raise InputError(
                f"{source} has {size} bytes, but an XTS data unit has at most 2^20 blocks; "
                "choose a sector size in bytes."
            )
        rest = size if unit is WHOLE else size % unit
        if 0 < rest < BLOCK:
            raise InputError(
                f"the last data unit of {source} has {rest} bytes, but XTS needs at least 16; "
                "choose another sector size, or a longer file."
            )
    elif mode.name == "ctr":
        if -(-size // BLOCK) > 1 << counter_bits:
            raise InputError(f"{source} has more than 2^{counter_bits} blocks; split the file.")
    elif mode.name not in ("ecb", "cbc"):
        return
    elif decrypt and mode.padded and size == 0:
        raise InputError(
            f"{source} is empty, but {name} with padding encrypts to at least one block; "
            "give the whole file."
        )
    elif size % BLOCK and decrypt:
        raise InputError(
            f"{source} has {size} bytes, but {name} encrypts to a multiple of {BLOCK} bytes; give "
            "the whole file and the mode of the encryption."
        )
    elif size % BLOCK and not mode.padded:
        raise InputError(
            f"{source} has {size} bytes, but {name} without padding needs a multiple of {BLOCK} "
            "bytes; use the padding pkcs7 or the mode ctr."
        )


def _check_paths(requests: Sequence[FileRequest], kept: Iterable[Path]) -> None:
    """Refuse an output that is written twice, or that is another request's input."""
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
            real = os.path.realpath(path)
            if real in written:
                raise InputError(f"{path} would be written twice; give each output its own name.")
            if real in keep or (real in read and real != os.path.realpath(request.source)):
                raise InputError(f"{path} is also an input; give another file for the output.")
            written.add(real)


_IV_TWICE = "have the same key and IV, which reveals their contents; give each file its own IV"
_REUSE = {
    **dict.fromkeys(("gcm", "ccm", "cbc", "cfb", "ofb"), _IV_TWICE),
    "ctr": "use the same counter blocks with the same key, which reveals their contents; choose "
    "counter blocks further apart",
    "xts": "use the same sectors with the same key, which reveals equal sectors; choose sector "
    "numbers further apart",
}


def _check_reuse(mode: Operation, requests: Sequence[FileRequest]) -> None:
    """Refuse an IV or a counter block that is used twice with the same key."""
    if mode.name in _REUSE:
        unit = {"ctr": BLOCK, "xts": mode.sector_bytes}.get(mode.name, WHOLE)
        order: Literal["big", "little"] = "little" if mode.name == "xts" else "big"
        found = _overlap(requests, order, unit, mode.counter_bits)
        if found:
            names = f"{found[0]} and {found[1]}"
            raise InputError(f"{names} {_REUSE[mode.name]}, or use --reuse-iv.")


def _overlap(
    requests: Sequence[FileRequest],
    order: Literal["big", "little"],
    unit: int | None,
    bits: int,
) -> tuple[str, str] | None:
    """Two requests with the same key whose number ranges overlap; a range starts at the IV.

    A number counts `unit` bytes of a file, or the whole file. Only the lower `bits` of a number
    count; the upper bits are constant.
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
        return 0  # the error appears when the file is opened


_FIELDS = ("in", "out", "iv", "sector", "aad", "tag", "tag_file", "key_file")


def read_batch(file: Path, config: Config, mode: Operation, key: bytes | None) -> list[FileRequest]:
    """Requests from a file with a JSON object per line; InputError if a line is not a request.

    Paths are relative to the working directory. `key` is the key of requests without `key_file`.
    """
    content = f"a JSON object per line, at most {_MOST} lines"
    found = []
    text = files.read_text(file, _LONGEST_BATCH, "the batch", content)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(_request(line, config, mode, key))
            except InputError as error:
                raise InputError(f"in line {number} of {file}: {error}") from error
    if not found:
        raise InputError(f'{file} has no request; write a line {{"in": "a", "out": "b"}} per file.')
    return found


def _named(text: str) -> bool:
    """Whether a text is a possible file name: without NUL and without half a surrogate pair."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def _request(line: str, config: Config, mode: Operation, key: bytes | None) -> FileRequest:
    try:
        values = json.loads(line)
    except ValueError:
        # Without a chain: the error carries the text.
        raise InputError("the line is not JSON; write an object such as {...}.") from None
    if not isinstance(values, dict) or not {"in", "out"} <= values.keys():
        raise InputError("the line is not an object with in and out; give both.")
    for name, value in values.items():
        if name not in _FIELDS:
            raise InputError(
                f"there is no field {name!r}{nearest(name, _FIELDS)}; the fields are "
                f"{', '.join(_FIELDS)}."
            )
        kind = int if name == "sector" else str
        if type(value) is not kind:
            raise InputError(
                f"{name} must be {'a whole number' if kind is int else 'text in quotes'}; correct "
                "the line."
            )
        if isinstance(value, str) and not _named(value):
            raise InputError(f"{name} contains a NUL byte or invalid Unicode; correct the text.")
    return make_request(config, mode, key, values)


def make_request(
    config: Config, mode: Operation, key: bytes | None, values: Mapping[str, Any]
) -> FileRequest:
    """A request from the user's values, which have the names of a batch's fields.

    InputError if a value is unusable, missing, or does not belong to the mode.
    """
    absent = ("aad",) if mode.name == "cmac" else ("aad", "tag", "tag_file")
    for name in absent if mode.name not in ("gcm", "ccm") else ():
        if values.get(name) is not None:
            words = name.replace("_", " ")
            raise InputError(f"{mode.name.upper()} has no {name[:3].upper()}; omit the {words}.")

    def path(name: str) -> Path | None:
        return None if values.get(name) is None else Path(values[name])

    read = []
    if (key_file := path("key_file")) is not None:
        read.append(key_file)
        key = keys.read_key(config, text=None, file=key_file, variable=None)
    if key is None:
        raise InputError("give the key by exactly one of --key-file, --key-env and --key.")
    tag, tag_file = None, path("tag_file")
    if mode.direction == "encrypt":
        if values.get("tag") is not None:
            raise InputError("encryption computes the tag; omit the tag, or give a tag file.")
    elif tag_file is not None:
        if values.get("tag") is not None:
            raise InputError("give the tag or the tag file, not both.")
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
        mode.name in ("gcm", "ccm") and mode.direction == "encrypt" and values.get("iv") is None,
    )
