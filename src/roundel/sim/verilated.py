# SPDX-License-Identifier: Apache-2.0
"""The simulated device's library: a top in Verilog, compiled by Verilator and g++.

The result is one shared library with the C interface of a harness in `sim/`, kept in the cache by
all that it depends on: the sources, the harness, the parameters, the tools and their options.
"""

import functools
import os
import platform
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim import netlist as netlists

OPTIMISE = "ROUNDEL_OPTIMISE"
"""Environment variable: g++'s level for what runs in every cycle, 0 to 3; without it 2. A lower one
builds sooner and simulates slower; what is simulated is the same."""

LIBRARY = "device.so"
LOG = "log.txt"
TAG_BITS = 8  # of the sequence number that comes back with a block: a swap or a loss shows
TIMEOUT = 1800.0  # seconds for one tool; the largest design needs a tenth of it

_MODEL = "Vtop"  # the class that Verilator writes
_SHARED = "roundel_model.h"  # what all harnesses include
_MARK = re.compile(r"/\* interface: begin \*/(.*)/\* interface: end \*/", re.DOTALL)
_ROOT = re.compile(r"^VERILATOR_ROOT *\??= *(.+)$", re.MULTILINE)
_PORT = re.compile(r"VL_(?:IN|OUT)\w*\(&(\w+),(\d+),(\d+)")

