# SPDX-License-Identifier: Apache-2.0
"""The commands with real files, records, and each kind of bad input.

Space covered: every command with and without `--json`; the three modes in both directions on one
engine; every documented refusal with its exit status, its sentence on standard error, an untouched
input and no output.
"""

import errno
import json
import os
import re
import resource
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.__main__ import main
from roundel.design import Config
from roundel.fpga.record import Flow, Fmax, SynthRecord
from roundel.fpga.timing import CriticalPath
from roundel.jobs import Session, default_store
from roundel.verify import Campaign, VerifyRecord

# FIPS-197 appendix C.1: key, plaintext, ciphertext.
KEY = "000102030405060708090a0b0c0d0e0f"
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
SEALED = bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a")
IV = "ffffffffffffffffffffffffffffff80"

BOTH = "iterative-both"
PATH = CriticalPath(logic_ns=1.0, routing_ns=2.0, levels=3, start="a", end="b.D")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("ROUNDEL_DEBUG", "")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with an input of blocks and an input with an incomplete block."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").write_bytes(PLAIN * 3)
    (tmp_path / "odd").write_bytes(PLAIN * 3 + b"odd")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    return tmp_path


def job(direction: str, *words: str, config: str = BOTH, key: str = "MY_KEY") -> list[str]:
    os.environ.setdefault("MY_KEY", KEY)  # reading the variable removes it
    return [direction, "--config", config, "--key-env", key, *words]


def openssl(mode: str, data: bytes) -> bytes:
    vector = bytes.fromhex(IV)
    chosen: Any = {"ecb": modes.ECB(), "cbc": modes.CBC(vector), "ctr": modes.CTR(vector)}[mode]
    if mode != "ctr":
        padder = padding.PKCS7(128).padder()
        data = padder.update(data) + padder.finalize()
    encryptor = Cipher(algorithms.AES(bytes.fromhex(KEY)), chosen).encryptor()
    return encryptor.update(data) + encryptor.finalize()


@pytest.mark.parametrize("mode", ["ecb", "cbc", "ctr"])
@pytest.mark.parametrize("name", ["in", "odd", "empty"])
def test_file_there_and_back(
    place: Path, capsys: pytest.CaptureFixture[str], mode: str, name: str
) -> None:
    data = (place / name).read_bytes()
    vector = [] if mode == "ecb" else ["--iv", IV]
    assert main(job("encrypt", "--mode", mode, *vector, name, "sealed")) == 0
    assert (place / "sealed").read_bytes() == openssl(mode, data)
    sealed = (place / "sealed").stat().st_size
    assert f"{len(data)} bytes in, {sealed} out, " in capsys.readouterr().out
    assert main(job("decrypt", "--mode", mode, *vector, "sealed", "back")) == 0
    assert (place / "back").read_bytes() == data
    assert f"{sealed} bytes in, {len(data)} out, " in capsys.readouterr().out


def test_known_answer_without_padding(place: Path) -> None:
    (place / "one").write_bytes(PLAIN)
    assert main(job("encrypt", "--mode", "ecb", "--pad", "none", "one", "sealed")) == 0
    assert (place / "sealed").read_bytes() == SEALED


def test_record_of_a_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for direction, source, target in [("encrypt", "odd", "sealed"), ("decrypt", "sealed", "back")]:
        words = ["--mode", "cbc", "--iv", IV, "--json", source, target]
        assert main(job(direction, *words)) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["schema"] == f"roundel.{direction}/1"
        assert Config(**record["config"]).Direction == direction
        assert record["mode"] == "cbc"
        assert record["bytes"] == (place / source).stat().st_size
        assert record["bytes_out"] == (place / target).stat().st_size
        assert record["blocks"] == 4
        assert record["cycles"] >= 40
        assert record["cycles_per_block"] == record["cycles"] / 4
        assert record["seconds"] >= 0


