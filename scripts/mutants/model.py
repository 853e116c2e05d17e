# SPDX-License-Identifier: Apache-2.0
"""Mutants of a design, all in one Verilog file.

Yosys elaborates the RTL. Its `mutate` pass draws changes of single bits of cell ports. `spread`
selects mutants from each module, so that wide data paths do not dominate the control logic. Each
mutant is enabled by a comparison with a common control signal. A wrapper with the name and the
ports of the core reads the number of the mutant from the environment variable `SELECT`. All mutants
of a configuration therefore share one simulation. Number 0 is the unchanged design.
"""

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from scripts.mutants.shapes import Shape

from roundel import design
from roundel.base import cache, tools
from roundel.base.errors import FailureError
from roundel.fpga.yosys import run_script

__all__ = ["BASE", "SELECT", "Model", "Mutant", "build", "parse", "spread", "wrapper"]

SELECT = "ROUNDEL_MUTANT"
BASE = "base.il"

_NETLIST = "mutants.v"
_INNER = "all_mutants"
_CONTROL = "mutant_select"
_BITS = 13
_DRAWN = 10  # times the wanted number
_MOST = 4000  # drawn from a whole design for the mutants of some folders; fits _BITS
_TIMEOUT = 300.0
# A change of a clock makes a different kind of circuit, which any check would detect.
_CLOCKS = ("clk_i", "CLK", "RD_CLK", "WR_CLK")

# Cells that simulators handle badly in Yosys' Verilog: a selection of one of many would become a
# slow tree of multiplexers, and a bitwise selection would be invalid Verilog.
_CELLS = """
module \\$bmux (A, S, Y);
  parameter WIDTH = 1;
  parameter S_WIDTH = 1;
  input [(WIDTH << S_WIDTH)-1:0] A;
  input [S_WIDTH-1:0] S;
  output [WIDTH-1:0] Y;
  assign Y = A[S*WIDTH +: WIDTH];
endmodule
module \\$bwmux (A, B, S, Y);
  parameter WIDTH = 1;
  input [WIDTH-1:0] A, B, S;
  output [WIDTH-1:0] Y;
  assign Y = (A & ~S) | (B & S);
endmodule
"""
# Marks signals for the test bench; Verilator removes all other names.
_PUBLIC = "/*verilator public_flat_rw*/"


@dataclass(frozen=True)
class Mutant:
    """A single change."""

    number: int  # the number for the selection, from 1 on
    # "inv" inverts the bit, "const0" and "const1" fix the bit, "cnot0" and "cnot1" XOR the bit with
    # another bit of the port, inverted or not.
    mode: str
    module: str  # the source module, without the path of the instance
    lines: tuple[str, ...]  # source lines, as file:line, relative to the RTL's root
    where: str  # cell type, port and bit, and the bit's wire, in readable form
    command: str  # the Yosys command of the change, without the selection

    @property
    def instance(self) -> str:
        """The module of the elaborated design, with the path of its instance."""
        return _option(self.command, "module")[0]


@dataclass(frozen=True)
class Model:
    """All mutants of a design."""

    shape: Shape  # the design
    directory: Path  # the directory of the files
    mutants: tuple[Mutant, ...]  # the changes, in the order of their numbers

    @property
    def netlist(self) -> Path:
        """The Verilog file with all mutants; its top has the name and ports of the design."""
        return self.directory / _NETLIST


