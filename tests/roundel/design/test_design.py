# SPDX-License-Identifier: Apache-2.0
"""Facts read from the RTL by Python: files, named values, ports, and impossible designs."""

from pathlib import Path

import pytest

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, elaborate, files


@pytest.fixture
def other_rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory instead of the library's RTL."""
    monkeypatch.setattr(files, "rtl_root", lambda: tmp_path)
    return tmp_path


def write(place: Path, **modules: str) -> None:
    (place / "roundel.f").write_text("// order\n" + "".join(f"{name}.sv\n" for name in modules))
    for name, text in modules.items():
        (place / f"{name}.sv").write_text(text)


def test_sources_are_all_files_of_the_library_once() -> None:
    files = design.sources()
    vendor = design.rtl_root() / "vendor"
    own = [path for path in design.rtl_root().rglob("*.sv*") if vendor not in path.parents]
    # Tops around a processor of other projects have a separate list.
    assert sorted([*files, *design.soft_sources()]) == sorted(own)
    assert design.is_header(files[0])
    assert design.compiled()[0].name == "roundel_prim_pkg.sv"
    assert [*map(design.is_header, files)].count(True) == len(files) - len(design.compiled())
    assert all(path.is_absolute() for path in files)


def test_vendors_file_stands_in_for_its_equal() -> None:
    usual, own = design.sources(), design.sources("ecp5")
    changed = [(left, right) for left, right in zip(usual, own, strict=True) if left != right]
    assert {right for _, right in changed} == set((design.rtl_root() / "vendor/ecp5").glob("*.sv"))
    assert changed
    assert all(left.name == right.name for left, right in changed)
    assert [path.name for path in design.cells("ecp5")] == ["DP16KD.v"]


def test_file_is_named_after_its_module() -> None:
    for path in {*design.compiled(), *design.compiled("ecp5")}:
        kind = "package" if path.stem.endswith("_pkg") else "module"
        assert f"\n{kind} {path.stem}" in path.read_text(), path.name


def test_source_list_may_have_comments(other_rtl: Path) -> None:
    (other_rtl / "roundel.f").write_text("// all\n\na.sv // first\n  b/c.sv\n")
    assert design.sources() == (other_rtl / "a.sv", other_rtl / "b" / "c.sv")


def test_named_values() -> None:
    assert list(design.choices("Direction")) == ["encrypt", "decrypt", "both"]
    assert list(design.choices("Sbox")) == ["table", "rom", "tower", "gates"]
    assert list(design.choices("KeySchedule")) == ["on_the_fly", "stored", "pipelined"]
    assert list(design.choices("Mode")) == [
        "ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "cmac", "ccm",
    ]  # fmt: skip
    sets = design.choices("Modes")
    every = "ecb+cbc+ctr+gcm+cfb+ofb+cmac+ccm"
    assert (sets["one"], sets["cbc+gcm"], sets[every]) == (0, 0b1010, 0b111101111)
    assert len(sets) == 1 + 2**8 - 8 - 1  # none, and every set of at least two of eight modes
    assert design.choices("SecondSbox") == design.choices("Sbox")
    assert design.choices("Rounds") == {}


def test_named_values_come_from_the_rtl(other_rtl: Path) -> None:
    write(
        other_rtl,
        roundel_engine_pkg="package roundel_engine_pkg;\n  localparam int SBOX_QUUX = 7;\n"
        "  localparam logic [2047:0] SBOX_BITS = '0;\n  localparam int INV_SBOX_X = 1;\n"
        "endpackage\n",
        roundel_core="module roundel_core #(\n"
        "  parameter int Sbox = roundel_engine_pkg::SBOX_QUUX\n) ();\nendmodule\n",
    )
    assert design.choices("Sbox") == {"quux": 7}


@pytest.mark.parametrize(
    ("config", "rounds", "latency", "in_flight", "cycles", "slot_bits"),
    [
        (Config(name="c"), 10, 10, 1, 10, 1),
        (Config(name="c", KeyBits=192), 12, 12, 1, 12, 1),
        (Config(name="c", KeyBits=256), 14, 14, 1, 14, 1),
        (Config(name="c", Rounds=5, Stages=0, KeySchedule="stored", KeySlots=8), 10, 2, 1, 2, 3),
        (Config(name="c", KeyBits=256, Rounds=7, KeySchedule="stored"), 14, 14, 7, 2, 1),
        (Config(name="c", Rounds=10, KeySchedule="stored", KeySlots=4), 10, 10, 10, 1, 2),
        (Config(name="c", Stages=4), 10, 40, 4, 10, 1),
        (Config(name="c", KeyBits=256, Rounds=2, Stages=9, KeySchedule="pipelined"),
         14, 126, 18, 7, 1),
    ],
)  # fmt: skip
def test_facts(
    config: Config, rounds: int, latency: int, in_flight: int, cycles: int, slot_bits: int
) -> None:
    """Latency, blocks in flight and cycles per block, as in the plane of (R, S)."""
    facts = design.facts(config)
    assert (facts.num_rounds, facts.latency_cycles) == (rounds, latency)
    assert (facts.blocks_in_flight, facts.cycles_per_block) == (in_flight, cycles)
    assert (facts.slot_bits, facts.key_bits) == (slot_bits, config.KeyBits)
    # At least an entry per block in flight; the RTL chooses the exact depth.
    assert in_flight < facts.queue_depth <= in_flight + 36
    assert latency < facts.output_latency_cycles <= latency + 6
    assert facts.zeroise_delay_cycles == (config.Stages >= 2)
    assert facts.key_load_cycles is not None
    assert facts.key_load_cycles > rounds
    assert facts.round_cuts.bit_count() == config.Stages


