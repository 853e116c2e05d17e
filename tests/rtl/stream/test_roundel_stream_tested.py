# SPDX-License-Identifier: Apache-2.0
"""roundel_stream_tested and roundel_self_test: a fault closes the ports until a reset.

State space: each kind of fault in a changed copy of the engine, during the tests and behind the
last packet; the user offers inputs at all times. `tests/roundel/verify/test_self_test.py` sends
packets after the tests.
"""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError

TOP = "tb_roundel_stream_tested"
FAULT = f"{TOP}.fault"
ECB, CBC, CTR, GCM, XTS = 0, 1, 2, 3, 4
SET = {"Mode": GCM, "Modes": 495, "Direction": 2, "Streams": 4}
ROUND, STREAM = "roundel_round", "roundel_stream"
# Faults: the file, its text and the changed text.
SBOX = (ROUND, "[64*h+:64] = half;", f"[64*h+:64] = half | {{63'd0, {FAULT}}};")
TAG = (STREAM, "tag_in_order[127-8*b-:8];", f"tag_in_order[127-8*b-:8] | {{7'd0, {FAULT}}};")
DIRECTION = (STREAM, ".decrypt_i(word_decrypt)", f".decrypt_i(word_decrypt && !{FAULT})")
VERDICT = (STREAM, "result_ok_o = packet_result_ok;", f"result_ok_o = packet_result_ok || {FAULT};")
CHAINED_VERDICT = (
    "roundel_interleaved_sink", "result_ok_o = ", f"result_ok_o = {FAULT} || ",
)  # fmt: skip
NO_TEXT = (STREAM, ".text_valid_i(out_valid)", f".text_valid_i(out_valid && !{FAULT})")
TEXT_TWICE = (
    STREAM, "packet_text_ready = text_ready_i;", f"packet_text_ready = text_ready_i && !{FAULT};",
)  # fmt: skip
NO_KEY = (
    STREAM, "(mode_key_ready && key_open)", f"(mode_key_ready && key_open && !{FAULT})",
)  # fmt: skip
KEEP = (STREAM, "text_keep_o = packet_text_keep;", f"text_keep_o = packet_text_keep << {FAULT};")
LAST = (STREAM, "text_last_o = packet_text_last;", f"text_last_o = packet_text_last ^ {FAULT};")
RESULT = (
    STREAM, "result_valid_o = packet_result_valid;",
    f"result_valid_o = packet_result_valid || {FAULT};",
)  # fmt: skip
TEXT = (
    STREAM, "text_valid_o = packet_text_valid;", f"text_valid_o = packet_text_valid || {FAULT};",
)  # fmt: skip

Fault = tuple[str, str, str]


def verdict(folder: Path, values: Mapping[str, int], fault: Fault) -> str:
    """The last line of the bench with a changed copy of a file."""
    try:
        compiler, runner = tools.find("iverilog"), tools.find("vvp")
    except FailureError as missing:
        pytest.skip(str(missing))
    name, old, new = fault
    bench = Path(__file__).with_name(f"{TOP}.sv")
    files = list(design.closure(TOP, values, more=[bench]))
    (place,) = [n for n, path in enumerate(files) if path.stem == name]
    text = files[place].read_text(encoding="utf-8")
    assert old in text
    files[place] = folder / files[place].name
    files[place].write_text(text.replace(old, new), encoding="utf-8")
    options = [f"-P{TOP}.{parameter}={value}" for parameter, value in values.items()]
    program = str(folder / "bench.vvp")
    command = [
        *compiler.command, "-g2012", "-DROUNDEL_NO_CONTRACTS", "-s", TOP, *options, "-o", program,
        *design.arguments(files),
    ]  # fmt: skip
    subprocess.run(command, check=True, timeout=60)
    done = subprocess.run(
        [*runner.command, program], capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "fault", [SBOX, TAG, DIRECTION, VERDICT, NO_TEXT, TEXT_TWICE, KEEP, LAST],
    ids=("sbox", "tag", "direction", "verdict", "no text", "text twice", "keep", "last"),
)  # fmt: skip
def test_a_fault_closes_the_ports(fault: Fault, tmp_path: Path) -> None:
    assert verdict(tmp_path, {"Fault": 1, "Mode": GCM}, fault).split()[0] == "PASS"


@pytest.mark.parametrize("fault", [NO_KEY, RESULT], ids=("no key", "result"))
def test_tests_after_a_zeroise_find_a_fault(fault: Fault, tmp_path: Path) -> None:
    """Both faults keep the engine from getting idle, so that no test on command begins."""
    assert verdict(tmp_path, {"Fault": 1, "Zeroise": 1, "Mode": CTR}, fault).split()[0] == "PASS"


@pytest.mark.parametrize("fault", [RESULT, TEXT], ids=("result", "text"))
def test_an_output_behind_the_last_packet_is_a_fault(fault: Fault, tmp_path: Path) -> None:
    assert verdict(tmp_path, {"Fault": 1, "Late": 1, "Mode": CTR}, fault).split()[0] == "PASS"


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        (SET, SBOX),
        (SET, TAG),
        (SET, DIRECTION),
        (SET, CHAINED_VERDICT),
        ({"Mode": XTS}, SBOX),
        ({"Mode": ECB, "Direction": 2}, DIRECTION),
        ({"Mode": CBC, "Direction": 1, "Lanes": 2}, SBOX),
    ],
    ids=("set sbox", "set tag", "set direction", "set verdict", "xts", "ecb", "cbc"),
)
def test_a_fault_in_other_modes(values: Mapping[str, int], fault: Fault, tmp_path: Path) -> None:
    assert verdict(tmp_path, {"Fault": 1, **values}, fault).split()[0] == "PASS"


@pytest.mark.parametrize(
    ("values", "most"),
    [
        ({"Mode": GCM}, 1000),
        ({"Mode": GCM, "Lanes": 2}, 2000),
        ({"Mode": CTR}, 1000),
        ({"Mode": ECB, "Direction": 1}, 1000),
        ({"Mode": XTS}, 2000),
        (SET, 10_000),
    ],
)
def test_cycles(
    values: Mapping[str, int], most: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    verdict, *rest = bench(values).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) < most
