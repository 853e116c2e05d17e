# SPDX-License-Identifier: Apache-2.0
"""A LiteX SoC with VexRiscv, a DMA and a stream engine, for the simulation and for a board."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import litex.soc
from litex.gen import LiteXModule
from litex.soc.integration.common import get_mem_data
from litex.soc.integration.soc import SoCRegion
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from litex.soc.interconnect.csr import CSR, CSRStatus, CSRStorage
from migen import Array, Cat, If

from roundel.litex import RoundelDma, RoundelStream, driver

HERE = Path(__file__).resolve().parent
SOC = Path(next(iter(litex.soc.__path__)))
COMPILER = "riscv64-unknown-elf-gcc"
MEMORY_BYTES = 65536  # of the DMA


class BeatWriter(LiteXModule):
    """Writes beats of a stream from registers: 32 bits at a time, the first bytes first."""

    def __init__(self, endpoint):
        self.word = CSRStorage(32, description="The next word of the beat.")
        self.send = CSRStorage(17, description="Send: bits 15 to 0 keep, bit 16 last.")
        self.busy = CSRStatus(description="The beat has not been accepted.")
        self.sync += [
            If(self.word.re, endpoint.data.eq(Cat(endpoint.data[32:], self.word.storage))),
            If(endpoint.ready, endpoint.valid.eq(0)),
            If(self.send.re, endpoint.valid.eq(1)),
        ]
        self.comb += self.busy.status.eq(endpoint.valid)
        self.comb += endpoint.keep.eq(self.send.storage)
        self.comb += endpoint.last.eq(self.send.storage[16])


class BeatReader(LiteXModule):
    """Reads beats of a stream through registers."""

    def __init__(self, endpoint):
        self.state = CSRStatus(2, description="Bit 0: a beat is there. Bit 1: the last beat.")
        self.index = CSRStorage(3, description="The word to read.")
        self.word = CSRStatus(32, description="This word of the beat.")
        self.next = CSR()  # a write takes the beat
        words = Array(endpoint.data[at : at + 32] for at in range(0, len(endpoint.data), 32))
        self.comb += [
            self.state.status.eq(Cat(endpoint.valid, endpoint.last)),
            self.word.status.eq(words[self.index.storage]),
            endpoint.ready.eq(self.next.re),
        ]


class System(SoCCore):
    """VexRiscv with a memory for the DMA in a region without a cache.

    The firmware is compiled against the headers that LiteX writes for the SoC, and becomes the
    content of the ROM.
    """

    def __init__(
        self,
        platform,
        frequency: int,
        firmware: Sequence[Path],
        config: str = "gcm-1",
        stream: str | None = "ctr-1",
        overrides: Sequence[str] = (),
        cpu_variant: str = "standard",
        **options,
    ):
        super().__init__(
            platform,
            frequency,
            cpu_type="vexriscv",
            cpu_variant=cpu_variant,
            integrated_rom_size=0x8000,
            integrated_sram_size=0x4000,
            timer_uptime=True,
            **options,
        )
        self.firmware = tuple(firmware)
        self.aes = RoundelDma(platform, config, overrides)
        self.aes.add_to(self, "aes")
        self.aes_memory = wishbone.SRAM(MEMORY_BYTES, bus=wishbone.Interface())
        region = SoCRegion(origin=0x9000_0000, size=MEMORY_BYTES, cached=False)
        self.bus.add_slave("aes_memory", self.aes_memory.bus, region)
        if stream is not None:
            # The firmware writes beats of one lane.
            self.stream = RoundelStream(platform, stream, ["Rounds=1", "Stages=1"])
            self.stream.add_to(self, "stream")
            self.stream_command = BeatWriter(self.stream.command)
            self.stream_in = BeatWriter(self.stream.sink)
            self.stream_out = BeatReader(self.stream.source)
            self.stream_result = BeatReader(self.stream.result)

    def init_mems(self, **_):
        """Compile the firmware; the builder of LiteX calls this method after the headers."""
        output = Path(self.platform.output_dir).resolve() / "software"
        code = compile_firmware(self, output, self.firmware)
        content = get_mem_data(str(code), data_width=self.bus.data_width, endianness="little")
        self.init_rom("rom", content, auto_size=False)


def compile_firmware(soc: System, output: Path, sources: Sequence[Path]) -> Path:
    """Compile sources of firmware with the C driver of Roundel, as an image of the ROM."""
    own = driver()
    cpu = SOC / "cores" / "cpu" / "vexriscv"
    generated = output / "include"
    include = [
        generated,
        output,
        SOC / "software" / "include",
        cpu,
        *own.include,
        *{p.parent for p in sources},
    ]
    machine = soc.cpu.gcc_flags.split()
    program, image = output / "firmware.elf", output / "firmware.bin"
    options = [
        *machine, "-Os", "-std=gnu11", "-ffreestanding", "-ffunction-sections", "-fdata-sections",
        "-fno-tree-loop-distribute-patterns", "-Wall", "-DROUNDEL_BARE_METAL",
        *(f"-I{folder}" for folder in include),
    ]  # fmt: skip
    objects = []
    for source in (cpu / "crt0.S", *own.sources, own.litex_clock, *sources):
        objects.append(output / f"{source.stem}.o")
        _call(COMPILER, *options, "-c", source, "-o", objects[-1])
    script = SOC / "software" / "bios" / "linker.ld"
    link = ["-march=rv32im", "-mabi=ilp32", "-nostdlib", "-Wl,--gc-sections", f"-L{generated}"]
    _call(COMPILER, *link, f"-T{script}", *objects, "-lgcc", "-o", program)
    _call(COMPILER.replace("gcc", "objcopy"), "-O", "binary", program, image)
    return image


def build(builder, *command: str) -> Path:
    """Run a build script of LiteX in the folder of the gateware; returns its log, build.log."""
    gateware = Path(builder.gateware_dir)
    log = gateware / "build.log"
    with log.open("wb") as text:
        done = subprocess.run(
            command, cwd=gateware, stdout=text, stderr=subprocess.STDOUT, check=False
        )
    if done.returncode:
        sys.exit(f"{Path(sys.argv[0]).name}: the design cannot be built; see {log}.")
    return log


def _call(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], check=True)
