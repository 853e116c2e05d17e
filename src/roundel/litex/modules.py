# SPDX-License-Identifier: Apache-2.0
"""The bus tops as modules of LiteX."""

from collections.abc import Mapping, Sequence
from typing import Any

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect.axi import AXIInterface, AXILiteInterface, AXIStreamInterface
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
from migen import ClockSignal, Instance, ResetSignal, Signal

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config
from roundel.design import elaborate as rtl
from roundel.export import wrapper

_ECP5 = "lfe5u"  # the beginning of the names of Lattice's ECP5
_LONGEST_BURST = 1024  # bytes: 256 beats of AXI4 on a bus of 32 bits, the narrowest of LiteX


class _Core(LiteXModule):  # type: ignore[misc]  # LiteX has no types
    """The common part: sources, parameters, registers, interrupt.

    Attributes:
        config: The configuration.
        top: The name of the top.
        parameters: The values of the parameters of the top.
        registers: The registers, an AXI-Lite slave of 32 bits.
        window: The bytes of addresses of the registers.
        ev: The event manager; its source `core` is the interrupt of the top.
    """

    def __init__(
        self,
        platform: Any,
        config: Config | str,
        top: str,
        overrides: Sequence[str],
        more: Mapping[str, int],
    ) -> None:
        found = design.load_config(config, overrides) if isinstance(config, str) else config
        if not isinstance(config, str) and overrides:
            raise InputError("overrides need the name of a preset or a file; change the Config.")
        design.check(found)
        self.config = found
        self.top = wrapper.inner_top(found, top)
        known = design.top_parameters(self.top)
        own = design.wrapper_parameters(found, self.top)
        for name in more:
            if name not in known:
                raise InputError(f"{self.top} has no parameter {name}; see `docs/reference/tops`.")
            if name in own:
                raise InputError(f"{name} is a field of the configuration; give it as an override.")
        self.parameters = {**own, **more}
        values = tuple(self.parameters.items())
        elaborated = rtl.elaborate(design.sources(), self.top, values)
        if elaborated.complaints:
            why = elaborated.complaints[0].removeprefix(rtl.ERROR).replace("_", " ")
            raise InputError(f"{self.top} of {found.name} is not possible: {why}.")
        self._ports = {port.name: port.width for port in elaborated.ports}
        self._directions = {port.name: port.direction for port in elaborated.ports}
        self._add_sources(platform)

        width = self._ports["s_axil_awaddr"]
        self.window = 1 << width
        self.registers = AXILiteInterface(data_width=32, address_width=32)
        irq = Signal()
        self.ev = EventManager()
        self.ev.core = EventSourceLevel(description="An enabled interrupt of the core is pending.")
        self.ev.finalize()
        self.comb += self.ev.core.trigger.eq(irq)
        self._pins: dict[str, Any] = {
            "aclk": ClockSignal("sys"),
            "aresetn": ~ResetSignal("sys"),
            "irq": irq,
        }
        self._join("s_axil", self.registers)

    def _add_sources(self, platform: Any) -> None:
        """Add the files of the library to the platform, with the RAMs and ROMs of its FPGA."""
        vendor = None
        if str(platform.device).lower().startswith(_ECP5):
            vendor = "ecp5"
        elif wrapper.uses_rom(self.config):
            vendor = "fpga"
        root = design.rtl_root()
        for path in design.closure(self.top, self.parameters, vendor=vendor):
            if root not in path.parents:
                continue  # a model of a cell of the FPGA
            if not design.is_header(path):
                platform.add_source(str(path))
            elif str(path.parent) not in platform.verilog_include_paths:
                platform.add_verilog_include_path(str(path.parent))

    def _join(self, prefix: str, bus: Any) -> None:
        """Connect the ports of an AXI bus: PREFIX_, the channel and the name of the signal."""
        for channel in ("aw", "w", "b", "ar", "r"):
            self._join_channel(f"{prefix}_{channel}", getattr(bus, channel))

    def _join_channel(self, prefix: str, endpoint: Any) -> None:
        """Connect the ports of a channel; their widths may differ from those of LiteX."""
        described = endpoint.description
        layout = [*described.payload_layout, *described.param_layout]
        for field in ("valid", "ready", "last", *(name for name, *_ in layout)):
            name = f"{prefix}{field}"
            if name not in self._ports or name in self._pins:
                continue
            signal, width = getattr(endpoint, field), self._ports[name]
            if len(signal) == width:
                self._pins[name] = signal
                continue
            pin = self._pins[name] = Signal(width)
            given = self._directions[name] == "in"
            self.comb += pin.eq(signal) if given else signal.eq(pin)

    def do_finalize(self) -> None:
        """Instantiate the top."""
        missing = [name for name in self._ports if name not in self._pins]
        if missing:
            raise FailureError(f"{self.top} has the unknown port {missing[0]}; report this.")
        pins = {
            f"{'i' if self._directions[name] == 'in' else 'o'}_{name}": signal
            for name, signal in self._pins.items()
        }
        values = {f"p_{name}": value for name, value in self.parameters.items()}
        self.specials += Instance(self.top, **values, **pins)

    def add_to(self, soc: Any, name: str = "aes", origin: int | None = None) -> None:
        """Connect the core to a SoC: registers, interrupt and, for a DMA, its bus master.

        In a SoC without interrupts (`soc.irq.enabled` is false) the interrupt stays open.

        The core must already be a submodule of the SoC under this name, for example
        `self.aes = RoundelDma(...)`. The generated headers of the SoC then contain the address of
        the registers (`AES_BASE` in mem.h), the event registers (csr.h) and the number of the
        interrupt (soc.h).

        Args:
            soc: The SoC.
            name: The name of the core in the SoC.
            origin: The address of the registers, in a region without a cache. By default LiteX
                chooses the address.
        """
        region = SoCRegion(origin=origin, size=self.window, cached=False)
        soc.bus.add_slave(name=name, slave=self.registers, region=region)
        if soc.irq.enabled:
            soc.irq.add(name, use_loc_if_exists=True)


