# SPDX-License-Identifier: Apache-2.0
"""Drivers of `roundel_axi` and `roundel_stream` in a cocotb test."""

import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.handle import HierarchyObject, LogicObject
from cocotb.queue import Queue
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, with_timeout
from cocotb_bus.bus import Bus
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiResp,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)

from roundel.base.errors import FailureError, InputError
from roundel.cocotb.packets import Packet, Result, expected, has_text
from roundel.cocotb.registers import Register

_CYCLES = 50_000  # limit for a packet, an access or a key
_RESET_CYCLES = 4
# Fields of the registers CIPHER and STREAMS.
_KEY_WORDS, _KEY_WORDS_BITS = 27, 5
_MOST_READY_BITS = 256  # slots of slot_ready_o and of STREAMS.key_slots
_KEY_SLOTS_BITS = 9


class _Ports(AxiStreamBus):  # type: ignore[misc]  # cocotbext-axi has no types
    """A stream whose ports do not have the names of AXI4-Stream."""

    def __init__(self, dut: HierarchyObject, names: Mapping[str, str]) -> None:
        optional = {signal: name for signal, name in names.items() if signal != "tdata"}
        Bus.__init__(self, dut, None, {"tdata": names["tdata"]}, optional_signals=optional)


class _Driver(ABC):
    """The common part of the drivers: packets, keys, clock and reset.

    Attributes:
        mode: The mode of operation of the hardware, for example "gcm".
        source: The sender of beats, of cocotbext-axi.
        commands: The sender of commands.
        sink: The receiver of text.
    """

    def __init__(
        self,
        dut: HierarchyObject,
        mode: str,
        period: float,
        clock: str,
        reset: str,
        streams: tuple[AxiStreamBus, AxiStreamBus, AxiStreamBus],
    ) -> None:
        pins: Any = dut
        # The library logs each frame and each reset.
        logging.getLogger(f"cocotb.{pins._name}").setLevel(logging.ERROR)  # noqa: SLF001
        self.mode = mode
        self._dut = pins
        self._clock, self._reset = getattr(pins, clock), getattr(pins, reset)
        self._period = period
        self._keys: dict[int, bytes] = {}
        self._sent: deque[Packet] = deque()
        Clock(self._clock, period, unit="ns").start()
        self._reset.value = 0
        beats, commands, text = streams
        self.source = AxiStreamSource(beats, *self._common)
        self.commands = AxiStreamSource(commands, *self._common)
        self.sink = AxiStreamSink(text, *self._common)

    @property
    def _common(self) -> tuple[Any, Any, bool]:
        """Clock, reset and the active level of the reset, for the library."""
        return self._clock, self._reset, False

    async def _limited(self, awaitable: Any, what: str) -> Any:
        """Wait for an event, but not longer than the limit."""
        try:
            return await with_timeout(awaitable, _CYCLES * self._period, "ns")
        except cocotb.triggers.SimTimeoutError:
            raise FailureError(f"{what} did not come within {_CYCLES} cycles.") from None

    async def reset(self) -> None:
        """Assert the reset for some cycles, and release it after a falling edge of the clock.

        The hardware then has no key.
        """
        self._reset.value = 0
        await ClockCycles(self._clock, _RESET_CYCLES)
        await FallingEdge(self._clock)
        self._reset.value = 1
        await RisingEdge(self._clock)
        self._keys.clear()
        self._sent.clear()

    async def load_key(self, slot: int, key: bytes, *, least_tag: int = 0) -> None:
        """Load a key into a slot.

        XTS: the hardware takes a key with equal halves and leaves the slot empty. Packets of the
        slot then have error 2.

        Args:
            slot: The slot.
            key: The key; for XTS the concatenation of both keys.
            least_tag: GCM: the fewest bytes of a tag with this key; 0 sets no limit.

        Raises:
            InputError: The hardware has keys of another length, or has no such slot.
            FailureError: The hardware takes no key within the limit.
        """
        size, slots = await self._key_store()
        if len(key) != size:
            raise InputError(f"the hardware has keys of {size} bytes, and the key has {len(key)}.")
        if not 0 <= slot < slots:
            raise InputError(f"there is no slot {slot}; the slots are 0 to {slots - 1}.")
        await self._load(slot, key, least_tag)
        self._keys[slot] = key

    @abstractmethod
    async def _key_store(self) -> tuple[int, int]:
        """The bytes of a key and the number of slots of the hardware."""

    @abstractmethod
    async def _load(self, slot: int, key: bytes, least_tag: int) -> None:
        """Load a key and wait until the hardware has taken it."""

    @abstractmethod
    async def _result(self) -> tuple[bool, int, bytes, int]:
        """The next result: ok, error, tag and user."""

    def send(self, packet: Packet) -> None:
        """Queue the command and the beats of a packet; packets follow each other without a gap.

        Raises:
            InputError: A value of the packet does not fit the command.
        """
        command = packet.command(packet.mode or self.mode)
        width = self.source.byte_lanes
        data, keep = packet.beats(width)
        self.commands.send_nowait(AxiStreamFrame(command, tuser=packet.user))
        self.source.send_nowait(AxiStreamFrame(data, tkeep=keep, tuser=packet.user))
        self._sent.append(packet)

    async def receive(self) -> Result:
        """The result of the next packet, in the order of `send`.

        Raises:
            FailureError: Nothing was sent, or a result or text does not come.
        """
        if not self._sent:
            raise FailureError("no packet is under way; send a packet first.")
        packet = self._sent.popleft()
        ok, error, tag, user = await self._limited(self._result(), "the result of the packet")
        text = b""
        if has_text(packet.mode or self.mode, packet, error):
            frame = await self._limited(self.sink.recv(), "the text of the packet")
            text = bytes(frame.tdata)
        return Result(text, ok, error, tag, user)

    async def process(self, packet: Packet) -> Result:
        """Send a packet and receive its result, after the results of all earlier packets."""
        if self._sent:
            raise FailureError("an earlier packet is under way; receive its result first.")
        self.send(packet)
        return await self.receive()

    async def check(self, packet: Packet) -> Result:
        """Process a packet, and compare text, tag and verdict with OpenSSL.

        Raises:
            AssertionError: The result differs.
            FailureError: The slot has no key from `load_key`, or no result comes.
        """
        key = self._keys.get(packet.slot)
        if key is None:
            raise FailureError(f"slot {packet.slot} has no key; call load_key first.")
        result = await self.process(packet)
        want = expected(packet.mode or self.mode, key, packet)
        if result != want:
            wrong = [name for name in vars(want) if getattr(result, name) != getattr(want, name)]
            raise AssertionError(
                f"{', '.join(wrong)} of the packet differ from OpenSSL: "
                f"{result} ({result.meaning}), expected {want}."
            )
        return result


