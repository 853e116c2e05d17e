# SPDX-License-Identifier: Apache-2.0
"""The published packets: each file is complete, and OpenSSL agrees with all packets."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from roundel.base.errors import FailureError
from roundel.verify import reference, vectors
from roundel.verify.packet_exchange import Packet
from roundel.verify.vectors import COUNTS, files, records

# Packets to run, and packets with a wrong tag.
CAVP_GCM = {128: 4011, 192: 3978, 256: 3919}
WYCHEPROOF = {128: (185, 27), 192: (175, 27), 256: (179, 27)}
XTS = {128: 800, 256: 600}


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_every_packet_of_gcm_is_there(bits: int) -> None:
    found = {
        file.name: (
            len(file.packets),
            sum(not packet.ok for packet in file.packets),
        )
        for file in files("gcm", bits)
    }
    assert found == {
        f"gcmDecrypt{bits}.rsp": (7875, CAVP_GCM[bits]),
        f"gcmEncryptExtIV{bits}.rsp": (7875, 0),
        "aes_gcm_test.json": WYCHEPROOF[bits],
    }


def test_wycheproof_is_whole() -> None:
    # The file has its number of tests: 316.
    assert sum(COUNTS["gcm", bits]["aes_gcm_test.json"] for bits in (128, 192, 256)) == 316


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_lengths_of_gcm(bits: int) -> None:
    # GCMVS: every IV with every text, AAD and tag, 15 packets of each.
    texts, aads, tags = (0, 13, 16, 32, 51), (0, 16, 20, 48, 90), (4, 8, 12, 13, 14, 15, 16)
    wanted = Counter(dict.fromkeys(product((1, 12, 128), texts, aads, tags), 15))
    for file in files("gcm", bits)[:2]:
        found = Counter(
            (len(item.iv), len(item.source), len(item.aad), item.tag_bytes) for item in file.packets
        )
        assert found == wanted


@pytest.mark.parametrize("bits", [128, 256])
def test_every_data_unit_of_whole_bytes_is_there(bits: int) -> None:
    for file in files("xts", bits):
        assert len(file.packets) == XTS[bits]
    lengths = {len(packet.source) for file in files("xts", bits) for packet in file.packets}
    assert lengths == {128: {16, 25, 32}, 256: {32, 48}}[bits]
    assert files("xts", 192) == ()


@pytest.mark.parametrize(("mode", "blocks"), [("ecb", 568 + 20), ("cbc", 568 + 20), ("ctr", 16)])
def test_modes_without_a_tag(mode: str, blocks: int) -> None:
    # For 128 bits: 284 known answers and ten messages in each direction; CTR: three messages and
    # one of SP 800-38A, in both directions with both widths of the counter.
    assert sum(len(file.packets) for file in files(mode, 128)) == blocks


@pytest.mark.parametrize(
    ("bits", "gf_sbox", "key_sbox"), [(128, 7, 21), (192, 6, 24), (256, 5, 16)]
)
def test_every_answer_of_aesavs_is_there(bits: int, gf_sbox: int, key_sbox: int) -> None:
    # One vector for each bit of the key and of the block, ten messages, in both directions.
    each = {"GFSbox": gf_sbox, "KeySbox": key_sbox, "VarKey": bits, "VarTxt": 128, "MMT": 10}
    for mode in ("ecb", "cbc"):
        found = {file.name: (file.kind, len(file.packets)) for file in files(mode, bits)}
        assert found == {
            f"{mode.upper()}{name}{bits}.rsp": ("mmt" if name == "MMT" else "kat", 2 * count)
            for name, count in each.items()
        }


@pytest.mark.parametrize(("mode", "bits"), list(product(("ecb", "cbc", "ctr", "gcm", "xts"),
                                                        (128, 192, 256))))  # fmt: skip
def test_openssl_agrees(mode: str, bits: int) -> None:
    for file in files(mode, bits):
        for packet in file.packets:
            assert _as_openssl_has_it(packet), packet.what


def _as_openssl_has_it(packet: Packet) -> bool:
    if packet.mode != "gcm":
        return packet.target == reference.cipher(
            packet.mode, packet.decrypt, packet.key, packet.iv, packet.source
        )
    plain, text = (packet.source, packet.target)[:: -1 if packet.decrypt else 1]
    assert plain is not None
    expected, tag = reference.seal(packet.key, packet.iv, packet.aad, plain)
    if not packet.ok:
        # The text in the file may not match the tag: the output is checked above.
        return expected == text and tag[: packet.tag_bytes] != packet.given
    return (expected, tag[: packet.tag_bytes]) == (text, packet.tag)


def _group(packet: Packet) -> tuple[int, ...]:
    lengths = len(packet.iv), len(packet.source), len(packet.aad), packet.tag_bytes
    return (packet.decrypt, packet.ok, *lengths)


def test_a_selection_has_one_of_each_group() -> None:
    for file in files("gcm", 128)[:2]:
        chosen = file.selected()
        assert sorted(map(_group, chosen)) == sorted(set(map(_group, file.packets)))
        # Not the first of each group alone.
        assert len({packet.what.split("COUNT ")[1].split()[0] for packet in chosen}) > 10
        assert len({(len(p.iv), len(p.source), len(p.aad), p.tag_bytes) for p in chosen}) == 525


def _cut(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    whole = vectors._text
    monkeypatch.setattr(vectors, "_text", lambda *where: whole(*where).replace(old, new, 1))


@pytest.fixture
def _fresh() -> Iterator[None]:
    """Files are read again, without the data of earlier reads."""
    files.cache_clear()
    yield
    files.cache_clear()


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(
    ("mode", "old", "new", "told"),
    [
        ("gcm", "\n\nCount = 3\n", "\n\n", "is malformed"),
        ("gcm", "[Taglen = 128]", "[Taglen = 120]", "is malformed"),
        ("gcm", "AAD = \n", "", "is malformed"),
        ("gcm", "Tag = 72ac", "Tag = 72", "is malformed"),
        ("gcm", "Key = cf06", "Key = cf0g", "is malformed"),
        ("gcm", "[IVlen = 96]", "[IVlen = 8]", "is malformed"),
        ("gcm", '"tcId"', '"tc"', "aes_gcm_test.json is malformed"),
        ("xts", "DataUnitLen = 128", "DataUnitLen = 136", "is malformed"),
        ("xts", "[ENCRYPT]", "[SEAL]", "is malformed"),
        ("xts", "i = 4fae", "i = 4f", "is malformed"),
        ("ecb", "[DECRYPT]", "[DESCRIBE]", "is malformed"),
        ("ecb", "[ENCRYPT]\n", "", "is malformed"),
        ("ecb", "COUNT = 0", "COUNT = first", "is malformed"),
        ("ecb", "KEY = 00", "KEY = ", "is malformed"),
        ("ecb", "KEY", "KEYS", "is malformed"),
        ("ecb", "PLAINTEXT = f3", "PLAINTEXT = 0x", "is malformed"),
        ("ecb", "CIPHERTEXT = 03", "CIPHERTEXT = ", "is malformed"),
        ("ecb", "PLAINTEXT = f34481ec3cc627bacd5dc3fb08f273e6\n", "", "is malformed"),
        ("ecb", "COUNT = 0\nKEY", "COUNT = 0\nKEY = 00\nKEY", "is malformed"),
        ("cbc", "IV = 00", "IV = ", "is malformed"),
        ("ctr", "IV = 00", "IV = ", "is malformed"),
    ],
)
def test_a_broken_file_is_noticed(
    monkeypatch: pytest.MonkeyPatch, mode: str, old: str, new: str, told: str
) -> None:
    _cut(monkeypatch, old, new)
    with pytest.raises(FailureError, match=told):
        files(mode, 128)


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(
    ("mode", "mark"), [("gcm", "Count = "), ("xts", "COUNT = "), ("ecb", "COUNT = ")]
)
def test_a_shortened_file_is_noticed(monkeypatch: pytest.MonkeyPatch, mode: str, mark: str) -> None:
    whole = vectors._text
    monkeypatch.setattr(vectors, "_text", lambda *where: whole(*where).rpartition(mark)[0])
    with pytest.raises(FailureError, match=r"has (\d+) vectors instead of (7875|1000|14); reinst"):
        files(mode, 128)


@pytest.mark.usefixtures("_fresh")
def test_a_shortened_wycheproof_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = vectors._text

    def cut(package: str, path: str) -> str:
        text = whole(package, path)
        if not path.endswith(".json"):
            return text
        told = json.loads(text)
        told["testGroups"][0]["tests"].pop()
        return json.dumps(told)

    monkeypatch.setattr(vectors, "_text", cut)
    with pytest.raises(FailureError, match=r"aes_gcm_test.json has 107 vectors instead of 108"):
        files("gcm", 128)


@pytest.mark.usefixtures("_fresh")
def test_a_missing_package_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_WYCHEPROOF", "no_such_package")
    with pytest.raises(FailureError, match="is missing; reinstall the package no-such-package"):
        files("gcm", 128)
    files.cache_clear()
    monkeypatch.setattr(vectors, "_CAVP", "no_such_package")
    with pytest.raises(FailureError, match=r"XTSGenAES128.rsp is missing"):
        files("xts", 128)


def test_a_record_begins_with_its_count() -> None:
    with pytest.raises(FailureError, match="line 2 of the vector file x"):
        list(records("[Keylen = 128]\nKey = 00\n", "x"))
    with pytest.raises(FailureError, match="line 3 of the vector file x"):
        list(records("Count = 0\nKey = 00\nKey = 01\n", "x"))
