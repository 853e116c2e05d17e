# SPDX-License-Identifier: Apache-2.0
"""The C driver with a DMA behind a mapped file, and its memory.

A thread plays the device in the bytes of a file, register by register as in rtl/regs/*.rdl. OpenSSL
computes the results. The memory is a separate mapping, at an arbitrary address.
"""

import mmap
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel.base.errors import FailureError, InputError
from roundel.sim.driver import Dma, Request, Result

WINDOW = 8192
ADDRESS = 0x12_3456_7000  # of the memory, as seen by the device
MEMORY = 32768 + 16384  # rings, and copies of packets
CONTROL, STATUS, KEY_COMMAND, KEY = 0x010, 0x014, 0x028, 0x080
RUN, DMA_STATUS, RING, RECORDS, SIZES, TAIL, FETCHED, ERRORS = (
    0x1010, 0x1014, 0x1020, 0x1028, 0x1030, 0x1040, 0x1044, 0x1050,
)  # fmt: skip
HALTED = 2
DEVICE, CANCELLED = -4, -10


class Played:
    """A DMA of AES-128-GCM in a file, played by a thread until `stop`."""

    def __init__(self, path: Path) -> None:
        """Make the file, as a device is after a reset."""
        path.write_bytes(bytes(WINDOW))
        with path.open("r+b") as file:
            self.registers = mmap.mmap(file.fileno(), WINDOW)
        self.memory = mmap.mmap(-1, MEMORY)
        self.answers, self.refuses = True, 0
        self.keys: dict[int, bytes] = {}
        self.begin()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def begin(self) -> None:
        """After a reset, or a zeroise."""
        cipher = 3 | 3 << 4 | 1 << 8 | 128 << 16 | 4 << 27
        struct.pack_into("<4I", self.registers, 0, 0x534541, 1 << 16, cipher, 4 | 12 << 9)
        struct.pack_into("<3I", self.registers, 0x1000, 0x414D4441, 1 << 16, 16 | 256 << 16)
        for register in (RUN, DMA_STATUS, TAIL, FETCHED):
            self._put(register, 0)
        self.keys.clear()
        self.fetched = self.done = 0

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()

    def _get(self, register: int) -> int:
        return int(struct.unpack_from("<I", self.registers, register)[0])

    def _put(self, register: int, value: int) -> None:
        struct.pack_into("<I", self.registers, register, value)

    def _play(self) -> None:
        while not self._stop.is_set():
            if self.answers:
                self._step()
            time.sleep(0)

    def _step(self) -> None:
        self._put(ERRORS, 0)  # a write clears; this device never has errors
        if self._get(CONTROL):
            self.begin()
            self._put(CONTROL, 0)
        if command := self._get(KEY_COMMAND):
            self.keys[command & 0xFF] = self.registers[KEY : KEY + 16]
            self.registers[KEY : KEY + 16] = bytes(16)
            self._put(KEY_COMMAND, 0)
        if self._get(RUN) and self.fetched != self._get(TAIL):
            self._packet()

    def _place(self, address: int, size: int) -> int:
        """The position of the device's address in the memory, never outside of the memory."""
        place = address - ADDRESS
        assert 0 <= place <= MEMORY - size, hex(address)
        return place

    def _packet(self) -> None:
        places = 1 << self._get(SIZES)
        ring, records = (self._get(at) | self._get(at + 4) << 32 for at in (RING, RECORDS))
        place = self._place(ring + 64 * (self.fetched % places), 64)
        head = self.memory[place : place + 64]
        self.fetched = (self.fetched + 1) & 0xFFFF
        self._put(FETCHED, self.fetched)
        aad, _, size, source, target = struct.unpack("<3I32x2Q", head[4:16] + head[16:64])
        begin, out = self._place(source, aad + size), self._place(target, size)
        extra, text = (
            self.memory[begin : begin + aad],
            self.memory[begin + aad : begin + aad + size],
        )
        made = AESGCM(self.keys[head[2]]).encrypt(head[16:28], text, extra)
        self.memory[out : out + size] = made[:-16]
        self.done += 1
        refused = self.refuses
        self.refuses = 0
        tag = made[-16:] if not refused else bytes(16)
        record = struct.pack("<16sBB2xII4x", tag, not refused, refused, size, self.done)
        place = self._place(records + 32 * ((self.done - 1) % places), 32)
        self.memory[place : place + 32] = record


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    device = Played(tmp_path / "dma")
    yield device
    device.stop()


@pytest.fixture
def dma(played: Played, tmp_path: Path) -> Iterator[Dma]:
    with Dma(f"mmio:{tmp_path / 'dma'}", 2_000_000_000, played.memory, ADDRESS) as device:
        device.load_key(bytes(16))
        yield device


def asked(data: bytes, aad: bytes = b"") -> Request:
    return Request(data, iv=bytes(12), aad=aad, tag_bytes=16)


def is_right(result: Result, data: bytes, aad: bytes = b"") -> bool:
    found = result.status == 0 and result.data + result.tag
    return found == AESGCM(bytes(16)).encrypt(bytes(12), data, aad)


