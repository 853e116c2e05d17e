# SPDX-License-Identifier: Apache-2.0
"""Yosys commands that make and-inverter graphs of a proof, and that check its structure."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from formal.proof import Proof

from roundel import design

__all__ = ["MAPS", "elaborate", "lower", "paths"]

HERE = Path(__file__).resolve().parent

# Modules of this directory that Yosys' techmap puts in the place of cells.
MAPS = ("look_up", "cover_goal", "violated")

# Cells that end a combinational path.
_REGISTERS = "$dff,$dffe,$adff,$adffe,$sdff,$sdffe,$sdffce,$aldff,$aldffe"


def elaborate(proof: Proof, sources: Sequence[Path]) -> list[str]:
    """Yosys commands up to the proof top as a hierarchy of word-level cells."""
    chparam = " ".join(f"-chparam {name} {value}" for name, value in proof.parameters.items())
    signals = [signal.split(".") for group in proof.probes.values() for signal in group]
    probed = [path[1] for path in signals if len(path) == 2]
    return [
        # Yosys reads a quoted option as the name of a file.
        "read_verilog -sv -formal -defer -DFORMAL "
        + " ".join(
            name if name.startswith("-I") else f'"{name}"' for name in design.arguments(sources)
        ),
        f"hierarchy -check -top {proof.top} {chparam}",
        "proc -norom",
        # A mistake in the RTL may leave a register without a reader.
        *(f"setattr -set keep 1 w:{name}" for name in probed),
        "opt_clean",
        "memory_collect",
    ]


def lower(proof: Proof, elaborated: Sequence[str]) -> list[str]:
    """Yosys commands that write the AIGER files of the assertions and of each cover.

    Args:
        proof: The proof.
        elaborated: The commands that elaborate its top.
    """
    script = []
    for name in MAPS:
        path = HERE / f"{name}.sv"
        script += [f'read_verilog -sv -formal -icells "{path}"', f"design -stash {name}"]
    # A look-up becomes multiplexers with constants, and a word-level constant goes before its bits.
    # The run time of pdr depends on the order of the gates, so proofs by pdr skip these steps.
    words = ["opt_expr -fine", "techmap -map %look_up", "bmuxmap", "opt -fast"]
    script += [*elaborated, "memory_map", *([] if proof.method == "pdr" else words)]
    write: Callable[[str], list[str]]
    if proof.method == "bdd":
        script += [f"rename -top {proof.top}", "chformal -lower"]
        write = partial(_combinational, proof)
    else:
        # Modules become gates one by one, before flattening: each S-box once, not 16 times.
        clean = ["opt_clean"] if proof.method == "pdr" else []
        script += ["techmap", *clean, "opt -fast", "flatten", f"rename -top {proof.top}"]
        script += [*_join(proof), "opt_clean -purge", "async2sync", "chformal -lower"]
        write = _sequential
    script += ["design -save lowered", "chformal -cover -remove", *write("assertions")]
    for label in proof.covers:
        script += [
            "design -load lowered",
            "chformal -assert -remove",
            f"select -assert-count 1 t:$cover c:{label} %i",
            f"chformal -cover -remove t:$cover c:{label} %d",
            "techmap -map %cover_goal",
            *write(label),
        ]
    return script


def _join(proof: Proof) -> list[str]:
    """Yosys commands that give the proof top the signals that it names."""
    commands = [f"select -module {proof.top}"]
    for number, (wire, signals) in enumerate(proof.probes.items()):
        # A name with an index would be taken for a bit of a wire.
        names = [f"probe_{number}_{place}" for place in range(len(signals))]
        commands += [f"rename {signal} {name}" for signal, name in zip(signals, names, strict=True)]
        commands += [f"connect -set {wire} {','.join(names)}"]
    return [*commands, "select -clear"]


def _sequential(name: str) -> list[str]:
    """Yosys commands that write a flat design of gates and registers."""
    return [
        "dffunmap",
        "opt_clean -purge",
        "simplemap",
        "aigmap",
        "opt_clean -purge",
        "setundef -anyseq",
        f"write_aiger -zinit -map {name}.aim {name}.aig",
    ]


def _combinational(proof: Proof, name: str) -> list[str]:
    """Yosys commands that write a hierarchy of words without registers.

    The assertions become outputs. An assumption or an undefined value is an error, because the
    writer would leave out the one and take the other for a constant.
    """
    return [
        "select -assert-none t:$assume",
        f"rename -enumerate -pattern assertion_% {proof.top}/t:$assert",
        "techmap -map %violated",
        f"expose {proof.top}/w:*.bad",
        "setundef -undriven -anyseq",
        "opt_clean -purge",
        "select -assert-none t:$anyseq",
        f"write_aiger2 -flatten -strash {name}.aig",
    ]


def paths(proof: Proof) -> list[str]:
    """Yosys commands that fail if a combinational path joins an input to an output."""
    commands = [f"select -module {proof.top}"]
    for output, source in proof.apart:
        # The ports must be there, or the statement would be empty.
        commands += [
            f"select -assert-count 1 o:{output}",
            f"select -assert-count 1 i:{source}",
            f"select -assert-none o:{output} %ci*:-{_REGISTERS} i:{source} %i",
        ]
    return commands
