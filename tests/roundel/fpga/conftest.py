# SPDX-License-Identifier: Apache-2.0
"""A design of a few cells, and fake tools controlled by the test."""

import os
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from roundel import design
from roundel.design import Config, Facts, Port, files

_HEAD = """\
module roundel_core #(
  parameter int Invert = 0
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [7:0] a_i,
  input  logic       b_i,
  output logic [4:0] q_o
);
"""
_BODY = """\
  logic [4:0] d, q;
  assign d = (a_i[4:0] & {5{b_i}}) ^ {2'b00, a_i[7:5]} ^ {5{Invert != 0}};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) q <= '0;
    else q <= d;
  end
  assign q_o = q;
"""

_PORTS = [
    Port("clk_i", "in", 1),
    Port("rst_ni", "in", 1),
    Port("a_i", "in", 8),
    Port("b_i", "in", 1),
    Port("q_o", "out", 5),
]


@dataclass
class Tiny:
    """A library of one file instead of the real library.

    Attributes:
        source: The file, which a test may change.
        parameters: The parameters of the top.
    """

    source: Path
    parameters: dict[str, int]

    def fill(self, body: str) -> None:
        """Write the top with a body; the ports stay."""
        self.source.write_text(f"{_HEAD}{body}endmodule : roundel_core\n")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("ROUNDEL_CACHE", str(place))
    return place


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    root = tmp_path / "rtl"
    root.mkdir()
    library = Tiny(root / "roundel_core.sv", {"Invert": 0})
    library.fill(_BODY)
    monkeypatch.setattr(design, "rtl_root", lambda: root)
    monkeypatch.setattr(files, "sources", lambda *which: (library.source,))
    monkeypatch.setattr(design, "parameters", lambda _: dict(library.parameters))
    monkeypatch.setattr(design, "ports", lambda _: list(_PORTS))
    monkeypatch.setattr(design, "check", lambda _: None)
    monkeypatch.setattr(design, "facts", lambda _: Facts(10, 10, 1, 10, 2, 1, 128, 1, 12, 0, 12))
    return library


@pytest.fixture
def config() -> Config:
    return Config(name="tiny")


# Replaces Yosys: writes the outputs of the script, with the given number of cells.
_YOSYS = """\
import json, os, re, sys, time
if "-V" in sys.argv:
    print("Yosys 99.0"); sys.exit()
mode = os.environ.get("FAKE_YOSYS", "")
print("1.1. Executing FAKE pass.", flush=True)
if mode == "crash":
    os.abort()
if mode == "fail":
    print("ERROR: the fake tool does not like this."); sys.exit(1)
if mode == "hang":
    time.sleep(60)
script = open("map.ys").read()
lut4, ff = json.loads(os.environ.get("FAKE_CELLS", "[100, 50]"))
if "design -save" in script:
    lut4 -= 10  # the recipe "nested" is the smallest
harness = open("harness.sv").read() if "harness.sv" in script else ""
if harness:
    lut4, ff = json.load(open("roundel_core.il"))
    lut4 += sum(int(n) + 1 for n in re.findall(r"u_xor\\d+_\\d \\[(\\d+):0\\]", harness))
    ff += sum(int(n) + 1 for n in re.findall(r"u_(?:in|out|xor\\d+) \\[(\\d+):0\\]", harness))
module = "\\\\roundel_harness" if harness else "\\\\roundel_core"
cells = {"LUT4": lut4, "TRELLIS_FF": ff}
if mode == "strange":
    cells["$_AND_"] = 1
stat = json.dumps({"modules": {module: {"num_cells_by_type": cells}}})
files = re.findall(r"^write_\\w+ (?:-\\S+ )*(\\S+)$", script, re.M)
for name in files:
    if name == "elaborated.il" and mode != "empty":
        port = "  wire width 8 input 2 \\\\byte_i"
        rtlil = [f"# {lut4} {ff}", "module \\\\roundel_sbox_tower", port, "end", ""]
        open(name, "w").write("\\n".join(rtlil))
        continue
    none = mode == "empty" or (mode == "empty netlist" and name == "roundel_core.il")
    open(name, "w").write("" if none else json.dumps([lut4, ff]))
open("cells.json", "w").write("{" if mode == "garbled" else stat)
"""

# Replaces nextpnr: reports the cells of the netlist and a clock that depends on the seed.
_NEXTPNR = """\
import json, os, sys, time
if "--version" in sys.argv:
    print("nextpnr-ecp5 -- Next Generation Place and Route (Version nextpnr-99.0)"); sys.exit()
mode = os.environ.get("FAKE_NEXTPNR", "")
seed = int(sys.argv[sys.argv.index("--seed") + 1])
with open(os.environ["FAKE_RUNS"], "a") as runs:
    runs.write(f"{seed} {' '.join(sys.argv[1:])}\\n")
print("Info: Packing constants..", flush=True)
if mode == "crash":
    os.abort()
if mode == "fail":
    print("ERROR: Unable to find legal placement for all cells."); sys.exit(1)
if mode == f"fail {seed}":
    time.sleep(0.2); print("ERROR: not with this seed"); sys.exit(1)
if mode == "hang" or mode.startswith("fail "):
    time.sleep(60)
if mode == "slow":
    time.sleep(1)
if mode == "silent":
    sys.exit()
lut4, ff = json.load(open("netlist.json"))
lut4 += 1 + (40 if mode == "more" else 0)
clock = "posedge clk"
place = {"cell": "u_core.q", "port": "Q"}
path = [
    {"type": "clk-to-q", "delay": 0.5, "from": place, "to": place},
    {"type": "routing", "delay": 4.0, "from": place, "to": place},
    {"type": "logic", "delay": 0.25, "from": place, "to": place},
    {"type": "setup", "delay": 0.0, "from": place, "to": {"cell": "u_core.z", "port": "DI"}},
]
report = {
    "fmax": {"clk": {"achieved": 100.0 + seed, "constraint": 400.0}},
    "utilization": {
        "TRELLIS_COMB": {"used": lut4}, "TRELLIS_FF": {"used": ff}, "DP16KD": {"used": 0},
    },
    "critical_paths": [{"from": clock, "to": clock, "path": path}],
}
open(sys.argv[sys.argv.index("--report") + 1], "w").write(json.dumps(report))
"""


@dataclass
class Fakes:
    """Fake tools on PATH.

    Attributes:
        set: Sets an environment variable for the tools.
        directory: The directory of the tools.
        log: Notes of the fake nextpnr, a line per run.
    """

    set: Callable[[str, str], None]
    directory: Path
    log: Path

    def seeds(self) -> list[int]:
        """The seeds of the nextpnr runs, in order."""
        text = self.log.read_text() if self.log.exists() else ""
        return [int(line.split()[0]) for line in text.splitlines()]


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: Tiny) -> Fakes:
    del tiny
    directory = tmp_path / "bin"
    directory.mkdir()
    for name, text in (("yosys", _YOSYS), ("nextpnr-ecp5", _NEXTPNR)):
        path = directory / name
        path.write_text(f"#!{sys.executable}\n{text}")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{directory}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("ROUNDEL_TOOLS", "native")
    monkeypatch.setenv("FAKE_RUNS", str(tmp_path / "runs"))
    return Fakes(monkeypatch.setenv, directory, tmp_path / "runs")
