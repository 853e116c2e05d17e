# SPDX-License-Identifier: Apache-2.0
"""Mutants: read, spread, shown, judged and compared rightly."""

from pathlib import Path

import pytest
from scripts.mutants import checks, equal, model, shapes

from roundel.base import programs, tools
from roundel.base.errors import InputError
from roundel.base.progress import null_progress
from roundel.sim import verilated
from scripts import mutate

LINE = (
    "mutate -ctrl mutant_select 13 7 -mode cnot1 -module roundel_short_fifo$roundel_core.u_queue "
    "-cell $3 -port B -portbit 2 -ctrlbit 5 -wire data_o -wirebit 2 "
    "-src rtl/prim/roundel_short_fifo.sv:28.3 -src rtl/prim/roundel_short_fifo.sv:74.17-74.39"
)


def test_reads_a_command_of_yosys() -> None:
    mutant = model.parse(LINE, {("roundel_short_fifo$roundel_core.u_queue", "$3"): "$mux"})
    assert (mutant.number, mutant.mode, mutant.module) == (7, "cnot1", "roundel_short_fifo")
    assert mutant.lines == ("prim/roundel_short_fifo.sv:28", "prim/roundel_short_fifo.sv:74")
    assert mutant.where == "$mux.B[2] of data_o[2]"
    assert mutant.instance == "roundel_short_fifo$roundel_core.u_queue"
    assert "-ctrl " not in mutant.command
    assert mutant.command.startswith("mutate -mode cnot1 -module ")


def _lines(module: str, cells: int, ports: int) -> list[str]:
    return [
        f"mutate -mode inv -module {module}$top.{cell % 2} -cell ${cell} -port A -portbit {port}"
        for port in range(ports)
        for cell in range(cells)
    ]


def test_spreads_over_modules_and_cells() -> None:
    lines = [*_lines("wide", 64, 50), *_lines("narrow", 8, 5)]
    taken = model.spread(lines, 30)
    assert len(set(taken)) == 30
    narrow = [line for line in taken if "narrow" in line]
    assert len(narrow) == 10  # cube roots: 4 to 2
    assert len({line.partition("-port")[0] for line in narrow}) == 8
    assert len(model.spread(lines, 10_000)) == len(lines)


def test_shows_registers_of_the_rtl_alone() -> None:
    text = "  reg [3:0] \\gen[0].count_q ;\n  reg _12_;\n  reg [7:0] words_q [2:0];\n  wire x;\n"
    shown = model._shown(model._plain_names(text))
    assert shown.splitlines() == [
        "  reg [3:0] gen_0__count_q /*verilator public_flat_rw*/;",
        "  reg _12_;",
        "  reg [7:0] words_q [2:0] /*verilator public_flat_rw*/;",
        "  wire x;",
    ]


def test_two_names_stay_two() -> None:
    assert model._plain_names("\\a.b + \\a[b + \\a.b ;") == "a_b+ a_b_+ a_b;"


def test_counts_by_kind() -> None:
    mutant = model.parse(LINE, {})
    judged = [
        mutate.Judged("one", mutant, checks.Verdict(1, "kat/ECB.rsp", "wrong")),
        mutate.Judged("one", mutant, checks.Verdict(2, "", "")),
        mutate.Judged("two", mutant, checks.Verdict(1, "stress/reset", "left over")),
    ]
    outcome = mutate.Outcome(tuple(judged), (), 1.0)
    assert outcome.killed == 2
    assert outcome.share == pytest.approx(2 / 3)
    assert mutate.tallies(judged, "shape") == [
        mutate.Tally("one", 2, 1),
        mutate.Tally("two", 1, 1),
    ]
    assert {tally.name for tally in mutate.tallies(judged, "killer")} == {
        "kat/ECB.rsp",
        "none",
        "stress/reset",
    }


def test_unknown_shape_is_named() -> None:
    with pytest.raises(InputError, match="no configuration 'round'.*iterative"):
        shapes.select(["round"])


def test_rooms_have_mutants_in_their_folders_alone() -> None:
    [gcm, dma, keys] = shapes.select(["gcm", "dma", "inner-keys"])
    assert (gcm.top, dma.top, keys.top) == ("roundel_stream", "roundel_dma", "roundel_core")
    assert gcm.mutated("roundel_packet_framer")
    assert not gcm.mutated("roundel_key_stored")
    assert dma.mutated("roundel_dma_write_issue")
    assert keys.mutated("roundel_key_systolic")
    assert not keys.mutated("roundel_lut_ram")
    assert shapes.SHAPES[0].mutated("roundel_lut_ram")


def test_a_dma_with_all_mutants_has_the_ports_of_the_dma() -> None:
    [dma] = shapes.select(["dma"])
    text = model.wrapper(dma)
    assert text.startswith("\nmodule roundel_dma (\n")
    assert all(f".{port.name}({port.name})" in text for port in dma.ports)


def test_a_wrong_round_is_noticed(tmp_path: Path) -> None:
    [shape] = shapes.select(["iterative"])
    made = model.build(shape, 24, 1)
    wrong = next(
        item for item in made.mutants if item.module in {"roundel_round", "roundel_mix_columns"}
    )
    library = verilated.build(shape.config, made.netlist, null_progress)
    simulation = checks.Simulation(made, library, tmp_path, "")
    assert not checks._on_device(simulation, 0, tmp_path).killed
    verdict = checks._on_device(simulation, wrong.number, tmp_path)
    assert verdict.killer.startswith("kat/")
    assert "expected" in verdict.detail


TOP = """
module wire_through (input a_i, output y_o);
  assign y_o = a_i;
endmodule
module roundel_core (input clk_i, input rst_ni, input x_i, output y_o);
  reg x_q, seen_q;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin x_q <= 1'b0; seen_q <= 1'b0; end
    else begin x_q <= x_i; seen_q <= 1'b0; end
  wire plain, masked;
  wire_through u_plain (.a_i(x_q), .y_o(plain));
  wire_through u_masked (.a_i(x_q), .y_o(masked));
  assign y_o = plain | (seen_q & masked);
endmodule
"""


@pytest.mark.parametrize(("cell", "same"), [("u_masked", True), ("u_plain", False)])
def test_tells_equal_from_different(
    cell: str, same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    (tmp_path / "top.v").write_text(TOP)
    script = f"read_verilog top.v; hierarchy -top roundel_core; proc; write_rtlil {model.BASE}"
    programs.run(
        tools.find("yosys"), ["-p", script], cwd=tmp_path, log=tmp_path / "log", timeout=60
    )
    mutant = model.parse(
        f"mutate -ctrl s 13 1 -mode inv -module roundel_core -cell {cell} -port a_i -portbit 0", {}
    )
    made = model.Model(shapes.SHAPES[0], tmp_path, (mutant,))
    comparison, place = equal.compare(made, mutant)
    assert comparison.equal is same
    assert comparison.explanation.startswith("equal:" if same else "different: ")
    assert (place / "result.json").is_file()