def test_facts_without_a_queue() -> None:
    facts = design.facts(Config(name="c", Stages=3, Backpressure=0))
    assert facts.queue_depth == 0
    assert facts.latency_cycles < facts.output_latency_cycles <= facts.latency_cycles + 2


@pytest.mark.parametrize("mode", ["ecb", "ctr", "gcm"])
def test_facts_of_packets(mode: str) -> None:
    """As the block's, for all lanes; how late text comes is measured in test_stream_modes.py."""
    config = Config(name="c", Mode=mode, Lanes=2, Rounds=5, Stages=2)
    facts = design.facts(config)
    assert (facts.lanes, facts.num_rounds, facts.slot_bits, facts.key_bits) == (2, 10, 2, 128)
    assert (facts.blocks_in_flight, facts.cycles_per_block) == (2 * 10, 2)
    assert facts.latency_cycles == 2 * 10 + 3
    assert facts.latency_cycles < facts.output_latency_cycles <= facts.latency_cycles + 16
    assert facts.queue_depth >= facts.blocks_in_flight // 2
    assert facts.key_load_cycles is None
    direction = "both" if mode == "ecb" else "encrypt"
    cuts = design.facts(Config(name="c", Stages=2, Direction=direction)).round_cuts
    assert facts.round_cuts == cuts
    ports = {port.name: port for port in design.ports(config)}
    assert ports["beat_data_i"] == design.Port("beat_data_i", "in", 256)
    assert ports["key_slot_i"] == design.Port("key_slot_i", "in", 2)


def test_places_of_the_registers() -> None:
    assert design.facts(Config(name="c", Stages=2, RoundCuts=0x401)).round_cuts == 0x401
    best = {
        (sbox, stages): design.facts(Config(name="c", Stages=stages, Sbox=sbox)).round_cuts
        for sbox in ("table", "tower", "rom")
        for stages in range(3 if sbox == "rom" else 0, 14)
    }
    assert all(cuts.bit_count() == stages for (_, stages), cuts in best.items())
    assert all(cuts & 7 == 7 for (sbox, _), cuts in best.items() if sbox == "rom")
    assert best["tower", 0] == 0
    assert best["tower", 13] == 0x1FFF
    assert design.choices("Cut")["key"] == 12


def test_ports() -> None:
    config = Config(name="c", KeyBits=192, Rounds=3, KeySchedule="stored", KeySlots=8)
    ports = {port.name: port for port in design.ports(config)}
    assert ports["key_i"] == design.Port("key_i", "in", 192)
    assert ports["key_slot_i"] == design.Port("key_slot_i", "in", 3)
    assert ports["in_block_i"] == design.Port("in_block_i", "in", 128)
    assert ports["out_block_o"] == design.Port("out_block_o", "out", 128)
    assert ports["in_ready_o"] == design.Port("in_ready_o", "out", 1)
    assert list(ports)[:2] == ["clk_i", "rst_ni"]


