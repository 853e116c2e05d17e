# SPDX-License-Identifier: Apache-2.0
"""Requests for files to a packet engine: every impossible request."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundel.base.errors import InputError
from roundel.crypt import keys, requests
from roundel.crypt.requests import WHOLE, FileRequest, Operation
from roundel.design import Config, make_config

CONFIG = Config(name="mine", Mode="gcm")
CONFIG_XTS = Config(name="mine", Mode="xts")
KEY = bytes(range(16))
ENCRYPT = Operation("gcm", "encrypt")
DECRYPT = Operation("gcm", "decrypt")


def refused(text: str, call: Any, *given: Any) -> None:
    with pytest.raises(InputError) as caught:
        call(*given)
    message = str(caught.value)
    assert text in message
    assert message.endswith(".")
    assert "\n" not in message
    assert KEY.hex()[:12] not in message


def job(name: str = "a", *, iv: bytes = bytes(12), key: bytes = KEY, **more: Any) -> FileRequest:
    return FileRequest(Path(name), Path(f"{name}.out"), key, iv, **more)


@pytest.mark.parametrize(
    ("mode", "values", "text"),
    [
        (ENCRYPT, {"tag": "00" * 16}, "encryption computes the tag; omit the tag"),
        (ENCRYPT, {"iv": ""}, "the IV is empty"),
        (ENCRYPT, {"iv": "xy"}, "the IV is not hexadecimal"),
        (ENCRYPT, {"iv": "0" * 23}, "the IV has 23 digits, an odd number"),
        (ENCRYPT, {"sector": 3}, "GCM has no sectors; omit the sector"),
        (DECRYPT, {}, "GCM needs the IV of the encryption; give the IV"),
        (
            DECRYPT,
            {"iv": "00" * 12, "tag": "00" * 15},
            "the tag has 15 bytes, but the tag size is 16 bytes",
        ),
        (
            DECRYPT,
            {"iv": "00" * 12, "tag": "00" * 17},
            "the tag has 17 bytes, but the tag size is 16 bytes",
        ),
        (DECRYPT, {"iv": "00" * 12, "tag": ""}, "the tag is empty"),
        (DECRYPT, {"iv": "00" * 12, "tag_file": "gone"}, "cannot read the tag file gone"),
        (
            DECRYPT,
            {"iv": "00" * 12, "tag": "00", "tag_file": "x"},
            "give the tag or the tag file, not both",
        ),
        (
            Operation("ctr", "encrypt"),
            {"aad": "x", "iv": "00" * 16},
            "CTR has no AAD; omit the aad",
        ),
        (Operation("ctr", "encrypt"), {"tag_file": "x", "iv": "00" * 16}, "CTR has no TAG"),
        (Operation("ctr", "encrypt"), {}, "CTR needs the first counter block"),
        (Operation("cbc", "decrypt"), {"iv": "00" * 15}, "the IV has 120 bits; give 128"),
        (Operation("ecb", "encrypt"), {"iv": "00"}, "ECB has no IV"),
        (
            Operation("xts", "encrypt"),
            {"iv": "00" * 16, "sector": 1},
            "by the sector or by the IV, not by both",
        ),
        (Operation("xts", "encrypt"), {"sector": -1}, "is not a sector number; give 0"),
        (Operation("xts", "encrypt"), {"sector": 2**128}, "is not a sector number; give 0"),
        (Operation("xts", "encrypt"), {"iv": "00"}, "the IV has 8 bits; give 128"),
    ],
)
def test_a_job_that_cannot_be(mode: Operation, values: dict[str, Any], text: str) -> None:
    refused(text, requests.make_request, CONFIG, mode, KEY, {"in": "a", "out": "b", **values})


def test_a_job_without_a_key() -> None:
    refused(
        "give the key by exactly one of",
        requests.make_request,
        CONFIG,
        ENCRYPT,
        None,
        {"in": "a", "out": "b"},
    )


def test_an_iv_that_nobody_gave_is_new_each_time() -> None:
    made = [
        requests.make_request(CONFIG, ENCRYPT, KEY, {"in": "a", "out": "b"}).iv for _ in range(20)
    ]
    assert len(set(made)) == 20
    assert {len(iv) for iv in made} == {12}


def test_sector_is_a_number_with_its_lowest_byte_first() -> None:
    """IEEE 1619 section 5.1."""
    mode = Operation("xts", "encrypt")
    made = requests.make_request(CONFIG, mode, KEY, {"in": "a", "out": "b", "sector": 0x0102})
    assert made.iv == b"\x02\x01" + bytes(14)
    assert requests.make_request(CONFIG, mode, KEY, {"in": "a", "out": "b"}).iv == bytes(16)


@pytest.mark.parametrize(
    ("mode", "todo", "text"),
    [
        (Operation("gcm", "encrypt", tag_bytes=11), [job()], "a tag of GCM cannot have 11 bytes"),
        (Operation("gcm", "encrypt", tag_bytes=17), [job()], "a tag of GCM cannot have 17 bytes"),
        (Operation("gcm", "encrypt", tag_bytes=0), [job()], "a tag of GCM cannot have 0 bytes"),
        (Operation("xts", "encrypt", sector_bytes=15), [job()], "a data unit cannot have 15 bytes"),
        (Operation("xts", "encrypt", sector_bytes=0), [job()], "a data unit cannot have 0 bytes"),
        (
            Operation("xts", "encrypt", sector_bytes=2**24 + 1),
            [job()],
            "cannot have 16777217 bytes",
        ),
        (ENCRYPT, [job(key=bytes(24))], "the key has 192 bits, but mine needs 128"),
        (ENCRYPT, [job("a"), job("b")], "a and b have the same key and IV"),
        (Operation("cbc", "encrypt"), [job("a"), job("b")], "a and b have the same key and IV"),
        (
            ENCRYPT,
            [job("a"), FileRequest(Path("b"), Path("a.out"), KEY, bytes(8))],
            "written twice",
        ),
        (
            ENCRYPT,
            [job("a"), FileRequest(Path("b"), Path("a"), KEY, bytes(8))],
            "a is also an input",
        ),
        (
            ENCRYPT,
            [job("a", aad=Path("head")), FileRequest(Path("b"), Path("head"), KEY, bytes(8))],
            "head is also an input",
        ),
        (
            ENCRYPT,
            [job("a", read=(Path("b.out"),)), job("b", iv=bytes(8))],
            "b.out is also an input",
        ),
        (ENCRYPT, [job(str(n), iv=bytes([n % 256, n // 256])) for n in range(401)], "400 files"),
    ],
)
def test_jobs_that_cannot_be_together(mode: Operation, todo: list[FileRequest], text: str) -> None:
    refused(text, requests.check, CONFIG, mode, todo)


def test_reuse_of_an_iv_is_by_key_and_may_be_forced() -> None:
    requests.check(CONFIG, ENCRYPT, [job("a"), job("b", key=bytes(16))])
    requests.check(CONFIG, ENCRYPT, [job("a"), job("b", iv=bytes(13))])
    requests.check(CONFIG, Operation("gcm", "encrypt", reuse_iv=True), [job("a"), job("b")])
    requests.check(CONFIG, DECRYPT, [job("a"), job("b")])


@pytest.mark.parametrize(("apart", "fits"), [(0, False), (2, False), (3, True), (300, True)])
def test_counter_blocks_in_common(tmp_path: Path, apart: int, fits: bool) -> None:
    """A file of 33 bytes takes three counter blocks."""
    (tmp_path / "a").write_bytes(bytes(33))
    first = [number.to_bytes(16, "big") for number in (250, 250 + apart)]
    todo = [
        FileRequest(tmp_path / "a", tmp_path / f"out{place}", KEY, iv)
        for place, iv in enumerate(first)
    ]
    mode = Operation("ctr", "encrypt")
    if fits:
        requests.check(CONFIG, mode, todo)
    else:
        refused("the same counter blocks with the same key", requests.check, CONFIG, mode, todo)
        requests.check(CONFIG, Operation("ctr", "encrypt", reuse_iv=True), todo)


def test_counter_blocks_go_round(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(33))
    todo = [
        FileRequest(tmp_path / "a", tmp_path / "one", KEY, b"\xff" * 16),
        FileRequest(tmp_path / "a", tmp_path / "two", KEY, bytes(16)),
    ]
    refused("the same counter blocks", requests.check, CONFIG, Operation("ctr", "encrypt"), todo)


def test_counter_blocks_of_32_bits_keep_their_other_bits(tmp_path: Path) -> None:
    """A file of ten blocks wraps: with 32 bits to its own low counters, with 128 with a carry."""
    (tmp_path / "ten").write_bytes(bytes(160))

    def at(name: str, upper: int, counter: int) -> FileRequest:
        iv = upper.to_bytes(12, "big") + counter.to_bytes(4, "big")
        return FileRequest(tmp_path / "ten", tmp_path / name, KEY, iv)

    short, whole = (Operation("ctr", "encrypt", counter_bits=bits) for bits in (32, 128))
    wraps = at("wraps", 7, 2**32 - 4)
    requests.check(CONFIG, short, [wraps, at("above", 8, 2)])
    refused("the same counter blocks", requests.check, CONFIG, whole, [wraps, at("above", 8, 2)])
    requests.check(CONFIG, whole, [wraps, at("below", 7, 5)])
    refused("the same counter blocks", requests.check, CONFIG, short, [wraps, at("below", 7, 5)])


@pytest.mark.parametrize(
    ("sector_bytes", "apart", "fits"),
    [(16, 2, False), (16, 3, True), (WHOLE, 0, False), (WHOLE, 1, True)],
)
def test_sectors_in_common(
    tmp_path: Path, sector_bytes: int | None, apart: int, fits: bool
) -> None:
    """A file of 48 bytes is three sectors of 16, or one data unit."""
    (tmp_path / "a").write_bytes(bytes(48))
    first = [number.to_bytes(16, "little") for number in (250, 250 + apart)]
    todo = [
        FileRequest(tmp_path / "a", tmp_path / f"out{place}", KEY, iv)
        for place, iv in enumerate(first)
    ]
    mode = Operation("xts", "encrypt", sector_bytes=sector_bytes)
    if fits:
        requests.check(CONFIG_XTS, mode, [replace(item, key=bytes(32)) for item in todo])
    else:
        todo = [replace(item, key=bytes(32)) for item in todo]
        refused("the same sectors with the same key", requests.check, CONFIG_XTS, mode, todo)


def test_one_path_twice_is_the_same_iv_too() -> None:
    source = Path("a")
    todo = [FileRequest(source, Path(name), KEY, bytes(12)) for name in ("one", "two")]
    refused("a and a have the same key and IV", requests.check, CONFIG, ENCRYPT, todo)


def test_a_file_that_is_read_is_not_written(tmp_path: Path) -> None:
    refused("a.out is also an input", requests.check, CONFIG, ENCRYPT, [job("a")], [Path("a.out")])


@pytest.mark.parametrize(
    ("mode", "size", "text"),
    [
        (DECRYPT, 15, "a has 15 bytes, too few for a tag of 16 bytes at the end"),
        (Operation("gcm", "decrypt", tag_bytes=12), 11, "too few for a tag of 12"),
        (DECRYPT, 2**32 + 16, "longer than a packet of the hardware, 2^32 - 1 bytes"),
        (ENCRYPT, 2**32, "longer than a packet of the hardware, 2^32 - 1 bytes"),
        (Operation("xts", "encrypt"), 5, "the last data unit of a has 5 bytes"),
        (Operation("xts", "decrypt"), 512 + 15, "the last data unit of a has 15 bytes"),
        (
            Operation("xts", "encrypt", sector_bytes=WHOLE),
            15,
            "has 15 bytes, but XTS needs at least 16",
        ),
        (Operation("xts", "encrypt", sector_bytes=WHOLE), 2**24 + 1, "at most 2^20 blocks"),
        (Operation("ctr", "encrypt"), 2**36 + 1, "more than 2^32 blocks"),
        (Operation("cbc", "decrypt"), 0, "a is empty, but CBC with padding encrypts"),
        (Operation("ecb", "decrypt"), 17, "a multiple of 16"),
        (Operation("ecb", "encrypt", pad="none"), 17, "use the padding pkcs7"),
    ],
)
def test_sizes_that_a_mode_does_not_take(mode: Operation, size: int, text: str) -> None:
    refused(text, requests.check_size, mode, job(), size, 0)


def test_sizes_at_the_limits() -> None:
    requests.check_size(ENCRYPT, job(), 2**32 - 1, requests.LONGEST_AAD)
    requests.check_size(DECRYPT, job(), 2**32 + 15, requests.LONGEST_AAD)
    requests.check_size(DECRYPT, job(tag=bytes(16)), 0, 0)
    requests.check_size(DECRYPT, job(), 16, 0)
    requests.check_size(Operation("xts", "encrypt"), job(), 512 + 16, 0)
    requests.check_size(Operation("xts", "encrypt"), job(), 0, 0)
    requests.check_size(Operation("xts", "encrypt", sector_bytes=WHOLE), job(), 2**24, 0)
    refused("2^32 - 1 bytes", requests.check_size, ENCRYPT, job(), 0, 2**32)


def test_tag_file(tmp_path: Path) -> None:
    (tmp_path / "tag").write_text("00112233 44556677\n8899aabbccddeeff\n")
    assert requests.read_tag(DECRYPT, tmp_path / "tag") == bytes.fromhex(
        "00112233445566778899aabbccddeeff"
    )
    (tmp_path / "tag").write_bytes(b"\xff\xfe")
    refused("is not UTF-8 text", requests.read_tag, DECRYPT, tmp_path / "tag")
    refused("Is a directory", requests.read_tag, DECRYPT, tmp_path)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "the line is not JSON"),
        ("[1]", "the line is not an object with in and out"),
        ('{"in": "a"}', "the line is not an object with in and out"),
        ('{"in": "a", "out": "b", "ivs": "00"}', "there is no field 'ivs' (did you mean iv?)"),
        ('{"in": "a", "out": "b", "key": "00"}', "there is no field 'key'"),
        ('{"in": "a", "out": 5}', "out must be text"),
        ('{"in": "a", "out": "b", "sector": "5"}', "sector must be a whole number"),
        ('{"in": "a", "out": "b", "sector": true}', "sector must be a whole number"),
        ('{"in": "a", "out": "b", "iv": "0"}', "an odd number"),
        ('{"in": "a", "out": "b", "key_file": "gone"}', "cannot read the key file gone"),
        ('{"in": "a\\u0000", "out": "b"}', "in contains a NUL byte"),
        ('{"in": "a", "out": "\\ud800"}', "out contains a NUL byte"),
    ],
)
def test_a_line_that_is_no_job(tmp_path: Path, line: str, text: str) -> None:
    (tmp_path / "batch").write_text(f'\n{{"in": "x", "out": "y"}}\n{line}\n')
    refused(text, requests.read_batch, tmp_path / "batch", CONFIG, ENCRYPT, KEY)
    refused("in line 3 of ", requests.read_batch, tmp_path / "batch", CONFIG, ENCRYPT, KEY)


def test_batches_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n \n")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for name, text in (
        ("empty", "has no request"),
        ("binary", "is not UTF-8 text"),
        ("gone", "No such file"),
    ):
        refused(text, requests.read_batch, tmp_path / name, CONFIG, ENCRYPT, KEY)


def test_a_batch(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("ff" * 16)
    lines = [
        {"in": "a", "out": "b", "iv": "00" * 12, "aad": "c", "tag_file": "d"},
        {"in": "e", "out": "f", "key_file": str(tmp_path / "other")},
    ]
    (tmp_path / "batch").write_text("\n".join(map(json.dumps, lines)))
    first, second = requests.read_batch(tmp_path / "batch", CONFIG, ENCRYPT, KEY)
    assert first == FileRequest(Path("a"), Path("b"), KEY, bytes(12), Path("c"), None, Path("d"))
    assert (second.key, second.source, second.aad) == (b"\xff" * 16, Path("e"), None)


def test_each_size_of_a_set_is_a_key(tmp_path: Path) -> None:
    config = make_config("mine", {"KeySizes": "128+256"})
    for size in (16, 32):
        (tmp_path / "key").write_text("5a" * size)
        key = keys.read_key(config, text=None, file=tmp_path / "key", variable=None)
        assert key == b"\x5a" * size
    (tmp_path / "key").write_text("5a" * 24)
    with pytest.raises(InputError, match="has 192 bits, but mine needs 128 or 256 bits .32 or 64"):
        keys.read_key(config, text=None, file=tmp_path / "key", variable=None)


def test_keys_of_xts_are_two(tmp_path: Path) -> None:
    config = Config(name="mine", Mode="xts")
    assert keys.key_bits(config) == (256,)
    for text, told in (
        (KEY.hex(), "the key in .* has 128 bits, but mine needs 256 bits .64 digits, two keys."),
        (KEY.hex() * 2, "Key1 and Key2 of XTS are equal in the key in"),
        (KEY.hex() * 4, "give -p KeyBits=256 or another key"),
    ):
        (tmp_path / "key").write_text(text)
        with pytest.raises(InputError, match=told):
            keys.read_key(config, text=None, file=tmp_path / "key", variable=None)
    (tmp_path / "key").write_text(KEY.hex() + "00" * 16)
    both = keys.read_key(config, text=None, file=tmp_path / "key", variable=None)
    assert both == KEY + bytes(16)