# Registers start with arbitrary values, as in hardware, so that nothing can rely on zeros. Warnings
# do not stop the build: linting the RTL is another job, and a netlist is no style guide.
_VERILATOR_OPTIONS = (
    "--cc", "-O3", "--x-assign", "fast", "--x-initial", "unique", "--no-timing",
    "-Wno-fatal", "-Wno-lint", "-Wno-style",
)  # fmt: skip
# Not -march=native: a cache may be shared between machines. Hidden symbols keep two libraries in
# one process apart.
_COMPILER_OPTIONS = ("-std=gnu++20", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-w")
_SLOW = "-O0"  # what runs once, at the start
_SHARED_LEVEL = "-O2"  # what all devices have in common
_DEFINES = (
    "-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0",
    "-DVM_TRACE_FST=0", "-DVM_TRACE_SAIF=0", "-DVM_TRACE_VCD=0",
    "-DVL_USER_FATAL", "-DVL_USER_STOP",
)  # fmt: skip
_RUNTIME = ("verilated.cpp", "verilated_threads.cpp")
_PRECOMPILED = "roundel_precompiled.h"  # in sim/
_UNIT = 1_000_000  # bytes of generated C++ worth a compiler of their own


@dataclass(frozen=True)
class Model:
    """What is compiled: a top and the harness that drives it."""

    name: str  # what messages call it
    top: str
    parameters: Mapping[str, int | str]  # its parameters, a text in quotes; none for a netlist
    files: Sequence[Path]  # its sources, or a netlist in Yosys' JSON, whose tables are simulated
    harness: str  # the harness in `sim/`, without a suffix: its C++ and its header
    # Gives the harness' macros from the widths of the top's ports by name; raises an error if the
    # ports are wrong.
    defines: Callable[[Mapping[str, int]], Mapping[str, int | str]]
    identity: Mapping[str, int | str]  # what else the result depends on
    options: Sequence[str] = ()  # further options of Verilator


def interface(header: Path) -> str:
    """The C declarations between the marks of a header, for a parser without a preprocessor."""
    found = _MARK.search(header.read_text(encoding="utf-8"))
    if found is None:
        raise FailureError(f"{header} has lost its marks; install Roundel again.")
    return found.group(1)


def build(config: Config, netlist: Path | None, progress: Progress) -> Path:
    """The library of a configuration's simulated device, built if the cache does not have it.

    A `netlist` is compiled instead of the RTL: a Verilog file with a module of the top's name and
    ports, and the models of its cells.

    Raises:
        InputError: The netlist cannot be read or is that of another configuration.
        FailureError: A tool is missing, fails or takes too long.
    """
    top, parameters = design.top_of(config), {}
    if top not in design.BLOCKS:
        raise InputError(
            f"{config.name} takes packets and not blocks; choose a configuration with Mode=none."
        )
    if netlist is None:
        parameters = {**design.parameters(config), "TagBits": TAG_BITS}
    elif not netlist.is_file():
        raise InputError(f"there is no netlist {netlist}; give a Verilog file.")
    files = [netlist.absolute()] if netlist else design.closure(top, parameters)

    def defines(widths: Mapping[str, int]) -> dict[str, int]:
        _check_ports(config, netlist, widths)
        facts = design.facts(config)
        return {
            "ROUNDEL_SLOT_BITS": widths["in_slot_i"],
            "ROUNDEL_TAG_BITS": widths["in_tag_i"],
            "ROUNDEL_QUEUE": int(facts.queue_depth > 0),
            "ROUNDEL_ZEROISE_DELAY": facts.zeroise_delay_cycles,
        }

    fields = config.fields()
    model = Model(config.name, top, parameters, files, "roundel_sim", defines, fields)
    return build_model(model, progress)


def build_model(model: Model, progress: Progress) -> Path:
    """The library of a model, built if the cache does not have it.

    Raises:
        InputError: The ports are not those of the configuration, or $ROUNDEL_OPTIMISE is no level.
        FailureError: A tool is missing, fails or takes too long.
    """
    verilator, compiler, fast = tools.find("verilator"), tools.find("g++"), _fast()
    values = (f"-G{name}={value}" for name, value in model.parameters.items())
    options = [*_VERILATOR_OPTIONS, *model.options, *values]
    harness = [f"{model.harness}.cpp", f"{model.harness}.h", _SHARED]
    tables = [path for path in model.files if path.suffix == ".json"]
    own = [design.sim_root() / netlists.HEADER, Path(netlists.__file__)] if tables else []
    key = cache.digest(
        " ".join([verilator.stamp, compiler.stamp, *machine(), *options, model.top]),
        " ".join([*_COMPILER_OPTIONS, fast, _SLOW, *_DEFINES]),
        dict(model.identity),  # a netlist is checked against it
        *(design.sim_root() / name for name in harness),
        *own,
        *model.files,
    )

    def make(draft: Path) -> None:
        label = f"building the simulated device {model.name}"
        told = functools.partial(progress, f"{label}: g++")
        progress(f"{label}: Verilator")
        place, files = "model", model.files
        if tables:
            netlists.write_model(tables[0], model.top, draft / "model", _MODEL)
            # its types are Verilator's; where these are, an empty module tells.
            place, files = "empty", [draft / "empty.sv"]
            files[0].write_text(f"module {model.top}; endmodule\n", encoding="utf-8")
        programs.run(
            verilator,
            [
                *options,
                "--Mdir",
                place,
                "--prefix",
                _MODEL,
                "--top-module",
                model.top,
                *design.arguments(files),
            ],
            cwd=draft,
            log=draft / LOG,
            timeout=TIMEOUT,
            env=tools.verilator_environment(),
        )
        ports = _PORT.findall((draft / "model" / f"{_MODEL}.h").read_text(encoding="utf-8"))
        widths = {name: int(high) - int(low) + 1 for name, high, low in ports}
        defines = [f"-D{name}={value}" for name, value in model.defines(widths).items()]
        include = _include(draft / place / f"{_MODEL}.mk")
        runtime = _runtime(verilator, compiler, include, progress)
        source = design.sim_root() / harness[0]
        objects = _compile_model(compiler, draft, include, runtime, source, defines, told)
        programs.run(
            compiler,
            ["-shared", "-o", LIBRARY, *objects, *sorted(runtime.glob("*.o")), "-lpthread"],
            cwd=draft,
            log=draft / LOG,
            timeout=TIMEOUT,
        )
        for item in objects:
            item.unlink()

    return cache.entry("device", key, make) / LIBRARY


def _fast() -> str:
    """g++'s option for what runs in every cycle."""
    level = os.environ.get(OPTIMISE) or "2"
    if level not in ("0", "1", "2", "3"):
        raise InputError(f"{OPTIMISE}={level} is no level of g++; set it to 0, 1, 2 or 3.")
    return f"-O{level}"


def machine() -> list[str]:
    """What a library must find again on the machine that loads it."""
    return [platform.machine(), *platform.libc_ver()]


def _check_ports(config: Config, netlist: Path | None, widths: Mapping[str, int]) -> None:
    """Make sure that a netlist is one of this configuration."""
    for port in design.ports(config):
        tag = port.name.endswith(("_tag_i", "_tag_o"))
        if widths.get(port.name) != port.width and not (tag and port.name in widths):
            has = f"{widths[port.name]} bits" if port.name in widths else "no such port"
            raise InputError(
                f"{netlist or 'the RTL'} is not of {config.name}: port {port.name} needs "
                f"{port.width} bits and it has {has}; give the netlist of this configuration."
            )


def _include(makefile: Path) -> Path:
    """The directory of Verilator's own headers and sources, as its generated makefile tells."""
    found = _ROOT.search(makefile.read_text(encoding="utf-8"))
    if found is None:
        raise FailureError("Verilator does not tell where its sources are; install it again.")
    return Path(found.group(1).strip()) / "include"


def _runtime(
    verilator: tools.Tool, compiler: tools.Tool, include: Path, progress: Progress
) -> Path:
    """A directory with what all devices have, compiled: Verilator's own library and headers."""
    sources, header = [include / name for name in _RUNTIME], design.sim_root() / _PRECOMPILED
    flags = [*_COMPILER_OPTIONS, *_DEFINES]
    levels = sorted({_fast(), _SLOW})
    key = cache.digest(
        " ".join([verilator.stamp, compiler.stamp, *machine(), *flags]),
        " ".join([_SHARED_LEVEL, *levels]),
        header,
        *sources,
    )

    def make(draft: Path) -> None:
        told = functools.partial(progress, "building the simulator's own library: g++")
        jobs = [(str(path), [*flags, _SHARED_LEVEL], f"{path.stem}.o") for path in sources]
        for level in levels:
            # The compiler looks for it beside the header, which it reads if it cannot use it.
            own = _precompiled(draft, level)
            own.parent.mkdir()
            shutil.copy(header, own)
            jobs.append((str(own), [*flags, level, "-x", "c++-header"], f"{own}.gch"))
        _compile(compiler, draft, jobs, [include, include / "vltstd"], told)

    return cache.entry("simulator", key, make)


def _precompiled(runtime: Path, level: str) -> Path:
    """The header for models that are compiled with an option of optimisation."""
    return runtime / level.strip("-") / _PRECOMPILED


def _compile_model(
    compiler: tools.Tool,
    draft: Path,
    include: Path,
    runtime: Path,
    harness: Path,
    defines: Sequence[str],
    told: Callable[[], None],
) -> list[Path]:
    """Compile harness and model; gives the object files.

    The generated files form few units, because each unit reads the same large headers, and
    several units if there is much code, because units are compiled at once.
    """
    model = draft / "model"
    slow = sorted(model.glob("*Slow.cpp"))
    fast = sorted(set(model.glob("*.cpp")) - set(slow), key=lambda path: -_size([path]))
    units: list[list[Path]] = [[] for _ in range(min(len(fast), 1 + _size(fast) // _UNIT))]
    for path in fast:
        min(units, key=_size).append(path)
    units[-1].append(harness)
    flags = [
        *_COMPILER_OPTIONS,
        *_DEFINES,
        f"-DROUNDEL_MODEL={_MODEL}",
        f'-DROUNDEL_MODEL_HEADER="{_MODEL}.h"',
        *defines,
    ]
    jobs = []
    for number, (unit, level) in enumerate([*((unit, _fast()) for unit in units), (slow, _SLOW)]):
        text = "".join(f'#include "{path}"\n' for path in unit)
        (draft / f"unit{number}.cpp").write_text(text, encoding="utf-8")
        own = [*flags, level, "-include", str(_precompiled(runtime, level))]
        jobs.append((f"unit{number}.cpp", own, f"unit{number}.o"))
    directories = [model, include, include / "vltstd", design.sim_root()]
    return _compile(compiler, draft, jobs, directories, told)


def _size(paths: Sequence[Path]) -> int:
    return sum(path.stat().st_size for path in paths)


def _compile(
    compiler: tools.Tool,
    draft: Path,
    jobs: Sequence[tuple[str, list[str], str]],
    directories: Sequence[Path],
    told: Callable[[], None],
) -> list[Path]:
    """Compile sources, each with its flags to its file, as many at once as there are processors."""
    told()
    paths = [option for path in directories for option in ("-I", str(path))]

    def one(job: tuple[str, list[str], str]) -> Path:
        source, flags, output = job
        name = Path(output).name
        programs.run(
            compiler,
            [*flags, *paths, "-c", source, "-o", output],
            cwd=draft,
            log=draft / f"{name}.log",
            timeout=TIMEOUT,
            watch=lambda _: told(),
        )
        return draft / output

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        futures = [programs.submit(pool, one, job) for job in jobs]
        try:
            programs.settle(futures)  # then all are done, or one that is done has failed
            return [future.result() for future in futures if future.done()]
        finally:
            for future in futures:
                future.cancel()
