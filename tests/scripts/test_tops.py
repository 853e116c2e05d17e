# SPDX-License-Identifier: Apache-2.0
"""The pages of the tops: drawings match the present RTL, and show no impossible wave."""

from pathlib import Path

import pytest
from scripts.derived import blocks, pages, timing, tops, waves

from roundel.base import tools
from roundel.base.errors import FailureError
from scripts import waves as command

ROOT = Path(__file__).resolve().parents[2]
CELL = waves.Cell
# The tops whose waves are drawn in every test run; the other tops in the campaign.
EVERY_TIME = ("roundel_core", "roundel_stream_interleaved")

VCD = """\
$timescale 1s $end
$scope module tb_roundel_core $end
$var reg 1 ! clk $end
$var integer 32 " scene [31:0] $end
$var reg 1 # key_valid $end
$var wire 1 $ key_ready $end
$var reg 1 % key_slot $end
$var reg 1 & in_valid $end
$var wire 1 ' in_ready $end
$var wire 1 ( out_valid $end
$var wire 1 ( other_name $end
$var reg 1 ) out_ready $end
$upscope $end
$enddefinitions $end
#0
0!
b0 "
0#
1$
0%
0&
1'
0(
1)
"""


DRAWN = sorted({diagram.top for diagram in timing.DIAGRAMS})


@pytest.mark.parametrize(
    "top",
    [pytest.param(top, marks=[] if top in EVERY_TIME else [pytest.mark.campaign]) for top in DRAWN],
)
def test_timing_diagrams_are_up_to_date(
    top: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        tools.find("iverilog")
    except FailureError as missing:
        pytest.skip(str(missing))
    diagrams = tuple(diagram for diagram in timing.DIAGRAMS if diagram.top == top)
    monkeypatch.setattr(timing, "DIAGRAMS", diagrams)
    status = command.main(["--check"])
    assert status == 0, capsys.readouterr().err


def test_every_drawing_has_its_place_in_a_page() -> None:
    drawn = {f"{item.name}.svg" for item in timing.DIAGRAMS}
    drawn |= {f"{item.name}.svg" for item in blocks.DIAGRAMS}
    folder = ROOT / timing.PLACE
    assert {path.name for path in folder.glob("*.svg")} == drawn
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.md"))
    assert all(f"({name})" in text for name in drawn)


def _written(path: Path, changes: dict[int, str]) -> Path:
    """Twelve cycles: falling edges at 10, 20 ..., and changes of other signals at given times."""
    text = VCD
    for time in range(1, 121):
        lines = {0: ["0!"], 5: ["1!"]}.get(time % 10, []) + changes.get(time, "").split()
        text += f"#{time}\n" + "".join(f"{line}\n" for line in lines) if lines else ""
    path.write_text(text.replace("b1\n", 'b1 "\n'), encoding="utf-8")
    return path


def test_waves_are_read_in_front_of_the_edge_that_ends_a_cycle(tmp_path: Path) -> None:
    path = _written(tmp_path / "waves.vcd", {16: "1&", 26: "0&", 96: "1(", 106: "0("})
    (scene,) = waves.read(path, "roundel_core").values()
    assert scene.cycle("in", lambda cell: cell.valid and cell.ready) == 1
    assert scene.cycle("out", lambda cell: cell.name == "b0") == 9
    drawn = waves.diagram("roundel_core", scene, "A test", [(1, 9, "8 cycles")])
    assert "8 cycles" in drawn
    assert "key_valid_i" not in drawn  # nothing happens in the drawing
    assert ">+5<" in drawn


def test_an_unknown_pin_is_refused(tmp_path: Path) -> None:
    path = _written(tmp_path / "waves.vcd", {36: "x("})
    with pytest.raises(FailureError, match="out of roundel_core is unknown in cycle 3"):
        waves.read(path, "roundel_core")


def test_a_latency_that_is_not_the_designs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = waves.Scene(
        0,
        {
            "in": [CELL(True, True, "b0"), *[CELL(False, True)] * 13],
            "out": [*[CELL(False, True)] * 13, CELL(True, True, "b0")],
        },
    )
    monkeypatch.setattr(timing, "_simulate", lambda top, values: {1: scene})
    monkeypatch.setattr(timing, "DIAGRAMS", timing.DIAGRAMS[:1])
    latency = tops.values("roundel_core", {})["OUTPUT_LATENCY"]
    with pytest.raises(FailureError, match=f"13 cycles, OUTPUT_LATENCY is {latency}"):
        list(timing.draw())


def test_a_block_that_is_not_in_the_design_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = blocks.Diagram(
        "x", "roundel_core", {}, "A test", (blocks.Block("roundel_key_stored", (), (0, 0)),), ()
    )
    monkeypatch.setattr(blocks, "DIAGRAMS", (drawn,))
    with pytest.raises(FailureError, match="roundel_core has no roundel_key_stored"):
        blocks.draw()


def test_a_page_has_ports_and_figures_of_the_rtl() -> None:
    page = dict(pages.pages())[f"{timing.PLACE}/roundel_core.md"]
    assert "| `in_block_i` | in | 128 | `[127:0]` | byte 0 in [127:120] |" in page
    assert "| `KeySlots` | `1` | key slots, a power of two up to 256; 1 unless stored |" in page
    assert "| 10 | 1 | stored | 128 | 12 | 1 | 10 | " in page
