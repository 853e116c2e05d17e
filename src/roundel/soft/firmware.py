# SPDX-License-Identifier: Apache-2.0
"""Firmware: the AES of `sw/firmware` in its variants, compiled for a soft processor, and programs.

A program is one of Roundel's own (`PROGRAMS`), a source in C of the user's, which is linked with a
variant's functions, or an ELF file of the user's, which is taken as it is.
"""

import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel import cache, design, tools
from roundel.errors import FailureError, InputError
from roundel.progress import Progress, null_progress
from roundel.soft.hosts import Host
from roundel.soft.image import Image, read_image

__all__ = [
    "COMPILER", "PROGRAMS", "VARIANTS", "Firmware", "Sizes", "Variant", "build_firmware",
    "find_variant", "variants_of",
]  # fmt: skip

COMPILER = "riscv64-unknown-elf-gcc"
PROGRAMS = ("bench", "monte_carlo")
"""Roundel's own programs: known answers and cycles, and NIST's Monte Carlo test."""

_PROGRAM = "program.elf"
_SIZED = ("blocks.elf", "all.elf", "only_128.elf")  # what `Sizes` are of, in their order
_ONLY_128 = "-DAES_ONLY_128=1"
_LOG = "log.txt"
_TIMEOUT = 300.0
_OPTIONS = ("-O2", "-ffreestanding", "-ffunction-sections", "-fdata-sections")
_STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")  # what is ours
# Or it makes calls of a library, which is not there, of loops that copy bytes.
_PROGRAM_OPTIONS = ("-fno-tree-loop-distribute-patterns",)
# Of these the sizes are those that a program pays that has keys and single blocks alone.
_BLOCKS = ("aes_encrypt_key", "aes_decrypt_key", "aes_encrypt_block", "aes_decrypt_block")
_MODES = (
    "aes_ecb_encrypt", "aes_ecb_decrypt", "aes_cbc_encrypt", "aes_cbc_decrypt", "aes_ctr",
    "aes_forget",
)  # fmt: skip


@dataclass(frozen=True)
class Variant:
    """A way to do AES.

    Attributes:
        name: As the command line has it.
        unit: The unit that it needs: "none", "aes32" or "block".
        sources: Its files in `sw/firmware`.
    """

    name: str
    unit: str
    sources: tuple[str, ...]

    @property
    def macro(self) -> str:
        """Its value of the macro AES_VARIANT."""
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
    """Bytes that a variant takes, without the program around it.

    Attributes:
        code_bytes: Of keys and single blocks, both ways.
        table_bytes: Of theirs: constants and variables.
        all_code_bytes: The same with the modes of operation.
        all_table_bytes: Likewise.
        only_128_code_bytes: Of keys and single blocks of AES-128 alone.
        only_128_table_bytes: Likewise.
    """

    code_bytes: int
    table_bytes: int
    all_code_bytes: int
    all_table_bytes: int
    only_128_code_bytes: int
    only_128_table_bytes: int


@dataclass(frozen=True)
class Firmware:
    """A program that was built.

    Attributes:
        path: The ELF file.
        image: What goes into memory.
        sizes: Of its variant; None for a user's ELF file.
    """

    path: Path
    image: Image
    sizes: Sizes | None


def find_variant(name: str) -> Variant:
    """A variant by its name.

    Raises:
        InputError: There is none of that name; the text lists those that there are.
    """
    if name not in VARIANTS:
        *most, last = VARIANTS
        raise InputError(f"there is no variant {name}; choose {', '.join(most)} or {last}.")
    return VARIANTS[name]


def variants_of(unit: str) -> list[Variant]:
    """The variants that run on a system with a unit: those of the unit, and plain C."""
    return [variant for variant in VARIANTS.values() if variant.unit in ("none", unit)]


