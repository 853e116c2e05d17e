# SPDX-License-Identifier: Apache-2.0
"""Keys and IVs from users: the three sources, every mistake, and no leak of a digit."""

import os
from pathlib import Path

import pytest

from roundel.base.errors import InputError
from roundel.crypt.keys import read_key
from roundel.crypt.requests import Operation, parse_iv
from roundel.design import Config

# FIPS-197 appendix C.1: easy to recognise in a message that leaks the key.
DIGITS = "000102030405060708090a0b0c0d0e0f"
KEY = bytes(range(16))
CONFIG = Config(name="iterative")


def read(text: str) -> bytes:
    return read_key(CONFIG, text=text, file=None, variable=None)


def test_three_ways_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(DIGITS) == KEY
    file = tmp_path / "key"
    file.write_text(f"{DIGITS[:16]} {DIGITS[16:].upper()}\n")
    assert read_key(CONFIG, text=None, file=file, variable=None) == KEY
    monkeypatch.setenv("MY_KEY", DIGITS)
    assert read_key(CONFIG, text=None, file=None, variable="MY_KEY") == KEY
    assert "MY_KEY" not in os.environ  # no tool inherits the key


def test_longer_keys() -> None:
    for bits in (192, 256):
        config = Config(name="c", KeyBits=bits)
        digits = (DIGITS * 2)[: bits // 4]
        assert read_key(config, text=digits, file=None, variable=None) == bytes.fromhex(digits)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the key is empty"),
        ("  ", "the key is empty"),
        (DIGITS[:-1], "31 digits, an odd number"),
        (DIGITS[:-2], "the key has 120 bits, but iterative needs 128 bits (32 digits)"),
        (DIGITS * 2, "the key has 256 bits, but iterative needs 128 bits (32 digits); "
         "give -p KeyBits=256"),
        (DIGITS[:-1] + "g", "not hexadecimal"),
        ("0x" + DIGITS, "not hexadecimal"),
        ("\u0661" * 32, "not hexadecimal"),
    ],
)  # fmt: skip
def test_bad_keys(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "0a0b" not in str(caught.value)


def test_one_way_exactly(tmp_path: Path) -> None:
    for text, file, variable in [
        (None, None, None),
        (DIGITS, tmp_path / "k", None),
        (DIGITS, None, "K"),
        (None, tmp_path / "k", "K"),
    ]:
        with pytest.raises(InputError, match="give the key by exactly one of"):
            read_key(CONFIG, text=text, file=file, variable=variable)


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path, why in [(tmp_path / "gone", "No such file"), (tmp_path, "Is a directory")]:
        with pytest.raises(InputError, match=f"cannot read the key file .*{why}"):
            read_key(CONFIG, text=None, file=path, variable=None)


def test_binary_file_does_not_leak_through_the_cause(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(bytes(range(240, 256)))
    with pytest.raises(InputError, match="not text") as caught:
        read_key(CONFIG, text=None, file=file, variable=None)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_variable_that_is_not_set() -> None:
    with pytest.raises(InputError, match=r"the environment variable NO_SUCH_KEY is not set"):
        read_key(CONFIG, text=None, file=None, variable="NO_SUCH_KEY")


@pytest.mark.parametrize("name", [DIGITS, DIGITS[:16], "a" * 32, "K EY", "$KEY", "", "\u0661"])
def test_key_in_place_of_a_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {name: "nonsense"})
    with pytest.raises(
        InputError, match="--key-env takes the name of an environment var"
    ) as caught:
        read_key(CONFIG, text=None, file=None, variable=name)
    assert not name or name not in str(caught.value)


@pytest.mark.parametrize(
    "name", [DIGITS, "0x" + DIGITS, ":".join(["0a"] * 16), DIGITS[:20] + "g", f"{DIGITS} \n"]
)
def test_key_in_place_of_a_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    messages = []
    for content in (None, b"\xff", b"nonsense"):
        if content is not None:
            Path(name).write_bytes(content)
        with pytest.raises(InputError) as caught:
            read_key(CONFIG, text=None, file=Path(name), variable=None)
        assert caught.value.__cause__ is None
        messages.append(str(caught.value))
    assert "--key-file takes the path of a file, not the key" in messages[0]
    assert "is not text" in messages[1]
    assert "not hexadecimal" in messages[2]
    assert not any(name.strip() in message for message in messages)


def test_iv() -> None:
    assert parse_iv(Operation("cbc", "encrypt"), DIGITS) == KEY
    assert parse_iv(Operation("ctr", "encrypt"), DIGITS) == KEY
    assert parse_iv(Operation("ecb", "encrypt"), None) == b""


@pytest.mark.parametrize(
    ("mode", "text", "message"),
    [
        ("ecb", DIGITS, "ECB has no IV"),
        ("cbc", None, "CBC needs the IV; give an IV of 16 bytes"),
        ("ctr", None, "CTR needs the first counter block"),
        ("cbc", DIGITS[:-2], "the IV has 120 bits"),
        ("ctr", DIGITS + "00", "the first counter block has 136 bits"),
        ("cbc", "zz", "the IV is not hexadecimal"),
    ],
)
def test_bad_iv(mode: str, text: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_iv(Operation(mode, "encrypt"), text)
