# SPDX-License-Identifier: Apache-2.0
"""Firmware for soft processors: the AES variants of `sw/firmware`, and programs that use them.

A program is one of Roundel's programs (`PROGRAMS`), a user's C source, or a user's ELF file. A C
source is linked with the functions of a variant; an ELF file is already linked. The cache stores
Roundel's programs by a digest of all inputs. A user's source is compiled at each call, because only
the compiler knows the included files; the cache stores the linked program by the object file.
"""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.design.tops import either
from roundel.soft.hosts import Host
from roundel.soft.image import Image, read_image
from roundel.soft.system import LARGEST_MEMORY

COMPILER = "riscv64-unknown-elf-gcc"
PROGRAMS = ("bench", "monte_carlo")
"""Roundel's own programs: known answers and cycles, and NIST's Monte Carlo test."""

_PROGRAM = "program.elf"
_SIZED = ("blocks.elf", "all.elf", "only_128.elf")  # the files for `Sizes`, in the order of fields
_ONLY_128 = "-DAES_ONLY_128=1"
_MAIN = "main.o"
_CONSTANT_TIME = "constant_time.txt"
_ASKED_TIME = '#include "aes.h"\n#if AES_CONSTANT_TIME\n1\n#else\n0\n#endif\n'
_LOG = "log.txt"
_TIMEOUT = 300.0
_OPTIONS = ("-O2", "-ffreestanding", "-ffunction-sections", "-fdata-sections")
# Options for Roundel's own sources.
_STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")
# Without this option the compiler replaces copy loops by calls of a C library.
_PROGRAM_OPTIONS = ("-fno-tree-loop-distribute-patterns",)
# For a user's operations without an instruction; Roundel's programs need no library.
_LIBRARY = "-lgcc"
# The smallest programs link these functions; `Sizes` counts the modes separately.
_BLOCKS = ("aes_encrypt_key", "aes_decrypt_key", "aes_encrypt_block", "aes_decrypt_block")
_MODES = (
    "aes_ecb_encrypt", "aes_ecb_decrypt", "aes_cbc_encrypt", "aes_cbc_decrypt", "aes_ctr",
    "aes_forget",
)  # fmt: skip


@dataclass(frozen=True)
class Variant:
    """An implementation of AES."""

    name: str  # its name on the command line
    unit: str  # the required unit: "none", "aes32" or "block"
    sources: tuple[str, ...]  # the files in `sw/firmware`

    @property
    def macro(self) -> str:
        """The variant's value of the macro AES_VARIANT."""
        return f"AES_{self.name.replace('-', '_').upper()}"


_SHARED = ("aes_common.c", "aes_modes.c")
VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant("bytes", "none", ("aes_bytes.c", *_SHARED)),
        Variant("one-table", "none", ("aes_one_table.c", *_SHARED)),
        Variant("four-tables", "none", ("aes_four_tables.c", *_SHARED)),
        Variant("aes32", "aes32", ("aes_aes32.c", *_SHARED)),
        Variant("block", "block", ("aes_block.c", "aes_common.c")),
        Variant("block-direct", "block", ("aes_block_direct.c", "aes_common.c")),
    )
}


@dataclass(frozen=True)
class Sizes:
    """The memory of a variant in bytes, without the surrounding program.

    Code, and tables (constants and variables), for three sets of functions: keys and single blocks
    in both directions; the same with the modes of operation; keys and single blocks of AES-128.
    """

    code_bytes: int
    table_bytes: int
    all_code_bytes: int
    all_table_bytes: int
    only_128_code_bytes: int
    only_128_table_bytes: int


@dataclass(frozen=True)
class Firmware:
    """A built program."""

    path: Path  # the ELF file
    image: Image  # the contents of the memory
    sizes: Sizes | None  # the sizes of the variant; None for a user's ELF file
    # Whether the execution time on this host is independent of keys and data, according to `aes.h`;
    # None for a user's ELF file.
    constant_time: bool | None = None


def find_variant(name: str) -> Variant:
    """A variant by its name; InputError for an unknown name."""
    if name not in VARIANTS:
        raise InputError(f"there is no variant {name}; choose {either(VARIANTS)}.")
    return VARIANTS[name]


def variants_of(unit: str) -> list[Variant]:
    """The variants for a system with a unit: the unit's variants, and plain C."""
    return [variant for variant in VARIANTS.values() if variant.unit in ("none", unit)]


def is_source(program: Path) -> bool:
    """Whether a user's program is a C source; otherwise the program is already linked."""
    return program.suffix == ".c"


