# SPDX-License-Identifier: Apache-2.0
"""The FPGA families: complete facts, a harness that observes every output, and capacities.

The daily tests place a tiny design on an iCE40. The campaign places the design on all other placed
families, and maps the design to the families without a placer.
"""

from __future__ import annotations

import functools
import json
import pickle
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from roundel import fpga
from roundel.base import tools
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, Port
from roundel.fpga.families import FAMILIES
from roundel.fpga.family import Family
from roundel.fpga.flow import ConfigDesign, Prepared, check_size, own_cells, prepare
from roundel.fpga.harness import harness
from roundel.fpga.mapping import Cells
from roundel.fpga.nextpnr import Run, constraints_of
from roundel.fpga.targets import Target
from roundel.fpga.timing import CriticalPath, Routed

if TYPE_CHECKING:
    from tests.roundel.fpga.conftest import Tiny

PLACED = [target for target in fpga.targets() if target.placed]
MAPPED = [target for target in fpga.targets() if not target.placed]
PATH = CriticalPath(logic_ns=1.0, routing_ns=1.0, levels=1, start="a", end="b")


@pytest.mark.parametrize("target", fpga.targets(), ids=lambda target: target.name)
def test_a_target_has_all_facts_of_its_kind(target: Target) -> None:
    family = target.family
    assert FAMILIES[family.name] == family
    assert family.best in family.recipes
    assert set(family.best_of.values()) <= set(family.recipes)
    counted = [family.weights.lut, family.weights.ff, family.weights.ram, family.weights.dsp]
    names = [name for group in counted for name in group]
    assert len(names) == len(set(names))
    assert family.weights.carry.keys() <= family.weights.lut.keys() | {"CARRY4", "CARRY8",
                                                                      "SB_CARRY"}  # fmt: skip
    assert (family.harness is None) == (family.placer is None) == (not target.placed)
    assert all((target.lut, target.ff, target.bram, target.part)) == target.placed
    if family.placer is not None:
        assert bool(target.pins) == (family.placer.constraints is not None)
        assert len(set(target.pins)) == len(target.pins)


@pytest.mark.parametrize("target", fpga.targets(), ids=lambda target: target.name)
def test_a_target_travels_to_a_worker(target: Target) -> None:
    assert pickle.loads(pickle.dumps(target)) == target  # noqa: S301 (our own bytes)


def test_a_recipe_of_another_family_is_refused() -> None:
    ice40 = FAMILIES["ice40"]
    with pytest.raises(InputError, match="'wide' for Lattice iCE40; choose one of auto, nested"):
        ice40.find_recipe("wide")


def test_the_harness_of_the_published_figures_is_unchanged() -> None:
    """The text is a part of the keys of all ECP5 results."""
    cells = FAMILIES["ecp5"].harness
    assert cells is not None
    ports = [Port("clk_i", "in", 1), Port("rst_ni", "in", 1), Port("a", "in", 2),
             Port("x", "out", 6)]  # fmt: skip
    assert harness("core", ports, cells).verilog == _TEXT


_FF = (
    'TRELLIS_FF #(.CEMUX("1"), .CLKMUX("CLK"), .GSR("DISABLED"), .LSRMUX("LSR"), '
    '.REGSET("RESET"), .SRMODE("LSR_OVER_CE"))'
)
_TEXT = f"""\
module roundel_harness (input clk, input rst_n, input serial_i, output serial_o);
  wire [2:0] shift;
  wire [1:0] in_q = shift[2:1];
  wire [5:0] out_d, out_q;
  assign shift[0] = serial_i;
  {_FF} u_in [1:0]
    (.CLK(clk), .DI(shift[1:0]), .Q(shift[2:1]));
  core u_core (
    .clk_i(clk),
    .rst_ni(rst_n),
    .a(in_q[1:0]),
    .x(out_d[5:0])
  );
  {_FF} u_out [5:0] (.CLK(clk), .DI(out_d), .Q(out_q));
  wire [1:0] xor0_d, xor0_q;
  LUT4 #(.INIT(16'h6996)) u_xor0_4 [0:0]
    (.A(out_q[0:0]), .B(out_q[1:1]), .C(out_q[2:2]), .D(out_q[3:3]), .Z(xor0_d[0:0]));
  LUT4 #(.INIT(16'h6666)) u_xor0_2 [0:0]
    (.A(out_q[4:4]), .B(out_q[5:5]), .Z(xor0_d[1:1]));
  {_FF} u_xor0 [1:0] (.CLK(clk), .DI(xor0_d), .Q(xor0_q));
  wire [0:0] xor1_d, xor1_q;
  LUT4 #(.INIT(16'h6666)) u_xor1_2 [0:0]
    (.A(xor0_q[0:0]), .B(xor0_q[1:1]), .Z(xor1_d[0:0]));
  {_FF} u_xor1 [0:0] (.CLK(clk), .DI(xor1_d), .Q(xor1_q));
  assign serial_o = xor1_q;
endmodule : roundel_harness
"""


