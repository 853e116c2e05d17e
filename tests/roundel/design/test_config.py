# SPDX-License-Identifier: Apache-2.0
"""Configurations: presets, files, overrides, and every mistake."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, config, load, load_config, preset_names, presets


def test_fields_and_defaults_are_those_of_the_rtl() -> None:
    values = design.parameters(Config(name="defaults"))
    assert values == design.defaults(values)
    values = design.parameters(Config(name="defaults", Mode="gcm"))
    assert values == design.defaults(values, design.STREAM)
    values = design.parameters(Config(name="defaults", Mode="cbc", Direction="encrypt"))
    assert values == design.defaults(values, design.INTERLEAVED)


@pytest.mark.parametrize(
    "config",
    [
        Config(name="a"),
        Config(name="a", Mode="ctr"),
        Config(name="a", Mode="cbc", Direction="encrypt"),
    ],
)
def test_a_field_is_a_parameter_of_its_top_or_has_one_value_in_it(config: Config) -> None:
    choosing = {"Mode", "Direction"} if config.Mode == "cbc" else {"Mode"}
    own = set(config.own_fields()) - choosing
    settable = design.top_parameters(design.top_of(config))
    assert own <= set(settable)
    assert not (set(config.fields()) - own - choosing) & set(settable)


def test_an_override_may_not_drop_settings_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("Stages: 2\nKeySlots: 2\nKeySchedule: stored\n")
    with pytest.raises(InputError) as caught:
        load_config(str(path), ["Compact=1"])
    assert str(caught.value) == (
        "Compact=1 selects roundel_compact, which ignores Stages=2,KeySchedule=stored,KeySlots=2 "
        "of mine; change mine, or add -p Stages=1 -p KeySchedule=on_the_fly -p KeySlots=1."
    )
    own = ["Compact=1", "Stages=1", "KeySlots=1", "KeySchedule=on_the_fly"]
    assert design.top_of(load_config(str(path), own)) == "roundel_compact"
    path.write_text("Compact: 1\n")
    with pytest.raises(InputError, match="roundel_lanes, which ignores Compact=1 of mine"):
        load_config(str(path), ["Lanes=2"])


def test_override_that_chooses_the_other_top_leaves_behind_what_that_has_not() -> None:
    packets = load_config("fastest", ["Mode=gcm", "Lanes=2"])
    assert packets.name == "fastest+Mode=gcm,Lanes=2"
    assert (packets.KeySchedule, packets.Backpressure, packets.Lanes) == ("stored", 1, 2)
    assert (packets.Stages, packets.KeySlots) == (7, 1)
    streams = load_config("cbc-1", ["Direction=encrypt", "Streams=64"])
    assert (design.top_of(streams), streams.Streams, streams.Stages) == (design.INTERLEAVED, 64, 6)
    assert load_config("cbc-encrypt-1", ["Direction=decrypt"]).Streams == 1
    with pytest.raises(
        InputError, match="Lanes=2 with Mode=cbc and Direction=encrypt is not possi"
    ):
        load_config("cbc-encrypt-1", ["Lanes=2"])
    with pytest.raises(InputError, match=r"Direction=both with Mode=cbc .* encrypt or decrypt\."):
        load_config("cbc-1", ["Direction=both"])
    with pytest.raises(InputError, match=r"Streams=256 with Depth=4 .* Depth can be 2\."):
        load_config("cbc-encrypt-1", ["Streams=256"])
    blocks = load_config("gcm-2", ["Mode=none"])
    assert (blocks.Lanes, blocks.KeySchedule) == (1, "stored")
    with pytest.raises(InputError, match="Backpressure=0 with Mode=gcm is not possible"):
        load_config("outer", ["Mode=gcm", "Backpressure=0"])


@pytest.mark.parametrize("preset", [*presets(), *presets(papers=True)], ids=lambda item: item.name)
def test_preset_can_be_built_and_says_what_it_is_for(preset: design.Preset) -> None:
    assert load_config(preset.name) == preset.config
    assert preset.config.name == preset.name
    assert len(preset.purpose) > 30
    assert "SPDX" not in preset.purpose


def test_preset_says_every_parameter() -> None:
    """Except parameters whose default chooses nothing: best cuts, an output FIFO, other lanes.

    An engine for a single mode has no parameter for a set of modes.
    """
    usual = {
        "KeySizes",
        "Modes",
        "RoundCuts",
        "Backpressure",
        "SecondSboxLanes",
        "SecondSbox",
        "SecondRoundCuts",
        "GhashCuts",
    }
    usual |= {"BlockRam"}
    for path in Path(config.__file__).with_name("presets").rglob("*.yaml"):
        names = [line.partition(":")[0] for line in path.read_text().splitlines()
                 if line[:1] != "#"]  # fmt: skip
        chosen = load_config(path.stem)
        top = set(chosen.own_fields()) - ({"Mode"} if chosen.Mode == design.NO_MODE else set())
        if chosen.Streams == 1:
            top -= {"Streams", "Depth"}
        wanted = [name for name in chosen.fields() if name in names or name in top - usual]
        assert names == wanted, path.name


@pytest.mark.parametrize(
    ("name", "cycles", "in_flight", "latency"),
    [
        ("iterative", 10, 1, 10),
        ("iterative-both", 10, 1, 10),
        ("iterative-table", 10, 1, 10),
        ("iterative-256", 14, 1, 14),
        ("unrolled-2", 5, 1, 5),
        ("unrolled-5", 2, 1, 2),
        ("unrolled-10", 1, 1, 1),
        ("outer", 1, 10, 10),
        ("inner-4", 10, 4, 40),
        ("hodjat2004-7", 1, 70, 70),
        ("hodjat2004-4-bram", 1, 30, 30),
        ("gcm-1", 1, 50, 52),
        ("gcm-2", 1, 120, 63),
        ("gcm-256", 1, 84, 86),
        ("cbc-encrypt-1", 1, 60, 62),
    ],
)
def test_preset_is_the_structure_that_it_names(
    name: str, cycles: int, in_flight: int, latency: int
) -> None:
    facts = design.facts(load_config(name))
    found = (facts.cycles_per_block, facts.blocks_in_flight, facts.latency_cycles)
    assert found == (cycles, in_flight, latency)


@pytest.mark.parametrize(
    ("name", "override", "sizes"),
    [
        ("iterative-sizes", "KeyBits=128", (128,)),
        ("iterative-sizes", "KeySizes=128+192", (128, 192)),
        ("iterative-256", "KeySizes=128+192", (128, 192)),
        ("iterative-256", "KeySizes=128", (128,)),
        ("iterative", "KeySizes=256+128", (128, 256)),
    ],
)
def test_a_key_size_and_a_set_replace_each_other(
    name: str, override: str, sizes: tuple[int, ...]
) -> None:
    assert design.key_sizes(load_config(name, [override])) == sizes


def test_presets_are_sorted_as_people_count() -> None:
    names = [item.name for item in presets() if item.name.startswith("unrolled")]
    assert names == ["unrolled-2", "unrolled-5", "unrolled-10"]


def test_presets_of_papers_are_listed_apart() -> None:
    own, papers = ([item.name for item in presets(papers=papers)] for papers in (False, True))
    assert {name.partition("-")[0] for name in papers} == {
        "dong2021", "hodjat2004", "jin2011", "tong2002"
    }  # fmt: skip
    assert not [name for name in own if "20" in name]
    assert preset_names() == [*own, *papers]
    with pytest.raises(InputError, match=r"did you mean jin2011-outer\?"):
        load_config("jin2011-outre")
    with pytest.raises(InputError, match="there is no preset 'papers'"):
        load_config("papers")


def test_broken_preset_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.yaml").write_text("Rounds: many\n")
    monkeypatch.setattr(load, "_PRESETS", tmp_path)
    with pytest.raises(FailureError, match="the preset bad is broken: Rounds=many"):
        presets()


def test_overrides() -> None:
    changed = load_config("iterative", ["KeyBits=256", "Direction=both"])
    assert (changed.KeyBits, changed.Direction) == (256, "both")
    assert changed.name == "iterative+KeyBits=256,Direction=both"
    assert load_config("iterative", ["Rounds=1"]) == load_config("iterative")


@pytest.mark.parametrize("text", ["33", "0x21", "0x021", "0b100001"])
def test_mask_in_any_base(tmp_path: Path, text: str) -> None:
    changed = load_config("iterative", ["Stages=2", f"RoundCuts={text}"])
    assert changed.RoundCuts == 0b100001
    assert changed.name == "iterative+Stages=2,RoundCuts=0x21"
    path = tmp_path / "mine.yaml"
    path.write_text(f"Stages: 2\nRoundCuts: {text}\n")
    assert load_config(str(path)).RoundCuts == 0b100001


def test_slots_up_to_256() -> None:
    assert load_config("outer", ["KeySlots=256"]).KeySlots == 256


def test_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("# What it is for.\nKeyBits: 192\nRounds: 12\nKeySchedule: stored\n")
    assert load_config(str(path)) == Config(
        name="mine", KeyBits=192, Rounds=12, KeySchedule="stored"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Rounds: [1", "is not YAML in line"),
        ("- Rounds", "is not a configuration; write one `Name: value` a line"),
        ("", "mine.yaml is a configuration without any value; write one `Name: value` a line"),
        ("# nothing\n", "without any value"),
        ("{}", "without any value"),
        ("1: 2", "is not a configuration"),
        ("just words", "is not a configuration"),
        ("Rouns: 2", "no parameter 'Rouns' (did you mean Rounds?)"),
        ("name: x", "no parameter 'name'"),
        ("KeyBits: 2001-13-45", "contains a value that no configuration can have"),
        (3000 * "[", "contains a value that no configuration can have"),
        (
            "Rounds: '1'",
            "Rounds=1 is not possible: the value must be a whole number, without quotes",
        ),
        ("Rounds: 1.5", "Rounds=1.5 is not possible: the value must be a whole number"),
        ("Rounds: true", "Rounds=True is not possible: the value must be a whole number"),
        ("Rounds: null", "Rounds=None is not possible: the value must be a whole number"),
        ("Sbox: 2", "Sbox=2 is not possible: choose table, rom, tower, gates"),
        ("Sbox: no", "Sbox=False is not possible: choose table, rom, tower, gates"),
        (
            "Backpressure: no",
            "Backpressure=False is not possible: the value must be a whole number",
        ),
    ],
)
def test_bad_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_config(str(path))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, why in [
        (tmp_path / "gone.yaml", "No such file"),
        (tmp_path, "Is a directory"),
        (binary, "not a text file"),
    ]:
        with pytest.raises(InputError, match=why):
            load_config(str(path))


@pytest.mark.parametrize(
    ("source", "override", "message"),
    [
        ("iterativ", "Rounds=1", "no preset 'iterativ' (did you mean iterative?)"),
        ("qqq", "Rounds=1", "no preset 'qqq'; `roundel presets` and"),
        ("../presets/iterative", "Rounds=1", "cannot read the configuration"),
        ("iterative", "rounds=2", "no parameter 'rounds' (did you mean Rounds?)"),
        ("iterative", "Lanes=17", "Lanes=17 is not possible: lanes must be 1 to 16"),
        ("iterative", "Mode=ocb", "Mode=ocb is not possible: choose none, ecb, cbc, ctr, gcm,"),
        ("gcm-1", "PacketDepth=8", "PacketDepth is a parameter of roundel_stream, not of"),
        ("iterative", "TagBits=8", "TagBits is a parameter of roundel_core, not of the "
         "command; the command has KeyBits,"),
        ("iterative", "Lags=8", "no parameter 'Lags'; the parameters are"),
        ("iterative", "Slots=8", "no parameter 'Slots' (did you mean KeySlots?)"),
        ("iterative", "Rounds", "-p Rounds is not a parameter; write Name=value"),
        ("iterative", "Rounds=", "write Name=value"),
        ("iterative", "=2", "write Name=value"),
        ("iterative", "Rounds=two", "Rounds=two is not possible: the value must be a whole number"),
        ("iterative", "Rounds=0", "Rounds=0 is not possible: rounds must divide"),
        ("iterative", "Rounds=-1", "Rounds=-1 is not possible: rounds must divide"),
        ("iterative", "Rounds=15", "Rounds can be 1."),
        ("iterative", "KeyBits=512", "key bits must be 128 192 or 256; with the other values, "
         "KeyBits can be 128, 192 or 256"),
        ("iterative", "KeyBits=0", "KeyBits can be 128, 192 or 256"),
        ("iterative", "Stages=14", "Stages can be 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 or 13."),
        ("iterative", "Stages=-1", "Stages=-1 is not possible: stages must be 0 to 13"),
        ("iterative", "Sbox=rom", "sbox rom needs stages 3 or more; with the other values, "
         "Stages can be 3, 4,"),
        ("iterative", "RoundCuts=0x3", "with RoundCuts=0x3 is not possible: round cuts must take "
         "as many places as stages; with the other values, Stages can be 2, or RoundCuts can be "
         "0."),
        ("iterative", "RoundCuts=2", "round cuts must take place 0; with the other values, "
         "RoundCuts can be 0."),
        ("iterative", "RoundCuts=0x2001", "round cuts must be a mask of 13 places"),
        ("hodjat2004-4-bram", "RoundCuts=0b1011", "and places 1 and 2 in round cuts; with the "
         "other values, RoundCuts can be 0, or Sbox can be table, tower or gates."),
        ("iterative", "RoundCuts=0b12", "RoundCuts=0b12 is not possible: the value must be a whole "
         "number"),
        ("iterative", "Backpressure=2", "Backpressure=2 is not possible: backpressure must be 0 or "
         "1; with the other values, Backpressure can be 0 or 1."),
        ("iterative", "KeySlots=2", "needs key slots 1; with the other values, KeySchedule can be "
         "stored, or KeySlots can be 1."),
        ("iterative", "KeyBits=100000000", "KeyBits=100000000 is not possible: the number is out"),
        ("outer", "KeySlots=512", "KeySlots can be 1, 2, 4, 8, 16, 32, 64, 128 or 256"),
        ("iterative", "Rounds=99999999999999999999", "is not possible"),
        ("iterative", "Sbox=towr", "Sbox=towr is not possible: choose table, rom, tower, gates "
         "(did you mean tower?)"),
        ("iterative", "Direction=ENCRYPT", "did you mean encrypt?"),
    ],
)  # fmt: skip
def test_bad_names_and_values(source: str, override: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_config(source, [override])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("values", [("1", "2"), ("1", "1")])
def test_a_parameter_that_is_given_twice(values: tuple[str, str]) -> None:
    with pytest.raises(InputError, match=r"^-p gives Stages twice; give it once\.$"):
        load_config("iterative", [f"Stages={value}" for value in values])


def test_combination_that_cannot_work_is_never_loaded(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Rounds can be 1, 2, 5 or 10"):
        load_config("outer", ["Rounds=3"])
    (tmp_path / "mine.yaml").write_text("Rounds: 2\n")
    with pytest.raises(InputError, match="KeySchedule can be stored or pipelined"):
        load_config(str(tmp_path / "mine.yaml"))


def test_unknown_field_is_refused() -> None:
    with pytest.raises(ValidationError, match="Lags"):
        Config(name="c", Lags=2)  # type: ignore[call-arg]


def test_configuration_is_not_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        load_config("iterative").Rounds = 2  # type: ignore[misc]


def test_a_key_that_stands_twice(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("Stages: 1\nStages: 2\n")
    with pytest.raises(
        InputError, match="cannot be used in line 2: 'Stages' is given twice; keep one"
    ):
        load_config(str(path))


@pytest.mark.parametrize("mode", ["gcm", "ctr"])
def test_a_mode_that_runs_the_cipher_forwards_has_both_directions(mode: str) -> None:
    assert load_config("iterative", [f"Mode={mode}"]).Direction == "both"
    for direction in ("encrypt", "decrypt"):
        with pytest.raises(InputError, match=f"Direction={direction} with Mode={mode}"):
            load_config("iterative", [f"Mode={mode}", f"Direction={direction}"])


def test_a_set_of_key_sizes_gives_the_largest_size() -> None:
    found = load_config("iterative-both", ["KeySizes=128+256", "KeySchedule=stored"])
    assert (found.KeySizes, found.KeyBits) == ("128+256", 256)
    assert design.key_sizes(found) == (128, 256)
    values = design.parameters(found)
    assert (values["KeySizes"], values["KeyBits"]) == (5, 256)
    facts = design.facts(found)
    assert facts.latency_by_key_bits == {128: 10, 256: 14}
    assert facts.cycles_per_block_by_key_bits == {128: 10, 256: 14}
    # A set of one size is the key size.
    assert load_config("iterative", ["KeySizes=192"]).KeyBits == 192
    assert design.key_sizes(load_config("iterative", ["KeySizes=192"])) == (192,)
    # A key size alone ends the set.
    assert found.changed(None, {"KeyBits": 128}).KeySizes == "one"


def test_a_pipeline_has_one_latency_for_all_key_sizes() -> None:
    found = load_config("outer", ["KeySizes=128+192+256", "Rounds=14"])
    assert design.facts(found).latency_by_key_bits == {128: 14, 192: 14, 256: 14}


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["KeySizes=128+256", "KeyBits=128"], "KeyBits=128 is not the largest size"),
        (["KeySizes=256", "KeyBits=128"], "KeyBits=128 is not the largest size"),
        (["KeySizes=128+128"], "a key size is named twice"),
        (["KeySizes=64+128"], "choose one, 128\\+192, 128\\+256, 192\\+256, 128\\+192\\+256"),
        (["KeySizes=128+256", "Rounds=2", "Stages=2", "Backpressure=0"], "backpressure"),
        (["KeySizes=128+256", "Mode=ctr"], "key sizes in lanes need rounds 3 or more"),
    ],
)
def test_impossible_sets_of_key_sizes(overrides: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_config("iterative-both", ["KeySchedule=stored", *overrides])
