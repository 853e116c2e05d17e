# SPDX-License-Identifier: Apache-2.0
"""Building the simulated device: reasons for a new build, and the end of a failed build."""

import os
import re
import stat
from pathlib import Path

import pytest

from roundel import design
from roundel.base import cache
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import null_progress
from roundel.design import Config, load_config
from roundel.sim import verilated
from roundel.sim.device import Device

FAULTY = Path(__file__).parents[2] / "sim" / "faulty_core.v"


class Heard:
    """A listener that records its messages."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def __call__(self, message: str, fraction: float | None = None) -> None:
        del fraction
        self.messages.append(message)


@pytest.fixture
def config() -> Config:
    return load_config("iterative-table")


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("ROUNDEL_CACHE", str(folder))
    return folder


def compiler(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a fake g++ before the real compiler."""
    folder.mkdir()
    path = folder / "g++"
    path.write_text(f"#!/bin/sh\ncase $1 in --version) echo 'g++ 12.2.0'; exit;; esac\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_the_header_declares_what_the_library_has(config: Config) -> None:
    header = (design.sim_root() / "roundel_sim.h").read_text()
    declared = set(re.findall(r"^[a-z].*?\b(roundel_\w+)\(", header, re.MULTILINE))
    assert len(declared) >= 15
    with Device.open(config, netlist=FAULTY) as device:
        for name in declared:
            assert getattr(device._library, name)


def test_built_once(config: Config) -> None:
    verilated.build(config, FAULTY, null_progress)
    heard = Heard()
    library = verilated.build(config, FAULTY, heard)
    assert library.is_file()
    assert heard.messages == []


def test_built_anew_when_something_changes(config: Config, tmp_path: Path) -> None:
    before = verilated.build(config, FAULTY, null_progress)
    copy = tmp_path / "other_name.v"
    copy.write_bytes(FAULTY.read_bytes())
    assert verilated.build(config, copy, null_progress) == before
    changed = FAULTY.read_text().replace("in_block_i ^ key_q", "in_block_i")
    copy.write_text(f"{changed}// {tmp_path}, so that no earlier run has built it\n")
    heard = Heard()
    library = verilated.build(config, copy, heard)
    assert library != before
    assert any("Verilator" in message for message in heard.messages)
    assert any("g++" in message for message in heard.messages)
    with Device(config, library) as device:
        device.load_key(b"\0" + bytes(range(1, 16)))
        assert device.process(bytes(range(16))) == bytes(range(16))


def test_no_compiler(
    config: Config, fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(FailureError, match=r"g\+\+ .*apt install g\+\+"):
        verilated.build(config, None, null_progress)
    assert not fresh.exists()


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'top.cpp:1: error: no good'; exit 1", r"g\+\+ failed with status 1.*no good"),
        ("kill -SEGV $$", r"g\+\+ crashed"),
    ],
)
def test_compiler_that_fails(
    config: Config,
    fresh: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    message: str,
) -> None:
    compiler(tmp_path / "bin", monkeypatch, script)
    with pytest.raises(FailureError, match=message) as caught:
        verilated.build(config, FAULTY, null_progress)
    assert str(fresh / "failed") in str(caught.value)
    for kind in ("device", "simulator"):
        assert [path for path in (fresh / kind).glob("*") if path.is_dir()] == []


def test_compiler_that_hangs(
    config: Config, fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path / "bin", monkeypatch, "sleep 600")
    monkeypatch.setattr(verilated, "TIMEOUT", 3.0)
    with pytest.raises(FailureError, match=r"g\+\+ was stopped after 3 s"):
        verilated.build(config, FAULTY, null_progress)
    assert [path for path in (fresh / "device").glob("*") if path.is_dir()] == []


def test_netlist_with_an_error(config: Config, tmp_path: Path) -> None:
    broken = tmp_path / "broken.v"
    broken.write_text("module roundel_core (input wire clk_i; endmodule\n")
    with pytest.raises(FailureError, match=r"verilator failed .*rror.*see .*log\.txt"):
        verilated.build(config, broken, null_progress)


def test_netlist_without_a_port(config: Config, tmp_path: Path) -> None:
    poor = tmp_path / "poor.v"
    poor.write_text(FAULTY.read_text().replace("in_decrypt_i", "in_something_i"))
    with pytest.raises(InputError, match="port in_decrypt_i needs 1 bits, found no such port"):
        verilated.build(config, poor, null_progress)


def test_library_that_does_not_load(config: Config, tmp_path: Path) -> None:
    library = tmp_path / "device.so"
    library.write_text("no library")
    with pytest.raises(FailureError, match=r"cannot be loaded; delete .* and try again"):
        Device(config, library)


def test_the_cache_holds_what_was_built(config: Config) -> None:
    library = verilated.build(config, FAULTY, null_progress)
    assert library.is_relative_to(cache.cache_root() / "device")
    assert not list(library.parent.glob("*.o"))


def test_a_users_device_is_optimised(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(verilated.OPTIMISE, "1")
    quick = verilated.build(config, FAULTY, null_progress)
    monkeypatch.delenv(verilated.OPTIMISE)
    whole = verilated.build(config, FAULTY, null_progress)
    assert whole != quick
    monkeypatch.setenv(verilated.OPTIMISE, "2")
    assert verilated.build(config, FAULTY, null_progress) == whole
    with Device(config, whole) as device:
        device.load_key(bytes(range(16)))
        assert device.process(bytes(16)) == bytes(range(16))


def test_a_level_that_g_plus_plus_does_not_have(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(verilated.OPTIMISE, "fast")
    with pytest.raises(InputError, match="ROUNDEL_OPTIMISE=fast is not a level of g\\+\\+; set"):
        verilated.build(config, FAULTY, null_progress)
