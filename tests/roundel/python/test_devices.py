# SPDX-License-Identifier: Apache-2.0
"""Devices and files from Python: real hardware models, compared with OpenSSL."""

import secrets
from pathlib import Path
from typing import Any, Literal

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import roundel
from roundel.sim.driver import Request
from roundel.sim.stream import Command

KEY = bytes(range(16))
IV = bytes(12)
COUNTER = bytes(range(16))
PAD: dict[str, Literal["none"] | None] = {"ctr": None, "cbc": "none"}


def small_gcm() -> roundel.Config:
    return roundel.load("gcm-1", Rounds=1, Stages=1)


def test_a_core_encrypts_blocks() -> None:
    text = secrets.token_bytes(64)
    encryptor = Cipher(algorithms.AES(KEY), modes.ECB()).encryptor()
    with roundel.Device(roundel.load("iterative", Direction="both")) as device:
        device.load_key(KEY)
        assert device.process(text) == encryptor.update(text)
    with pytest.raises(roundel.FailureError, match="closed"):
        device.process(text)


@pytest.mark.parametrize("name", ["key", "iv", "tag"])
def test_a_file_needs_bytes(tmp_path: Path, name: str) -> None:
    values: dict[str, Any] = {"key": KEY, "iv": IV, "tag": bytes(16), name: "00" * 16}
    with pytest.raises(roundel.InputError, match=f"^{name} is str, not bytes; give bytes"):
        roundel.decrypt(tmp_path / "a", tmp_path / "b", config="gcm-1", **values)


def test_devices_need_bytes() -> None:
    text: Any = "00" * 16
    with roundel.Device(roundel.load("iterative", Direction="both")) as device:
        for call, name in (
            (device.load_key, "key"),
            (device.process, "blocks"),
            (device.push, "blocks"),
            (lambda data: device.process_chained(KEY, data), "chain"),
        ):
            with pytest.raises(roundel.InputError, match=f"^{name} is str, not bytes"):
                call(text)
    with roundel.Stream(small_gcm()) as stream:
        for send, name in (
            (stream.load_key, "key"),
            (lambda data: stream.write(data, last=True), "data"),
            (lambda data: stream.command(Command("gcm", iv=data)), "iv"),
            (lambda data: stream.command(Command("gcm", iv=IV, tag=data)), "tag"),
        ):
            with pytest.raises(roundel.InputError, match=f"^{name} is str, not bytes"):
                send(text)
    with roundel.Dma(small_gcm()) as dma:
        with pytest.raises(roundel.InputError, match="^key is str, not bytes"):
            dma.load_key(text)
        for field in ("data", "iv", "aad", "tag"):
            request = Request(**({"data": b""} | {field: text}))
            with pytest.raises(roundel.InputError, match=f"^{field} is str, not bytes"):
                dma.submit(request)


def test_a_class_opens_like_its_call() -> None:
    with roundel.Device.open(roundel.load("iterative", Direction="both")) as device:
        assert isinstance(device, roundel.Device)
        assert device.key_bytes == len(KEY)


def test_a_packet_engine_takes_a_packet() -> None:
    text = secrets.token_bytes(40)
    with roundel.Stream(small_gcm()) as stream:
        stream.load_key(KEY)
        stream.command(Command("gcm", iv=IV))
        stream.write(text, last=True)
        stream.run(results=1)
        result = stream.read_result()
        assert result is not None
        assert stream.read(len(text)) + result.tag == AESGCM(KEY).encrypt(IV, text, None)


@pytest.mark.parametrize("kind", [roundel.Card, roundel.Dma])
def test_a_driver_takes_a_request(kind: type[roundel.Card] | type[roundel.Dma]) -> None:
    text = secrets.token_bytes(40)
    with kind(small_gcm()) as device:
        device.load_key(KEY)
        ticket = device.submit(Request(data=text, iv=IV, tag_bytes=16))
        assert ticket is not None
        result = device.wait(ticket)
    assert result.data + result.tag == AESGCM(KEY).encrypt(IV, text, None)


def test_a_file_goes_there_and_back(tmp_path: Path) -> None:
    plain, cipher, back = (tmp_path / name for name in ("plain", "cipher", "back"))
    text = secrets.token_bytes(1000)
    plain.write_bytes(text)
    config = small_gcm()
    record = roundel.encrypt(plain, cipher, config=config, key=KEY)
    iv = bytes.fromhex(record.files[0].iv or "")
    assert cipher.read_bytes() == AESGCM(KEY).encrypt(iv, text, None)
    assert record.to_rows()[0]["tag"] == cipher.read_bytes()[-16:].hex()
    roundel.decrypt(cipher, back, config=config, key=KEY, iv=iv)
    assert back.read_bytes() == text
    with pytest.raises(roundel.FailureError, match="tag"):
        roundel.decrypt(cipher, tmp_path / "no", config=config, key=bytes(16), iv=iv)
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("name", "mode"), [("ctr", modes.CTR(COUNTER)), ("cbc", modes.CBC(COUNTER))]
)
def test_a_mode_changes_the_engine(
    name: Literal["ctr", "cbc"], mode: modes.CTR | modes.CBC, tmp_path: Path
) -> None:
    plain, cipher, back = (tmp_path / name for name in ("plain", "cipher", "back"))
    text = secrets.token_bytes(96)
    plain.write_bytes(text)
    config = "iterative-both"  # CBC has one engine for each direction
    roundel.encrypt(plain, cipher, config=config, mode=name, key=KEY, iv=COUNTER, pad=PAD[name])
    assert cipher.read_bytes() == Cipher(algorithms.AES(KEY), mode).encryptor().update(text)
    roundel.decrypt(cipher, back, config=config, mode=name, key=KEY, iv=COUNTER, pad=PAD[name])
    assert back.read_bytes() == text


def test_a_configuration_without_a_mode_needs_one(tmp_path: Path) -> None:
    with pytest.raises(roundel.InputError, match='give the mode, for example mode="gcm"'):
        roundel.encrypt(tmp_path / "a", tmp_path / "b", config="iterative", key=KEY)


def test_a_stream_needs_a_mode() -> None:
    with pytest.raises(roundel.InputError, match="iterative has no mode; use a preset with one"):
        roundel.Stream("iterative")


def test_blocks_for_a_slot_without_a_key() -> None:
    with (
        roundel.Device("iterative") as device,
        pytest.raises(roundel.FailureError, match="took no block .*; load a key into the slot"),
    ):
        device.process(bytes(16))
