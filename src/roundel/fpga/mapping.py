# SPDX-License-Identifier: Apache-2.0
"""A circuit's netlist of ECP5 cells, made by Yosys and kept by content."""

import json
import re
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError
from roundel.base.stages import Stage
from roundel.design import Config
from roundel.fpga import harness as harnesses
from roundel.fpga import recipes, units

__all__ = [
    "Cells",
    "Circuit",
    "Mapped",
    "elaborated",
    "harnessed",
    "map_circuit",
    "map_core",
    "run_script",
    "whole",
]

Watch = Callable[[Stage], None]

# LUT4 that a cell takes from the fabric. A 16x4 RAM uses four LUTs as memory and blocks the two
# of the slice that holds its write port; nextpnr counts it in the same way. The multiplexers of
# wide LUTs (PFUMX, L6MUX21) are part of the slices that their LUT4 are in.
_LUT4 = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6, "PFUMX": 0, "L6MUX21": 0}
_FF = {"TRELLIS_FF": 1}
_BRAM = {"DP16KD": 1, "PDPW16KD": 1}
_DSP = {"MULT18X18D": 1}


@dataclass(frozen=True)
class Cells:
    """What a netlist takes from the part.

    Attributes:
        lut4: Four-input LUTs, with those used as memory or carry.
        ff: Flip-flops.
        bram: 18-kbit block RAMs.
        carry: Carry cells (two LUT4 each, counted in `lut4`).
        dsp: Multipliers of 18 x 18 bits, which only a processor around the library has.
    """

    lut4: int
    ff: int
    bram: int
    carry: int
    dsp: int = 0


@dataclass(frozen=True)
class Circuit:
    """What is mapped: a module of the library, or one that stands on it.

    Attributes:
        name: What messages call it.
        top: Its module, which keeps its name.
        parameters: Its parameters.
        files: Sources that the library lacks, compiled after it.
        others: Sources of other projects, a processor's, of which is not asked what the library's
            are checked for.
    """

    name: str
    top: str
    parameters: Mapping[str, int]
    files: tuple[Path, ...] = ()
    others: tuple[Path, ...] = ()

    @classmethod
    def core(cls, config: Config) -> Self:
        """The core of a configuration.

        Raises:
            InputError: The configuration has a named value that does not exist.
        """
        return cls(config.name, design.top_of(config), design.parameters(config))


@dataclass(frozen=True)
class Mapped:
    """A circuit mapped to the part's cells.

    Attributes:
        top: Its module.
        directory: Where its files are: the script (map.ys), its log (yosys.log), the netlist as
            RTLIL and Verilog, cells.json.
        recipe: How it was mapped.
        cells: What it takes.
        seconds: How long Yosys took to read and to map it when that was done.
    """

    top: str
    directory: Path
    recipe: recipes.Recipe
    cells: Cells
    seconds: float

    @property
    def rtlil(self) -> Path:
        """The netlist as Yosys reads it."""
        return self.directory / f"{self.top}.il"