def build(shape: Shape, count: int, seed: int) -> Model:
    """Choose mutants of a design, and put all into one model."""
    design.check(shape.config)
    yosys = tools.find("yosys")
    top = shape.top
    values = " ".join(f"-G {name}={value}" for name, value in shape.parameters.items())
    draw = _DRAWN * count if not shape.places else _MOST
    names = [path.relative_to(design.rtl_root()) for path in design.sources()]
    files = " ".join(design.arguments(f"rtl/{name.as_posix()}" for name in names))
    read = [
        f"read_slang --best-effort-hierarchy --threads 1 --top {top} {values} {files}",
        "proc",
        "check -assert",
        # Without unreachable branches and unread cells. Not opt_dff: opt_dff splits a selection
        # into an enable and a value without meaning when disabled.
        "opt_expr",
        "opt_muxtree",
        "opt_reduce",
        "opt_clean -purge",
        f"write_rtlil {BASE}",
        f"mutate -list {draw} -seed {seed} -cfg weight_pq_b 0 -cfg weight_pq_mb 0 "
        f"-ctrl {_CONTROL} {_BITS} 1 -o all.txt",
        "script all.txt",
        "flatten",
        "opt_expr",
        "opt_clean -purge",
        "write_rtlil live.il",
    ]
    mutate = [
        f"read_rtlil {BASE}",
        "script chosen.txt",
        f"rename {top} {_INNER}",
        f"hierarchy -check -top {_INNER}",
        "opt_clean",
        "techmap -map cells.v",
        "opt_clean",
        "write_verilog -noattr plain.v",
    ]
    key = cache.digest(
        "\n".join([yosys.stamp, *read, *mutate, str(count), *shape.places]),
        Path(__file__),
        *design.sources(),
    )

    def make(draft: Path) -> None:
        for name, path in zip(names, design.sources(), strict=True):
            copy = draft / "rtl" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        run_script(read, draft, _TIMEOUT, name="read")
        lines = (draft / "all.txt").read_text(encoding="utf-8").splitlines()
        live = _live((draft / "live.il").read_text(encoding="utf-8"))
        types = _types((draft / BASE).read_text(encoding="utf-8"))
        good = [
            line
            for line in lines
            if _option(line, "port")[0] not in _CLOCKS
            and not types.get(_cell(line), "").startswith("$meminit")
            and int(_option(line, "ctrl")[2]) in live
            and shape.mutated(_option(line, "module")[0].partition("$")[0])
        ]
        chosen = spread(good, count)
        if len(chosen) < count:
            raise FailureError(
                f"yosys finds {len(chosen)} possible changes in {shape.name} instead of {count}; "
                "ask for fewer mutants."
            )
        chosen = [_numbered(line, number) for number, line in enumerate(chosen, 1)]
        (draft / "chosen.txt").write_text("\n".join(chosen) + "\n", encoding="utf-8")
        (draft / "cells.v").write_text(_CELLS, encoding="utf-8")
        run_script(mutate, draft, _TIMEOUT, name="mutate")
        text = (draft / "plain.v").read_text(encoding="utf-8")
        text = _plain_names(text)
        text = _shown(text) if shape.blocks else text
        (draft / _NETLIST).write_text(text + wrapper(shape), encoding="utf-8")
        (draft / "plain.v").unlink()
        (draft / "live.il").unlink()

    folder = cache.entry("mutants", key, make)
    types = _types((folder / BASE).read_text(encoding="utf-8"))
    lines = (folder / "chosen.txt").read_text(encoding="utf-8").splitlines()
    return Model(shape, folder, tuple(parse(line, types) for line in lines))


def spread(lines: Sequence[str], count: int) -> list[str]:
    """Select some of a list of `mutate` commands.

    The share of each source module is proportional to the cube root of the number of its cells;
    within a module, the cells take turns.
    """
    queues: dict[str, dict[str, list[str]]] = {}
    for line in lines:
        instance, cell = _option(line, "module")[0], _option(line, "cell")[0]
        cells = queues.setdefault(instance.partition("$")[0], {})
        cells.setdefault(f"{instance} {cell}", []).append(line)
    waiting = {
        module: [line for turn in zip_longest(*cells.values()) for line in turn if line]
        for module, cells in queues.items()
    }
    taken: list[str] = []
    shares = dict.fromkeys(queues, 0)
    while len(taken) < count and any(waiting.values()):
        module = min(
            (name for name, left in waiting.items() if left),
            key=lambda name: (shares[name] + 1) / len(queues[name]) ** (1 / 3),
        )
        shares[module] += 1
        taken.append(waiting[module].pop(0))
    return taken


