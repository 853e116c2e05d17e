# SPDX-License-Identifier: Apache-2.0
"""Check the RTL in every tool that it promises to build in.

    python scripts/lint_rtl.py [--jobs N] [--rtl DIR] [--fresh] [MODULE ...]

- Text: SPDX line, one module a file with the file's name, its end label, ASCII, 100 columns, no
  trailing blanks; roundel.f lists exactly the files that exist; tests/ or formal/ name each module.
  The file list of a vendor is roundel.f with its files in place of those of the same name.
- Every module alone, with its default parameters: Verilator -Wall, Icarus, Yosys read_verilog and
  Yosys read_slang with the guards against circuits that are wrong without an error.
- The whole in slang with every warning an error.
- Configurations across the parameter space elaborate; each impossible one fails in every tool with
  its own aes_error_ name.
- The tops around soft processors (roundel_soft.f) with the processors from their Python packages,
  in every tool; what a tool says of a processor's own source is not counted.

A tool reads the files of the design that it checks. A check that passed is kept in the cache by
those files, the tool and this program. With names of modules, only the text and these modules alone
are checked.

Without Icarus its part is skipped by name, and with ROUNDEL_NO_SKIP=1 that is a failure.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, RoundelError
from roundel.design.elaborate import named
from roundel.soft import hosts

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COLUMNS = 100
SHOWN = 25  # last lines shown of what a failing tool said
TIMEOUT = 240.0  # seconds for one run of a tool
YOSYS = ("Yosys read_verilog", "Yosys read_slang")
PART = 12  # designs of one run of Yosys, so that none takes minutes

# Runs slang's own driver from its Python wheel.
SLANG = """\
import sys
from pyslang.driver import Driver
driver = Driver()
driver.addStandardArgs()
good = driver.parseCommandLine(" ".join(["slang", *sys.argv[1:]])) and driver.processOptions()
sys.exit(0 if good and driver.parseAllSources() and driver.runFullCompilation() else 1)
"""

# Yosys builds a wrong circuit from these without an error of its own.
GUARDS = ["-e", "implicitly declared", "-e", "used but has no driver", "-e", "multiple conflicting"]

# The same where processors are read too, which have nets that nothing drives.
FOREIGN_GUARDS = [
    "-e", "implicitly declared", "-e", "multiple conflicting",
    "-e", "Wire (aes_|[$]paramod[^ ]*aes_)[^ ]* is used but has no driver",
]  # fmt: skip

Values = Mapping[str, int]
Design = tuple[str, Values]  # a top and its parameters

# What can be chosen, from one end of the space to the other. Directions 0 to 2, S-boxes 0 to 3.
CORES: tuple[Values, ...] = (
    {},
    {"KeyBits": 256, "Direction": 1, "Sbox": 0},
    {"KeyBits": 192, "Direction": 2, "TagBits": 7},
    {"KeyBits": 192, "KeySchedule": 1, "KeySlots": 4, "Direction": 2, "Sbox": 0},
    {"KeyBits": 256, "KeySchedule": 1, "KeySlots": 256, "TagBits": 64},
    {"KeySchedule": 1, "Rounds": 2, "Stages": 0, "Direction": 1},
    {"KeySchedule": 1, "Rounds": 5, "Stages": 1, "KeySlots": 2, "Direction": 2},
    {"KeySchedule": 1, "Rounds": 10, "Stages": 0, "Sbox": 0},
    {"KeySchedule": 1, "Rounds": 10, "Stages": 1, "KeySlots": 16},
    {"KeySchedule": 1, "Rounds": 4, "KeyBits": 192, "Stages": 1, "Direction": 1},
    {"KeySchedule": 1, "Rounds": 14, "KeyBits": 256, "Stages": 1, "Direction": 2},
    {"KeySchedule": 1, "Rounds": 7, "KeyBits": 256, "Stages": 0, "KeySlots": 2},
    {"KeySchedule": 1, "Rounds": 10, "Stages": 8},
    {"KeySchedule": 1, "Rounds": 2, "Stages": 3, "Direction": 2, "KeySlots": 2, "RoundCuts": 2065},
    {"KeySchedule": 1, "Stages": 4, "Sbox": 1, "Backpressure": 0},
    {"KeySchedule": 2, "Rounds": 5, "Stages": 3, "Sbox": 3, "Direction": 2},
    {"KeySchedule": 2, "Rounds": 14, "KeyBits": 256, "Stages": 12, "Direction": 0},
    {"KeySchedule": 1, "Rounds": 10, "Stages": 13, "Direction": 2, "Backpressure": 0},
    {"KeySchedule": 2, "Rounds": 6, "KeyBits": 192, "Stages": 5, "Direction": 1, "Sbox": 1},
)

COMPACT: tuple[Values, ...] = (
    {"Sbox": 3, "Backpressure": 0},
    {"KeyBits": 192, "Sbox": 0, "TagBits": 7},
    {"KeyBits": 256, "Sbox": 2},
)

STREAMS: tuple[Values, ...] = (
    {"KeySlots": 1, "BlockRam": 0, "PacketDepth": 18},
    {"Lanes": 2, "Rounds": 2, "Stages": 2, "KeyBits": 256, "UserBits": 9},
    {"Lanes": 2, "Stages": 6, "OtherLanes": 1, "KeySlots": 8, "GhashCuts": 255},
    {"Lanes": 4, "KeyBits": 192, "Stages": 0, "Sbox": 0, "GhashCuts": 0},
    {"Mode": 0, "Direction": 0, "Lanes": 2, "BlockRam": 0},
    {"Mode": 0, "Stages": 3, "Rounds": 5, "KeyBits": 128},
    {"Mode": 1, "Direction": 1, "Lanes": 4, "Rounds": 2},
    {"Mode": 2, "Lanes": 2, "Rounds": 10, "Stages": 1, "UserBits": 8},
    {"Mode": 4, "Rounds": 10, "Stages": 6, "KeySlots": 1},
    {"Mode": 4, "Lanes": 4, "Rounds": 2, "Stages": 2, "KeyBits": 256, "BlockRam": 0},
    {"Mode": 4, "Direction": 0, "Lanes": 2, "Rounds": 12, "KeyBits": 192, "UserBits": 4},
)

AXIS: tuple[Values, ...] = (
    {"Mode": 2, "Lanes": 2, "KeySlots": 1, "UserBits": 40, "Counters": 0},
    {"Mode": 0, "Direction": 0, "KeyBits": 192, "KeySlots": 256, "PacketDepth": 18},
)

INTERLEAVED: tuple[Values, ...] = (
    {"Rounds": 10, "Stages": 6},
    {"Streams": 256, "Depth": 2, "Rounds": 2, "Stages": 3, "KeySlots": 16, "UserBits": 9},
    {"Streams": 2, "Depth": 8, "KeyBits": 256, "KeySlots": 1, "BlockRam": 0, "PacketDepth": 18},
    {"Streams": 16, "Depth": 32, "KeyBits": 192, "Rounds": 12, "Stages": 0, "Sbox": 0},
)

CARDS: tuple[Values, ...] = (
    {"Rounds": 10, "Stages": 5},
    {"Mode": 4, "Lanes": 4, "KeyBits": 256, "InputBlocks": 16, "OutputBlocks": 32, "KeySlots": 1},
    {"Mode": 0, "Lanes": 2, "ResultBlocks": 256, "KeySlots": 256, "Counters": 0, "BlockRam": 0},
    {"Mode": 2, "Lanes": 16, "Rounds": 1, "Stages": 3, "Sbox": 1, "ResultBlocks": 16},
)

CARDS_AXI: tuple[Values, ...] = (
    {"Rounds": 10, "Stages": 5, "IdBits": 1},
    {"Mode": 4, "Lanes": 2, "KeyBits": 256, "InputBlocks": 16, "OutputBlocks": 16, "IdBits": 16},
)

DMAS: tuple[Values, ...] = (
    {"Rounds": 10, "Stages": 6, "BurstBytes": 2048, "ReadBeats": 290, "WriteBeats": 274},
    {"Mode": 2, "Lanes": 2, "BurstBytes": 4096, "ReadBeats": 290, "WriteBeats": 274},
    {"Mode": 2, "Lanes": 2, "KeyBits": 256, "BurstBytes": 256, "ReadBeats": 82, "Counters": 0},
    {"Mode": 4, "Lanes": 1, "Stages": 3, "BurstBytes": 256, "ReadBeats": 66, "WriteBeats": 50},
    {"Mode": 1, "Direction": 1, "Lanes": 4, "KeySlots": 256, "BlockRam": 0},
    {"Mode": 0, "Lanes": 8, "KeySlots": 1, "BurstBytes": 4096, "ReadBeats": 98, "WriteBeats": 98},
    {"Lanes": 8, "KeySlots": 2, "BurstBytes": 256, "ReadBeats": 34, "WriteBeats": 18},
    {"Mode": 0, "Lanes": 16, "KeySlots": 2, "BurstBytes": 1024, "ReadBeats": 50, "WriteBeats": 50},
    {"Mode": 2, "Lanes": 4, "BusLanes": 1, "KeySlots": 2, "BurstBytes": 64, "ReadBeats": 50},
)

# The units of custom instructions, behind either bus.
UNITS: tuple[Values, ...] = (
    {"Unit": 1, "Sbox": 2, "Latency": 0},
    {"Unit": 1, "Sbox": 3, "Latency": 1},
    {"Unit": 2},
    {"Unit": 2, "Columns": 1, "Latency": 2},
    {"Unit": 2, "Columns": 4, "Latency": 1},
    {"Unit": 2, "Sbox": 0, "Columns": 2, "Latency": 2},
    {"Unit": 2, "Sbox": 2, "Columns": 4, "Latency": 2},
)

LEGAL: tuple[tuple[str, Values], ...] = (
    *(("aes_core", values) for values in CORES),
    *(("aes_compact", values) for values in COMPACT),
    *(("aes_stream", values) for values in STREAMS),
    *(("aes_axi", values) for values in AXIS),
    *(("aes_stream_interleaved", values) for values in INTERLEAVED),
    *(("aes_card", values) for values in CARDS),
    *(("aes_card_axi", values) for values in CARDS_AXI),
    *(("aes_dma", values) for values in DMAS),
    *((bus, values) for bus in ("aes_pcpi", "aes_cfu") for values in UNITS),
)

# The same for the tops around soft processors.
AROUND: tuple[Values, ...] = (
    {},
    {"Unit": 1, "MemoryBytes": 4096},
    {"Unit": 1, "Sbox": 2, "Latency": 0},
    {"Unit": 2},
    {"Unit": 2, "Latency": 2, "Columns": 1},
    {"Unit": 2, "Sbox": 0, "Columns": 4, "MemoryBytes": 1 << 17},
)
SYSTEMS: tuple[tuple[str, Values], ...] = tuple(
    (host.top, values) for host in hosts.HOSTS.values() for values in AROUND
)

# What cannot work: the module, its parameters, and the message at which elaboration stops.
ILLEGAL: tuple[tuple[str, Values, str], ...] = (
    ("aes_core", {"KeyBits": 160}, "key_bits_must_be_128_192_or_256"),
    ("aes_key_step", {"KeyBits": 160}, "key_bits_must_be_128_192_or_256"),
    ("aes_core", {"Direction": 3}, "unknown_direction"),
    ("aes_core", {"Rounds": 0}, "rounds_must_divide_the_number_of_rounds"),
    ("aes_core", {"Rounds": 3, "KeySchedule": 1}, "rounds_must_divide_the_number_of_rounds"),
    ("aes_core", {"Rounds": 20, "KeySchedule": 1}, "rounds_must_divide_the_number_of_rounds"),
    ("aes_core", {"Stages": 14, "KeySchedule": 1}, "stages_must_be_0_to_13"),
    ("aes_core", {"Sbox": 1}, "sbox_rom_needs_stages_3_or_more"),
    ("aes_core", {"RoundCuts": 8193}, "round_cuts_must_be_a_mask_of_13_places"),
    ("aes_core", {"RoundCuts": 3}, "round_cuts_must_take_as_many_places_as_stages"),
    ("aes_core", {"RoundCuts": 4}, "round_cuts_must_take_place_0"),
    ("aes_core", {"Backpressure": 2}, "backpressure_must_be_0_or_1"),
    ("aes_core", {"KeySlots": 0}, "key_slots_must_be_a_power_of_two_up_to_256"),
    ("aes_core", {"KeySlots": 3, "KeySchedule": 1}, "key_slots_must_be_a_power_of_two_up_to_256"),
    ("aes_core", {"KeySlots": 512, "KeySchedule": 1}, "key_slots_must_be_a_power_of_two_up_to_256"),
    ("aes_core", {"TagBits": 0}, "tag_bits_must_be_at_least_1"),
    ("aes_core", {"Sbox": 9}, "unknown_sbox"),
    (
        "aes_sbox_rom",
        {"Cuts": 5},
        "sbox_rom_needs_stages_3_or_more_and_places_1_and_2_in_round_cuts",
    ),
    ("aes_core", {"KeySchedule": 7}, "unknown_key_schedule"),
    ("aes_core", {"Rounds": 2}, "key_schedule_on_the_fly_needs_rounds_1"),
    ("aes_core", {"KeySlots": 2}, "key_schedule_on_the_fly_needs_key_slots_1"),
    (
        "aes_core",
        {"KeySchedule": 2, "KeySlots": 2, "Stages": 2},
        "key_schedule_pipelined_needs_key_slots_1",
    ),
    ("aes_fifo", {"Depth": 3}, "fifo_depth_must_be_2_or_4_to_18"),
    ("aes_fifo", {"Depth": 18, "Blank": 1}, "fifo_with_blank_must_be_registered"),
    (
        "aes_queue",
        {"Depth": 33, "Registered": 1},
        "queue_depth_over_18_must_be_a_multiple_of_16_and_18",
    ),
    ("aes_queue", {"Depth": 34}, "queue_of_several_banks_must_be_registered"),
    ("aes_tokens", {"Tokens": 1}, "tokens_must_be_at_least_2"),
    ("aes_compact", {"KeyBits": 64}, "key_bits_must_be_128_192_or_256"),
    ("aes_compact", {"Sbox": 1}, "sbox_rom_needs_compact_0"),
    ("aes_compact", {"TagBits": 0}, "tag_bits_must_be_at_least_1"),
    ("aes_compact", {"Backpressure": 2}, "backpressure_must_be_0_or_1"),
    ("aes_lanes", {"Lanes": 17}, "lanes_must_be_1_to_16"),
    ("aes_lanes", {"Lanes": 2, "OtherLanes": 2}, "other_lanes_must_be_fewer_than_lanes"),
    (
        "aes_lanes",
        {"Lanes": 2, "OtherLanes": 1, "Rounds": 10, "Stages": 7},
        "other_cuts_must_take_the_round_key_in_the_stage_of_round_cuts",
    ),
    ("aes_lanes", {"Lanes": 2, "OtherLanes": 1}, "other_sbox_rom_needs_stages_3_or_more"),
    ("aes_memory", {"Words": 513}, "a_memory_has_2_to_512_words"),
    ("ghash", {"KeySlots": 64}, "key_slots_times_powers_of_each_hash_key_must_be_512_at_most"),
    (
        "aes_lanes",
        {"Lanes": 2, "OtherLanes": 1, "Stages": 4, "OtherCuts": 7},
        "other_cuts_must_take_place_0_and_as_many_as_stages",
    ),
    ("ghash", {"Cuts": 256}, "ghash_cuts_must_be_a_mask_of_8_places"),
    ("aes_axil_registers", {"KeyWidth": 544}, "key_width_must_be_32_to_512_in_words"),
    ("aes_axil_registers", {"UserBits": 1024}, "user_bits_must_be_1_to_1023"),
    ("aes_stream", {"Lanes": 3}, "lanes_of_a_stream_must_be_a_power_of_two"),
    ("aes_gcm", {"Lanes": 3}, "lanes_of_gcm_must_be_a_power_of_two"),
    ("aes_stream", {"Mode": 9}, "unknown_mode"),
    (
        "aes_stream_interleaved",
        {"Streams": 100},
        "streams_must_be_a_power_of_two_from_2_to_256",
    ),
    (
        "aes_stream_interleaved",
        {"Streams": 256},
        "depth_must_be_a_power_of_two_and_streams_times_depth_512_at_most",
    ),
    ("aes_card_input", {"Blocks": 24}, "blocks_must_be_a_power_of_two_from_16_to_512"),
    ("aes_card_output", {"Blocks": 8}, "blocks_must_be_a_power_of_two_from_16_to_512"),
    ("aes_card_window", {"ResultBlocks": 512}, "queues_must_fit_their_windows"),
    ("aes_axi_window", {"IdBits": 0}, "id_bits_must_be_at_least_1"),
    ("aes_dma", {"Patience": 7}, "patience_must_be_8_to_30"),
    ("aes_dma", {"Lanes": 2, "BusLanes": 4}, "bus_lanes_must_be_1_2_4_or_8_up_to_lanes"),
    ("aes_dma", {"Lanes": 16, "BusLanes": 16}, "bus_lanes_must_be_1_2_4_or_8_up_to_lanes"),
    ("aes_dma", {"Lanes": 4, "BusLanes": 3}, "bus_lanes_must_be_1_2_4_or_8_up_to_lanes"),
    (
        "aes_dma_bursts",
        {"BurstBytes": 8192},
        "burst_bytes_must_be_a_power_of_two_up_to_4096_of_2_to_128_beats",
    ),
    ("aes_requests", {"WordBlocks": 2}, "word_blocks_must_be_a_power_of_two_up_to_lanes"),
    ("aes_dma_read", {"Depth": 50}, "read_depth_must_hold_two_bursts"),
    ("aes_dma_write", {"Depth": 34}, "write_depth_must_hold_two_bursts"),
    ("aes_dma_read", {"Depth": 1042}, "read_depth_is_530_at_most"),
    ("aes_dma_write", {"Depth": 1042}, "write_depth_is_530_at_most"),
    ("aes_rotate", {"Bytes": 2}, "bytes_to_rotate_must_be_a_power_of_two_from_4"),
    ("aes_soft_memory", {"Bytes": 5000}, "memory_bytes_must_be_a_power_of_two_from_4096"),
    ("aes_pcpi", {"Unit": 0}, "unknown_unit"),
    ("aes_cfu", {"Unit": 3}, "unknown_unit"),
    ("aes32", {"Latency": 2}, "latency_of_aes32_must_be_0_or_1"),
    ("aes32", {"Latency": 0}, "aes32_in_block_ram_needs_latency_1"),
    ("aes_block", {"Columns": 3}, "columns_must_be_1_2_or_4"),
    ("aes_block", {"SboxLatency": 0}, "latency_of_aes_block_must_be_1_or_2"),
    ("aes_stream", {"BlockRam": 2}, "block_ram_must_be_0_or_1"),
    ("aes_stream", {"Mode": 1}, "mode_cbc_needs_direction_decrypt"),
    ("aes_stream", {"Mode": 4, "Direction": 1}, "mode_xts_needs_direction_encrypt_or_both"),
    ("aes_stream", {"Mode": 4, "KeySlots": 256}, "key_slots_must_be_a_power_of_two_up_to_256"),
)


@dataclass(frozen=True)
class Check:
    """One thing to check.

    Attributes:
        name: The check's name in messages.
        run: Raises a FailureError if something is not as it should be.
        key: A digest of all that the check depends on; "" for a check that is not kept.
    """

    name: str
    run: Callable[[], None]
    key: Callable[[], str] = lambda: ""


class ToolError(FailureError):
    """A tool failed or warned; `said` is all that it said."""

    def __init__(self, text: str, said: str) -> None:
        super().__init__("\n".join([text, *said.splitlines()[-SHOWN:]]))
        self.said = said


class _FailedError(Exception):
    """Carries the cause of a failed check past the cache."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