def elaborated(
    circuit: Circuit,
    frontend: recipes.Frontend,
    timeout: float,
    watch: Watch | None = None,
    *,
    vendor: str | None = recipes.VENDOR,
) -> Path:
    """A circuit as a front end reads it, before any mapping.

    Args:
        circuit: The circuit.
        frontend: What reads the RTL.
        timeout: Seconds that Yosys may take.
        watch: Told once a second which pass Yosys is in.
        vendor: Whose files stand in for those of the library; None for no one's, and then no
            `case` becomes a ROM.

    Returns:
        The directory of elaborated.il, its script and its log.

    Raises:
        FailureError: Yosys is missing, fails or takes too long, or the circuit is not whole.
    """
    yosys = tools.find("yosys")
    others: dict[Path, Path] = {}
    cells: dict[Path, Path] = {}
    files: dict[Path, Path] = {}
    models = design.cells(vendor) if vendor else ()
    for path in design.closure(
        circuit.top,
        circuit.parameters,
        vendor=vendor,
        more=(*circuit.files, *circuit.others),
        whole=recipes.reads_defaults(frontend, bool(circuit.others)),
    ):
        if path in circuit.others:
            others[Path("others", path.name)] = path
        elif path in models:
            cells[Path("cells", path.name)] = path
        elif path in circuit.files:
            files[Path(path.name)] = path
        else:
            files[path.relative_to(design.rtl_root())] = path
    script = recipes.elaborate(
        frontend,
        [f"rtl/{name.as_posix()}" for name in files],
        circuit.top,
        circuit.parameters,
        [f"rtl/{name.as_posix()}" for name in cells],
        [f"rtl/{name.as_posix()}" for name in others],
        rom=vendor is not None,
    )
    files |= others | cells
    key = cache.digest("\n".join([yosys.stamp, *script]), *files.values())

    def build(draft: Path) -> None:
        # With the sources beside the script an engineer can run it again as it is.
        for name, path in files.items():
            copy = draft / "rtl" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        run_script(yosys, script, draft, timeout, watch)
        whole(draft / recipes.ELABORATED)
        loose = recipes.undriven((draft / recipes.ELABORATED).read_text())
        if loose:
            raise FailureError(
                f"yosys finds nothing that drives {loose[0]} in the RTL of {circuit.name}; see "
                f"{draft / 'yosys.log'}."
            )

    return cache.entry("elaborated", key, build)


def map_core(
    config: Config,
    recipe: recipes.Recipe,
    frontend: recipes.Frontend,
    timeout: float,
    watch: Watch | None = None,
) -> Mapped:
    """Map a configuration's core, alone; see `map_circuit`.

    Raises:
        InputError: The configuration cannot work.
        FailureError: As `map_circuit`.
    """
    return map_circuit(Circuit.core(config), recipe, frontend, timeout, watch)


def map_circuit(
    circuit: Circuit,
    recipe: recipes.Recipe,
    frontend: recipes.Frontend,
    timeout: float,
    watch: Watch | None = None,
) -> Mapped:
    """Map a circuit, alone.

    Args:
        circuit: The circuit.
        recipe: How to map it.
        frontend: What reads the RTL.
        timeout: Seconds that Yosys may take.
        watch: Told once a second which pass Yosys is in.

    Raises:
        FailureError: Yosys is missing, fails or takes too long, or its netlist is not whole.
    """
    yosys = tools.find("yosys")
    read = elaborated(circuit, frontend, timeout, watch)
    source = read / recipes.ELABORATED
    commands = recipe.commands(units.units(source.read_text()))
    script = [
        f"read_rtlil {recipes.ELABORATED}",
        *(command.replace("{top}", circuit.top) for command in commands),
        *recipes.finish(circuit.top),
    ]
    key = cache.digest("\n".join([yosys.stamp, *script]), source)

    def build(draft: Path) -> None:
        shutil.copyfile(source, draft / source.name)
        run_script(yosys, script, draft, timeout, watch)
        for made in (f"{circuit.top}.il", f"{circuit.top}.v", "cells.json"):
            whole(draft / made)
        _count(draft, circuit.top)

    place = cache.entry("mapped", key, build)
    seconds = sum(json.loads((step / "seconds.json").read_text()) for step in (read, place))
    return Mapped(circuit.top, place, recipe, _count(place, circuit.top), seconds)