class RoundelStream(_Core):
    """`roundel_axi`: packets on streams.

    The streams are AXI4-Stream endpoints of LiteX in the clock domain `sys`; byte 0 is in the low
    bits of `data`. The page of `roundel_axi` defines commands and results.

    Attributes:
        command: Sink: one word of 384 bits for each packet.
        sink: Sink: AAD and text, 128 bits per lane, with `keep` and `last`.
        source: Source: text.
        result: Source: one word for each packet, with the tag and the verdict.
    """

    def __init__(
        self,
        platform: Any,
        config: Config | str = "gcm-1",
        overrides: Sequence[str] = (),
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        """Make the core, and add its sources to the platform.

        Args:
            platform: The platform of the SoC.
            config: A preset, a YAML file or a configuration with a mode.
            overrides: "Name=value" for fields of a preset or file, as -p on the command line.
            parameters: Parameters of `roundel_axi` that are not in the configuration.

        Raises:
            InputError: The configuration has no such core, or a parameter does not exist.
        """
        super().__init__(platform, config, "axi", overrides, parameters or {})
        self.command = self._stream("s_axis_command_t")
        self.sink = self._stream("s_axis_t")
        self.source = self._stream("m_axis_t")
        self.result = self._stream("m_axis_result_t")

    def _stream(self, prefix: str) -> AXIStreamInterface:
        user = self._ports.get(f"{prefix}user", 0)
        stream = AXIStreamInterface(data_width=self._ports[f"{prefix}data"], user_width=user)
        self._join_channel(prefix, stream)
        return stream


class RoundelDma(_Core):
    """`roundel_dma`: packets in memory.

    The DMA reads descriptors and packets, and writes text and records, as a master of the SoC's
    bus. The memory must be uncached, or the firmware must flush the caches: see the page.

    Attributes:
        memory: The AXI4 master of the memory.
    """

    def __init__(
        self,
        platform: Any,
        config: Config | str = "gcm-1",
        overrides: Sequence[str] = (),
        parameters: Mapping[str, int] | None = None,
        address_width: int = 32,
    ) -> None:
        """Make the core, and add its sources to the platform.

        Args:
            platform: The platform of the SoC.
            config: A preset, a YAML file or a configuration with a mode.
            overrides: "Name=value" for fields of a preset or file, as -p on the command line.
            parameters: Parameters of `roundel_dma` that are not in the configuration. The default
                of BurstBytes is 16 beats, at most 1,024 bytes, because LiteX splits a beat for a
                bus of 32 bits, and AXI4 limits a burst to 256 beats.
            address_width: The address bits of the SoC's bus: 32 or 64. Higher bits of an address
                in a descriptor are ignored.

        Raises:
            InputError: The configuration has no such core, a parameter does not exist, or the
                address has another width.
        """
        if address_width not in (32, 64):
            raise InputError(f"address_width={address_width} is not 32 or 64.")
        more = dict(parameters or {})
        super().__init__(platform, config, "dma", overrides, more)
        data_width = self._ports["m_axi_rdata"]
        if not more.get("BurstBytes"):
            self.parameters["BurstBytes"] = min(16 * data_width // 8, _LONGEST_BURST)
        self.memory = AXIInterface(
            data_width=data_width,
            address_width=address_width,
            id_width=self._ports["m_axi_arid"],
        )
        self._join("m_axi", self.memory)

    def add_to(self, soc: Any, name: str = "aes", origin: int | None = None) -> None:
        """Connect the core to a SoC: registers, interrupt and master; see `RoundelStream`.

        Raises:
            InputError: A burst has more than 256 beats of the SoC's bus.
        """
        longest = 256 * soc.bus.data_width // 8
        if self.parameters["BurstBytes"] > longest:
            raise InputError(
                f"BurstBytes={self.parameters['BurstBytes']} is too long for a bus of "
                f"{soc.bus.data_width} bits; give at most {longest}."
            )
        super().add_to(soc, name, origin)
        soc.bus.add_master(name=f"{name}_memory", master=self.memory)
