# SPDX-License-Identifier: Apache-2.0
"""The netlist of a circuit in cells of a library, by Yosys and abc; the cache keeps netlists."""

import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.base import cache, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import Stage
from roundel.cells import netlist_edits, recipes
from roundel.cells.library import Library
from roundel.cells.recipes import CellsRecipe, find_rounds
from roundel.fpga import mapping
from roundel.fpga import recipes as readers
from roundel.fpga import yosys as steps
from roundel.fpga.mapping import Circuit
from roundel.fpga.units import units
from roundel.fpga.yosys import Watch


@dataclass(frozen=True)
class MappedCells:
    """A circuit mapped to cells."""

    top: str  # the name of the top module
    directory: Path  # the directory with scripts, logs, TOP.v and TOP.json
    area: float  # of all cells, in the library's unit
    registers: int  # the number of flip-flops, equal to the RTL's
    memory_bits: int  # the flip-flops of the RTL's memories
    counts: Mapping[str, int]  # cells by name
    seconds: float  # the time of Yosys for reading and mapping

    @property
    def verilog(self) -> Path:
        """The netlist for OpenSTA and for users."""
        return self.directory / f"{self.top}.v"

    @property
    def json(self) -> Path:
        """The netlist for the simulator."""
        return self.directory / f"{self.top}.json"


def map_cells(
    circuit: Circuit,
    library: Library,
    recipe: CellsRecipe,
    timeout: float,
    watch: Watch | None = None,
) -> MappedCells:
    """Map a circuit to the cells of a library; `watch` receives Yosys' stage once a second.

    Raises:
        FailureError: Yosys is missing, fails or takes too long; or the netlist is incomplete, has
            cells outside the library, or differs from the RTL in the number of registers.
    """
    read = mapping.elaborated(circuit, "verilog", timeout, watch, vendor=None)
    source = read / readers.ELABORATED
    key = cache.digest(
        tools.find("yosys").stamp,
        library.key,
        recipe.script(),
        circuit.top,
        source,
        *code_of(__name__),
    )

    def build(draft: Path) -> None:
        sources = {source.name: source, recipes.LIBRARY: library.path, recipes.GATES: library.gates}
        for name, target in sources.items():
            cache.link(draft / name, target)
        # abc does not know registers. By default abc assumes strong drivers and puts the largest
        # inverters behind registers; a small driving cell prevents this.
        (draft / recipes.DRIVER).write_text(f"set_driving_cell {library.buffers[0].name}\n")
        (draft / _SCRIPT).write_text(recipe.script())
        run = functools.partial(_run, draft, timeout, watch)
        opened = [f"read_rtlil {source.name}", f"hierarchy -check -top {circuit.top}"]
        commands = [*opened, *recipes.COUNT_REGISTERS]
        seconds = run("registers", commands, Stage("counting registers", 0.1))
        seconds += run("look", [*opened, *recipes.LOOK], Stage("looking for rounds", 0.15))
        modules = json.loads((draft / "look.json").read_text())["modules"]
        found = find_rounds(modules, units(source.read_text(), ("round",)))
        names = [part.name for part in found]
        head, mapped = [*opened, *recipes.split(found)], recipes.map_open(_SCRIPT)
        for number, part in enumerate(found, 1):
            name = part.name
            ending = [f"select -module {name}", f"write_rtlil -selected {name}.il"]
            stage = Stage(f"mapping {part.what}", 0.2 + 0.3 * number / len(found))
            seconds += run(name, [*head, *recipes.open_unit(part), *mapped, *ending], stage)
        around = [*(f"blackbox ={name}" for name in names), f"hierarchy -top {circuit.top}"]
        ending = recipes.finish(names, circuit.top)
        stage = Stage("mapping the rest" if found else "mapping", 0.6)
        seconds += run("top", [*head, "design -load whole", *around, *mapped, *ending], stage)
        whole = json.loads((draft / recipes.UNBUFFERED).read_text())
        module = whole["modules"][circuit.top]
        _known(circuit, library, {item["type"] for item in module["cells"].values()})
        if recipe.least:
            netlist_edits.drop_inverters(module, library)
        netlist_edits.insert_buffers(module, library, everywhere=recipe.least)
        held = netlist_edits.memory_bits(
            module, library, (draft / "top.log").read_text(errors="replace")
        )
        (draft / "memory.json").write_text(f"{held}\n")
        netlist_edits.name_registers(module, library)
        (draft / recipes.BUFFERED).write_text(json.dumps(whole))
        seconds += run("write", recipes.write(circuit.top), Stage("writing the netlist", 0.9))
        for passed in ("look.json", recipes.UNBUFFERED, recipes.BUFFERED):
            (draft / passed).unlink()
        steps.check_written(draft, [f"{circuit.top}.v", f"{circuit.top}.json", "cells.json"])
        (draft / "seconds.json").write_text(f"{seconds:.2f}\n")
        _mapped(circuit, library, draft, 0.0)

    place = cache.entry("cells", key, build)
    return _mapped(circuit, library, place, steps.seconds_of(read, place))