HARNESSED = [family for family in FAMILIES.values() if family.harness and family.name != "ecp5"]


@pytest.mark.parametrize("family", HARNESSED, ids=lambda family: family.name)
def test_every_output_changes_the_output_pin(tmp_path: Path, family: Family) -> None:
    """Proven by Yosys with its models of the cells: the pin is the parity of the outputs.

    The core connects each input to an output, so the shift register is part of the proof. With 26
    outputs, the levels of the tree have gates of two, three and four inputs. The first state and
    the open inputs are free; after 30 cycles, no bit of the first state is left.
    """
    assert family.harness is not None
    ports = [Port("clk_i", "in", 1), Port("rst_ni", "in", 1), Port("a", "in", 26),
             Port("x", "out", 26)]  # fmt: skip
    made = harness("core", ports, family.harness)
    (tmp_path / "harness.sv").write_text(made.verilog)
    (tmp_path / "bench.sv").write_text(_BENCH)
    script = [
        f"read_verilog -defer -overwrite -nowb {family.harness.models.split()[0]}",
        "read_verilog -sv -formal bench.sv harness.sv",
        "hierarchy -check -top bench",
        "proc",
        "flatten",
        # The set/reset of a TRELLIS_FF is open, and nextpnr ties it to 0.
        *(["setundef -undriven -zero"] if "TRELLIS_FF" in made.verilog else []),
        "async2sync",
        "opt_clean",
        "sat -verify -prove-asserts -seq 32 -prove-skip 31 bench",
    ]
    (tmp_path / "prove.ys").write_text("\n".join(script))
    yosys = tools.find("yosys")
    done = subprocess.run(
        [*yosys.command, "-s", "prove.ys"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    assert "no model found: SUCCESS" in done.stdout


_BENCH = """\
module core (input clk_i, input rst_ni, input [25:0] a, output [25:0] x);
  assign x = a;
endmodule
module bench (input clk, input serial);
  wire pin;
  roundel_harness dut (.clk(clk), .rst_n(1'b1), .serial_i(serial), .serial_o(pin));
  reg [25:0] shift;
  reg [3:0] parity;  // after the register of the outputs and three levels of the tree
  always @(posedge clk) begin
    shift <= {shift[24:0], serial};
    parity <= {parity[2:0], ^shift};
  end
  always @* assert (pin == parity[3]);
endmodule
"""


@pytest.mark.parametrize(
    ("name", "file", "line"),
    [
        ("nexus-40", "pins.pdc", "ldc_set_location -site {L5} [get_ports clk]"),
        ("gw2a-18", "pins.cst", 'IO_LOC "clk" H11;'),
    ],
)
def test_pads_have_places(name: str, file: str, line: str) -> None:
    ((found, text),) = constraints_of(fpga.find_target(name)).items()
    assert found == file
    assert line in text.splitlines()
    assert all(port in text for port in ("clk", "rst_n", "serial_i", "serial_o"))
    assert constraints_of(fpga.find_target("ecp5-85k-8")) == {}


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (Cells(7000, 200, 164, 0), "it needs 164 block RAMs instead of 32;"),
        (Cells(9000, 8000, 0, 0), "it needs 9,010 LUT4 instead of 7,680 and 8,005 FF instead of"),
    ],
)
def test_a_design_that_does_not_fit_is_refused(cells: Cells, text: str) -> None:
    prepared = cast(Prepared, SimpleNamespace(core=cells, around=Cells(10, 5, 0, 0)))
    with pytest.raises(FailureError, match="too large for ice40-hx8k") as caught:
        check_size(prepared, fpga.find_target("ice40-hx8k"))
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("logic", "ram", "right"),
    [(60, 1, True), (85, 1, True), (59, 1, False), (87, 1, False), (70, 0, False)],
)
def test_logic_cells_agree_with_luts_and_flip_flops(logic: int, ram: int, right: bool) -> None:
    """A logic cell has at most one LUT and one flip-flop; nextpnr adds at most one constant."""
    placer = fpga.find_target("ice40-hx8k").placer
    prepared = cast(Prepared, SimpleNamespace(core=Cells(50, 20, 1, 0), around=Cells(10, 5, 0, 0)))
    routed = Routed(fmax_mhz=50.0, lut4=logic, ff=0, bram=ram, critical_path=PATH)
    runs = [cast(Run, SimpleNamespace(routed=routed))]
    if right:
        assert own_cells(prepared, placer, runs) == (50, 20, 1)
        return
    with pytest.raises(FailureError, match="nextpnr-ice40 counts"):
        own_cells(prepared, placer, runs)