class AxiDriver(_Driver):
    """Drives `roundel_axi`, or a top with the same ports.

    For a top whose registers have another bus, write a subclass with its own `read` and `write`.

    Attributes:
        master: The AXI4-Lite manager, of cocotbext-axi; None for a top without AXI4-Lite ports.
        results: The receiver of results.
    """

    def __init__(
        self, dut: HierarchyObject, mode: str = "gcm", *, prefix: str = "", period: float = 10
    ) -> None:
        """Start the clock and hold the hardware in reset; `reset` releases the hardware.

        Args:
            dut: The top of the simulation.
            mode: The mode of operation of the hardware; with a set of modes, of packets without
                a mode.
            prefix: Text before the name of each port.
            period: The period of the clock, in ns.
        """
        streams = (
            AxiStreamBus.from_prefix(dut, f"{prefix}s_axis"),
            AxiStreamBus.from_prefix(dut, f"{prefix}s_axis_command"),
            AxiStreamBus.from_prefix(dut, f"{prefix}m_axis"),
        )
        super().__init__(dut, mode, period, f"{prefix}aclk", f"{prefix}aresetn", streams)
        results = AxiStreamBus.from_prefix(dut, f"{prefix}m_axis_result")
        self.results = AxiStreamSink(results, *self._common)
        self._prefix = prefix
        self._store: tuple[int, int] | None = None  # the result of `_key_store`
        self.master: Any = None
        if hasattr(dut, f"{prefix}s_axil_awvalid"):
            registers = AxiLiteBus.from_prefix(dut, f"{prefix}s_axil")
            self.master = AxiLiteMaster(registers, *self._common)

    async def read(self, address: int) -> int:
        """Read a register of 32 bits, for example `Register.STATUS`.

        Raises:
            InputError: The top has no AXI4-Lite ports.
            FailureError: The hardware answers SLVERR or not at all.
        """
        access = self._registers().read(address, 4)
        done = await self._limited(access, f"register {address:#05x}")
        if done.resp != AxiResp.OKAY:
            raise FailureError(f"the hardware refused the read of {_named(address)}.")
        return int.from_bytes(done.data, "little")

    async def write(self, address: int, value: int) -> None:
        """Write a register of 32 bits.

        Raises:
            InputError: The top has no AXI4-Lite ports.
            FailureError: The hardware answers SLVERR or not at all.
        """
        access = self._registers().write(address, value.to_bytes(4, "little"))
        done = await self._limited(access, f"register {address:#05x}")
        if done.resp != AxiResp.OKAY:
            raise FailureError(f"the hardware refused the write of {_named(address)}.")

    def _registers(self) -> Any:
        """The AXI4-Lite manager; InputError without AXI4-Lite ports."""
        if self.master is None:
            raise InputError(
                f"the top has no port {self._prefix}s_axil_awvalid, so no AXI4-Lite; write a "
                "subclass of AxiDriver with `read` and `write` for the bus of its registers."
            )
        return self.master

    async def _key_store(self) -> tuple[int, int]:
        if self._store is None:
            cipher = await self.read(Register.CIPHER)
            streams = await self.read(Register.STREAMS)
            words = cipher >> _KEY_WORDS & (1 << _KEY_WORDS_BITS) - 1
            slots = streams & (1 << _KEY_SLOTS_BITS) - 1
            if slots == _MOST_READY_BITS and await self.read(Register.VERSION) & 0xFFFF >= 2:
                slots = await self.read(Register.KEY_SLOTS)
            self._store = 4 * words, slots
        return self._store

    async def _load(self, slot: int, key: bytes, least_tag: int) -> None:
        await self._until_free()
        for at in range(0, len(key), 4):
            await self.write(Register.KEY + at, int.from_bytes(key[at : at + 4], "little"))
        number = slot & 0xFF | slot >> 8 << 12
        await self.write(Register.KEY_COMMAND, number | 1 << 8 | least_tag << 16)
        await self._until_free()

    async def _until_free(self) -> None:
        """Wait until STATUS.key_busy is 0."""
        for _ in range(_CYCLES // 16):
            if not await self.read(Register.STATUS) & 1:
                return
        raise FailureError(f"STATUS.key_busy did not become 0 within {_CYCLES} cycles.")

    async def _result(self) -> tuple[bool, int, bytes, int]:
        raw = bytes((await self.results.recv()).tdata)
        status = raw[16]
        return bool(status & 1), status >> 4 & 7, raw[:16], int.from_bytes(raw[20:], "little")


def _named(address: int) -> str:
    """An address with the name of its register, if any."""
    names = [entry.name for entry in Register if entry == address]
    return f"{address:#05x} ({names[0]})" if names else f"{address:#05x}"


class StreamDriver(_Driver):
    """Drives `roundel_stream`, or a top with the same ports.

    The top may lack ports whose value is constant in the design: user bits, `zeroise_i`,
    `key_clear_i`, `key_least_tag_i`, and with a single slot `key_slot_i`.
    """

    def __init__(
        self, dut: HierarchyObject, mode: str = "gcm", *, prefix: str = "", period: float = 10
    ) -> None:
        """Start the clock and hold the hardware in reset; the arguments are those of AxiDriver."""

        def stream(name: str, end: str, *signals: str) -> _Ports:
            back = "o" if end == "i" else "i"
            names = {f"t{signal}": f"{prefix}{name}_{signal}_{end}" for signal in signals}
            names["tready"] = f"{prefix}{name}_ready_{back}"
            return _Ports(dut, names)

        beat = ("valid", "data", "keep", "last", "user")
        command = _Ports(
            dut,
            {
                "tdata": f"{prefix}command_i",
                "tvalid": f"{prefix}command_valid_i",
                "tready": f"{prefix}command_ready_o",
                "tuser": f"{prefix}command_user_i",
            },
        )
        streams = (stream("beat", "i", *beat), command, stream("text", "o", *beat))
        super().__init__(dut, mode, period, f"{prefix}clk_i", f"{prefix}rst_ni", streams)
        self._prefix = prefix
        self._results: Queue[tuple[bool, int, bytes, int]] = Queue()
        for name in (
            *("zeroise_i", "key_valid_i", "key_clear_i", "key_slot_i", "key_least_tag_i"),
            *("key_policy_i", "command_privileged_i"),
        ):
            self._set(name, 0)
        self._pin("key_i").value = 0
        self._pin("result_ready_i").value = 1
        cocotb.start_soon(self._receive_results())

    def _pin(self, name: str) -> Any:
        return getattr(self._dut, self._prefix + name)

    def _set(self, name: str, value: int) -> None:
        """Drive an input that the top may not have."""
        if hasattr(self._dut, self._prefix + name):
            self._pin(name).value = value

    def _get(self, name: str) -> int:
        """The value of an output that the top may not have; 0 without the output."""
        return int(self._pin(name).value) if hasattr(self._dut, self._prefix + name) else 0

    async def _key_store(self) -> tuple[int, int]:
        # With more than 256 slots slot_ready_o has one bit.
        ready, numbers = self._width("slot_ready_o"), 1 << self._width("key_slot_i")
        slots = ready if ready and numbers <= _MOST_READY_BITS else numbers
        return self._width("key_i") // 8, slots

    def _width(self, name: str) -> int:
        """The bits of a port that the top may not have; 0 without the port."""
        if not hasattr(self._dut, self._prefix + name):
            return 0
        pin = self._pin(name)
        return 1 if isinstance(pin, LogicObject) else len(pin)

    async def _load(self, slot: int, key: bytes, least_tag: int) -> None:
        self._pin("key_i").value = int.from_bytes(key, "big")
        self._set("key_slot_i", slot)
        self._set("key_least_tag_i", least_tag)
        self._pin("key_valid_i").value = 1
        await self._limited(self._taken(), "key_ready_o")
        self._pin("key_valid_i").value = 0
        self._pin("key_i").value = 0

    async def _taken(self) -> None:
        """Wait for the handshake of the key."""
        await RisingEdge(self._clock)
        while not int(self._pin("key_ready_o").value):
            await RisingEdge(self._clock)

    async def _receive_results(self) -> None:
        while True:
            await RisingEdge(self._clock)
            if int(self._reset.value) and int(self._pin("result_valid_o").value):
                self._results.put_nowait(
                    (
                        bool(int(self._pin("result_ok_o").value)),
                        int(self._pin("result_error_o").value),
                        int(self._pin("result_tag_o").value).to_bytes(16, "little"),
                        self._get("result_user_o"),
                    )
                )

    async def _result(self) -> tuple[bool, int, bytes, int]:
        return await self._results.get()
