# SPDX-License-Identifier: Apache-2.0
"""Packets through a packet engine: packets, expected results, and comparison.

`draw` makes random packets with OpenSSL's results. `Exchange` writes packets to a simulated engine
and compares all outputs. The packets are in sequence, or in parallel for an engine with several
streams.
"""

import random
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from roundel.base.modes import is_chained
from roundel.sim.stream import ERRORS, Beat, Command, Result, Stream, ccm_aad
from roundel.verify import reference
from roundel.verify.record import difference

TAG_BYTES = (4, 8, 12, 13, 14, 15, 16)  # SP 800-38D section 5.2.1.2
CCM_TAG_BYTES = range(4, 17, 2)  # SP 800-38C appendix A.1
CCM_NONCE_BYTES = range(7, 14)  # the same
WITHOUT_NULL = ("cmac", "ccm")  # modes without a null beat behind AAD or text
BOTH = ("encrypt", "decrypt")

_SPARE = 300  # cycles without a further output at the end
_PATIENCE = 256  # cycles in which waiting text moves with any pauses
_STEP = 40_503  # between the numbers of two packets: 2^16 divided by the golden ratio
_BLOCK = 16


@dataclass(frozen=True)
class Packet:
    """A packet, and its expected result according to the standards."""

    mode: str  # "ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "cmac" or "ccm"
    decrypt: bool
    key: bytes  # the key of the mode; for XTS both keys
    iv: bytes  # the IV in the form of its standard; empty for ECB and CMAC
    aad: bytes  # GCM and CCM: additional authenticated data
    source: bytes  # the input text
    target: bytes | None  # the output text; None for an unknown text
    tag_bytes: int = 0  # GCM, CMAC and CCM: bytes of the tag that are made or compared
    tag: bytes = b""  # the same: the tag that the result of an authentic packet must begin with
    given: bytes = b""  # the same, decryption: the tag of the command
    ok: bool = True  # whether the packet is authentic
    short: bool = False  # CTR: the counter has 32 bits
    slot: int = 0  # the key slot
    what: str = ""  # the packet's name in reports
    stream: int = 0  # the packet's stream

    @classmethod
    def sealed(
        cls, decrypt: bool, key: bytes, iv: bytes, aad: bytes, plain: bytes, text: bytes,
        tag: bytes, *, ok: bool = True, what: str = "", mode: str = "gcm",
    ) -> Self:  # fmt: skip
        """A packet of GCM or CCM, from its plaintext, its ciphertext and a tag."""
        source, target = (text, plain) if decrypt else (plain, text)
        # Only GCM gives the tag of a decryption.
        shown = tag if ok and (mode == "gcm" or not decrypt) else b""
        given = tag if decrypt else b""
        return cls(
            mode, decrypt, key, iv, aad, source, target, len(tag), shown, given, ok, what=what
        )

    @classmethod
    def authenticated(
        cls, verify: bool, key: bytes, message: bytes, tag: bytes, *, ok: bool = True,
        what: str = "",
    ) -> Self:  # fmt: skip
        """A packet of CMAC, which has no output text: a tag to make, or a tag to verify."""
        shown, given = tag if ok else b"", tag if verify else b""
        return cls(
            "cmac", verify, key, b"", b"", message, b"", len(tag), shown, given, ok, what=what
        )

    @property
    def aad_beats(self) -> bytes:
        """The AAD as the engine reads it."""
        return ccm_aad(self.aad) if self.mode == "ccm" else self.aad

    @property
    def chained(self) -> bool:
        """Whether each block needs the result of the block before."""
        return is_chained(self.mode, self.decrypt)

    @property
    def text_bytes(self) -> int:
        """Bytes of output text."""
        return len(self.source if self.target is None else self.target)

    def command(self) -> bytes:
        """The packet's command."""
        head = Command(
            self.mode,
            self.decrypt,
            self.slot,
            self.iv,
            len(self.aad_beats),
            self.tag_bytes,
            self.given,
            self.stream if self.chained else 0,
            len(self.source) if self.mode == "ccm" else 0,
        )
        packed = bytearray(head.packed())
        packed[0] |= self.short << 1
        return bytes(packed)

    def described(self) -> str:
        """The packet's mode, direction and lengths, without its key."""
        extra = f", {len(self.aad)} bytes of AAD" if self.mode in ("gcm", "ccm") else ""
        return f"{self.mode} {BOTH[self.decrypt]}, {len(self.source)} bytes{extra}"


