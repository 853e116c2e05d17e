# SPDX-License-Identifier: Apache-2.0
"""Run the tools of the lint on the RTL of a directory; every warning is an error.

A tool only reads the files of the checked design. With sources of soft processors, a `Library`
also contains the tops around the processors. Warnings about the processors' sources are ignored.
"""

import functools
import itertools
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.design.elaborate import named
from roundel.design.files import arguments, is_header

__all__ = ["Design", "Library", "Skipped", "ToolError", "Values"]

SHOWN = 25  # last output lines of a failing tool in a message
OLDEST = "5.006"  # the oldest supported Verilator, the package of Debian 12
OLDEST_PROGRAM = os.environ.get("ROUNDEL_OLDEST_VERILATOR", "/usr/bin/verilator")
TIMEOUT = 240.0  # seconds for one run of a tool

# Runs slang's own driver from its Python wheel.
SLANG = """\
import sys
from pyslang.driver import Driver
driver = Driver()
driver.addStandardArgs()
good = driver.parseCommandLine(" ".join(["slang", *sys.argv[1:]])) and driver.processOptions()
sys.exit(0 if good and driver.parseAllSources() and driver.runFullCompilation() else 1)
"""

# In these cases, Yosys builds a wrong circuit with only a warning.
GUARDS = ["-e", "implicitly declared", "-e", "used but has no driver", "-e", "multiple conflicting"]

# The same cases for tops with processors, whose own sources have undriven nets.
FOREIGN_GUARDS = [
    "-e", "implicitly declared", "-e", "multiple conflicting",
    "-e", "Wire (roundel_|[$]paramod[^ ]*roundel_)[^ ]* is used but has no driver",
]  # fmt: skip

Values = Mapping[str, int]
Design = tuple[str, Values]  # a top and its parameters


class ToolError(FailureError):
    """A tool failed or warned; `output` is the tool's whole output."""

    def __init__(self, text: str, output: str) -> None:
        super().__init__("\n".join([text, *output.splitlines()[-SHOWN:]]))
        self.output = output


class Skipped(Exception):  # noqa: N818
    """A check could not run; the text names the missing program."""


