# SPDX-License-Identifier: Apache-2.0
"""The systems roundel_soft_picorv32 and roundel_soft_vexriscv: memory, ports, timing, ends.

The tests include roundel_soft_memory, roundel_soft_wishbone and roundel_soft_ports, with the
processors in front. Covered: every width and position of an access, both processors; the words of a
burst; each port; each way to stop.
"""

from pathlib import Path

import pytest
from tests.roundel.soft.soft_tests import HOSTS, Compiled, Opened, need_processor

from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.soft import hosts
from roundel.soft.firmware import COMPILER
from roundel.soft.run import run_program
from roundel.soft.system import System

# All widths at all positions, by a sum that changes with a wrong byte, position or sign.
ACCESSES = """
  static volatile union { uint8_t b[16]; uint16_t h[8]; uint32_t w[4]; } m;
  volatile int8_t *s = (volatile int8_t *)m.b;
  volatile int16_t *t = (volatile int16_t *)m.b;
  uint32_t seen = 0;
  for (uint32_t i = 0; i < 16; ++i) m.b[i] = (uint8_t)(0x70 + 0x1d * i);
  for (uint32_t i = 0; i < 8; i += 3) m.h[i] = (uint16_t)(0x8123 + 0x1357 * i);
  m.w[2] ^= 0x80ff01a5;
  for (uint32_t i = 0; i < 16; ++i) seen = 31 * seen + m.b[i] + 7u * (uint32_t)s[i];
  for (uint32_t i = 0; i < 8; ++i) seen = 31 * seen + m.h[i] + 7u * (uint32_t)t[i];
  for (uint32_t i = 0; i < 4; ++i) seen = 31 * seen + m.w[i];
  put_number(seen);
  return 0;
"""


def accesses() -> int:
    """The expected output of the program."""
    memory = bytearray((0x70 + 0x1D * i) & 0xFF for i in range(16))
    for i in range(0, 8, 3):
        memory[2 * i : 2 * i + 2] = ((0x8123 + 0x1357 * i) & 0xFFFF).to_bytes(2, "little")
    word = int.from_bytes(memory[8:12], "little") ^ 0x80FF01A5
    memory[8:12] = word.to_bytes(4, "little")
    seen = 0
    for size, signed in ((1, True), (2, True), (4, False)):
        for place in range(0, 16, size):
            data = memory[place : place + size]
            seen = 31 * seen + int.from_bytes(data, "little")
            seen += 7 * int.from_bytes(data, "little", signed=True) if signed else 0
    return seen % 2**32


@pytest.mark.parametrize("host", HOSTS)
def test_every_width_and_place(host: str, system: Opened, program: Compiled) -> None:
    # Multiplications call a library that PicoRV32's programs do not have.
    body = ACCESSES.replace("31 * seen", "((seen << 5) - seen)")
    for factor in ("0x1d * i", "0x1357 * i", "7u * (uint32_t)s[i]", "7u * (uint32_t)t[i]"):
        left, right = factor.split(" * ", 1)
        number = int(left.rstrip("u"), 0)
        terms = [f"(({right}) << {bit})" for bit in range(13) if number >> bit & 1]
        body = body.replace(factor, f"({' + '.join(terms)})")
    outcome = run_program(system(host), program(host, body))
    assert outcome.console == str(accesses())


@pytest.mark.parametrize("host", HOSTS)
def test_exit_status_and_console(host: str, system: Opened, program: Compiled) -> None:
    firmware = program(host, 'put_text("a line\\n"); put_number(4294967295u); return -7;')
    device = system(host)
    for _ in range(2):  # a reset begins all again
        outcome = run_program(device, firmware)
        assert (outcome.console, outcome.status) == ("a line\n4294967295", -7)
    assert outcome.cycles == device.cycles


@pytest.mark.parametrize("host", HOSTS)
def test_another_program_after_a_reset(host: str, system: Opened, program: Compiled) -> None:
    device = system(host)
    assert run_program(device, program(host, "return 1;")).status == 1
    # Cached data of the first program must be gone.
    assert run_program(device, program(host, "return 2;")).status == 2


