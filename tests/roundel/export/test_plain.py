# SPDX-License-Identifier: Apache-2.0
"""Plain Verilog and the SystemVerilog sources side by side: equal outputs in every cycle.

`roundel.export.equivalence` proves the equality with Yosys' front ends; here Icarus reads both.

Both designs get the same random inputs, also inputs that break the rules of the ports: stalls,
withdrawn offers, clears and zeroises. Keys of packet engines keep the rules, and keys of the others
are rarely withdrawn, so that each design accepts some. Icarus first reads the plain Verilog alone,
with -g2005.
"""

from pathlib import Path

import pytest
from tests.roundel.export import builds

from roundel import design
from roundel.design import load_config
from roundel.export import export
from roundel.export.wrapper import Wrapper, bits, make_wrapper

SMALL = ["Rounds=1", "Stages=1"]
# Cycles, and further cycles in latencies of the design: of designs for blocks, and for packets. A
# key of GCM takes ten latencies before its first packet.
CYCLES = {True: (300, 15), False: (800, 60)}


def bench(wrapper: Wrapper) -> str:
    """Random inputs for `left` and `right`, and a comparison before each rising edge."""
    facts = design.facts(wrapper.config)
    waits = facts.output_latency_cycles + (facts.key_load_cycles or 0)
    least, latencies = CYCLES[wrapper.is_blocks]
    cycles = least + latencies * waits
    inputs = [
        pin for pin in wrapper.pins
        if pin.direction == "in" and pin.name not in (wrapper.clock, wrapper.reset)
    ]  # fmt: skip
    outputs = [pin for pin in wrapper.pins if pin.direction == "out"]
    joined = "".join(f", .{pin.name}({pin.name})" for pin in inputs)
    lines = ["module bench;", f"  reg {wrapper.clock} = 0, {wrapper.reset} = 0;"]
    lines += [f"  reg {bits(pin.width)}{pin.name} = 0;" for pin in inputs]
    lines += [f"  wire {bits(pin.width)}left_{pin.name}, right_{pin.name};" for pin in outputs]
    for side in ("left", "right"):
        taken = "".join(f", .{pin.name}({side}_{pin.name})" for pin in outputs)
        lines.append(
            f"  {side} u_{side} (.{wrapper.clock}({wrapper.clock}), "
            f".{wrapper.reset}({wrapper.reset}){joined}{taken});"
        )
    lines += ["  integer n, seed = 1, transfers = 0;", "  reg taken = 0;", "  initial begin"]
    lines += [
        f"    for (n = 0; n < {cycles}; n = n + 1) begin",
        f"      {wrapper.clock} = 0;",
        f"      {wrapper.reset} = n > 3;",
    ]
    for pin in inputs:
        words = ", ".join(["$random(seed)"] * -(-pin.width // 32))
        value = f"{{{words}}}"
        if "zeroise" in pin.name:
            value = f"n > {cycles * 7 // 8} && ($random(seed) & 63) == 0"
        elif pin.name == "key_valid_i":
            begins, stays = "($random(seed) & 63) == 0", "!taken && ($random(seed) & 255) != 0"
            if not wrapper.is_blocks:  # packet engines stop if a key does not wait for its ready
                begins = " || ".join(f"n == {n}" for n in (10, cycles * 3 // 8, cycles * 6 // 8))
                stays = "!taken"
            value = f"key_valid_i ? {stays} : {begins}"
        elif pin.name in ("key_slot_i", "key_clear_i", "key_least_tag_i"):
            other = "($random(seed) & 7) == 0" if wrapper.is_blocks else "0"
            value = f"key_valid_i && !taken ? {pin.name} : {other}"
        elif pin.name == "key_i":
            value = f"key_valid_i && !taken ? key_i : {value}"
        elif pin.name == "command_i":  # a possible command: its mode, slot 0 or 1, no lengths
            mode = design.choices("Mode")[wrapper.config.Mode]
            tag = 16 if wrapper.config.Mode == "gcm" else 0  # bytes
            iv = ", ".join(["$random(seed)"] * 4)
            head = f"96'd0, 8'd{tag}, 7'd0, ($random(seed) > 0), 8'd{mode}, 8'd0"
            value = f"{{128'd0, {iv}, {head}}}"
        elif pin.name == "beat_id_i":  # as the commands
            value = "0"
        elif pin.name == "beat_keep_i":
            value = "{16{1'b1}}"
        lines.append(f"      {pin.name} = {value};")
    lines.append("      #4;")
    for pin in outputs:
        lines.append(
            f"      if (n > 3 && left_{pin.name} !== right_{pin.name}) begin "
            f'$display("FAIL: {pin.name} in cycle %0d: %h and %h", n, left_{pin.name}, '
            f"right_{pin.name}); $finish; end"
        )
        if pin.name in ("out_valid_o", "text_valid_o"):
            lines.append(f"      if (n > 3 && left_{pin.name} === 1'b1) transfers = transfers + 1;")
    lines += ["      taken = key_valid_i && left_key_ready_o;"]
    lines += [f"      #1 {wrapper.clock} = 1; #5;", "    end"]
    lines += ['    $display("EQUAL with %0d results", transfers); $finish;', "  end", "endmodule"]
    return "\n".join(lines) + "\n"


def pair(folder: Path, name: str, overrides: list[str]) -> str:
    """Export both forms below a folder, and run them side by side in Icarus."""
    builds.need("iverilog", "vvp")
    config = load_config(name, overrides)
    export(config, folder / "l", "yosys", name="left")
    export(config, folder / "r", "yosys", name="right", form="verilog")
    (folder / "bench.v").write_text(bench(make_wrapper(config, name="left")), encoding="utf-8")
    rtl = [path.name for path in make_wrapper(config, name="left").files if path.suffix == ".sv"]
    command = [
        "iverilog", "-g2012", "-DSYNTHESIS", "-Il/rtl/include", "-s", "bench", "-o", "pair.vvp",
        *(f"l/rtl/{file}" for file in rtl), "l/rtl/left.v", "r/rtl/right.v", "bench.v",
    ]  # fmt: skip
    for step in (
        ["iverilog", "-g2005", "-s", "right", "-o", "plain.vvp", "r/rtl/right.v"],
        command,
        ["vvp", "-n", "pair.vvp"],
    ):
        said = builds.run(step, folder)
        assert said.startswith("status 0\n"), said
    return said


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("iterative", []),
        ("ctr-1", SMALL),
        pytest.param("iterative-both", [], marks=pytest.mark.campaign),
        pytest.param("fastest-bram", [], marks=pytest.mark.campaign),
        pytest.param("gcm-1", SMALL, marks=pytest.mark.campaign),
        pytest.param("xts-1", SMALL, marks=pytest.mark.campaign),
        pytest.param("cbc-encrypt-1", SMALL, marks=pytest.mark.campaign),
    ],
)
def test_plain_verilog_is_equal(tmp_path: Path, name: str, overrides: list[str]) -> None:
    said = pair(tmp_path, name, overrides)
    assert "EQUAL with " in said
    assert int(said.split("EQUAL with ")[1].split()[0]) > 5


def test_a_difference_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from roundel.export import sources

    real = sources._plain

    def wrong(wrapper: Wrapper, text: str) -> str:
        found = real(wrapper, text)
        assert "~ " in found
        return found.replace("~ ", "", 1)

    monkeypatch.setattr(sources, "_plain", wrong)
    assert "FAIL: " in pair(tmp_path, "iterative", [])
