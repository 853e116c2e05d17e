# SPDX-License-Identifier: Apache-2.0
"""The reader of the published vectors, and that nothing of the package is left out."""

import pytest

from roundel.base.errors import FailureError
from roundel.verify import vectors

WHOLE = """\
# a comment
[ENCRYPT]

COUNT = 0
KEY = 000102030405060708090a0b0c0d0e0f
PLAINTEXT = 00112233445566778899aabbccddeeff
CIPHERTEXT = 69c4e0d86a7b0430d8cdb78070b4c55a

[DECRYPT]

COUNT = 0
KEY = 000102030405060708090a0b0c0d0e0f
IV = 000102030405060708090a0b0c0d0e0f
CIPHERTEXT = 69c4e0d86a7b0430d8cdb78070b4c55a
PLAINTEXT = 00112233445566778899aabbccddeeff
"""


def test_reads_sections_and_records() -> None:
    first, second = vectors.parse(WHOLE, "whole")
    assert (first.section, second.section) == ("encrypt", "decrypt")
    assert first.iv == b""
    assert second.iv == second.key == bytes(range(16))
    assert first.ciphertext[:2] == b"\x69\xc4"
    assert first.plaintext == second.plaintext


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (WHOLE, "# nothing\n"),
        ("[DECRYPT]", "[DESCRIBE]"),
        ("COUNT = 0", "COUNT = first"),
        ("KEY = 00", "KEY = "),
        ("KEY", "KEYS"),
        ("PLAINTEXT = 00", "PLAINTEXT = 0x"),
        ("CIPHERTEXT = 69", "CIPHERTEXT = "),
        ("PLAINTEXT = 00112233445566778899aabbccddeeff\n", ""),
        ("IV = 00", "IV = "),
        ("[ENCRYPT]\n", ""),
        ("COUNT = 0\nKEY", "COUNT = 0\nKEY = 00\nKEY"),
    ],
)
def test_refuses_what_is_not_whole(old: str, new: str) -> None:
    with pytest.raises(FailureError, match="broken file"):
        vectors.parse(WHOLE.replace(old, new, 1), "broken file")


@pytest.mark.parametrize(
    ("key_bits", "gf_sbox", "key_sbox"), [(128, 7, 21), (192, 6, 24), (256, 5, 16)]
)
def test_finds_every_vector_of_a_key_size(key_bits: int, gf_sbox: int, key_sbox: int) -> None:
    # AESAVS: one vector for each bit of the key and of the block, ten messages.
    each = {"GFSbox": gf_sbox, "KeySbox": key_sbox, "VarKey": key_bits, "VarTxt": 128, "MMT": 10}
    expected = {
        f"{mode}{name}{key_bits}.rsp": 2 * count
        for mode in ("ECB", "CBC")
        for name, count in each.items()
    } | {f"aes-{key_bits}-ctr.txt": 3}
    found = {file.name: len(file.vectors) for file in vectors.files(key_bits)}
    assert found == expected


def test_a_missing_file_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_folder", lambda _: iter(()))
    with pytest.raises(FailureError, match="expected 4 ECB KAT vector files"):
        list(vectors.files(128))