class Skipped(Exception):  # noqa: N818
    """A check could not run; the text says what it needs."""


class Library:
    """The RTL and the tools that read it.

    Args:
        rtl: The directory with roundel.f.
        scratch: A directory for logs.
        processors: Sources of soft processors: then the tops around them are read too. What is said
            of these sources is passed over.
    """

    def __init__(self, rtl: Path, scratch: Path, processors: Sequence[Path] = ()) -> None:
        self.rtl = rtl
        self.scratch = scratch
        self.names = _listed(rtl / "roundel.f")
        self.tops = _listed(rtl / "roundel_soft.f")
        read = [*self.names, *(self.tops if processors else ())]
        self.files = [rtl / name for name in read]
        self.modules = [path.stem for path in self.files if not path.stem.endswith("_pkg")]
        self.vendors = sorted((rtl / "vendor").glob("*/*.sv"))
        self._logs = 0
        # Yosys' frontends split a command at blanks; under these links a path has none.
        (scratch / "rtl").symlink_to(rtl, target_is_directory=True)
        for path in processors:
            (scratch / path.name).symlink_to(path)
        self._foreign = [path.name for path in processors]
        self._paths = (*self.files, *processors)
        self._links = {path: f"rtl/{name}" for name, path in zip(read, self.files, strict=True)}
        self._links |= {path: path.name for path in processors}
        self._check = "check -assert" + (" aes_* $paramod*aes_*" if processors else "")
        self._waived = scratch / "foreign.vlt"
        text = "".join(f'lint_off -file "*{name}"\n' for name in self._foreign)
        self._waived.write_text(f"`verilator_config\n{text}", encoding="utf-8")

    def log(self) -> Path:
        """A new file for a tool's output."""
        self._logs += 1
        return self.scratch / f"{self._logs}.log"

    def read(self, *designs: Design) -> list[Path]:
        """The files of designs, in the order in which to compile them."""
        found = {path for top, _ in designs for path in named(self._paths, top)}
        return [path for path in self._paths if path in found]

    def _linked(self, *designs: Design) -> list[str]:
        """The same as names in the scratch directory."""
        return [self._links[path] for path in self.read(*designs)]

    def run(
        self, command: tools.Tool | list[str], *arguments: str, env: Mapping[str, str] | None = None
    ) -> str:
        """Run a tool and give back what it said.

        Raises:
            ToolError: The tool failed.
        """
        log = self.log()
        try:
            programs.run(command, arguments, cwd=self.scratch, log=log, timeout=TIMEOUT, env=env)
        except FailureError as error:
            said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            raise ToolError(str(error), said) from error
        return log.read_text(encoding="utf-8", errors="replace")

    def verilator(self, top: str, values: Values) -> None:
        """Lint with every warning an error, as Verilator has it by default."""
        self.run(
            tools.find("verilator"),
            *("--lint-only", "-Wall", "--timing", "--top-module", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            # Theirs have a time scale, and so ours seem to lack one.
            *(("-Wno-TIMESCALEMOD", str(self._waived)) if self._foreign else ()),
            *self._linked((top, values)),
            env=tools.verilator_environment(),
        )

    def icarus(self, top: str, values: Values) -> None:
        """Elaborate; anything that Icarus says is a failure."""
        try:
            tool = tools.find("iverilog")
        except FailureError as error:
            raise Skipped(str(error)) from error
        said = self.run(
            tool,
            *("-g2012", "-Wall", "-t", "null", "-s", top),
            *(("-Wno-timescale",) if self._foreign else ()),
            *(f"-P{top}.{name}={value}" for name, value in values.items()),
            *self._linked((top, values)),
        )
        if any(
            line.strip() and not line.startswith(tuple(self._foreign)) for line in said.splitlines()
        ):
            raise ToolError(f"Icarus warns of {top}.", said)

    def yosys_verilog(self, tops: Sequence[Design]) -> None:
        """Build with read_verilog, top after top."""
        script = [f"read_verilog -sv {' '.join(self._linked(*tops))}", "design -save sources"]
        for top, values in tops:
            chosen = " ".join(f"-chparam {name} {value}" for name, value in values.items())
            script += ["design -load sources", f"hierarchy -check -top {top} {chosen}"]
            script += ["proc", "opt_clean", self._check]
        self._yosys(script)

    def yosys_slang(self, tops: Sequence[Design]) -> None:
        """Build with read_slang, top after top."""
        script, kept = [], "--keep-hierarchy" if self._foreign else ""
        for top, values in tops:
            chosen = " ".join(f"-G {name}={value}" for name, value in values.items())
            files = " ".join(self._linked((top, values)))
            script += ["design -reset"]
            script += [f"read_slang --threads 1 {kept} --top {top} {chosen} {files}"]
            script += [f"hierarchy -check -top {top}", "proc", "opt_clean", self._check]
        self._yosys(script)

    def _yosys(self, script: list[str]) -> None:
        path = self.log().with_suffix(".ys")
        path.write_text("\n".join(script) + "\n", encoding="utf-8")
        self.run(
            tools.find("yosys"), *(FOREIGN_GUARDS if self._foreign else GUARDS), "-s", path.name
        )

    def slang(self, top: str, values: Values) -> None:
        """Compile with every warning that slang has for this code, each an error."""
        self.run(
            [sys.executable, "-c", SLANG],
            *("-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Werror", "--top", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            *(("--timescale=1ns/1ps",) if self._foreign else ()),
            *(f"--suppress-warnings={name}" for name in self._foreign),
            *self._linked((top, values)),
        )


def _listed(path: Path) -> list[str]:
    """The names in a list of files."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [name for line in lines if (name := line.partition("//")[0].strip())]


def text_faults(library: Library) -> Iterator[str]:
    """What is wrong with the sources as text, and with their list."""
    existing = sorted(
        path.relative_to(library.rtl).as_posix()
        for path in library.rtl.rglob("*.sv")
        if path not in library.vendors
    )
    listed = [*library.names, *library.tops]
    if duplicates := {name for name in listed if listed.count(name) > 1}:
        yield f"roundel.f lists {', '.join(sorted(duplicates))} more than once"
    for name in sorted(set(existing) ^ set(listed)):
        yield f"rtl/{name} {'is not in roundel.f' if name in existing else 'does not exist'}"
    uses = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("tests", "formal")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".sv"}
    )
    yield from _vendor_faults(library)
    tops = [library.rtl / name for name in library.tops]
    for path in [*dict.fromkeys([*library.files, *tops]), *library.vendors]:
        if not path.exists():
            continue
        where = f"rtl/{path.relative_to(library.rtl).as_posix()}"
        content = path.read_text(encoding="utf-8")
        lines = content.splitlines()
        if lines[:1] != ["// SPDX-License-Identifier: Apache-2.0"]:
            yield f"{where}:1: the first line is not the SPDX line"
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                yield f"{where}:{number}: {len(line)} columns, more than {COLUMNS}"
            if not line.isascii():
                yield f"{where}:{number}: not ASCII"
            if line != line.rstrip():
                yield f"{where}:{number}: trailing blanks"
        kind = "package" if path.stem.endswith("_pkg") else "module"
        defined = re.findall(rf"^{kind} (?:automatic )?(\w+)", content, re.MULTILINE)
        if defined != [path.stem]:
            yield f"{where}: defines {', '.join(defined) or 'nothing'}, not {path.stem} alone"
        if lines[-1:] != [f"end{kind} : {path.stem}"]:
            yield f"{where}: the last line is not `end{kind} : {path.stem}`"
        if not re.search(rf"\b{path.stem}\b", uses):
            yield f"{where}: no test and no proof names {path.stem}"
    errors = set(re.findall(r"\baes_error_(\w+) u_error\b", _all_text(library)))
    tried = {message for _, _, message in ILLEGAL}
    for message in sorted(errors ^ tried):
        yield (
            f"aes_error_{message} is in the RTL, but no impossible combination tries it"
            if message in errors
            else f"aes_error_{message} is tried, but it is not in the RTL"
        )


def _vendor_faults(library: Library) -> Iterator[str]:
    """What is wrong with the file lists of the vendors."""
    for vendor in sorted({path.parent.name for path in library.vendors}):
        own = {path.name for path in library.vendors if path.parent.name == vendor}
        for name in sorted(own - {path.name for path in library.files}):
            yield f"rtl/vendor/{vendor}/{name} stands in for no file of roundel.f"
        wanted = [
            f"vendor/{vendor}/{Path(name).name}" if Path(name).name in own else name
            for name in library.names
        ]
        path = library.rtl / f"roundel_{vendor}.f"
        if not path.is_file() or path.read_text(encoding="utf-8").split() != wanted:
            yield f"{path.name} is not roundel.f with the files of rtl/vendor/{vendor}"


def _all_text(library: Library) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in library.files if path.exists())


def _text(library: Library) -> None:
    if faults := list(text_faults(library)):
        raise FailureError("\n".join(faults))


def _must_fail(build: Callable[[], None], message: str) -> None:
    """Raise a FailureError unless a build fails at the module that bears the message."""
    try:
        build()
    except ToolError as error:
        if not re.search(rf"\baes_error_{message}\b", error.said):
            raise FailureError(f"fails, but not with aes_error_{message}: {error}") from error
    else:
        raise FailureError(f"elaborates, and should stop with aes_error_{message}")


def checks(library: Library, names: Sequence[str] = ()) -> Iterator[Check]:
    """All checks, the long ones first so that two workers end together.

    Args:
        library: The RTL.
        names: Modules: then only the text and these modules alone are checked.
    """
    alone: list[Design] = [
        (module, {}) for module in library.modules if not names or module in names
    ]
    legal = () if names else LEGAL
    for what, designs in (("modules alone", alone), ("configurations", legal)):
        for begin in range(0, len(designs), PART):
            part = designs[begin : begin + PART]
            many = f"{begin + 1} to {begin + len(part)} of {len(designs)} {what}"
            yield from _builds(library, many, part)
    yield Check("text", lambda: _text(library))
    for top, values in alone:
        yield _single(library, "Verilator", top, values)
        yield _single(library, "Icarus", top, values)
    yield from _configurations(library, legal)
    for top, values, message in () if names else ILLEGAL:
        for tool in ("slang", "Verilator", "Icarus", *YOSYS):
            yield _single(library, tool, top, values, message)


def system_checks(rtl: Path, scratch: Path) -> Iterator[Check]:
    """The checks of the tops around soft processors; one that is skipped where those are not."""
    try:
        processors = [hosts.processor(host) for host in hosts.HOSTS.values()]
    except FailureError as error:
        reason = str(error)

        def skip() -> None:
            raise Skipped(reason)

        yield Check("systems", skip)
        return
    scratch.mkdir()
    library = Library(rtl, scratch, processors)
    yield from _builds(library, "systems", SYSTEMS)
    yield from _configurations(library, SYSTEMS)


def _builds(library: Library, what: str, designs: Sequence[Design]) -> Iterator[Check]:
    """The checks of designs by Yosys, which reads its own libraries once for all of them."""
    for tool, build in zip(YOSYS, (library.yosys_verilog, library.yosys_slang), strict=True):
        yield Check(
            f"{tool}: {what}", partial(build, designs), partial(_key, library, tool, designs)
        )


def _configurations(library: Library, designs: Sequence[Design]) -> Iterator[Check]:
    """The checks of configurations, one by one."""
    for top, values in designs:
        for tool in ("slang", "Verilator", "Icarus"):
            yield _single(library, tool, top, values)


def _single(library: Library, tool: str, top: str, values: Values, message: str = "") -> Check:
    """The check of a design by a tool; with a message, of a design that must fail with it."""
    build: dict[str, Callable[[], None]] = {
        "slang": lambda: library.slang(top, values),
        "Verilator": lambda: library.verilator(top, values),
        "Icarus": lambda: library.icarus(top, values),
        YOSYS[0]: lambda: library.yosys_verilog([(top, values)]),
        YOSYS[1]: lambda: library.yosys_slang([(top, values)]),
    }
    key = partial(_key, library, tool, [(top, values)], message)
    if message:
        name = f"{tool}: impossible {top} {_shown(values)}"
        return Check(name, lambda: _must_fail(build[tool], message), key)
    return Check(f"{tool}: {top} {_shown(values)}", build[tool], key)


def _key(library: Library, tool: str, designs: Sequence[Design], message: str = "") -> str:
    """A digest of what a check depends on; "" where the tool is missing."""
    names = {"Verilator": "verilator", "Icarus": "iverilog"}
    try:
        stamp = (
            version("pyslang") if tool == "slang" else tools.find(names.get(tool, "yosys")).stamp
        )
    except FailureError:
        return ""
    asked = repr([(top, dict(values)) for top, values in designs])
    return cache.digest(tool, stamp, asked, message, Path(__file__), *library.read(*designs))


def _checked(check: Check, fresh: bool) -> None:
    """Run a check, unless it passed before with the same files and tools.

    Raises:
        RoundelError: It fails.
        Skipped: It cannot run.
    """
    key = "" if fresh else check.key()
    if not key:
        check.run()
        return

    def build(draft: Path) -> None:
        del draft
        try:
            check.run()
        except (RoundelError, Skipped) as cause:
            raise _FailedError(cause) from cause

    try:
        cache.entry("lint", key, build)
    except _FailedError as failed:
        raise failed.cause from None


def _shown(values: Values) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items()) or "as it is"


def main(arguments: list[str] | None = None) -> int:
    """Run all checks; 0 when none fails."""
    parser = argparse.ArgumentParser(description="Check the RTL in every tool.")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--rtl", type=Path, default=ROOT / "rtl", metavar="DIR")
    parser.add_argument("--fresh", action="store_true", help="run checks that passed before too")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    failed = 0
    skipped: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as scratch:
        library = Library(options.rtl.resolve(), Path(scratch))
        todo = list(checks(library, options.modules))
        if not options.modules:
            todo += system_checks(library.rtl, Path(scratch) / "systems")
        with ThreadPoolExecutor(options.jobs) as pool:
            futures = {pool.submit(_checked, check, options.fresh): check for check in todo}
            for number, future in enumerate(as_completed(futures), 1):
                check = futures[future]
                try:
                    future.result()
                except Skipped as reason:
                    skipped[str(reason)] = skipped.get(str(reason), 0) + 1
                except RoundelError as error:
                    failed += 1
                    print(f"FAILED {check.name}\n{error}", flush=True)
                if number % 20 == 0 or number == len(todo):
                    seconds = time.monotonic() - started
                    print(f"lint_rtl: {number} of {len(todo)} checks, {seconds:.0f} s", flush=True)
    for why, count in skipped.items():
        print(f"SKIPPED {count} checks: {why}", flush=True)
    left = sum(skipped.values())
    if left and os.environ.get("ROUNDEL_NO_SKIP"):
        print("lint_rtl: ROUNDEL_NO_SKIP forbids skipping")
        failed, left = failed + left, 0
    passed = len(todo) - failed - left
    print(f"lint_rtl: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
