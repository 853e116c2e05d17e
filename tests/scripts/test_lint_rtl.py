# SPDX-License-Identifier: Apache-2.0
"""The RTL lint finds deliberate mistakes in a copy of the RTL."""

import shutil
from pathlib import Path

import pytest
from scripts.lint import tools as lint_tools
from scripts.lint.text import text_faults
from scripts.lint.tools import Library, Skipped

from roundel.base.errors import FailureError
from roundel.soft import hosts
from scripts import lint_rtl


@pytest.fixture
def library(tmp_path: Path) -> Library:
    shutil.copytree(lint_rtl.ROOT / "rtl", tmp_path / "rtl")
    (tmp_path / "scratch").mkdir()
    return Library(tmp_path / "rtl", tmp_path / "scratch")


def change(library: Library, name: str, right: str, wrong: str) -> None:
    path = library.rtl / name
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("// SPDX", "// spdx", "SPDX"),
        ("endmodule : roundel_short_fifo", "endmodule", "last line"),
        ("module roundel_short_fifo", "module roundel_fifo2", "defines roundel_fifo2"),
        ("// Interface, input.", "// Interf\u00e9ce.", "not ASCII"),
        ("// Interface, input.", "// " + "x" * 100, "columns"),
        ("// Interface, input.", "// Interface. ", "trailing"),
        ("fifo_depth_must_be_2_or_4_to_18", "too_small", "no impossible combination causes it"),
    ],
)
def test_text(library: Library, right: str, wrong: str, fault: str) -> None:
    if fault == "trailing":
        right, wrong = "\n//\n", "\n// \n"
    change(library, "prim/roundel_short_fifo.sv", right, wrong)
    assert any(fault in text for text in text_faults(library, lint_rtl.ERRORS))


def test_list_of_files(library: Library) -> None:
    (library.rtl / "roundel_new.sv").write_text("", encoding="utf-8")
    (library.rtl / "prim" / "roundel_short_fifo.sv").unlink()
    faults = list(text_faults(library, lint_rtl.ERRORS))
    assert "rtl/roundel_new.sv is not in roundel.f" in faults
    assert "rtl/prim/roundel_short_fifo.sv does not exist" in faults


def test_list_of_a_vendors_files(library: Library) -> None:
    path = library.rtl / "roundel_ecp5.f"
    path.write_text(path.read_text(encoding="utf-8").replace("vendor/ecp5", "sbox"))
    fault = "roundel_ecp5.f is not roundel.f with the files of rtl/vendor/ecp5"
    assert fault in list(text_faults(library, lint_rtl.ERRORS))


@pytest.mark.parametrize("tool", ["verilator", "slang", "icarus"])
def test_undeclared_name(library: Library, tool: str) -> None:
    change(library, "prim/roundel_short_fifo.sv", "valid_o = valid_q", "valid_o = valid_x")
    if tool == "icarus" and shutil.which("iverilog") is None:
        pytest.skip("iverilog is not installed (Debian: apt install iverilog)")
    with pytest.raises(FailureError):
        getattr(library, tool)("roundel_short_fifo", {})


def test_undeclared_name_in_the_oldest_verilator(library: Library) -> None:
    try:
        library.oldest_verilator("roundel_short_fifo", {})
    except Skipped as reason:
        pytest.skip(str(reason))
    change(library, "prim/roundel_short_fifo.sv", "valid_o = valid_q", "valid_o = valid_x")
    with pytest.raises(FailureError):
        library.oldest_verilator("roundel_short_fifo", {})