@dataclass(frozen=True)
class Outcome:
    """The result of a packet: its fault (empty without a fault), its result and its text beats."""

    fault: str
    result: Result | None
    beats: tuple[Beat, ...]


@dataclass(frozen=True)
class _Sent:
    number: int  # the number in the command and in the beats
    packet: Packet | None  # None for a packet that violates the protocol
    error: int  # the expected error of the result; a key of `ERRORS`
    size: int  # bytes of written text
    null: bool  # whether a beat without bytes ends the packet
    stream: int


class Exchange:
    """Packets through an engine, each compared with its expected result.

    Other users of the engine must have read all earlier outputs.
    """

    def __init__(self, device: Stream) -> None:
        """Start an exchange; the device keeps text beats from now on."""
        self.device = device
        device.keep_beats(True)
        self._next = 0
        self._sent: list[_Sent] = []

    def send(self, packet: Packet, *, end: str = "text", privileged: bool = False) -> None:
        """Write a packet, whose key is in its slot.

        `end` chooses the last beat. "text": the last text beat; for an empty text, a beat without
        bytes. "aad": the last AAD beat, for an empty text. "null": a beat without bytes after the
        text, which must be whole beats.
        """
        null = end == "null" and bool(packet.source)
        number = self._record(packet, packet.stream, len(packet.source), null=null)
        device = self.device
        device.command(packet.command(), number, privileged=privileged)
        device.choose(packet.stream)
        ends = end == "aad" or packet.mode in WITHOUT_NULL
        ends = ends and bool(packet.aad) and not packet.source
        if packet.aad:
            device.write(packet.aad_beats, last=ends, user=number)
        if ends:
            return
        device.write(packet.source, last=not null, user=number)
        if null:
            device.write(b"", last=True, user=number)

    def send_together(self, packets: Iterable[Packet], some: random.Random) -> None:
        """Write packets of several streams, beat by beat, with the streams in random order.

        First beats follow the order of the commands; packets of a stream keep their order.
        """
        waiting = defaultdict[int, list[tuple[int, Packet]]](list)
        for packet in packets:
            number = self._record(packet, packet.stream, len(packet.source))
            waiting[packet.stream].append((number, packet))
        streams = [self._beats(own) for own in waiting.values()]
        while streams:
            index = some.randrange(len(streams))
            if next(streams[index]):
                streams[index] = streams[-1]
                streams.pop()

    def _beats(self, packets: Sequence[tuple[int, Packet]]) -> Iterator[bool]:
        """Write packets of a stream, beat by beat; yields whether a beat is the last of all."""
        step = self.device.beat_bytes
        for count, (number, packet) in enumerate(packets, 1):
            self.device.command(packet.command(), number)
            beats = [
                part[begin : begin + step]
                for part in (packet.aad_beats, packet.source)
                for begin in range(0, len(part), step)
            ] or [b""]
            for place, beat in enumerate(beats, 1):
                last = place == len(beats)
                self.device.choose(packet.stream)
                self.device.write(beat, last=last, user=number)
                yield last and count == len(packets)

    def send_wrong(
        self, command: bytes, error: int, size: int, write: Callable[[int], None], stream: int = 0,
        *, privileged: bool = False,
    ) -> None:  # fmt: skip
        """Write a packet that violates the protocol; its result must have the given error.

        At most `size` bytes of text may be output. `write` writes the beats with their number.
        """
        number = self._record(None, stream, size, error=error)
        self.device.command(command, number, privileged=privileged)
        self.device.choose(stream)
        write(number)

    @property
    def pending(self) -> int:
        """The number of packets since the last `finish`."""
        return len(self._sent)

    def forget(self) -> None:
        """Discard all packets and outputs after a reset or a zeroise of the device."""
        self._sent = []
        while self.device.read_result():
            pass
        self._texts()
        for stream in range(self.device.streams):  # text without kept beats
            self.device.choose(stream)
            while self.device.read(1 << 20):
                pass

    def finish(self) -> list[Outcome]:
        """Run until all packets are complete, and compare them.

        FailureError if the hardware hangs or violates the protocol of a port.
        """
        sent, self._sent = self._sent, []
        device = self.device
        device.run(results=len(sent))
        texts = self._texts()
        # A result may precede the end of its text.
        wanted = sum(item.packet.text_bytes for item in sent if item.packet)
        while sum(beat.size for beat, _ in texts) < wanted:
            device.run_cycles(_PATIENCE)
            more = self._texts()
            if not more:
                break
            texts += more
        device.run_cycles(_SPARE)
        texts += self._texts()
        return self._judged(sent, texts, iter(device.read_result, None))

    def _record(
        self, packet: Packet | None, stream: int, size: int, *, error: int = 0, null: bool = False
    ) -> int:
        number = self._next
        # An odd step changes every bit of the number, and reaches each number once.
        self._next = (number + _STEP) % self.device.user_limit
        self._sent.append(_Sent(number, packet, error, size, null, stream))
        return number

    def _texts(self) -> list[tuple[Beat, bytes]]:
        found = []
        for beat in iter(self.device.read_beat, None):
            self.device.choose(beat.stream)
            found.append((beat, self.device.read(beat.size) if beat.size else b""))
        return found

    def _judged(
        self, sent: Sequence[_Sent], texts: Iterable[tuple[Beat, bytes]], results: Iterable[Result]
    ) -> list[Outcome]:
        """The outcome of each packet; each stream has its own order."""
        beats_of = defaultdict[int, deque[tuple[Beat, bytes]]](deque)
        results_of = defaultdict[int, deque[Result]](deque)
        for pair in texts:
            beats_of[pair[0].stream].append(pair)
        for result in results:
            results_of[result.stream].append(result)
        outcomes = []
        for item in sent:
            taken = _taken(item, beats_of[item.stream])
            beats = tuple(beat for beat, _ in taken)
            own = results_of[item.stream]
            found = own.popleft() if own else None
            fault = (
                self._of_result(item, found)
                or _of_text(item, b"".join(data for _, data in taken))
                or self._of_frames(item, beats)
            )
            outcomes.append(Outcome(fault, found, beats))
        rest = ""
        if more := sum(map(len, results_of.values())):
            rest = f"{more} results belong to no packet"
        elif left := [pair for pairs in beats_of.values() for pair in pairs]:
            rest = f"text with number {left[0][0].user} is out of order or superfluous"
        if rest:
            last = outcomes[-1] if outcomes else Outcome("", None, ())
            outcomes[-1:] = [replace(last, fault=last.fault or rest)]
        return outcomes

    @staticmethod
    def _of_result(item: _Sent, result: Result | None) -> str:
        if result is None:
            return "no result arrived"
        if result.user != item.number:
            return f"expected the result number {item.number}, got {result.user}"
        if result.error != item.error:
            return f"expected the error {ERRORS[item.error]!r}, got {ERRORS.get(result.error)!r}"
        ok = item.packet is not None and item.packet.ok
        if result.ok != ok:
            return f"expected {'a right' if ok else 'a wrong'} packet, got the opposite"
        shown = item.packet.tag if item.packet and ok else b""
        if result.tag[: len(shown)] != shown:
            return f"expected the tag {shown.hex()}, got {result.tag.hex()}"
        if not (ok and shown) and any(result.tag):
            return f"expected no tag, got {result.tag.hex()}"
        return ""

    def _of_frames(self, item: _Sent, beats: Sequence[Beat]) -> str:
        """Check the beats of a text: full beats, except for the last beat."""
        if item.packet is None or item.packet.target is None:
            return ""
        size = self.device.beat_bytes
        whole, rest = divmod(len(item.packet.target), size)
        null = item.null and item.packet.mode != "cmac"
        wanted = [size] * whole + ([rest] if rest else []) + ([0] if null else [])
        if [beat.size for beat in beats] != wanted:
            return f"expected beats of {wanted} bytes, got {[beat.size for beat in beats]}"
        if [beat.last for beat in beats] != [n == len(wanted) - 1 for n in range(len(wanted))]:
            return f"expected the last beat of {len(wanted)} to end the packet"
        if any(beat.keep != (1 << beat.size) - 1 for beat in beats if beat.size < 64):
            return "a beat keeps other bytes than its first bytes"
        return ""