@pytest.mark.parametrize(
    ("name", "near"),
    [("ice40", "ice40-hx8k"), ("ecp5-85k", "ecp5-85k-8"), ("GW2A", "gw2a-18"), ("xc7a", "xc7")],
)
def test_an_unknown_target_has_a_suggestion(name: str, near: str) -> None:
    with pytest.raises(InputError) as caught:
        fpga.find_target(name)
    hint, _, rest = str(caught.value).partition("; choose one of ")
    assert near in hint
    assert all(target.name in rest for target in fpga.targets())


def test_kinds_of_targets_have_their_own_functions(config: Config) -> None:
    with pytest.raises(InputError, match="xc7 is mapped only"):
        fpga.synth(config, "xc7", [1])
    with pytest.raises(InputError, match="ice40-hx8k has place and route"):
        fpga.map_only(config, "ice40-hx8k")


def _placed(config: Config, cache: Path, name: str) -> None:
    """The tiny design is placed, and nextpnr's report has the capacities of the target."""
    part = fpga.find_target(name)
    record = fpga.synth(config, name, [1])
    assert (record.ff, record.bram) == (5, 0)
    assert 5 <= record.lut4 <= 8
    assert (record.family, record.lut_kind) == (part.family.name, part.family.lut)
    assert 20 < record.fmax_mhz.median < 1500
    (report,) = cache.glob("routed/*/report.json")
    has = json.loads(report.read_text())["utilization"]
    placer = part.placer
    assert has[next(iter(placer.lut))]["available"] == part.lut
    assert placer.ff is None or has[placer.ff]["available"] == part.ff
    assert sum(has[ram]["available"] for ram in placer.ram) == part.bram


def test_a_tiny_design_on_ice40(tiny: Tiny, config: Config, cache: Path) -> None:
    del tiny
    _placed(config, cache, "ice40-hx8k")


_COUNTER_AND_RAM = """\
  logic [9:0] count_q;
  (* ram_style = "distributed" *) logic [3:0] words_q[16];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_q + {2'b00, a_i};
  end
  always_ff @(posedge clk_i) if (b_i) words_q[a_i[3:0]] <= a_i[7:4];
  assign q_o = {count_q[9], words_q[count_q[3:0]]};
"""


def test_a_carry_chain_on_nexus_begins_without_a_carry_input(tiny: Tiny, config: Config) -> None:
    tiny.fill(_COUNTER_AND_RAM)
    nexus = FAMILIES["nexus"]
    prepared = prepare(ConfigDesign.of(config, family=nexus))
    assert (prepared.core.lut, prepared.core.ff, prepared.core.carry) == (18, 10, 6)
    netlist = json.loads(prepared.netlist.read_text())["modules"]["roundel_harness"]["cells"]
    chain = [cell["connections"] for cell in netlist.values() if cell["type"] == "CCU2"]
    driven = {bit for ports in chain for bit in ports["COUT"]}
    assert len(chain) == 6
    assert sum("CIN" not in ports for ports in chain) == 1
    assert all(set(ports.get("CIN", [])) <= driven for ports in chain)