_SCRIPT = "commands.abc"
# Yosys' message if no flip-flop fits, and abc's messages if abc cannot use a library or stops.
_UNFIT = re.compile(
    r"^(?:ERROR: FF \S+ .*(cannot be legalized: .*)|"
    r"ABC: .*?(Assertion .*|[^:\n]*(?:has failed|cannot).*))$",
    re.MULTILINE,
)


def _run(
    cwd: Path, timeout: float, watch: Watch | None, name: str, script: Sequence[str], stage: Stage
) -> float:
    """Run a script with its own log, as a stage; returns the seconds of Yosys."""
    reported = (lambda _: watch(stage)) if watch else None
    log = cwd / f"{name}.log"
    try:
        return steps.run_script(script, cwd, timeout, reported, name)
    except MachineError:
        raise
    except FailureError as error:
        said = [a or b for a, b in _UNFIT.findall(log.read_text(errors="replace"))]
        if not said:
            raise
        raise FailureError(
            f"the library's cells are not sufficient ({said[-1].strip()}); give another library or "
            f"look at {log}."
        ) from error


def _mapped(circuit: Circuit, library: Library, directory: Path, seconds: float) -> MappedCells:
    """The checked content of a directory."""
    log = directory / "registers.log"
    before, _ = steps.cell_counts(log.with_suffix(".json"), circuit.top, log)
    counts, area = steps.cell_counts(directory / "cells.json", circuit.top, directory / "write.log")
    try:
        held = int((directory / "memory.json").read_text())
    except (OSError, ValueError) as error:
        raise FailureError(f"the statistics of Yosys cannot be read; see {log}.") from error
    _known(circuit, library, counts)
    free = sorted(name for name in counts if library.cells[name].area <= 0)
    if free:
        raise FailureError(
            f"the library {library.name} gives no area of {', '.join(free[:3])}, so the area of "
            f"{circuit.name} is unknown; give a library with these areas."
        )
    wanted = sum(count for name, count in before.items() if _REGISTER.match(name))
    registers = sum(
        count for name, count in counts.items() if library.cells[name].kind == "register"
    )
    if registers != wanted:
        raise FailureError(
            f"the netlist of {circuit.name} has {registers} flip-flops and the RTL {wanted}: the "
            "mapping dropped or added flip-flops, so no figures are reported."
        )
    return MappedCells(circuit.top, directory, area, registers, held, counts, seconds)


def _known(circuit: Circuit, library: Library, names: Iterable[str]) -> None:
    """Check that all cells are in the library."""
    unmapped = sorted(name for name in names if name not in library.cells)
    if unmapped:
        raise FailureError(
            f"the library {library.name} is not sufficient for {circuit.name}: Yosys cannot map "
            f"{', '.join(unmapped[:3])}; give a library with cells for these."
        )


_REGISTER = re.compile(r"\$_(S?DFF|ALDFF|DLATCH|SR_|FF_)")
