# SPDX-License-Identifier: Apache-2.0
"""A packet engine made of software, with faults to choose."""

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from roundel import design
from roundel.base.errors import FailureError
from roundel.sim.stream import Beat, Command, Result
from roundel.verify import reference

BEAT = 16


class SoftStream:
    """A stand-in for `roundel.sim.stream.Stream`: OpenSSL does all the work when `run` is called.

    Most faults are done to each packet whose number is 4 modulo 5, the others all the time.
    """

    user_limit = 1 << 16
    streams = 1
    beat_bytes = BEAT

    def __init__(self, mode: str, slots: int, fault: str = "") -> None:
        self.mode = mode
        self.key_bytes = 32 if mode == "xts" else 16
        self.number = design.choices("Mode")[mode]
        self.fault = fault
        self.slots = slots
        self.cycles = 0
        self.resets = 0
        self.order = False
        self.stalls: list[tuple[Any, ...]] = []
        self.reset()

    def reset(self) -> None:
        self.resets += 1
        self.keys: dict[int, bytes] = {}
        self.waiting: list[Callable[[], None]] = []
        self.beats: deque[tuple[bytes, int, bool, int]] = deque()
        self.out: deque[Beat] = deque()
        self.text = b""
        self.results: deque[Result] = deque()

    def zeroise(self) -> None:
        kept = dict(self.keys)
        self.reset()
        if self.fault == "keeps keys":
            self.keys = kept
        if self.fault == "keeps packets":
            self.waiting = [lambda: self._text(bytes(16), 0, "", False)]

    def keep_beats(self, keep: bool) -> None: ...

    def choose(self, stream: int) -> None: ...

    def keep_order(self, ordered: bool) -> None:
        self.order = ordered

    def set_stalls(self, *stalls: Any) -> None:
        self.stalls.append(stalls)

    def load_key(self, key: bytes, slot: int = 0) -> None:
        self.waiting.append(lambda: self.keys.__setitem__(slot, key))

    def clear_key(self, slot: int = 0) -> None:
        if self.fault != "keeps cleared keys":
            self.waiting.append(lambda: self._forget(slot))

    def _forget(self, slot: int) -> None:
        self.keys.pop(slot, None)

    def command(self, command: Command | bytes, user: int = 0) -> None:
        packed = command if isinstance(command, bytes) else command.packed()
        self.waiting.append(lambda: self._packet(packed, user))

    def write(self, data: bytes, *, last: bool, user: int = 0) -> None:
        parts = [data[n : n + BEAT] for n in range(0, len(data), BEAT)] or ([b""] if last else [])
        for place, part in enumerate(parts):
            ends = last and place == len(parts) - 1
            self.beats.append((part, (1 << len(part)) - 1, ends, user))

    def write_beat(self, data: bytes, keep: int, *, last: bool, user: int = 0) -> None:
        self.beats.append((data[:BEAT], keep, last, user))

    def run(self, *, waiting: int = 0, results: int = 0) -> None:
        if self.fault == "hangs" and len(self.waiting) > 3:
            self.waiting = []
            raise FailureError("the simulated device hangs.")
        for act in self.waiting:
            act()
        self.waiting = []

    def run_cycles(self, cycles: int) -> None:
        self.cycles += cycles
        self.run()

    def read(self, size: int) -> bytes:
        found, self.text = self.text[:size], self.text[size:]
        return found

    def read_beat(self) -> Beat | None:
        return self.out.popleft() if self.out else None

    def read_result(self) -> Result | None:
        return self.results.popleft() if self.results else None

    # ---- The engine -----------------------------------------------------------------------------

    def _packet(self, command: bytes, user: int) -> None:
        beats = []
        while True:
            beats.append(self.beats.popleft())
            if beats[-1][2]:
                break
        self.cycles += len(beats)
        bad = self.fault if user % 5 == 4 else ""
        error = self._refused(command)
        if error:
            self._result(False, 0 if self.fault == "takes all" else error, b"", user)
            return
        aad_bytes, error = int.from_bytes(command[4:8], "little"), 0
        aad, text = [], []
        for place, (data, keep, last, _) in enumerate(beats):
            full, size = keep == (1 << BEAT) - 1, keep.bit_length()
            words = -(-aad_bytes // BEAT)
            if place < words:
                wanted = min(BEAT, aad_bytes - BEAT * place)
                if size != wanted or (last and place < words - 1):
                    error = error or 3
                aad.append(data[:size])
            else:
                text.append(data[:size])
            ends = last or place == words - 1
            if keep & (keep + 1) or (not full and not ends):
                error = error or 4
        if len(beats) < -(-aad_bytes // BEAT):
            error = error or 3
        source = b"".join(text)
        if self.mode in ("ecb", "cbc") and len(source) % 16:
            error = error or 5
        if self.mode == "xts" and len(source) < 16:
            error = error or 5
        if error:
            self._result(False, 0 if self.fault == "takes all" else error, b"", user)
            return
        key = self.keys[command[2]] if bad != "other key" else bytes(16)
        iv, decrypt = bytes(command[16:32]), bool(command[0] & 1)
        ok, tag = True, b""
        if self.mode == "gcm":
            further = (command[word + 16 : word + 48] for word in range(48, len(command), 48))
            size = int.from_bytes(command[8:12], "little") or 12
            iv = b"".join((iv, *further))[:size]
            target, tag = reference.seal(key, iv, b"".join(aad), source)
            if decrypt:
                tag = reference.seal(key, iv, b"".join(aad), target)[1]
                size = command[3] - (self.fault == "short tag")
                ok = tag[:size] == command[32 : 32 + size]
        elif command[0] & 2:
            target = reference.short_counter(key, iv, source)
        else:
            target = reference.cipher(self.mode, decrypt, key, iv, source) if source else b""
        if bad == "text" and target:
            target = target[:-1] + bytes([target[-1] ^ 1])
        if bad == "always right":
            ok = True
        if bad == "tag" and tag:
            tag = bytes(16)
        if self.fault == "slow key":
            self.cycles += key[0] & 1
        self._text(target, user, bad, beats[-1][1] == 0 and bool(source))
        self._result(ok, 0, tag if ok or bad == "shows tags" else b"", user)
        if bad == "two results":
            self._result(ok, 0, tag, user)
        if bad == "no result":
            self.results.pop()

    def _refused(self, command: bytes) -> int:
        tags = range(4, 17) if self.mode == "gcm" else range(1)
        flags = 3 if self.mode == "ctr" else 1
        if command[1] != self.number or command[2] >= self.slots or command[0] & ~flags:
            return 1
        if command[3] not in tags or any(command[12:16]):
            return 1
        if self.mode != "gcm" and any(command[4:12]):
            return 1
        return 0 if command[2] in self.keys else 2

    def _text(self, target: bytes, user: int, bad: str, null: bool) -> None:
        sizes = [min(BEAT, len(target) - n) for n in range(0, len(target), BEAT)] + [0] * null
        if bad == "lost beat" and sizes:
            sizes.pop()
        for place, size in enumerate(sizes):
            last = place == len(sizes) - 1 and bad != "no last"
            number = user ^ (bad == "beats of others")
            self.out.append(Beat((1 << size) - 1, size, last, number, self.cycles))
        self.text += target[: sum(sizes)]

    def _result(self, ok: bool, error: int, tag: bytes, user: int) -> None:
        self.results.append(Result(ok, error, tag.ljust(16, b"\0"), user, self.cycles))


@pytest.fixture
def soft_stream() -> type[SoftStream]:
    return SoftStream