@pytest.mark.parametrize(
    "family", [part.family for part in {part.family.name: part for part in PLACED}.values()],
    ids=lambda family: family.name,
)  # fmt: skip
def test_an_unused_input_keeps_its_register(tiny: Tiny, config: Config, family: Family) -> None:
    """`prepare` compares the cells of core and harness with the cells of both together."""
    assert family.harness is not None
    tiny.fill("  always_ff @(posedge clk_i) q_o <= a_i[4:0];\n")
    prepared = prepare(ConfigDesign.of(config, family=family))
    netlist = json.loads(prepared.netlist.read_text())["modules"]["roundel_harness"]["cells"]
    assert sum(name.startswith("u_in") for name in netlist) == 9


# Two steps of the chain make a function of four inputs, and the first and last bit use fewer.
_CHAIN = """\
  logic [4:0] q;
  logic [12:0] chain;
  assign chain[0] = q[0];
  for (genvar k = 0; k < 12; k++) begin : gen_step
    assign chain[k+1] = (k % 2 == 0) ? chain[k] & a_i[k%8] : chain[k] ^ q[k%4+1];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q <= '0;
    else q <= {q[3:0] ^ a_i[3:0], chain[12] ^ b_i};
  end
  assign q_o = q;
"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(part.name, marks=[] if part.name == "gw2a-18" else [pytest.mark.campaign])
        for part in {part.family.name: part for part in PLACED}.values()
    ],
)
def test_the_slowest_path_has_every_lut_of_a_chain(tiny: Tiny, config: Config, name: str) -> None:
    """nextpnr omits a path through a cell without delays from its report."""
    tiny.fill(_CHAIN)
    record = fpga.synth(config, name, [1])
    family = fpga.find_target(name).family
    prepared = prepare(ConfigDesign.of(config, family=family))
    cells = json.loads(prepared.netlist.read_text())["modules"]["roundel_harness"]["cells"]
    depth = _depth(list(cells.values()), set(family.weights.lut))
    in_setup = family.name.startswith("ice40")  # the last LUT is in the cell of the register
    assert record.critical_path.levels + in_setup >= depth > 4


def _depth(cells: list[dict[str, Any]], luts: set[str]) -> int:
    """The largest number of LUTs in a path of a netlist."""
    drivers = {
        bit: cell
        for cell in cells
        if cell["type"] in luts
        for port, bits in cell["connections"].items()
        if cell["port_directions"][port] == "output"
        for bit in bits
    }

    @functools.cache
    def depth(bit: int | str) -> int:
        cell = drivers.get(bit)
        if cell is None:
            return 0
        directions = cell["port_directions"]
        inputs = [
            one
            for port, bits in cell["connections"].items()
            if directions[port] == "input"
            for one in bits
        ]
        return 1 + max(map(depth, inputs), default=0)

    return max(map(depth, drivers))


@pytest.mark.campaign
@pytest.mark.parametrize("name", {part.family.name: part.name for part in PLACED}.values())
def test_a_carry_chain_and_a_small_memory(
    tiny: Tiny, config: Config, cache: Path, name: str
) -> None:
    """nextpnr places chain and memory; the counts of nextpnr and Yosys agree."""
    tiny.fill(_COUNTER_AND_RAM)
    record = fpga.synth(config, name, [1])
    memories = fpga.find_target(name).family.memories
    has_lut_ram = memories is None or memories.lut is not None
    assert (record.ff, record.bram) == (10 if has_lut_ram else 10 + 16 * 4, 0)
    if name == "nexus-40":  # twelve LUTs of the chain; four of the memory and two of its write port
        assert record.lut4 == 18
        (report,) = cache.glob("routed/*/report.json")
        used = json.loads(report.read_text())["utilization"]
        assert (used["RAMW"]["used"], used["OXIDE_COMB"]["used"]) == (1, 16 + 3)  # harness: 3


@pytest.mark.campaign
@pytest.mark.parametrize(
    "name", [part.name for part in PLACED if part.family != fpga.ECP5 and part.name != "ice40-hx8k"]
)
def test_a_tiny_design_on_every_family(tiny: Tiny, config: Config, cache: Path, name: str) -> None:
    del tiny
    _placed(config, cache, name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(part.name, marks=[] if part.name == "xc7" else [pytest.mark.campaign])
        for part in MAPPED
    ],
)
def test_a_tiny_design_is_mapped(tiny: Tiny, config: Config, name: str) -> None:
    del tiny
    record = fpga.map_only(config, name)
    assert (record.ff, record.bram) == (5, 0)
    assert 5 <= record.lut <= 8
    assert record.bits_per_cycle == 12.8
    assert "not placed" in record.note