@pytest.mark.parametrize("program", ["/no/verilator", "/bin/true"])
def test_another_version_is_not_the_oldest_verilator(
    library: Library, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(lint_tools, "OLDEST_PROGRAM", program)
    lint_tools.oldest_verilator.cache_clear()
    with pytest.raises(Skipped, match="Debian 12: apt install verilator"):
        library.oldest_verilator("roundel_short_fifo", {})
    lint_tools.oldest_verilator.cache_clear()


@pytest.mark.parametrize("tool", ["yosys_verilog", "yosys_slang"])
def test_undeclared_name_in_yosys(library: Library, tool: str) -> None:
    change(library, "prim/roundel_short_fifo.sv", "valid_o = valid_q", "valid_o = valid_x")
    with pytest.raises(FailureError):
        getattr(library, tool)([("roundel_short_fifo", {})])


def test_undriven_wire(library: Library) -> None:
    change(
        library,
        "prim/roundel_short_fifo.sv",
        "  assign advance =",
        "  logic other;\n  assign other =",
    )
    with pytest.raises(FailureError, match="used but has no driver"):
        library.yosys_verilog([("roundel_short_fifo", {})])


def test_undriven_wire_in_one_of_several_designs(library: Library) -> None:
    designs = [
        ("roundel_pipeline_cut", {"Width": 3}),
        ("roundel_short_fifo", {"Width": 5}),
        ("roundel_pipeline_cut", {"Present": 0}),
    ]
    library.yosys_verilog(designs)
    change(
        library,
        "prim/roundel_short_fifo.sv",
        "  assign advance =",
        "  logic other;\n  assign other =",
    )
    with pytest.raises(FailureError, match="used but has no driver"):
        library.yosys_verilog(designs)


def test_impossible_combination_that_elaborates(library: Library) -> None:
    with pytest.raises(FailureError, match="must stop with roundel_error_unknown_sbox"):
        lint_rtl._must_fail(lambda: library.slang("roundel_core", {}), "unknown_sbox")


def test_impossible_combination_with_another_message(library: Library) -> None:
    with pytest.raises(FailureError, match="fails without roundel_error_unknown_sbox"):
        lint_rtl._must_fail(lambda: library.slang("roundel_core", {"TagBits": 0}), "unknown_sbox")


TOOLS = ("slang", "Verilator", "Icarus", "Yosys read_verilog", "Yosys read_slang")


@pytest.mark.parametrize("tool", TOOLS)
def test_impossible_combination_with_the_undefined_module_as_a_black_box(
    library: Library, tool: str
) -> None:
    if tool == "Icarus" and shutil.which("iverilog") is None:
        pytest.skip("iverilog is not installed (Debian: apt install iverilog)")
    message = "a_memory_has_2_to_512_words"
    check = lint_rtl._single(library, tool, "roundel_block_ram", {"Words": 513}, message)
    check.run()
    header = "`define ROUNDEL_NO_ELABORATION_TASKS\n`ifndef ROUNDEL_REFUSE_SVH"
    change(library, "include/roundel_refuse.svh", "`ifndef ROUNDEL_REFUSE_SVH", header)
    with pytest.raises(FailureError, match=f"must stop with roundel_error_{message}"):
        check.run()


@pytest.fixture
def systems(tmp_path: Path) -> Library:
    shutil.copytree(lint_rtl.ROOT / "rtl", tmp_path / "rtl")
    (tmp_path / "scratch").mkdir()
    try:
        processors = [hosts.processor(host) for host in hosts.HOSTS.values()]
    except FailureError as error:
        pytest.skip(str(error))
    return Library(tmp_path / "rtl", tmp_path / "scratch", processors)


@pytest.mark.parametrize("tool", ["verilator", "slang", "icarus"])
def test_undeclared_name_beside_a_processor(systems: Library, tool: str) -> None:
    if tool == "icarus" and shutil.which("iverilog") is None:
        pytest.skip("iverilog is not installed (Debian: apt install iverilog)")
    getattr(systems, tool)("roundel_soft_vexriscv", {})
    change(
        systems,
        "top/roundel_soft_vexriscv.sv",
        "response_valid = command_valid",
        "response_valid = command_valix",
    )
    with pytest.raises(FailureError):
        getattr(systems, tool)("roundel_soft_vexriscv", {})


def test_undriven_wire_beside_a_processor(systems: Library) -> None:
    change(systems, "top/roundel_soft_vexriscv.sv", "assign response = '0;", "")
    with pytest.raises(FailureError, match="response.* is used but has no driver"):
        systems.yosys_verilog([("roundel_soft_vexriscv", {})])


def test_text_of_a_system(library: Library) -> None:
    change(library, "top/roundel_soft_vexriscv.sv", "// SPDX", "// spdx")
    fault = "rtl/top/roundel_soft_vexriscv.sv:1: the first line is not the SPDX line"
    assert fault in list(text_faults(library, lint_rtl.ERRORS))