def test_parameters_are_the_integers_of_the_rtl() -> None:
    named = Config(name="c", Direction="both", Sbox="table", KeySchedule="stored")
    values = design.parameters(named)
    assert values["Direction"] == design.choices("Direction")["both"] == 2
    assert values["Sbox"] == design.choices("Sbox")["table"]
    assert values["KeySchedule"] == design.choices("KeySchedule")["stored"]
    assert "name" not in values


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            Config(name="c", Rounds=3, KeySchedule="stored"),
            "Rounds=3 is not possible: rounds must divide the number of rounds, 10 for a 128-bit "
            "key; with the other values, Rounds can be 1, 2, 5 or 10.",
        ),
        (
            Config(name="c", KeyBits=192, Rounds=5, KeySchedule="stored"),
            "Rounds=5 is not possible: rounds must divide the number of rounds, 12 for a 192-bit "
            "key; with the other values, Rounds can be 1, 2, 3, 4, 6 or 12.",
        ),
        (Config(name="c", KeyBits=100), "KeyBits can be 128, 192 or 256."),
        (
            Config(name="c", Rounds=2),
            "Rounds can be 1, or KeySchedule can be stored or pipelined.",
        ),
        (
            Config(name="c", KeySlots=3, KeySchedule="stored"),
            "KeySlots can be 1, 2, 4, 8, 16, 32, 64, 128 or 256.",
        ),
        (Config(name="c", KeySlots=2), "KeySchedule can be stored, or KeySlots can be 1."),
        (Config(name="c", Stages=14), "Stages=14 is not possible"),
        (Config(name="c", Backpressure=-1), "Backpressure can be 0 or 1."),
        (
            Config(name="c", Stages=2, Sbox="rom"),
            "Stages=2 with Sbox=rom is not possible: sbox rom needs stages 3 or more",
        ),
        (
            Config(name="c", Lanes=2, Backpressure=1),
            "Backpressure=1 with Mode=none and Lanes=2 is not possible: roundel_lanes only has "
            "Backpressure=0; with the other values, Mode can be ecb, ctr, gcm or "
            "xts, or Lanes can be 1, or Backpressure can be 0.",
        ),
        (
            Config(name="c", Mode="gcm", Backpressure=0),
            "Backpressure=0 with Mode=gcm is not possible: roundel_stream only has "
            "Backpressure=1; with the other values, Mode can be none, or Backpressure can be 1.",
        ),
        (Config(name="c", Mode="ctr", KeySchedule="pipelined"), "KeySchedule can be stored."),
        (
            Config(name="c", Mode="gcm", Lanes=2, SecondSboxLanes=2),
            "Lanes=2 with SecondSboxLanes=2 is not possible: second sbox lanes must be fewer than "
            "lanes; with the other values, SecondSboxLanes can be 0.",
        ),
        (Config(name="c", Mode="gcm", Lanes=3), "Lanes can be 1, 2, 4, 8 or 16."),
        (Config(name="c", Mode="gcm", BlockRam=2), "BlockRam can be 0 or 1."),
        (
            Config(name="c", Mode="gcm", GhashCuts=0x100),
            "GhashCuts=0x100 is not possible: ghash",
        ),
        (
            Config(name="c", Rounds=2, KeySlots=2, KeySchedule="pipelined"),
            "KeySchedule can be stored, or KeySlots can be 1.",
        ),
    ],
)
def test_what_cannot_be_built_says_what_can(config: Config, message: str) -> None:
    for ask in (design.check, design.facts, design.ports):
        with pytest.raises(InputError) as caught:
            ask(config)
        assert message in str(caught.value)
        words = str(caught.value)
        for word in ("on_the_fly", "roundel_core", "roundel_lanes", "roundel_stream"):
            words = words.replace(word, "")
        assert "_" not in words


def test_value_without_a_name_in_the_rtl() -> None:
    config = Config(name="c").replaced("Sbox", "nonsense")
    with pytest.raises(InputError, match="choose table, rom, tower or gates"):
        design.parameters(config)


def test_branch_that_is_not_taken_does_not_complain(other_rtl: Path) -> None:
    write(
        other_rtl,
        roundel_aes_pkg="package roundel_aes_pkg; endpackage\n",
        roundel_core="module roundel_core #(parameter int Rounds = 1) ();\n"
        "  if (Rounds == 2) begin : gen_two roundel_error_not_two u_error (); end\n"
        "  for (genvar i = 0; i < 2; i++) begin : gen_i\n"
        "    if (Rounds == 3) begin : gen_three roundel_error_not_three u_error (); end\n"
        "    leaf #(.Rounds(i == 0 ? 0 : Rounds)) u_leaf ();\n  end\nendmodule\n",
        leaf="module leaf #(parameter int Rounds = 1) ();\n"
        "  if (Rounds == 4) begin : gen_four roundel_error_not_four u_error (); end\nendmodule\n",
    )
    complaints = [
        elaborate.elaborate(
            tuple(design.sources()), "roundel_core", (("Rounds", value),)
        ).complaints
        for value in range(1, 5)
    ]
    assert complaints == [
        (),
        ("roundel_error_not_two",),
        ("roundel_error_not_three",),
        ("roundel_error_not_four",),
    ]


def test_broken_rtl_is_a_failure(other_rtl: Path) -> None:
    write(
        other_rtl,
        roundel_aes_pkg="package roundel_aes_pkg; endpackage\n",
        roundel_core="module roundel_core ();\n  assign nowhere = missing;\nendmodule\n",
    )
    with pytest.raises(FailureError, match="the RTL has an error: .*roundel_core.sv:2"):
        elaborate.elaborate(tuple(design.sources()), "roundel_core", ())


def test_top_without_a_parameter_is_a_failure(other_rtl: Path) -> None:
    write(
        other_rtl,
        roundel_aes_pkg="package roundel_aes_pkg; endpackage\n",
        roundel_core="module roundel_core (); endmodule\n",
    )
    with pytest.raises(FailureError, match="no parameter Rounds"):
        elaborate.elaborate(tuple(design.sources()), "roundel_core", (("Rounds", 1),))


def test_roots_have_what_they_promise() -> None:
    assert (design.rtl_root() / "pkg" / "roundel_aes_pkg.sv").is_file()
    assert (design.sim_root() / "roundel_sim.cpp").is_file()


def test_missing_root_is_a_failure() -> None:
    with pytest.raises(FailureError, match="the rtl sources are not installed"):
        files._root("rtl", "no such file")