class Library:
    """The RTL in a directory with roundel.f, and the tools of the lint; logs are in `scratch`."""

    def __init__(self, rtl: Path, scratch: Path, processors: Sequence[Path] = ()) -> None:
        self.rtl = rtl
        self.scratch = scratch
        self.names = _listed(rtl / "roundel.f")
        self.tops = _listed(rtl / "roundel_soft.f")
        self.headers = [f"include/{path.name}" for path in sorted((rtl / "include").glob("*.svh"))]
        read = [*self.headers, *self.names, *(self.tops if processors else ())]
        self.files = [rtl / name for name in read]
        self.modules = [
            path.stem for path in self.files if not (path.stem.endswith("_pkg") or is_header(path))
        ]
        self.vendors = sorted((rtl / "vendor").glob("*/*.sv"))
        self._writing = threading.Lock()
        self._logs = itertools.count(1)  # shared by several threads
        # Yosys' front ends split a command at blanks; the links have paths without blanks.
        (scratch / "rtl").symlink_to(rtl, target_is_directory=True)
        for path in processors:
            (scratch / path.name).symlink_to(path)
        self._foreign = [path.name for path in processors]
        self._paths = (*self.files, *processors)
        self._links = {path: f"rtl/{name}" for name, path in zip(read, self.files, strict=True)}
        self._links |= {path: path.name for path in processors}
        self._check = "check -assert" + (" roundel_* $paramod*roundel_*" if processors else "")
        self._waived = scratch / "foreign.vlt"
        text = "".join(f'lint_off -file "*{name}"\n' for name in self._foreign)
        self._waived.write_text(f"`verilator_config\n{text}", encoding="utf-8")

    def log(self) -> Path:
        """A new file for a tool's output."""
        return self.scratch / f"{next(self._logs)}.log"

    def read(self, *designs: Design) -> list[Path]:
        """The files of designs in compile order."""
        found = {path for top, _ in designs for path in named(self._paths, top)}
        return [path for path in self._paths if path in found]

    def _linked(self, *designs: Design) -> list[str]:
        """The files of designs, by their names in the scratch directory."""
        return arguments(self._links[path] for path in self.read(*designs))

    def run(
        self, command: tools.Tool | list[str], *arguments: str, env: Mapping[str, str] | None = None
    ) -> str:
        """Run a tool and return its output."""
        log = self.log()
        try:
            programs.run(command, arguments, cwd=self.scratch, log=log, timeout=TIMEOUT, env=env)
        except FailureError as error:
            output = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            raise ToolError(str(error), output) from error
        return log.read_text(encoding="utf-8", errors="replace")

    def black_boxes(self, modules: Iterable[str]) -> list[str]:
        """Sources with empty modules, as a tool sees unknown modules as black boxes."""
        # In a folder of their own, because Verilator looks for unknown modules in its folder.
        names = [f"boxes/{module}.sv" for module in modules]
        with self._writing:  # checks run in threads and read these files
            (self.scratch / "boxes").mkdir(exist_ok=True)
            for path in (self.scratch / name for name in names):
                if not path.exists():
                    text = f"(* blackbox *)\nmodule {path.stem} ();\nendmodule\n"
                    path.write_text(text, encoding="utf-8")
        return names

    def verilator(self, top: str, values: Values, *more: str) -> None:
        """Lint with -Wall; a warning is an error by Verilator's default.

        This method and those below read the files of `more` in the scratch directory too.
        """
        self._verilator(tools.find("verilator"), tools.verilator_environment(), top, values, *more)

    def oldest_verilator(self, top: str, values: Values, *more: str) -> None:
        """Lint with the oldest supported Verilator, if this version is on PATH."""
        self._verilator(oldest_verilator(), None, top, values, *more)

    def _verilator(
        self,
        tool: tools.Tool | list[str],
        env: Mapping[str, str] | None,
        top: str,
        values: Values,
        *more: str,
    ) -> None:
        head = "".join(path.read_text("utf-8") for path in self.files if path.stem == top)
        # Verilator 5.006 reports a value of 32 bits for a parameter of 1 bit.
        size = dict.fromkeys(re.findall(r"parameter bit (\w+)", head), "1'b")
        self.run(
            tool,
            *("--lint-only", "-Wall", "--timing", "--top-module", top),
            *(f"-G{name}={size.get(name, '')}{value}" for name, value in values.items()),
            # Only the processors have a time scale, which Verilator would report.
            *(("-Wno-TIMESCALEMOD", str(self._waived)) if self._foreign else ()),
            *self._linked((top, values)),
            *more,
            env=env,
        )

    def icarus(self, top: str, values: Values, *more: str) -> None:
        """Elaborate; any output of Icarus is a failure."""
        try:
            tool = tools.find("iverilog")
        except FailureError as error:
            raise Skipped(str(error)) from error
        output = self.run(
            tool,
            *("-g2012", "-Wall", "-t", "null", "-s", top),
            *(("-Wno-timescale",) if self._foreign else ()),
            *(f"-P{top}.{name}={value}" for name, value in values.items()),
            *self._linked((top, values)),
            *more,
        )
        if any(
            line.strip() and not line.startswith(tuple(self._foreign))
            for line in output.splitlines()
        ):
            raise ToolError(f"Icarus warns of {top}.", output)

    def yosys_verilog(self, tops: Sequence[Design], *more: str) -> None:
        """Build with read_verilog, with several designs as instances in one module.

        A single design is the top, so that Yosys reports its error before errors of instances.
        """
        sources = [*self._linked(*tops), *more]
        if len(tops) == 1:
            ((top, values),) = tops
            chosen = "".join(f" -chparam {name} {value}" for name, value in values.items())
        else:
            top, chosen = "lint_tops", ""
            instances = [
                f"  {name} #({', '.join(f'.{key}({value})' for key, value in values.items())}) "
                f"u_{number} ();"
                for number, (name, values) in enumerate(tops)
            ]
            whole = self.log().with_suffix(".sv")
            lines = [f"module {top};", *instances, "endmodule", ""]
            whole.write_text("\n".join(lines), encoding="utf-8")
            sources.append(whole.name)
        build = [f"read_verilog -sv {' '.join(sources)}", f"hierarchy -check -top {top}{chosen}"]
        self._yosys([*build, "proc", "opt_clean", self._check])

    def yosys_slang(self, tops: Sequence[Design], *more: str) -> None:
        """Build with read_slang, one design after another."""
        script, kept = [], "--keep-hierarchy" if self._foreign else ""
        for top, values in tops:
            chosen = " ".join(f"-G {name}={value}" for name, value in values.items())
            files = " ".join([*self._linked((top, values)), *more])
            script += ["design -reset"]
            script += [f"read_slang --threads 1 {kept} --top {top} {chosen} {files}"]
            script += [f"hierarchy -check -top {top}", "proc", "opt_clean", self._check]
        self._yosys(script)

    def _yosys(self, script: list[str]) -> None:
        path = self.log().with_suffix(".ys")
        path.write_text("\n".join(script) + "\n", encoding="utf-8")
        self.run(
            tools.find("yosys"), *(FOREIGN_GUARDS if self._foreign else GUARDS), "-s", path.name
        )

    def slang(self, top: str, values: Values, *more: str) -> None:
        """Compile; a warning of slang is an error.

        A cast to a width from parameters has no effect for some values, so `useless-cast` is off.
        """
        self.run(
            [sys.executable, "-c", SLANG],
            *("-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Wno-useless-cast", "-Werror"),
            *("--top", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            *(("--timescale=1ns/1ps",) if self._foreign else ()),
            *(f"--suppress-warnings={name}" for name in self._foreign),
            *self._linked((top, values)),
            *more,
        )


@functools.cache
def oldest_verilator() -> list[str]:
    """The command of the oldest supported Verilator; raises `Skipped` without this version."""
    found = shutil.which(OLDEST_PROGRAM)
    said = subprocess.run([found, "--version"], capture_output=True, text=True) if found else None
    if found is None or said is None or not said.stdout.startswith(f"Verilator {OLDEST} "):
        raise Skipped(
            f"Verilator {OLDEST} is not {OLDEST_PROGRAM}; Debian 12: apt install verilator."
        )
    return [found]


def _listed(path: Path) -> list[str]:
    """The names in a list of files."""
    lines = path.read_text(encoding="utf-8").splitlines()
    names = [name for line in lines if (name := line.partition("//")[0].strip())]
    return [name for name in names if not name.startswith("+incdir+")]
