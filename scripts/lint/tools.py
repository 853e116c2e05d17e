# SPDX-License-Identifier: Apache-2.0
"""The RTL of a directory in the tools that read it, with every warning an error.

A tool reads the files of the design that it checks. With the sources of soft processors, the tops
around them are read too, and what a tool says of a processor's own source is not counted.
"""

import itertools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.design.elaborate import named

__all__ = ["Design", "Library", "Skipped", "ToolError", "Values"]

SHOWN = 25  # last lines shown of what a failing tool said
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

# Yosys builds a wrong circuit from these without an error of its own.
GUARDS = ["-e", "implicitly declared", "-e", "used but has no driver", "-e", "multiple conflicting"]

# The same where processors are read too, which have nets that nothing drives.
FOREIGN_GUARDS = [
    "-e", "implicitly declared", "-e", "multiple conflicting",
    "-e", "Wire (aes_|[$]paramod[^ ]*aes_)[^ ]* is used but has no driver",
]  # fmt: skip

Values = Mapping[str, int]
Design = tuple[str, Values]  # a top and its parameters


class ToolError(FailureError):
    """A tool failed or warned; `said` is all that it said."""

    def __init__(self, text: str, said: str) -> None:
        super().__init__("\n".join([text, *said.splitlines()[-SHOWN:]]))
        self.said = said


class Skipped(Exception):  # noqa: N818
    """A check could not run; the text says what it needs."""


class Library:
    """The RTL in a directory with roundel.f, and the tools that read it; logs are in `scratch`.

    With the sources of soft processors, the tops around them are read too. Tools' messages about
    these sources do not count.
    """

    def __init__(self, rtl: Path, scratch: Path, processors: Sequence[Path] = ()) -> None:
        self.rtl = rtl
        self.scratch = scratch
        self.names = _listed(rtl / "roundel.f")
        self.tops = _listed(rtl / "roundel_soft.f")
        read = [*self.names, *(self.tops if processors else ())]
        self.files = [rtl / name for name in read]
        self.modules = [path.stem for path in self.files if not path.stem.endswith("_pkg")]
        self.vendors = sorted((rtl / "vendor").glob("*/*.sv"))
        self._logs = itertools.count(1)  # several threads take numbers
        # Yosys' frontends split a command at blanks; under these links a path has none.
        (scratch / "rtl").symlink_to(rtl, target_is_directory=True)
        for path in processors:
            (scratch / path.name).symlink_to(path)
        self._foreign = [path.name for path in processors]
        self._paths = (*self.files, *processors)
        self._links = {path: f"rtl/{name}" for name, path in zip(read, self.files, strict=True)}
        self._links |= {path: path.name for path in processors}
        self._check = "check -assert" + (" aes_* $paramod*aes_*" if processors else "")
        self._waived = scratch / "foreign.vlt"
        text = "".join(f'lint_off -file "*{name}"\n' for name in self._foreign)
        self._waived.write_text(f"`verilator_config\n{text}", encoding="utf-8")

    def log(self) -> Path:
        """A new file for a tool's output."""
        return self.scratch / f"{next(self._logs)}.log"

    def read(self, *designs: Design) -> list[Path]:
        """The files of designs, in the order in which to compile them."""
        found = {path for top, _ in designs for path in named(self._paths, top)}
        return [path for path in self._paths if path in found]

    def _linked(self, *designs: Design) -> list[str]:
        """The same as names in the scratch directory."""
        return [self._links[path] for path in self.read(*designs)]

    def run(
        self, command: tools.Tool | list[str], *arguments: str, env: Mapping[str, str] | None = None
    ) -> str:
        """Run a tool and give back what it said."""
        log = self.log()
        try:
            programs.run(command, arguments, cwd=self.scratch, log=log, timeout=TIMEOUT, env=env)
        except FailureError as error:
            said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            raise ToolError(str(error), said) from error
        return log.read_text(encoding="utf-8", errors="replace")

    def verilator(self, top: str, values: Values) -> None:
        """Lint with every warning an error, as Verilator has it by default."""
        self.run(
            tools.find("verilator"),
            *("--lint-only", "-Wall", "--timing", "--top-module", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            # The processors have a time scale, so Verilator warns that the library has none.
            *(("-Wno-TIMESCALEMOD", str(self._waived)) if self._foreign else ()),
            *self._linked((top, values)),
            env=tools.verilator_environment(),
        )

    def icarus(self, top: str, values: Values) -> None:
        """Elaborate; anything that Icarus says is a failure."""
        try:
            tool = tools.find("iverilog")
        except FailureError as error:
            raise Skipped(str(error)) from error
        said = self.run(
            tool,
            *("-g2012", "-Wall", "-t", "null", "-s", top),
            *(("-Wno-timescale",) if self._foreign else ()),
            *(f"-P{top}.{name}={value}" for name, value in values.items()),
            *self._linked((top, values)),
        )
        if any(
            line.strip() and not line.startswith(tuple(self._foreign)) for line in said.splitlines()
        ):
            raise ToolError(f"Icarus warns of {top}.", said)

    def yosys_verilog(self, tops: Sequence[Design]) -> None:
        """Build with read_verilog; several designs as instances in one module.

        One design is the top itself, so its own error comes before those of its instances.
        """
        sources = self._linked(*tops)
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

    def yosys_slang(self, tops: Sequence[Design]) -> None:
        """Build with read_slang, top after top."""
        script, kept = [], "--keep-hierarchy" if self._foreign else ""
        for top, values in tops:
            chosen = " ".join(f"-G {name}={value}" for name, value in values.items())
            files = " ".join(self._linked((top, values)))
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

    def slang(self, top: str, values: Values) -> None:
        """Compile with every warning that slang has for this code, each an error."""
        self.run(
            [sys.executable, "-c", SLANG],
            *("-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Werror", "--top", top),
            *(f"-G{name}={value}" for name, value in values.items()),
            *(("--timescale=1ns/1ps",) if self._foreign else ()),
            *(f"--suppress-warnings={name}" for name in self._foreign),
            *self._linked((top, values)),
        )


def _listed(path: Path) -> list[str]:
    """The names in a list of files."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [name for line in lines if (name := line.partition("//")[0].strip())]
