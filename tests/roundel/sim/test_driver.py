# SPDX-License-Identifier: Apache-2.0
"""The C driver: legal devices, refusals, and a card behind a mapped file.

The simulated cards of tests/rtl/card/test_roundel_card.py use the same driver. Here a thread plays
the card in the bytes of a file, register by register as in rtl/regs/*.rdl, with OpenSSL inside.
"""

import mmap
import shutil
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel.base.errors import FailureError, InputError
from roundel.design import load_config
from roundel.sim.driver import ACCESSES, Access, Card, Facts, Request, Result
from roundel.sim.driver.library import card_library

WINDOW = 32768
BLOCKS, RESULT_BLOCKS = 512, 128
CONTROL, STATUS, KEY_COMMAND, KEY = 0x010, 0x014, 0x028, 0x080
CARD_STATUS, INPUT_TAIL, OUTPUT_HEAD, RESULT_HEAD, CARD_ERRORS = (
    0x1010, 0x1018, 0x1020, 0x1028, 0x1038,
)  # fmt: skip
RESULTS, INPUT, OUTPUT = 0x2000, 0x4000, 0x6000
TIMEOUT, DEVICE = "did not finish in time", "the device or its bus failed"


class Played:
    """A card of AES-128-GCM in a file, played by a thread until `stop`."""

    def __init__(self, path: Path) -> None:
        """Make the file, as a card is after a reset."""
        path.write_bytes(bytes(WINDOW))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), WINDOW)
        self.keys: dict[int, bytes] = {}
        self.answers = True  # whether the card acts at all
        self.begin()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def begin(self) -> None:
        """After a reset, or a zeroise."""
        self.memory[0x1000:WINDOW] = bytes(WINDOW - 0x1000)
        cipher = 3 | 3 << 4 | 1 << 8 | 128 << 16 | 4 << 27
        struct.pack_into("<4I", self.memory, 0, 0x534541, 1 << 16, cipher, 4 | 12 << 9)
        struct.pack_into("<IHH", self.memory, 0x1000, 0x44524143, 0, 1)
        struct.pack_into("<4H", self.memory, 0x1008, BLOCKS, BLOCKS, RESULT_BLOCKS, 0)
        self.keys.clear()
        self.taken: bytes = b""
        self.head = self.output = self.result = 0

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()
        self.memory.close()

    def _get(self, address: int, size: int = 8) -> int:
        return int.from_bytes(self.memory[address : address + size], "little")

    def _put(self, address: int, value: int, size: int = 8) -> None:
        self.memory[address : address + size] = value.to_bytes(size, "little")

    def _play(self) -> None:
        while not self._stop.is_set():
            if self.answers:
                self._step()
            time.sleep(0)

    def _step(self) -> None:
        if self._get(CONTROL, 4):
            self.begin()
            self._put(CONTROL, 0, 4)
        if command := self._get(KEY_COMMAND, 4):
            self.keys[command & 0xFF] = self.memory[KEY : KEY + 16]
            self.memory[KEY : KEY + 16] = bytes(16)
            self._put(KEY_COMMAND, 0, 4)
        tail = self._get(INPUT_TAIL)
        while self.head != tail:
            place = INPUT + 16 * (self.head % BLOCKS)
            self.taken += self.memory[place : place + 16]
            self.head = (self.head + 1) & 0xFFFF
        self._packet()
        status = self.head | tail << 16 | self.output << 32 | self.result << 48
        self._put(CARD_STATUS, status)

    def _packet(self) -> None:
        """The first packet, if complete."""
        if len(self.taken) < 48:
            return
        aad, _, size = struct.unpack_from("<3I", self.taken, 4)
        begin = 48 + -(-aad // 16) * 16
        end = begin + -(-size // 16) * 16
        if len(self.taken) < end:
            return
        head, extra = self.taken[:48], self.taken[48 : 48 + aad]
        text, self.taken = self.taken[begin : begin + size], self.taken[end:]
        error, ok, out, tag = 0, 1, b"", bytes(16)
        if head[2] not in self.keys:
            error, ok = 2, 0
        elif head[0] & 1:
            try:
                out = AESGCM(self.keys[head[2]]).decrypt(head[16:28], text + head[32:48], extra)
                tag = head[32:48]
            except InvalidTag:
                ok, out = 0, b"\xaa" * size
        else:
            sealed = AESGCM(self.keys[head[2]]).encrypt(head[16:28], text, extra)
            out, tag = sealed[:-16], sealed[-16:]
        for start in range(0, len(out), 16):
            place = OUTPUT + 16 * (self.output % BLOCKS)
            self.memory[place : place + 16] = out[start : start + 16].ljust(16, b"\0")
            self.output = (self.output + 1) & 0xFFFF
        place = RESULTS + 16 * (self.result % RESULT_BLOCKS)
        told = struct.pack("<BxxxIQ", ok | error << 4, len(out), 0)
        self.memory[place : place + 32] = tag + told
        self.result = (self.result + 2) & 0xFFFF


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A card in the file "card"."""
    found = Played(tmp_path / "card")
    yield found
    found.stop()


@pytest.mark.parametrize("access", ACCESSES)
def test_a_mapped_card_serves_requests(played: Played, tmp_path: Path, access: Access) -> None:
    del played
    key, cipher = bytes(range(16)), AESGCM(bytes(range(16)))
    with Card(f"mmio:{tmp_path}/card@0", access) as card:
        assert card.facts == Facts(3, True, True, 1, 16, 1, 4, 12, BLOCKS, BLOCKS, 8, 8)
        card.load_key(key, 2)
        live: list[tuple[int, bytes]] = []
        for number in range(200):
            iv, aad, data = number.to_bytes(12, "big"), bytes(number % 40), bytes(number * 3 % 101)
            request = Request(data, slot=2, iv=iv, aad=aad, tag_bytes=16)
            while (ticket := card.submit(request)) is None:
                first, wanted = live.pop(0)
                found = card.wait(first)
                assert found.data + found.tag == wanted
            live.append((ticket, cipher.encrypt(iv, data, aad)))
        for ticket, wanted in live:
            found = card.wait(ticket)
            assert (found.status, found.data + found.tag) == (0, wanted)
        # A wrong tag leaves nothing of the text.
        wrong = Request(bytes(33), slot=2, decrypt=True, iv=bytes(12), tag_bytes=16, tag=bytes(16))
        ticket = card.submit(wrong)
        assert ticket is not None
        found = card.wait(ticket)
        assert (card.strerror(found.status), found.data) == ("the tag is wrong", bytes(33))


def test_a_result_that_nobody_takes_stops_nobody_else(played: Played, tmp_path: Path) -> None:
    """The result occupies one of 64 entries until the end."""
    del played
    with Card(f"mmio:{tmp_path}/card") as card:
        card.load_key(bytes(16))
        texts = [bytes([number % 251]) * (1 + number % 30) for number in range(300)]
        left = [card.submit(Request(text, iv=bytes(12), tag_bytes=16)) for text in texts[:63]]
        for text in texts[63:]:
            ticket = card.submit(Request(text, iv=bytes(12), tag_bytes=16))
            assert ticket is not None
            assert card.submit(Request(text, iv=bytes(12), tag_bytes=16)) is None
            sealed = AESGCM(bytes(16)).encrypt(bytes(12), text, b"")
            found = card.wait(ticket)
            assert found.data + found.tag == sealed
        for text, ticket in zip(texts, left, strict=False):
            assert ticket is not None
            found = card.wait(ticket)
            assert found.data + found.tag == AESGCM(bytes(16)).encrypt(bytes(12), text, b"")
            with pytest.raises(FailureError, match="no request with this ticket"):
                card.poll(ticket)


def test_a_card_that_does_not_answer_is_given_up(played: Played, tmp_path: Path) -> None:
    """The driver gives up in time, and the card is usable after a reset."""
    with Card(f"mmio:{tmp_path}/card", timeout_ns=10**10) as card:
        card.load_key(bytes(16))
        played.answers = False
        ticket = card.submit(Request(bytes(100), iv=bytes(12), tag_bytes=16))
        assert ticket is not None
        with pytest.raises(FailureError, match=TIMEOUT):
            card.wait(ticket, 20_000_000)
        assert card.poll(ticket) is None
        played.answers = True
        found = card.wait(ticket, 10**9)
        assert found.data + found.tag == AESGCM(bytes(16)).encrypt(bytes(12), bytes(100), b"")


def test_a_bus_that_reads_ones_fails_the_card(played: Played, tmp_path: Path) -> None:
    """All requests in progress end, nothing hangs, and the card is usable after a reset."""
    with Card(f"mmio:{tmp_path}/card", timeout_ns=10**10) as card:
        card.load_key(bytes(16))
        played.answers = False
        kept = played.memory[:]
        tickets = [card.submit(Request(bytes(64), iv=bytes(12), tag_bytes=16)) for _ in range(3)]
        played.memory[:] = b"\xff" * WINDOW
        for ticket in tickets:
            assert ticket is not None
            found = card.wait(ticket, 10**9)
            assert (card.strerror(found.status), found.data) == (DEVICE, bytes(64))
        with pytest.raises(FailureError, match=DEVICE):
            card.submit(Request(bytes(64), iv=bytes(12), tag_bytes=16))
        with pytest.raises(FailureError, match=DEVICE):
            card.load_key(bytes(16))
        with pytest.raises(FailureError, match=DEVICE):
            card.reset()
        played.memory[:] = kept
        played.answers = True
        card.reset()
        card.load_key(bytes(16))
        again = card.submit(Request(bytes(64), iv=bytes(12), tag_bytes=16))
        assert again is not None
        assert card.wait(again, 10**9).status == 0


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("mmio:missing", "the operating system refused"),
        ("mmio:folder", "the operating system refused"),
        ("mmio:short", DEVICE),
        ("mmio:empty", DEVICE),
        ("mmio:zeros@32768", DEVICE),
        ("mmio:zeros", DEVICE),
        ("sim:missing.so", "the operating system refused"),
        ("sim:short", "the operating system refused"),
    ],
)
def test_what_is_no_card_is_not_opened(tmp_path: Path, where: str, told: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "short").write_bytes(bytes(WINDOW - 1))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "zeros").write_bytes(bytes(WINDOW))
    kind, _, name = where.partition(":")
    with pytest.raises(FailureError, match=told):
        Card(f"{kind}:{tmp_path}/{name}")


@pytest.mark.parametrize(
    "where",
    [
        "",
        "card",
        "tcp:x",
        "mmio:card@1",
        "mmio:card@x",
        "mmio:card@",
        "mmio:card@-0",
        "mmio:card@-18446744073709547520",
    ],
)
def test_what_is_no_name_of_a_card_is_refused(where: str) -> None:
    with pytest.raises(InputError, match="an argument is out of range"):
        Card(where)


def test_requests_that_cannot_be_are_refused(played: Played, tmp_path: Path) -> None:
    del played
    with Card(f"mmio:{tmp_path}/card") as card:
        for request in (
            Request(b"", iv=b"", tag_bytes=16),
            Request(b"", iv=bytes(12), tag_bytes=3),
            Request(b"", iv=bytes(12), tag_bytes=17),
            Request(b"", iv=bytes(12), tag_bytes=16, counter_32=True),
            Request(b"", iv=bytes(12), tag_bytes=16, slot=4096),
        ):
            with pytest.raises(InputError, match="out of range"):
                card.submit(request)
        for key, slot in ((bytes(15), 0), (bytes(32), 0), (bytes(16), 4)):
            with pytest.raises(InputError, match="out of range"):
                card.load_key(key, slot)
        with pytest.raises(FailureError, match="no request with this ticket"):
            card.poll(0)


def test_text_goes_where_a_request_says(played: Played, tmp_path: Path) -> None:
    """Text goes to its source; a wrong tag leaves zeros there, and no text is in the result."""
    del played
    memory = bytearray(b"head" + bytes(range(100)) + b"tail")
    aad, text = memoryview(memory)[:4], memoryview(memory)[4:-4]
    with Card(f"mmio:{tmp_path}/card") as card:
        card.load_key(bytes(16))

        def run(**more: Any) -> Result:
            ticket = card.submit(
                Request(text, iv=bytes(12), aad=aad, tag_bytes=16, target=text, **more)
            )
            assert ticket is not None
            return card.wait(ticket)

        found = run()
        sealed = AESGCM(bytes(16)).encrypt(bytes(12), bytes(range(100)), b"head")
        assert (found.status, found.data) == (0, b"")
        assert bytes(memory) == b"head" + sealed[:-16] + b"tail"
        assert found.tag == sealed[-16:]
        assert run(decrypt=True, tag=found.tag).status == 0
        assert bytes(memory) == b"head" + bytes(range(100)) + b"tail"
        assert run(decrypt=True, tag=bytes(16)).status == card.wrong_tag
        assert bytes(memory) == b"head" + bytes(100) + b"tail"
        with pytest.raises(InputError, match="must be as long as its data"):
            card.submit(Request(text, iv=bytes(12), tag_bytes=16, target=text[1:]))


def test_waiting_a_while(played: Played, tmp_path: Path) -> None:
    """A result not yet present is no error, and arrives later."""
    with Card(f"mmio:{tmp_path}/card", timeout_ns=10**10) as card:
        card.load_key(bytes(16))
        played.answers = False
        ticket = card.submit(Request(bytes(100), iv=bytes(12), tag_bytes=16))
        assert ticket is not None
        assert card.wait_within(ticket, 20_000_000) is None
        played.answers = True
        found = card.wait_within(ticket, 10**10)
        assert found is not None
        assert found.status == 0
        with pytest.raises(FailureError, match="no request with this ticket"):
            card.wait_within(ticket, 10**10)


def test_two_threads_share_a_card(played: Played, tmp_path: Path) -> None:
    del played
    faults: list[str] = []
    with Card(f"mmio:{tmp_path}/card") as card:
        card.load_key(bytes(16))

        def work(number: int) -> None:
            cipher = AESGCM(bytes(16))
            for turn in range(100):
                iv, data = struct.pack("<IQ", number, turn), bytes([number]) * (turn + 1)
                while (ticket := card.submit(Request(data, iv=iv, tag_bytes=16))) is None:
                    time.sleep(0)
                found = card.wait(ticket)
                if found.data + found.tag != cipher.encrypt(iv, data, b""):
                    faults.append(f"{number}, {turn}")

        threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []


def test_a_mapped_card_has_no_simulated_processor(played: Played, tmp_path: Path) -> None:
    del played
    with Card(f"mmio:{tmp_path}/card") as card:
        with pytest.raises(InputError, match="not simulated"):
            card.write_memory(0x4000, bytes(8))
        with pytest.raises(InputError, match="not simulated"):
            card.read_memory(0x1000, 8)


def test_a_closed_card_says_so(played: Played, tmp_path: Path) -> None:
    del played
    card = Card(f"mmio:{tmp_path}/card")
    card.close()
    card.close()
    with pytest.raises(FailureError, match="closed"):
        card.load_key(bytes(16))


def test_a_library_is_a_file_of_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(card_library(load_config("gcm-1", ["Rounds=1", "Stages=1"]), {}), tmp_path / "own")
    monkeypatch.chdir(tmp_path)
    with Card("sim:own") as card:
        assert card.facts.mode == 3
        assert card.cycles > 0


def test_a_design_without_packets_has_no_card() -> None:
    with pytest.raises(InputError, match="not a packet engine"):
        Card.open(load_config("iterative"))


@pytest.mark.parametrize(
    ("address", "value"),
    [
        (0x008, 0x2480_0000 | 15 | 3 << 4 | 1 << 8),  # an unknown mode
        (0x008, 3 | 3 << 4 | 1 << 8),  # keys of no word
        (0x00C, 257 | 12 << 9),  # more slots than the field can count
        (0x00C, 4 | 17 << 9),  # an IV of more than a block
        (0x1008, 511 | 512 << 16),  # queues whose places are no remainders
        (0x1008, 512 | 8 << 16),
        (0x100C, 96),
        (0x100C, 512),
    ],
)
def test_a_card_that_cannot_be_is_not_opened(
    played: Played, tmp_path: Path, address: int, value: int
) -> None:
    Card(f"mmio:{tmp_path}/card").close()
    played.answers = False
    time.sleep(0.05)
    struct.pack_into("<I", played.memory, address, value)
    with pytest.raises(FailureError, match=DEVICE):
        Card(f"mmio:{tmp_path}/card", timeout_ns=10**8)


def test_a_result_before_its_request_is_told_fails_the_card(played: Played, tmp_path: Path) -> None:
    """Unannounced entries are not read, because the owner of the result may free the memory."""
    with Card(f"mmio:{tmp_path}/card", timeout_ns=10**10) as card:
        card.load_key(bytes(16))
        played.answers = False
        time.sleep(0.05)
        ticket = card.submit(Request(bytes(16 * 600), iv=bytes(12), tag_bytes=16))
        assert ticket is not None
        assert card.poll(ticket) is None
        tail = played._get(INPUT_TAIL)
        assert tail == BLOCKS
        played._put(RESULTS + 16, 2 << 4, 16)  # the slot has no key
        played._put(CARD_STATUS, tail | tail << 16 | 2 << 48)
        found = card.wait(ticket, 10**9)
        assert (card.strerror(found.status), found.data) == (DEVICE, bytes(16 * 600))
        played.answers = True