def harnessed(
    mapped: Mapped, harness: harnesses.Harness, timeout: float, watch: Watch | None = None
) -> Path:
    """Put the harness around a mapped core.

    Returns:
        The netlist as JSON, for nextpnr.

    Raises:
        FailureError: Yosys fails, or anything but the harness' cells was added.
    """
    yosys = tools.find("yosys")
    script = [
        "read_verilog -lib -nowb +/ecp5/cells_sim.v +/ecp5/cells_bb.v",
        f"read_rtlil {mapped.rtlil.name}",
        "read_verilog -sv harness.sv",
        f"hierarchy -check -top {harnesses.NAME}",
        "flatten -noscopeinfo",
        "check -mapped -assert",
        "setattr -mod -unset src",
        "setattr -unset src",
        "tee -q -o cells.json stat -json",
        "write_json harnessed.json",
    ]
    key = cache.digest("\n".join([yosys.stamp, *script]), harness.verilog, mapped.rtlil)

    def build(draft: Path) -> None:
        shutil.copyfile(mapped.rtlil, draft / mapped.rtlil.name)
        (draft / "harness.sv").write_text(harness.verilog)
        run_script(yosys, script, draft, timeout, watch)
        whole(draft / "harnessed.json")
        both = _count(draft, harnesses.NAME)
        core = mapped.cells
        lut4, ff = core.lut4 + harness.lut4, core.ff + harness.ff
        if both != Cells(lut4, ff, core.bram, core.carry, core.dsp):
            raise FailureError(
                f"the netlist in its harness has {both.lut4} LUT4 and {both.ff} flip-flops where "
                f"{lut4} and {ff} are right; report this."
            )
        (draft / mapped.rtlil.name).unlink()

    return cache.entry("harnessed", key, build) / "harnessed.json"


def run_script(
    yosys: tools.Tool,
    script: list[str],
    cwd: Path,
    timeout: float,
    watch: Watch | None = None,
    *,
    name: str = "",
) -> float:
    """Run Yosys commands in a directory: script map.ys, log yosys.log, time seconds.json.

    Args:
        yosys: Yosys.
        script: The commands.
        cwd: The directory.
        timeout: Seconds that it may take.
        watch: Told once a second which pass it is in.
        name: Of the script and its log, where a directory has several.

    Returns:
        The seconds that it took.

    Raises:
        FailureError: Yosys is missing, fails or takes too long.
    """
    commands = f"{name or 'map'}.ys"
    (cwd / commands).write_text("\n".join([*script, ""]))
    log = cwd / f"{name or 'yosys'}.log"
    started = time.monotonic()
    programs.run(
        yosys,
        ["-s", commands],
        cwd=cwd,
        log=log,
        timeout=timeout,
        watch=(lambda _: watch(_stage(log))) if watch else None,
    )
    seconds = time.monotonic() - started
    (cwd / "seconds.json").write_text(f"{seconds:.2f}\n")
    return seconds


_PASS = re.compile(rb"^\d+\.\d+\. Executing (\w+)", re.MULTILINE)
_PASSES = 52  # of the top two levels in synth_ecp5


def _stage(log: Path) -> Stage:
    """How far Yosys is, from its log."""
    passes = _PASS.findall(log.read_bytes())
    name = passes[-1].decode().lower() if passes else "reading"
    return Stage(name, min(0.95, len(passes) / _PASSES))


def whole(path: Path) -> None:
    """Make sure that a tool wrote a file: an exit status of 0 is not always the truth."""
    if not path.is_file() or path.stat().st_size == 0:
        raise FailureError(
            f"yosys ended without an error but without {path.name} too; see "
            f"{path.parent / 'yosys.log'}."
        )


def _count(directory: Path, module: str) -> Cells:
    """Count a flat module's cells from Yosys' statistics."""
    log = directory / "yosys.log"
    try:
        statistics = json.loads((directory / "cells.json").read_text())
        types: Mapping[str, int] = statistics["modules"][f"\\{module}"]["num_cells_by_type"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FailureError(f"the statistics of yosys cannot be read; see {log}.") from error
    known = {*_LUT4, *_FF, *_BRAM, *_DSP}
    strange = sorted(name for name in types if name not in known)
    if strange:
        raise FailureError(
            f"the netlist has cells that Roundel cannot count ({', '.join(strange)}); choose "
            f"another recipe or look at {log}."
        )

    def total(weights: Mapping[str, int]) -> int:
        return sum(weights[name] * count for name, count in types.items() if name in weights)

    return Cells(total(_LUT4), total(_FF), total(_BRAM), types.get("CCU2C", 0), total(_DSP))
