# SPDX-License-Identifier: Apache-2.0
"""`encrypt` and `decrypt` through packet engines: options, refusals, exit status.

test_packet_files.py tests the results. The engine is the one of the page on authenticated packets.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from roundel.__main__ import main
from roundel.base.errors import InputError
from roundel.cli.file_commands import _engine
from roundel.cli.options import Access, Mode
from roundel.design import INTERLEAVED, STREAM, top_of
from roundel.sim.block_modes import Direction
from roundel.sim.device import missing_direction
from roundel.sim.driver import Card, Dma, Driver
from roundel.verify import reference

if TYPE_CHECKING:
    from tests.conftest import Start

KEY = bytes(range(16))
PLAIN = b"The quick brown fox jumps over the lazy dog"
IV = "000102030405060708090a0b"
GCM = ["--config", "iterative", "--mode", "gcm", "--key-file", "key"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text(KEY.hex())
    (tmp_path / "keys").write_text(KEY.hex() + KEY[::-1].hex())
    (tmp_path / "in").write_bytes(PLAIN)
    (tmp_path / "aad").write_bytes(b"head")
    return tmp_path


@pytest.mark.parametrize(
    ("source", "param", "mode", "lanes", "found"),
    [
        ("iterative", [], "ctr", None, ("iterative+Mode=ctr", "ctr", 1)),
        ("iterative", ["Mode=none"], "ctr", None, ("iterative", "none", 1)),
        ("iterative", [], "ctr", 1, ("iterative+Mode=ctr", "ctr", 1)),
        ("iterative", [], "ecb", None, ("iterative+Mode=ecb", "ecb", 1)),
        ("iterative", [], "cbc", None, ("iterative+Mode=cbc", "cbc", 1)),
        (
            "iterative-both",
            [],
            "cbc",
            None,
            ("iterative-both+Mode=cbc,Direction=encrypt", "cbc", 1),
        ),
        ("gcm-1", [], "cbc", None, ("gcm-1+Mode=cbc,Direction=encrypt", "cbc", 1)),
        ("cbc-1", [], None, None, ("cbc-1", "cbc", 1)),
        ("cbc-encrypt-1", [], None, None, ("cbc-encrypt-1", "cbc", 1)),
        ("iterative", [], "gcm", None, ("iterative+Mode=gcm", "gcm", 1)),
        ("iterative", [], "gcm", 2, ("iterative+Mode=gcm,Lanes=2", "gcm", 2)),
        ("fastest", ["KeySlots=4"], "gcm", 2, ("fastest+KeySlots=4,Mode=gcm,Lanes=2", "gcm", 2)),
        ("iterative", ["Mode=ctr"], None, None, ("iterative+Mode=ctr", "ctr", 1)),
        ("gcm-2", [], None, None, ("gcm-2", "gcm", 2)),
        ("gcm-2", [], "gcm", None, ("gcm-2", "gcm", 2)),
        ("gcm-2", [], "ctr", 4, ("gcm-2+Mode=ctr,Lanes=4", "ctr", 4)),
        ("gcm-2", ["Mode=none"], "ecb", None, ("gcm-2+Mode=none", "none", 1)),
        ("gcm-1", ["Modes=ctr+gcm"], "ctr", None, ("gcm-1+Modes=ctr+gcm", "gcm", 1)),
        ("gcm-1", ["Modes=ctr+ecb"], "ecb", 2, ("gcm-1+Modes=ctr+ecb,Lanes=2", "ctr", 2)),
        ("gcm-1", ["Modes=one"], "ctr", None, ("gcm-1+Mode=ctr", "ctr", 1)),
    ],
)
def test_which_hardware(
    source: str, param: list[str], mode: Mode | None, lanes: int | None, found: tuple[str, str, int]
) -> None:
    config, name = _engine(source, param, mode, lanes, "encrypt")
    assert (config.name, config.Mode, config.Lanes) == found
    assert name == (mode or config.Mode)


@pytest.mark.parametrize(("direction", "top"), [("encrypt", INTERLEAVED), ("decrypt", STREAM)])
def test_what_has_both_directions_does_cbc_in_either(direction: Direction, top: str) -> None:
    config, _ = _engine("iterative-both", [], "cbc", None, direction)
    assert (config.Direction, top_of(config)) == (direction, top)


@pytest.mark.parametrize(
    "source", ["iterative", "iterative-both", "unrolled-2", "fastest-bram", "cbc-1", "xts-1"]
)
@pytest.mark.parametrize("mode", get_args(Mode))
def test_any_configuration_runs_every_mode_or_says_how(source: str, mode: Mode) -> None:
    """The advice of a refusal makes a configuration that can run the mode."""
    for direction in get_args(Direction):
        try:
            config, _ = _engine(source, [], mode, None, direction)
            missing = None if mode in ("gcm", "ctr") else missing_direction(config, direction)
        except InputError as error:
            missing = error
        if missing is not None:
            advised = re.findall(r"-p (Direction=\w+)|Direction can be .*?(both|[a-z]+crypt)[.,]",
                                 str(missing))  # fmt: skip
            assert advised, str(missing)
            ways = [way or f"Direction={value}" for way, value in advised]
            for way in ways:
                config, _ = _engine(source, [way], mode, None, direction)
                assert missing_direction(config, direction) is None, str(missing)


@pytest.mark.parametrize(
    ("source", "param", "mode", "lanes", "text"),
    [
        ("iterative", [], None, None, "iterative has no mode; give --mode"),
        ("gcm-2", ["Mode=ctr"], "gcm", None, "--mode gcm and -p Mode=ctr differ"),
        ("gcm-2", [], "gcm", 3, "Lanes can be 1, 2, 4, 8 or 16"),
        ("gcm-2", ["Lanes=1"], "gcm", 2, "-p gives Lanes twice"),
        ("gcm-2", ["Mode=none"], "gcm", None, "the host cannot run GCM; omit -p Mode=none"),
        ("iterative", ["Direction=both"], "cbc", None, "Direction can be encrypt or decrypt"),
        ("iterative", [], "cbc", 2, "or Lanes can be 1"),
        ("gcm-1", ["Modes=ctr+gcm"], None, None, "has the modes ctr, gcm; give the mode, for"),
        ("gcm-1", ["Modes=ctr+gcm"], "ecb", None, "has the modes ctr, gcm, not ecb; choose one"),
    ],
)
def test_no_hardware(
    source: str, param: list[str], mode: Mode | None, lanes: int | None, text: str
) -> None:
    with pytest.raises(InputError) as caught:
        _engine(source, param, mode, lanes, "encrypt")
    assert text in str(caught.value)


def test_gcm_by_the_command(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, tag = reference.seal(KEY, bytes.fromhex(IV), b"head", PLAIN)
    words = [*GCM, "--aad", "aad", "--iv", IV]
    assert main(["encrypt", *words, "in", "sealed"]) == 0
    assert (place / "sealed").read_bytes() == text + tag
    out = capsys.readouterr().out
    assert out.splitlines()[0] == f"in to sealed, iv {IV}, tag {tag.hex()}"
    assert main(["encrypt", *words, "--tag-file", "tag", "--tag-bytes", "12", "in", "bare"]) == 0
    assert (place / "bare").read_bytes() == text
    assert (place / "tag").read_text() == f"{tag[:12].hex()}\n"
    for given in (
        ["--tag", tag[:12].hex(), "--tag-bytes", "12"],
        ["--tag-file", "tag", "--tag-bytes", "12"],
    ):
        assert main(["decrypt", *words, *given, "--force", "bare", "back"]) == 0
        assert (place / "back").read_bytes() == PLAIN
    capsys.readouterr()
    assert main(["decrypt", *words, "--tag", "00" * 16, "bare", "bad"]) == 1
    err = capsys.readouterr().err
    assert "roundel: error: bare is not authentic" in err
    assert KEY.hex()[:12] not in err
    assert sorted(path.name for path in place.iterdir()) == [
        "aad", "back", "bare", "in", "key", "keys", "sealed", "tag"
    ]  # fmt: skip


@pytest.mark.parametrize("access", get_args(Access))
def test_what_the_engine_stands_behind(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    access: Access,
) -> None:
    opened: list[tuple[type[Driver], str | None]] = []
    real = Driver.close

    def close(device: Driver) -> None:
        opened.append((type(device), getattr(device, "access", None)))
        real(device)

    monkeypatch.setattr(Driver, "close", close)
    words = ["--config", "gcm-1", "-p", "Stages=1", "--key-file", "key", "--iv", IV]
    assert main(["encrypt", *words, "--access", access, "--json", "in", "out"]) == 0
    assert json.loads(capsys.readouterr().out)["access"] == access
    card = (Card, access)
    assert opened == [(Dma, None) if access == "dma" else card]
    assert (place / "out").read_bytes() == b"".join(
        reference.seal(KEY, bytes.fromhex(IV), b"", PLAIN)
    )


def test_cbc_by_the_command(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hardware in both directions; the host's own way gives the same."""
    words = ["--mode", "cbc", "--key-file", "key", "--iv", "00" * 16]
    both = ["--config", "iterative-both", *words]
    missing = 16 - len(PLAIN) % 16
    sealed = reference.cipher("cbc", False, KEY, bytes(16), PLAIN + bytes([missing] * missing))
    assert main(["encrypt", *both, "--json", "in", "sealed"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["config"]["name"] == "iterative-both+Mode=cbc,Direction=encrypt"
    assert record["access"] is None
    assert (place / "sealed").read_bytes() == sealed
    assert main(["encrypt", *both, "-p", "Mode=none", "in", "host"]) == 0
    assert (place / "host").read_bytes() == sealed
    assert main(["decrypt", *both, "sealed", "back"]) == 0
    assert (place / "back").read_bytes() == PLAIN
    capsys.readouterr()
    assert main(["decrypt", "--config", "iterative", *words, "sealed", "bad"]) == 2
    assert "give -p Direction=decrypt, or another preset" in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_without_its_iv_there_is_no_output(place: Path, more: list[str]) -> None:
    """Without a record of the random IV no output is written: the IV would be lost."""
    before = sorted(path.name for path in place.iterdir())
    command = [sys.executable, "-m", "roundel", "encrypt", *GCM, *more, "in", "sealed"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "cannot write to standard output (No space left on device)" in done.stderr
    assert sorted(path.name for path in place.iterdir()) == before


def test_an_iv_that_nobody_gave_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["encrypt", *GCM, "--json", "in", "sealed"]) == 0
    record = json.loads(capsys.readouterr().out)
    iv = record["files"][0]["iv"]
    text, tag = reference.seal(KEY, bytes.fromhex(iv), b"", PLAIN)
    assert (place / "sealed").read_bytes() == text + tag
    assert record["config"]["name"] == "iterative+Mode=gcm"
    assert KEY.hex()[:12] not in json.dumps(record)


def test_a_batch_by_the_command(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output of one run is the input of the other."""
    lines = [{"in": "in", "out": "one"}, {"in": "aad", "out": "two", "aad": "in"}]
    (place / "batch").write_text("\n".join(map(json.dumps, lines)))
    assert main(["encrypt", *GCM, "--json", "--batch", "batch"]) == 0
    record = json.loads(capsys.readouterr().out)
    back = [
        {"in": item["out"], "out": f"{item['in']}.back", "iv": item["iv"]}
        | ({"aad": item["aad"]} if item["aad"] else {})
        for item in record["files"]
    ]
    (place / "batch").write_text("\n".join(map(json.dumps, back)))
    assert main(["decrypt", *GCM, "--batch", "batch"]) == 0
    assert (place / "in.back").read_bytes() == PLAIN
    assert (place / "aad.back").read_bytes() == b"head"
    (place / "again").write_text("\n".join(json.dumps({**line, "iv": IV}) for line in lines))
    assert main(["encrypt", *GCM, "--force", "--batch", "again"]) == 2
    assert "have the same key and IV" in capsys.readouterr().err
    assert main(["encrypt", *GCM, "--force", "--batch", "again", "--reuse-iv"]) == 0


@pytest.mark.parametrize("blocks", [[], ["-p", "Mode=none"]])
def test_a_counter_of_32_bits(
    place: Path, capsys: pytest.CaptureFixture[str], blocks: list[str]
) -> None:
    """The second block's counter wraps: OpenSSL's ECB of the two counter blocks is the stream."""
    words = ["--config", "iterative", "--mode", "ctr", "--key-file", "key", *blocks]
    words += ["--iv", "0f" * 12 + "ffffffff", "--counter-bits"]
    assert main(["encrypt", *words, "32", "--json", "in", "out"]) == 0
    assert json.loads(capsys.readouterr().out)["counter_bits"] == 32
    counters = bytes.fromhex(
        "".join("0f" * 12 + end for end in ("ffffffff", "0" * 8, "0" * 7 + "1"))
    )
    stream = reference.cipher("ecb", False, KEY, b"", counters)
    assert (place / "out").read_bytes() == bytes(a ^ b for a, b in zip(PLAIN, stream, strict=False))
    assert main(["decrypt", *words, "32", "out", "back"]) == 0
    assert (place / "back").read_bytes() == PLAIN
    assert main(["decrypt", *words, "128", "--force", "out", "back"]) == 0
    assert (place / "back").read_bytes() != PLAIN


BAD = {
    "counter of another mode": (
        ["encrypt", *GCM, "--counter-bits", "32", "in", "out"],
        "GCM has no counter of selectable width; omit --counter-bits",
    ),
    "counter of another size": (
        ["encrypt", *GCM, "--counter-bits", "64", "in", "out"],
        "'--counter-bits': give 32 or 128; see",
    ),
    "sector of no byte": (
        ["encrypt", "--config", "xts-1", "--key-file", "keys", "--sector-bytes", "0", "in", "out"],
        "a data unit cannot have 0 bytes; choose 16",
    ),
    "tag file of any length": (
        ["decrypt", *GCM, "--iv", IV, "--tag-file", "/dev/zero", "in", "out"],
        "the tag file /dev/zero has more than 1024 bytes; give a file with the tag",
    ),
    "batch of any length": (
        ["encrypt", *GCM, "--batch", "/dev/zero"],
        "the batch /dev/zero has more than 8388608 bytes; give a file with a JSON object per line",
    ),
    "for packets alone": (
        ["encrypt", *GCM[:2], "--mode", "ctr", "-p", "Mode=none", "--sector", "1", "in", "out"],
        "--sector needs a packet engine; omit -p Mode=none",
    ),
    "no such access": (
        ["encrypt", *GCM, "--access", "double", "in", "out"],
        "'--access': give dma, single, simd or burst; ",
    ),
    "access for CBC encryption": (
        ["encrypt", *GCM, "--mode", "cbc", "--iv", "00" * 16, "--access", "dma", "in", "out"],
        "CBC encryption has neither DMA nor card; omit the access",
    ),
    "access for blocks": (
        ["encrypt", *GCM[:2], "--mode", "ctr", "-p", "Mode=none", "--access", "dma", "in", "out"],
        "--access needs a packet engine; omit -p Mode=none",
    ),
    "no IV": (["decrypt", *GCM, "in", "out"], "GCM needs the IV"),
    "short file": (["decrypt", *GCM, "--iv", IV, "aad", "out"], "too few for a tag"),
    "AAD missing": (["encrypt", *GCM, "--aad", "gone", "in", "out"], "cannot read gone"),
    "tag file missing": (
        ["decrypt", *GCM, "--iv", IV, "--tag-file", "gone", "in", "out"],
        "cannot read the tag file gone",
    ),
    "tag length": (["decrypt", *GCM, "--iv", IV, "--tag", "00" * 5, "in", "out"], "5 bytes"),
    # The sender of the tag must not choose the number of compared bytes.
    "short tag": (
        ["decrypt", *GCM, "--iv", IV, "--tag", "00" * 4, "in", "out"],
        "the tag has 4 bytes, but the tag size is 16",
    ),
    "tag bytes": (["encrypt", *GCM, "--tag-bytes", "3", "in", "out"], "cannot have 3 bytes"),
    "padding": (["encrypt", *GCM, "--pad", "none", "in", "out"], "omit --pad"),
    "sector": (["encrypt", *GCM, "--sector", "1", "in", "out"], "GCM has no sectors"),
    "sector bytes": (["encrypt", *GCM, "--sector-bytes", "16", "in", "out"], "no sectors"),
    "batch and file": (["encrypt", *GCM, "--batch", "aad", "in"], "IN does not work with --batch"),
    "batch and IV": (["encrypt", *GCM, "--batch", "aad", "--iv", IV], "--iv does not work with"),
    "no batch": (["encrypt", *GCM, "--batch", "gone"], "cannot read the batch gone"),
    "not a number": (
        ["encrypt", "--config", "ctr-1", "--sector", "x", "--key-file", "key", "in", "out"],
        "--sector must be a whole number",
    ),
    "a second key": (["encrypt", *GCM, "--key-env", "NONE", "in", "out"], "by exactly one of"),
}


@pytest.mark.parametrize(("words", "text"), BAD.values(), ids=BAD.keys())
def test_refused(
    place: Path, capsys: pytest.CaptureFixture[str], words: list[str], text: str
) -> None:
    before = sorted(path.name for path in place.iterdir())
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("roundel: error: ")
    assert line.endswith(".")
    assert text in line
    assert KEY.hex()[:12] not in err
    assert sorted(path.name for path in place.iterdir()) == before


@pytest.mark.parametrize(("direction", "more"), [("encrypt", 0), ("decrypt", 16)])
def test_a_packet_that_is_too_long(
    place: Path, capsys: pytest.CaptureFixture[str], direction: str, more: int
) -> None:
    """The packet is refused before any build, read or write."""
    os.truncate(place / "in", 2**32 + more)
    assert main([direction, *GCM, "--iv", IV, "in", "out"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "in is longer than a packet of the hardware, 2^32 - 1 bytes; split the file." in line
    assert sorted(path.name for path in place.iterdir()) == ["aad", "in", "key", "keys"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_in_the_middle_of_a_packet(place: Path, start: "Start", number: int) -> None:
    """Within a second or two, and nothing is left."""
    os.truncate(place / "in", 1 << 24)  # minutes of an engine of ten cycles a block
    assert main(["encrypt", *GCM, "aad", "warm"]) == 0
    (place / "warm").unlink()
    command = [sys.executable, "-m", "roundel", "encrypt", *GCM, "in", "out"]
    child = start(command, stderr=subprocess.PIPE)
    assert child.stderr is not None
    assert "encrypting in (0%)" in child.stderr.readline()
    time.sleep(1)
    began = time.monotonic()
    child.send_signal(number)
    err = child.communicate(timeout=60)[1]
    assert time.monotonic() - began < 10
    assert child.returncode == 130
    assert err.splitlines()[-1] == "roundel: error: interrupted."
    assert sorted(path.name for path in place.iterdir()) == ["aad", "in", "key", "keys"]


def test_bench_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "stream", "iterative", "-p", "Mode=gcm", "--packets", "12", "--seed", "1"]
    assert main([*words, "--sizes", "64,imix"]) == 0
    out = capsys.readouterr().out
    assert "Internet mix (7:4:1)" in out
    assert "36 packets, each equal to OpenSSL's result; 1 keys in rotation, seed 1" in out
    assert main([*words, "--sizes", "64", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    # Four blocks, and one cycle of the rings for J0 and the length block.
    assert record["sizes"][0]["cycles_per_packet"] == pytest.approx(50, rel=0.03)
    assert main([*words, "--sizes", "x"]) == 2
    assert main(["bench", "stream", "iterative"]) == 2