def build_firmware(
    host: Host,
    variant: Variant,
    program: str | Path = "bench",
    memory_bytes: int = 65536,
    progress: Progress = null_progress,
) -> Firmware:
    """Compile and link a program, unless the cache has the result.

    The program is a name of `PROGRAMS`, or the path of a user's C source (`*.c`) or linked program
    (ELF). `memory_bytes` is the size of the memory, including the stack.

    Raises:
        InputError: The program is unknown, cannot be read, or does not fit in the memory.
        FailureError: The compiler is missing or fails.
    """
    own = program if isinstance(program, Path) else None
    if own is not None:
        _check(own)
        if not is_source(own):
            return Firmware(own, read_image(own, memory_bytes), None)
    elif program not in PROGRAMS:
        raise InputError(
            f"Roundel has no program {program}; choose {' or '.join(PROGRAMS)}, or give a path."
        )
    root = design.driver_root() / "firmware"
    main = own.absolute() if own is not None else root / f"{program}.c"
    compiler = tools.find(COMPILER)
    options = [
        f"-march={host.isa}", "-mabi=ilp32", *_OPTIONS,
        f"-DAES_VARIANT={variant.macro}", f"-DAES_HOST=AES_{host.name.upper()}",
        f"-I{root}",
    ]  # fmt: skip
    link = [f"-Wl,--defsym=MEMORY_BYTES={memory_bytes}"]
    label = f"{main.name} with {variant.name}"
    compiled = _object(compiler, own.absolute(), options, progress) if own is not None else b""
    key = cache.digest(
        " ".join([compiler.stamp, *options[:-1], *link, *_BLOCKS, *_MODES]),
        _identity(compiler),
        "own" if own is not None else str(program),
        compiled,
        *sorted(path for path in root.iterdir() if path.is_file()),
        Path(__file__),
    )

    def make(draft: Path) -> None:
        progress(f"compiling {label} for {host.name}")

        def call(arguments: Sequence[str | Path]) -> None:
            programs.run(compiler, arguments, cwd=draft, log=draft / _LOG, timeout=_TIMEOUT)

        strict = [*options, *_STRICT]
        ours = [_compile(call, root / name, strict) for name in variant.sources]
        around = [*strict, *_PROGRAM_OPTIONS]
        if own is None:
            _compile(call, main, around, _MAIN)
        else:
            (draft / _MAIN).write_bytes(compiled)
        rest = [_MAIN, _compile(call, root / "platform.c", around)]
        rest.append(_compile(call, root / "start.S", strict))
        only = [
            _compile(call, root / name, [*strict, _ONLY_128], f"only_{Path(name).stem}.o")
            for name in variant.sources
        ]
        for objects, functions, output in zip(
            (ours, ours, only), (_BLOCKS, (*_BLOCKS, *_MODES), _BLOCKS), _SIZED, strict=True
        ):
            # Link the functions and their dependencies only.
            wanted = [f"-Wl,-u,{name}" for name in functions]
            call([*_LINK, *wanted, "-Wl,-e,0", *objects, "-o", output])
        # Only the header of the variants states whether a variant has constant time.
        (draft / "constant_time.S").write_text(_ASKED_TIME, encoding="utf-8")
        call([*options, "-E", "-P", draft / "constant_time.S", "-o", _CONSTANT_TIME])
        script = f"-Wl,-T,{root / 'link.ld'}"
        machine = f"-march={host.isa}"  # the last option -march selects the library
        try:
            call([*_LINK, machine, *link, script, *ours, *rest, _LIBRARY, "-o", _PROGRAM])
        except FailureError as error:
            raise _not_linked(error, label, draft / _LOG, memory_bytes) from error

    entry = cache.entry("firmware", key, make)
    path = entry / _PROGRAM
    sizes = [size for name in _SIZED for size in _sizes(entry / name)]
    constant_time = (entry / _CONSTANT_TIME).read_text(encoding="utf-8").split() == ["1"]
    return Firmware(path, read_image(path, memory_bytes), Sizes(*sizes), constant_time)


_LINK = ("-march=rv32i", "-mabi=ilp32", "-nostdlib", "-static", "-Wl,--gc-sections")


def _check(program: Path) -> None:
    try:
        if not program.is_file():
            raise InputError(
                f"there is no program {program}; give a C source (*.c) or a linked program (ELF)."
            )
        program.open("rb").close()
    except OSError as error:
        raise InputError(
            f"cannot read {program} ({error.strerror}); give a readable C source (*.c) or linked "
            "program (ELF)."
        ) from error


def _identity(compiler: tools.Tool) -> str:
    """A text that differs between two installed compilers of the same version."""
    path = Path(compiler.command[0]).resolve()
    found = path.stat()
    return f"{path} {found.st_size} {found.st_mtime_ns}"


def _object(
    compiler: tools.Tool, source: Path, options: Sequence[str], progress: Progress
) -> bytes:

    def make(draft: Path) -> bytes:
        progress(f"compiling {source.name}")
        programs.run(
            compiler, [*options, *_PROGRAM_OPTIONS, "-c", source, "-o", _MAIN], cwd=draft,
            log=draft / _LOG, timeout=_TIMEOUT,
        )  # fmt: skip
        return (draft / _MAIN).read_bytes()

    return cache.once("own", cache.digest(" ".join(options), os.fsencode(source)), make)


def _not_linked(
    error: FailureError, label: str, log: Path, memory_bytes: int
) -> FailureError | InputError:
    """The error for a failed link, from the linker's log."""
    text = log.read_text(encoding="utf-8", errors="replace")
    if over := [int(number) for number in re.findall(r"overflowed by (\d+) bytes", text)]:
        needed = memory_bytes + max(over)
        if needed > LARGEST_MEMORY:
            return InputError(
                f"{label} needs {needed:,} bytes of memory, but the largest memory has "
                f"{LARGEST_MEMORY:,}; make the program smaller."
            )
        return InputError(
            f"{label} needs {needed:,} bytes of memory, but the memory has {memory_bytes:,}; give "
            f"a memory of {1 << (needed - 1).bit_length()} bytes."
        )
    if lost := re.search(r"undefined reference to \S+", text):
        return FailureError(
            f"{label} cannot be linked: {lost[0]}; define the function, because there is no C "
            f"library, or see {log}."
        )
    return error


def _compile(
    call: Callable[[Sequence[str | Path]], None],
    source: Path,
    options: Sequence[str],
    output: str = "",
) -> str:
    output = output or f"{source.stem}.o"
    call([*options, "-c", source, "-o", output])
    return output


def _sizes(path: Path) -> tuple[int, int]:
    """Bytes of code, and bytes of all other contents of the memory."""
    image = read_image(path, 1 << 32)
    code = sum(size for name, size in image.sections.items() if name.startswith(".text"))
    return code, sum(image.sections.values()) - code