def parse(line: str, types: Mapping[tuple[str, str], str]) -> Mutant:
    """A mutant from its line in Yosys' list."""
    control = _option(line, "ctrl")
    command = re.sub(r" -ctrl \S+ \S+ \S+", "", line)
    instance, port, bit = (_option(line, name)[0] for name in ("module", "port", "portbit"))
    wires = _option(line, "wire")
    wire = f" of {wires[0]}[{_option(line, 'wirebit')[0]}]" if wires else ""
    kind = types.get(_cell(line), "cell").partition("$roundel_")[0]
    sources = [source.removeprefix("rtl/") for source in _option(line, "src")]
    return Mutant(
        number=int(control[2]),
        mode=_option(line, "mode")[0],
        module=instance.partition("$")[0],
        lines=tuple(dict.fromkeys(re.sub(r"\.\d.*$", "", source) for source in sources)),
        where=f"{kind}.{port}[{bit}]{wire}",
        command=command,
    )


def wrapper(shape: Shape) -> str:
    """A Verilog wrapper with the design's name and ports, which selects a mutant."""
    heads = ",\n".join(
        f"  {port.direction}put [{port.width - 1}:0] {port.name} {_PUBLIC}" for port in shape.ports
    )
    pins = "".join(f"    .{port.name}({port.name}),\n" for port in shape.ports)
    asked = f'$c("(std::getenv(\\"{SELECT}\\") ? std::atoi(std::getenv(\\"{SELECT}\\")) : 0)")'
    return (
        f"\nmodule {shape.top} (\n{heads}\n);\n"
        f"  reg [{_BITS - 1}:0] {_CONTROL};\n"
        f"  initial {_CONTROL} = {asked};\n"
        f"  {_INNER} u_mutants (\n{pins}    .{_CONTROL}({_CONTROL})\n  );\nendmodule\n"
    )


def _live(rtlil: str) -> set[int]:
    """The mutants with a used bit, from the flattened design with all mutants."""
    compared = re.compile(rf"^    connect \\B {_BITS}'([01]+)$", re.MULTILINE)
    return {int(bits, 2) for bits in compared.findall(rtlil)}


def _option(line: str, name: str) -> list[str]:
    """The values of an option: all three of `-ctrl`, and every given value of other options."""
    words = line.split(" ")
    found = [index for index, word in enumerate(words) if word == f"-{name}"]
    if name == "ctrl":
        return words[found[0] + 1 : found[0] + 4]
    return [words[index + 1] for index in found]


def _numbered(line: str, number: int) -> str:
    """A command with another selection number."""
    return re.sub(r"(-ctrl \S+ \S+) \S+", rf"\1 {number}", line)


def _cell(line: str) -> tuple[str, str]:
    """The module and the name of the changed cell of a command."""
    return _option(line, "module")[0], _option(line, "cell")[0]


def _types(rtlil: str) -> dict[tuple[str, str], str]:
    """The type of each cell of a design, by module and name in the commands' notation."""
    found = {}
    module = ""
    for line in rtlil.splitlines():
        if line.startswith("module "):
            module = line.split(" ")[1].removeprefix("\\")
        elif line.startswith("  cell "):
            kind, name = line.split(" ")[3:5]
            found[module, name.removeprefix("\\")] = kind.removeprefix("\\")
    return found


def _plain_names(verilog: str) -> str:
    """Verilog without escaped names, which some simulators hide from a test bench."""
    taken: dict[str, str] = {}

    def plain(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in taken:
            short = re.sub(r"\W", "_", name)
            while short in taken.values():
                short += "_"
            taken[name] = short
        return taken[name]

    return re.sub(r"\\(\S+) ", plain, verilog)


def _shown(verilog: str) -> str:
    """Verilog with all named registers and memories of the RTL open to a test bench."""
    declared = re.compile(r"^  (reg (?:\[\S+\] )?(?!_\d+_)\w+(?: \[\S+\])?);$", re.MULTILINE)
    return declared.sub(rf"  \1 {_PUBLIC};", verilog)