def _taken(item: _Sent, texts: deque[tuple[Beat, bytes]]) -> list[tuple[Beat, bytes]]:
    """Take the beats of a packet; near packets may share the number, because numbers wrap."""
    beats: list[tuple[Beat, bytes]] = []
    if item.packet is not None and not item.packet.text_bytes:
        return beats
    while texts and texts[0][0].user == item.number:
        beats.append(texts.popleft())
        if beats[-1][0].last:
            break
    return beats


def _of_text(item: _Sent, text: bytes) -> str:
    if item.packet is None:
        return f"{len(text)} bytes in place of {item.size}" if len(text) > item.size else ""
    wanted = item.packet.target
    if wanted is None:
        wrong = len(text) != item.size
        return f"expected {item.size} bytes of text, got {len(text)}" if wrong else ""
    return difference(wanted, text)


def draw(
    some: random.Random,
    mode: str,
    keys: Sequence[bytes] | Mapping[int, bytes],
    beat: int,
    *,
    text: int | None = None,
    aad: int | None = None,
    iv: bytes | None = None,
    directions: Sequence[str] = BOTH,
    right: bool = False,
) -> Packet:
    """A random packet with a key of `keys`, which are by slot, in a direction of `directions`.

    Lengths, AAD and IV are random when None; most lengths are near multiples of `beat` bytes. A
    `right` packet has a whole and right tag; otherwise some tags are short or wrong.
    """
    slot = some.choice(sorted(keys) if isinstance(keys, Mapping) else range(len(keys)))
    key = keys[slot]
    decrypt = some.choice(tuple(directions)) == "decrypt"
    size = _size(some, mode, beat) if text is None else text
    source = some.randbytes(size)
    extra = aad or 0
    if mode in ("gcm", "ccm") and aad is None:
        extra = some.choice([0, 0, _size(some, mode, beat)])
    if iv is None:
        iv = _iv(some, mode)
    if mode == "gcm":
        added = some.randbytes(extra)
        sealed = reference.seal(key, iv, added, source)
        packet = replace(Packet.sealed(decrypt, key, iv, added, source, *sealed), slot=slot)
        return packet if right else _with_any_tag(some, packet)
    if mode == "ccm":
        length = 16 if right else some.choice(CCM_TAG_BYTES)
        added = some.randbytes(extra)
        text_and_tag = reference.seal_ccm(key, iv, added, source, length)
        packet = Packet.sealed(decrypt, key, iv, added, source, *text_and_tag, mode="ccm")
        packet = replace(packet, slot=slot)
        return packet if right else _with_any_tag(some, packet, (length,))
    if mode == "cmac":
        tag = reference.authenticate(key, source)
        packet = replace(Packet.authenticated(decrypt, key, source, tag), slot=slot)
        return packet if right else _with_any_tag(some, packet, range(4, 17))
    short = mode == "ctr" and some.random() < 0.5
    if short:
        target = reference.short_counter(key, iv, source)
    else:
        target = reference.cipher(mode, decrypt, key, iv, source) if source else b""
    return Packet(mode, decrypt, key, iv, b"", source, target, short=short, slot=slot)