def test_packets_are_copied_there_and_back(dma: Dma) -> None:
    """More packets than the ring has entries and the memory has room."""
    live: list[tuple[int, bytes, bytes]] = []
    for number in range(400):
        data, aad = bytes([number % 256]) * (37 * number % 2500), bytes(number % 40)
        ticket = dma.submit(asked(data, aad))
        while ticket is None:
            first, sent, extra = live.pop(0)
            assert is_right(dma.wait(first, 10**10), sent, extra)
            ticket = dma.submit(asked(data, aad))
        live.append((ticket, data, aad))
    for ticket, data, aad in live:
        assert is_right(dma.wait(ticket, 10**10), data, aad)


def test_no_text_stays_in_the_memory(played: Played, dma: Dma) -> None:
    text = b"nobody else reads this"
    ticket = dma.submit(asked(text))
    assert ticket is not None
    assert is_right(dma.wait(ticket, 10**10), text)
    assert text not in bytes(played.memory)
    assert not any(played.memory[32768:])


def test_what_never_fits_is_refused_and_what_waits_is_told(played: Played, dma: Dma) -> None:
    with pytest.raises(InputError, match="out of range"):
        dma.submit(asked(bytes(16385)))
    played.answers = False
    whole = dma.submit(asked(bytes(16384)))
    assert whole is not None
    assert dma.submit(asked(b"more")) is None
    played.answers = True
    assert is_right(dma.wait(whole, 10**10), bytes(16384))


def test_a_request_that_the_bus_refused(played: Played, dma: Dma) -> None:
    played.refuses = 1
    first, second = dma.submit(asked(b"one")), dma.submit(asked(b"two"))
    assert first is not None
    assert second is not None
    found = dma.wait(first, 10**10)
    assert (found.status, found.data) == (DEVICE, bytes(3))
    assert is_right(dma.wait(second, 10**10), b"two")


def test_a_device_that_halts_and_one_that_never_answers(played: Played, dma: Dma) -> None:
    played.answers = False
    ticket = dma.submit(asked(bytes(100)))
    assert ticket is not None
    with pytest.raises(FailureError, match="did not finish in time"):
        dma.wait(ticket, 10**7)
    struct.pack_into("<I", played.registers, DMA_STATUS, HALTED)
    assert dma.wait(ticket, 10**10).status == DEVICE
    with pytest.raises(FailureError, match="the device or its bus failed"):
        dma.submit(asked(b""))
    with pytest.raises(FailureError, match="did not finish in time"):
        dma.reset()
    played.answers = True
    dma.reset()
    dma.load_key(bytes(16))
    after = dma.submit(asked(b"after"))
    assert after is not None
    assert is_right(dma.wait(after, 10**10), b"after")


def test_what_is_opened_must_be_a_dma_with_memory(played: Played, tmp_path: Path) -> None:
    name = f"mmio:{tmp_path / 'dma'}"
    for memory, address in (
        (None, 0),
        (bytearray(32768), ADDRESS),
        (played.memory, ADDRESS + 64),
        (played.memory, 2**64 - 4096),
    ):
        with pytest.raises(InputError, match="out of range"):
            Dma(name, 10**8, memory, address)
    short = tmp_path / "short"
    short.write_bytes(bytes(WINDOW - 1))
    for path in (short, tmp_path / "nothing"):
        with pytest.raises(FailureError, match="cannot open"):
            Dma(f"mmio:{path}", 10**8, played.memory, ADDRESS)
    struct.pack_into("<I", played.registers, 0x1000, 0x44524143)
    with pytest.raises(FailureError, match="the device or its bus failed"):
        Dma(name, 10**8, played.memory, ADDRESS)


@pytest.mark.parametrize("how", ["reset", "zeroise"])
def test_memory_is_given_back_once_by_what_drops_requests(
    played: Played, dma: Dma, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Afterwards the memory has its full room, and no packets overlap."""
    monkeypatch.setattr(played, "_packet", lambda: None)
    dropped = dma.submit(asked(bytes(16384)))
    assert dropped is not None
    dma.reset() if how == "reset" else dma.zeroise()
    assert dma.wait(dropped, 10**10).status == CANCELLED
    dma.load_key(bytes(16))
    texts = [bytes([number]) * 9000 for number in (1, 2)]
    first = dma.submit(asked(texts[0]))
    assert first is not None
    assert dma.submit(asked(texts[1])) is None
    monkeypatch.undo()
    assert is_right(dma.wait(first, 10**10), texts[0])


def test_a_closed_device_does_not_run(played: Played, tmp_path: Path) -> None:
    """The memory belongs to the caller again: its rings are no longer valid."""
    with Dma(f"mmio:{tmp_path / 'dma'}", 2_000_000_000, played.memory, ADDRESS) as device:
        device.load_key(bytes(16))
        ticket = device.submit(asked(b"one"))
        assert ticket is not None
        assert is_right(device.wait(ticket, 10**10), b"one")
        assert played._get(RUN) == 1
    assert played._get(RUN) == 0
    assert not played.keys