def build_firmware(
    host: Host,
    variant: Variant,
    program: str | Path = "bench",
    memory_bytes: int = 65536,
    progress: Progress = null_progress,
) -> Firmware:
    """Compile and link a program, if the cache does not have it.

    Args:
        host: The processor to run on.
        variant: The way to do AES.
        program: One of `PROGRAMS`; or the user's own, in C (a file `*.c`) or linked (an ELF file).
        memory_bytes: That it has to fit in, its stack included.
        progress: Told what is being built.

    Raises:
        InputError: It does not fit, or there is no such program.
        FailureError: The compiler is missing or fails.
    """
    own = Path(program) if str(program) not in PROGRAMS else None
    if own is not None and not own.is_file():
        raise InputError(
            f"there is no program {program}; choose {' or '.join(PROGRAMS)}, or give a file in C "
            "or ELF."
        )
    if own is not None and own.suffix != ".c":
        return Firmware(own, read_image(own, memory_bytes), None)
    root = design.driver_root() / "firmware"
    main = own.absolute() if own is not None else root / f"{program}.c"
    compiler = tools.find(COMPILER)
    options = [
        f"-march={host.isa}", "-mabi=ilp32", *_OPTIONS,
        f"-DAES_VARIANT={variant.macro}", f"-DAES_HOST=AES_{host.name.upper()}",
        f"-I{root}",
    ]  # fmt: skip
    script = root / "link.ld"
    link = [f"-Wl,--defsym=MEMORY_BYTES={memory_bytes}"]
    key = cache.digest(
        " ".join([compiler.version, *options[:-1], *link, main.name, *_BLOCKS, *_MODES]),
        main.read_bytes() if own is None else _preprocessed(compiler, main, options),
        *sorted(path for path in root.iterdir() if path.is_file()),
        Path(__file__),
    )

    def make(draft: Path) -> None:
        progress(f"compiling {main.name} with {variant.name} for {host.name}")

        def call(arguments: Sequence[str | Path]) -> None:
            tools.run(compiler, arguments, cwd=draft, log=draft / _LOG, timeout=_TIMEOUT)

        strict = [*options, *_STRICT]
        ours = [_compile(call, root / name, strict) for name in variant.sources]
        around = [*(strict if own is None else options), *_PROGRAM_OPTIONS]
        rest = [_compile(call, main, around, "main.o")]
        rest.append(_compile(call, root / "platform.c", [*strict, *_PROGRAM_OPTIONS]))
        rest.append(_compile(call, root / "start.S", strict))
        only = [
            _compile(call, root / name, [*strict, _ONLY_128], f"only_{Path(name).stem}.o")
            for name in variant.sources
        ]
        for objects, functions, output in zip(
            (ours, ours, only), (_BLOCKS, (*_BLOCKS, *_MODES), _BLOCKS), _SIZED, strict=True
        ):
            _size(call, objects, functions, output)
        try:
            call([*_LINK, *link, f"-Wl,-T,{script}", *ours, *rest, "-o", _PROGRAM])
        except FailureError as error:
            said = (draft / _LOG).read_text(encoding="utf-8", errors="replace")
            over = [int(number) for number in re.findall(r"overflowed by (\d+) bytes", said)]
            if not over:
                raise
            needed = memory_bytes + max(over)
            raise InputError(
                f"{main.name} with {variant.name} needs {needed:,} bytes of memory and there are "
                f"{memory_bytes:,}; give --memory {1 << (needed - 1).bit_length()}."
            ) from error

    place = cache.entry("firmware", key, make)
    path = place / _PROGRAM
    sizes = [size for name in _SIZED for size in _sizes(place / name)]
    return Firmware(path, read_image(path, memory_bytes), Sizes(*sizes))


_LINK = ("-march=rv32i", "-mabi=ilp32", "-nostdlib", "-static", "-Wl,--gc-sections")


def _preprocessed(compiler: tools.Tool, source: Path, options: Sequence[str]) -> bytes:
    """A source with all that it includes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools.run(
            compiler, [*options, "-E", source, "-o", "own.i"], cwd=folder, log=folder / _LOG,
            timeout=_TIMEOUT,
        )  # fmt: skip
        return (folder / "own.i").read_bytes()


def _compile(
    call: Callable[[Sequence[str | Path]], None],
    source: Path,
    options: Sequence[str],
    output: str = "",
) -> str:
    """Compile a source; gives the object file in the directory of the call."""
    output = output or f"{source.stem}.o"
    call([*options, "-c", source, "-o", output])
    return output


def _size(
    call: Callable[[Sequence[str | Path]], None],
    objects: Sequence[str],
    functions: Sequence[str],
    output: str,
) -> None:
    """Link functions and what they need, and nothing else."""
    wanted = [f"-Wl,-u,{name}" for name in functions]
    call([*_LINK, *wanted, "-Wl,-e,0", *objects, "-o", output])


def _sizes(path: Path) -> tuple[int, int]:
    """Bytes of code and of all else that stands in memory."""
    image = read_image(path, 1 << 32)
    code = sum(size for name, size in image.sections.items() if name.startswith(".text"))
    return code, sum(image.sections.values()) - code