def test_key_from_a_file_and_from_the_command_line(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "key").write_text(KEY + "\n")
    words = ["encrypt", "--config", BOTH, "--mode", "ctr", "--iv", IV]
    assert main([*words, "--key-file", "key", "in", "one"]) == 0
    assert "visible" not in capsys.readouterr().err
    assert main([*words, "--key", KEY, "in", "two"]) == 0
    err = capsys.readouterr().err
    assert "visible to other users" in err
    assert "--key-file" in err
    assert KEY[:8] not in err
    assert (place / "one").read_bytes() == (place / "two").read_bytes()


def test_parameter_on_the_command_line(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY * 2)
    words = ["--mode", "ctr", "--iv", IV, "-p", "KeyBits=256", "--param", "Rounds=1"]
    assert main(job("encrypt", *words, "in", "sealed", config="iterative")) == 0
    cipher = Cipher(algorithms.AES(bytes.fromhex(KEY * 2)), modes.CTR(bytes.fromhex(IV)))
    assert (place / "sealed").read_bytes() == cipher.encryptor().update(PLAIN * 3)


def test_output_that_exists_needs_force(place: Path) -> None:
    words = ["--mode", "ctr", "--iv", IV, "in", "out"]
    (place / "out").write_text("precious")
    assert main(job("encrypt", *words)) == 2
    assert (place / "out").read_text() == "precious"
    assert main(job("encrypt", "--force", *words)) == 0
    assert (place / "out").read_bytes() == openssl("ctr", PLAIN * 3)


BAD: dict[str, tuple[list[str], int, str]] = {
    "no IV": (["--mode", "cbc", "in", "out"], 2, "CBC needs the IV"),
    "short IV": (["--mode", "cbc", "--iv", IV[2:], "in", "out"], 2, "120 bits"),
    "long IV": (["--mode", "ctr", "--iv", IV + "00", "in", "out"], 2, "136 bits"),
    "IV that is not hex": (["--mode", "cbc", "--iv", "x" * 32, "in", "out"], 2, "not hexadecimal"),
    "IV for ECB": (["--mode", "ecb", "--iv", IV, "in", "out"], 2, "ECB has no IV"),
    "no such mode": (["--mode", "ocb", "in", "out"], 2, "ecb, cbc, ctr, gcm or xts"),
    "AAD for blocks": (
        ["--mode", "ecb", "-p", "Mode=none", "--aad", "in", "in", "out"],
        2,
        "--aad needs a packet engine; omit -p Mode=none",
    ),
    "AAD for ECB": (["--mode", "ecb", "--aad", "in", "in", "out"], 2, "ECB has no AAD"),
    "no output": (["--mode", "ecb", "in"], 2, "missing argument 'OUT'"),
    "no mode": (["in", "out"], 2, "iterative-both has no mode; give --mode"),
    "no such padding": (["--mode", "ecb", "--pad", "zero", "in", "out"], 2, "pkcs7 or none"),
    "padding for CTR": (["--mode", "ctr", "--iv", IV, "--pad", "pkcs7", "in", "out"], 2, "CTR"),
    "no padding for CTR": (
        ["--mode", "ctr", "--iv", IV, "--pad", "none", "in", "out"],
        2,
        "omit --pad",
    ),
    "a parameter twice": (
        ["--mode", "ecb", "-p", "Stages=1", "-p", "Stages=1", "in", "out"],
        2,
        "-p gives Stages twice",
    ),
    "part of a block": (["--mode", "ecb", "--pad", "none", "odd", "out"], 2, "the padding pkcs7"),
    "missing input": (["--mode", "ecb", "gone", "out"], 2, "gone"),
    "directory as input": (["--mode", "ecb", "folder", "out"], 2, "directory"),
    "directory as output": (["--mode", "ecb", "in", "folder"], 2, "directory"),
    "output nowhere": (["--mode", "ecb", "in", "gone/out"], 2, "gone"),
    "output on the input": (["--mode", "ecb", "--force", "in", "in"], 2, "is also the input"),
    "second key": (["--mode", "ecb", "--key", KEY, "in", "out"], 2, "by exactly one of"),
    "no such parameter": (["--mode", "ecb", "-p", "Round=1", "in", "out"], 2, "Rounds"),
    "rounds that do not divide": (
        ["--mode", "ecb", "-p", "KeySchedule=stored", "-p", "Rounds=3", "in", "out"],
        2,
        "Rounds can be 1, 2, 5 or 10",
    ),
}