@pytest.mark.parametrize("host", HOSTS)
def test_memory_past_the_processor(host: str, system: Opened, program: Compiled) -> None:
    device = system(host, memory_bytes=8192)
    assert device.memory_bytes == 8192
    firmware = program(host, "*(volatile uint32_t *)8188 = 0x11223344; return 0;", memory=8192)
    run_program(device, firmware)
    assert device.store(8188, 4) == bytes.fromhex("44332211")
    assert (
        device.store(0, len(firmware.image.memory) // 4 * 4)
        == firmware.image.memory[: len(firmware.image.memory) // 4 * 4]
    )
    for address, size in ((8188, 8), (2, 4), (0, 2), (8196, 0)):
        with pytest.raises(InputError, match="refuses"):
            device.store(address, size)
    with pytest.raises(InputError, match="do not fit in the memory"):
        device.load(8000, bytes(200))


def cycles_of(host: str, system: Opened, program: Compiled, text: str) -> int:
    """Clock cycles of consecutive instructions, without the reads of the counter."""
    parts = []
    for asked in (text, ""):
        body = (
            "static volatile uint32_t word[64]; uint32_t a = 0, b = 0;"
            # The second round finds its instructions and data in the caches.
            "for (volatile int i = 0; i < 2; ++i) { a = cycles();"
            f' __asm__ volatile("{asked}" : : "r"(word) : "t0", "memory"); b = cycles(); }}'
            "put_number(b - a); return 0;"
        )
        parts.append(int(run_program(system(host), program(host, body)).console))
    return parts[0] - parts[1]


@pytest.mark.parametrize(
    ("host", "instruction", "cycles"),
    [
        ("picorv32", "addi t0, t0, 1", 3),
        ("picorv32", "slli t0, t0, 31", 3),
        ("picorv32", "lw t0, 4(%0)", 5),
        ("picorv32", "sw t0, 4(%0)", 5),
        ("vexriscv", "addi t0, t0, 1", 1),
        ("vexriscv", "lw t0, 4(%0)", 1),
        ("vexriscv", "sw t0, 4(%0)", 1),
    ],
)
def test_no_instruction_waits_for_memory(
    host: str, instruction: str, cycles: int, system: Opened, program: Compiled
) -> None:
    text = f".rept 32\\n{instruction}\\n.endr"
    assert cycles_of(host, system, program, text) == 32 * cycles


def test_a_line_of_a_cache_comes_in_a_burst(system: Opened, program: Compiled) -> None:
    # 64 lines that are not in the cache of 128, one load each, then the same lines in the cache.
    body = (
        "static volatile uint32_t words[4096]; uint32_t time[2], sum = 0;"
        "for (int run = 0; run < 2; ++run) {"
        "  const uint32_t begun = cycles();"
        "  for (int i = 0; i < 512; i += 8) sum += words[i];"
        "  time[run] = cycles() - begun; }"
        "put_number(time[0] - time[1]); return (int)sum;"
    )
    device = system("vexriscv")
    outcome = run_program(device, program("vexriscv", body))
    # 9 cycles with the bus and both directions; 8 words in two cycles each would be 16 alone.
    assert 64 * 9 <= int(outcome.console) <= 64 * 15


@pytest.mark.parametrize("host", HOSTS)
def test_an_illegal_instruction_is_a_trap(host: str, system: Opened, program: Compiled) -> None:
    firmware = program(host, '__asm__ volatile("nop\\nbad: .word 0"); return 0;')
    with pytest.raises(FailureError, match=r"on an illegal instruction") as caught:
        run_program(system(host), firmware)
    assert f"{firmware.image.symbol('bad').address:#x} (bad)" in str(caught.value)


@pytest.mark.parametrize("host", HOSTS)
def test_a_misaligned_load_is_a_trap(host: str, system: Opened, program: Compiled) -> None:
    load = '__asm__ volatile("nop\\nbad: lw t0, 1(zero)" : : : "t0");'
    body = f'put_text("so far\\n"); {load} return 0;'
    with pytest.raises(
        FailureError, match=r"\(bad\) on .*misaligned .*, after the output \"so far\""
    ):
        run_program(system(host), program(host, body))


@pytest.mark.parametrize("host", HOSTS)
def test_an_instruction_of_a_unit_that_is_not_there(
    host: str, system: Opened, program: Compiled
) -> None:
    # aes32esi of Zkne: a PicoRV32 has the instruction in the unit, VexRiscv has other encodings.
    body = '__asm__ volatile("nop\\nbad: .insn r 0x33, 0, 0x11, t0, t0, t0"); return 0;'
    with pytest.raises(FailureError, match=r"\(bad\) on an illegal instruction, aes32esi in the "):
        run_program(system(host), program(host, body))


@pytest.mark.parametrize(
    ("name", "mnemonic"), [("zkne", "esi"), ("zkne", "esmi"), ("zknd", "dsi"), ("zknd", "dsmi")]
)
def test_vexriscv_refuses_the_ratified_encodings(
    system: Opened, program: Compiled, name: str, mnemonic: str
) -> None:
    """The unit has other encodings, so a compiler's instructions for Zkne and Zknd trap."""
    option = f'".option push\\n.option arch, +{name}\\nbad: aes32{mnemonic} t0, t0, t0, 3\\n"'
    body = f'put_text("so far\\n"); __asm__ volatile({option} ".option pop"); return 0;'
    expected = rf"\(bad\) on an illegal instruction, aes32{mnemonic} in the ratified encoding "
    with pytest.raises(FailureError, match=expected + ".*after the output .so far.; .*custom-0"):
        run_program(system("vexriscv", "aes32"), program("vexriscv", body))


def test_another_illegal_instruction_is_not_said_to_be_aes32(
    system: Opened, program: Compiled
) -> None:
    for funct7, funct3 in ((0x10, 0), (0x11, 1)):
        bad = f"nop\\nbad: .insn r 0x33, {funct3}, {funct7 | 0x60}, t0, t0, t0"
        with pytest.raises(FailureError, match=r"on an illegal instruction; look at "):
            run_program(
                system("vexriscv", "aes32"),
                program("vexriscv", f'__asm__ volatile("{bad}"); return 0;'),
            )


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    ("access", "address"),
    [
        ("*(volatile uint32_t *)0x10000 = 1", "0x10000"),
        # A cache requests a line from its start on.
        ("(void)*(volatile uint32_t *)0x7fffffe0", "0x7fffffe0"),
        ("(void)*(volatile uint32_t *)0xf0000000", "0xf0000000"),
        ("*(volatile uint32_t *)0xf0000008 = 1", "0xf0000008"),
    ],
)
def test_an_access_to_nothing(
    host: str, access: str, address: str, system: Opened, program: Compiled
) -> None:
    firmware = program(host, f"{access}; for (;;) {{}} return 0;")
    opened = system(host)
    with pytest.raises(FailureError, match=f"accessed the unmapped address {address} at or before"):
        run_program(opened, firmware, cycles=100_000)
    # Addresses behind the end of memory do not wrap around.
    assert opened.store(0, 16) == firmware.image.memory[:16]


@pytest.mark.parametrize("host", HOSTS)
def test_a_jump_to_nothing(host: str, system: Opened, program: Compiled) -> None:
    firmware = program(host, "((void (*)(void))0x20000)(); return 0;")
    with pytest.raises(FailureError, match="0x20000"):
        run_program(system(host), firmware, cycles=100_000)


@pytest.mark.parametrize("host", HOSTS)
def test_a_program_without_an_end(host: str, system: Opened, program: Compiled) -> None:
    firmware = program(host, '__asm__ volatile("nop\\nhere: j here"); return 0;')
    with pytest.raises(
        FailureError, match=r"not end within 5,000 cycles.*\(here.*raise the limit of cycles"
    ):
        run_program(system(host), firmware, cycles=5000)


@pytest.mark.parametrize("host", HOSTS)
def test_memory_that_a_file_fills(host: str, program: Compiled, tmp_path: Path) -> None:
    need_processor(host)
    firmware = program(host, 'put_text("from a file"); return 0;')
    words = tmp_path / "own.hex"
    objcopy = tools.find(COMPILER).command[0].removesuffix("gcc") + "objcopy"
    options = ["-O", "verilog", "--verilog-data-width", "4"]
    programs.run(
        [objcopy], [*options, firmware.path, words], cwd=tmp_path, log=tmp_path / "log", timeout=60
    )
    with System.open(hosts.HOSTS[host], {"MemoryFile": f'"{words}"'}) as device:
        assert device.run(100_000).state == "ended"
        assert device.console() == b"from a file"