def _with_any_tag(some: random.Random, packet: Packet, sizes: Sequence[int] = TAG_BYTES) -> Packet:
    """A packet with a tag of random length; for decryption, 30 % have a wrong tag."""
    compared = some.choice(sizes)
    packet = replace(packet, tag_bytes=compared)
    if not packet.decrypt:
        return packet
    if some.random() >= 0.3:
        # Bytes after the compared bytes have no effect.
        return replace(packet, given=packet.given[:compared] + some.randbytes(16 - compared))
    wrong = bytearray(packet.given)
    wrong[some.randrange(compared)] ^= 1 << some.randrange(8)
    return replace(packet, tag=b"", given=bytes(wrong), ok=False)


def _size(some: random.Random, mode: str, beat: int) -> int:
    size = some.choice(
        [0, 1, 15, 16, 17, beat, beat + 1, some.randrange(8 * beat), some.randrange(600)]
    )
    if mode in ("ecb", "cbc"):
        return size // _BLOCK * _BLOCK
    return max(size, _BLOCK) if mode == "xts" else size


def _iv(some: random.Random, mode: str) -> bytes:
    """A random IV; 30 % have another length than 96 bits (GCM), or a counter near its end."""
    if mode in ("ecb", "cmac"):
        return b""
    if mode == "ccm":
        return some.randbytes(some.choice(CCM_NONCE_BYTES))
    if mode == "gcm":
        other = some.choice((1, 8, 11, 13, 16, 17, 47, 48, 49, 80, 128))
        return some.randbytes(other if some.random() < 0.3 else 12)
    if some.random() < 0.3:
        counter = some.choice((4, 16))
        count = (1 << 8 * counter) - 1 - some.randrange(40)
        return some.randbytes(16 - counter) + count.to_bytes(counter, "big")
    return some.randbytes(16)