@pytest.mark.parametrize(("words", "status", "text"), BAD.values(), ids=BAD.keys())
def test_bad_input(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    status: int,
    text: str,
) -> None:
    refused(place, capsys, job("encrypt", *words), status, text)


@pytest.mark.parametrize(
    ("flag", "number", "text"),
    [
        (os.O_RDONLY, errno.EACCES, "cannot read in (Permission denied); give a file"),
        (os.O_CREAT, errno.EACCES, "cannot write out (Permission denied); give a writable path"),
        (os.O_CREAT, errno.EROFS, "cannot write out (Read-only file system); give a writable path"),
    ],
)
def test_place_that_refuses(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    flag: int,
    number: int,
    text: str,
) -> None:
    real = os.open

    def refuse(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        name = Path(path).name
        if (flag, name) == (os.O_RDONLY, "in") or (flag & flags and name.startswith(".roundel-")):
            raise OSError(number, os.strerror(number), path)
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", refuse)
    refused(place, capsys, job("encrypt", "--mode", "ecb", "in", "out"), 2, text)


@pytest.mark.parametrize("words", [["--key-env", KEY], ["--key-file", KEY]])
def test_key_in_place_of_its_name(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
) -> None:
    monkeypatch.setenv("ROUNDEL_DEBUG", "1")
    all_words = ["encrypt", "--config", BOTH, "--mode", "ecb", *words, "in", "out"]
    assert main(all_words) == 2
    err = capsys.readouterr().err
    assert f"{words[0]} takes " in err
    assert KEY[:12] not in err
    assert not (place / "out").exists()


def test_each_way_to_give_a_key_is_told_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["encrypt", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for sentence in (
        "--key HEX The key in hexadecimal digits; other users can see the key.",
        "--key-file FILE A file with the key in hexadecimal digits.",
        "--key-env VAR An environment variable that holds the key.",
    ):
        assert sentence in text


def refused(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    status: int,
    text: str,
) -> None:
    """The command fails as specified: status, one sentence, nothing written, nothing changed."""
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert main(words) == status
    out, err = capsys.readouterr()
    assert out == ""
    told = [line for line in err.splitlines() if not line.startswith(("[", "roundel: warning:"))]
    assert len(told) == 1
    assert told[0].startswith("roundel: error: ")
    assert told[0].endswith(".")
    assert text in told[0]
    assert KEY[:12] not in err
    assert {path: path.read_bytes() for path in place.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (KEY[:-2], "120 bits"),
        (KEY[:-1], "31 digits"),
        (KEY[:-1] + "x", "not hexadecimal"),
        (KEY * 2, "-p KeyBits=256"),
        ("", "empty"),
    ],
)
def test_bad_key(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    text: str,
) -> None:
    monkeypatch.setenv("MY_KEY", key)
    refused(place, capsys, job("encrypt", "--mode", "ecb", "in", "out"), 2, text)


def test_no_key(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["encrypt", "--config", BOTH, "--mode", "ecb", "in", "out"]
    refused(place, capsys, words, 2, "--key-file, --key-env and --key")
    refused(place, capsys, job("encrypt", "--mode", "ecb", "in", "out", key="NONE"), 2, "NONE")


def test_unknown_preset(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = job("encrypt", "--mode", "ecb", "in", "out", config="iterativ")
    refused(place, capsys, words, 2, "did you mean iterative?")


def test_engine_without_the_direction(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = job("decrypt", "--mode", "ecb", "in", "out", config="iterative")
    refused(place, capsys, words, 2, "Direction=both")


def test_bad_padding(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(place, capsys, job("decrypt", "--mode", "ecb", "in", "out"), 2, "padding")
    refused(place, capsys, job("decrypt", "--mode", "ecb", "odd", "out"), 2, "multiple of 16")
    refused(
        place, capsys, job("decrypt", "--mode", "ecb", "empty", "out"), 2, "empty is empty, but"
    )


def test_full_disk(place: Path) -> None:
    """A file-size limit stands in for a full disk: the write fails in the same way."""
    with (place / "big").open("wb") as handle:
        handle.truncate(1 << 20)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))

    main(job("encrypt", "--mode", "ctr", "--iv", IV, "in", "warm"))  # the device is in the cache
    words = job("encrypt", "--mode", "ctr", "--iv", IV, "big", "out")
    done = subprocess.run(
        [sys.executable, "-m", "roundel", *words],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("roundel: error: writing out failed (File too")
    assert sorted(path.name for path in place.iterdir()) == [
        "big", "empty", "folder", "in", "odd", "warm"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("exit 1", "g++ failed with status 1"),
        ("echo 'fatal error: no space'; exit 4", 'g++ failed with status 4: "fatal error: no'),
        ("kill -SEGV $$", "g++ crashed (signal 11"),
    ],
)
def test_tool_that_fails(
    place: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    text: str,
) -> None:
    tools = tmp_path_factory.mktemp("tools")
    (tools / "g++").write_text(f"#!/bin/sh\n[ $1 = --version ] && exec echo 99.9.9\n{script}\n")
    (tools / "g++").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setenv("ROUNDEL_CACHE", str(tools / "cache"))
    refused(place, capsys, job("encrypt", "--mode", "ecb", "in", "out"), 1, text)


def test_tool_that_is_missing(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(place / "folder"))
    monkeypatch.setenv("ROUNDEL_CACHE", str(place / "folder"))
    words = job("encrypt", "--mode", "ecb", "in", "out")
    refused(place, capsys, words, 1, "g++ (simulated device) is not on PATH; install it")


def test_presets_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presets"]) == 0
    out = capsys.readouterr().out
    assert "iterative-256" in out
    assert "jin2011" not in out
    assert main(["presets", "--papers"]) == 0
    out = capsys.readouterr().out
    assert "jin2011-outer" in out
    assert "iterative-256" not in out
    assert main(["presets", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert "outer" in [item["name"] for item in record["presets"]]
    assert main(["show", "outer", "-p", "KeySlots=4"]) == 0
    assert "outer+KeySlots=4" in capsys.readouterr().out
    assert main(["show", "outer", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["facts"]["cycles_per_block"] == 1


def test_doctor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["doctor", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert {item["name"] for item in record["tools"]} >= {"yosys", "nextpnr-ecp5", "verilator"}
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["doctor"]) == 1
    assert "missing" in capsys.readouterr().out


def test_doctor_shows_what_a_variable_sets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "my-yosys"
    own.write_text("#!/bin/sh\necho Yosys 0.99\n")
    own.chmod(0o755)
    monkeypatch.setenv("ROUNDEL_YOSYS", str(own))
    assert main(["doctor", "--json"]) == 0
    found = {item["name"]: item for item in json.loads(capsys.readouterr().out)["tools"]}
    assert (found["yosys"]["version"], found["yosys"]["origin"]) == ("0.99", "set")
    monkeypatch.setenv("ROUNDEL_YOSYS", str(tmp_path))
    assert main(["doctor"]) == 1
    assert re.search(r"^yosys +unusable +ROUNDEL_YOSYS=", capsys.readouterr().out, re.MULTILINE)
    assert main(["synth", "iterative"]) == 2
    assert f"error: ROUNDEL_YOSYS={tmp_path} is not a program; " in capsys.readouterr().err


@pytest.mark.parametrize("passed", [True, False])
def test_verify_returns_what_it_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, passed: bool
) -> None:
    campaign = Campaign(name="ECB", vectors=2, passed=1, failed=1, seed=5)
    record = VerifyRecord(
        config=Config(name="mine"), campaigns=[campaign], passed=passed, netlist=None, seed=5,
        tools={}, seconds=1.0,
    )  # fmt: skip
    seen: list[dict[str, Any]] = []

    def verify(config: Config, *, session: Session, **options: Any) -> VerifyRecord:
        assert session.store.path == default_store("results")
        seen.append({"direction": config.Direction, **options})
        return record

    monkeypatch.setattr(import_module("roundel.verify"), "verify", verify)
    assert main(["verify", "iterative-both"]) == (0 if passed else 1)
    assert ("passed" if passed else "FAILED") in capsys.readouterr().out
    words = ["--netlist", "slang", "--seed", "5", "--campaign", "kat", "--campaign", "mmt"]
    assert main(["verify", "iterative", *words, "--json"]) == (0 if passed else 1)
    assert json.loads(capsys.readouterr().out) == record.model_dump(mode="json")
    assert seen == [
        {"direction": "both", "netlist": None, "seed": None, "campaigns": ()},
        {"direction": "encrypt", "netlist": "slang", "seed": 5, "campaigns": ["kat", "mmt"]},
    ]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--netlist", "vhdl"], "give verilog or slang"),
        (["--campaign", "kats"], "kats"),
        (["--seed", "-1"], "-1"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_verify_refuses(
    place: Path, capsys: pytest.CaptureFixture[str], words: list[str], text: str
) -> None:
    refused(place, capsys, ["verify", "iterative", *words], 2, text)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--target", "ecp5-85k-9"], "ecp5-85k-9"),
        (["--target", "spartan"], "spartan"),
        (["--target", "ice40"], "did you mean ice40-"),
        (["--target", "xc7", "--seeds", "1"], "xc7 is mapped only and needs no seed"),
        (["--target", "ice40-hx8k", "--recipe", "wide"], "choose one of auto, nested"),
        (["--seeds", "one"], "1,2,3"),
        (["--seeds", ""], "1,2,3"),
        (["--seeds", "1,1"], "seed"),
        (["--seeds", "0"], "seed"),
        (["--timeout", "0"], "--timeout"),
        (["--timeout", "-1"], "--timeout"),
        (["--timeout", "inf"], "--timeout"),
        (["--timeout", "nan"], "--timeout"),
        (["-p", "Rounds=3"], "Rounds=3"),
    ],
)
def test_synth_refuses(
    place: Path, capsys: pytest.CaptureFixture[str], words: list[str], text: str
) -> None:
    refused(place, capsys, ["synth", "iterative", *words], 2, text)


@pytest.mark.usefixtures("place")
def test_synth_hands_on_what_it_was_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = SynthRecord(
        config=Config(name="mine"), target="ecp5-25k-6", lut4=1, ff=2, bram=3, gbps=4.0,
        fmax_mhz=Fmax(median=5.0, per_seed={"7": 5.0}), latency_cycles=10,
        cycles_per_block=10, mbps_per_slice=6.0, critical_path=PATH,
        flow=Flow(frontend="slang", recipe="wide", options=[]), tools={}, seconds=1.0,
    )  # fmt: skip
    seen: list[tuple[Any, ...]] = []

    def synth(
        config: Config,
        target: str,
        seeds: list[int],
        session: Session,
        *,
        recipe: str,
        timeout: float,
    ) -> SynthRecord:
        assert session.store.path == Path("here.sqlite")
        assert session.workers == 3
        seen.append((config.KeyBits, target, seeds, recipe, timeout))
        return record

    monkeypatch.setattr("roundel.fpga.synth", synth)
    words = ["--target", "ecp5-25k-6", "--seeds", "7,8", "--timeout", "9", "-p", "KeyBits=192"]
    words += ["--recipe", "wide", "--store", "here.sqlite", "--cluster", "local:3"]
    assert main(["synth", "iterative", *words]) == 0
    assert "ecp5-25k-6" in capsys.readouterr().out
    assert main(["synth", "iterative", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == record.model_dump(mode="json")
    assert seen == [(192, "ecp5-25k-6", [7, 8], "wide", 9.0)] * 2
