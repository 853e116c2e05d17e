# SPDX-License-Identifier: Apache-2.0
"""The supported soft processors, and the location of their sources.

A Python package from pip contains the Verilog of a processor. Roundel contains no part of the
package, and all other functions of Roundel work without the package.
"""

import importlib.metadata
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.base.tools import Finding, Tool

INSTALL = "pip install -e '.[soft]'"
"""The command that installs the packages of the processors."""
_READER = "pyelftools"


@dataclass(frozen=True)
class Host:
    """A soft processor."""

    name: str  # name on the command line
    top: str  # module of the system with the processor
    package: str  # Python package with the Verilog
    version: str  # version of the measurements
    source: str  # file in the package's directory `verilog`
    isa: str  # instruction set, in gcc's notation


HOSTS: dict[str, Host] = {
    host.name: host
    for host in (
        Host(
            "picorv32", "roundel_soft_picorv32", "pythondata-cpu-picorv32", "1.0.post218",
            "picorv32.v", "rv32i",
        ),
        Host(
            "vexriscv", "roundel_soft_vexriscv", "pythondata-cpu-vexriscv", "1.0.1.post407",
            "VexRiscv_FullCfu.v", "rv32im",
        ),
    )
}  # fmt: skip


def find_host(name: str) -> Host:
    """A processor by its name; InputError for an unknown name."""
    if name not in HOSTS:
        raise InputError(f"there is no host {name}; choose {' or '.join(HOSTS)}.")
    return HOSTS[name]


def installed(package: str) -> str | None:
    """The version of a Python package, or None for a missing package."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def processor(host: Host) -> Path:
    """The Verilog of a processor; FailureError for a missing package or another version."""
    version = installed(host.package)
    spec = importlib.util.find_spec(host.package.replace("-", "_")) if version else None
    if spec is None or spec.origin is None:
        raise FailureError(
            f"the host {host.name} needs the Python package {host.package}; run `{INSTALL}`."
        )
    if version != host.version:
        raise FailureError(
            f"package {host.package} has version {version}, but Roundel needs {host.version}; run "
            f"`pip install {host.package}=={host.version}`."
        )
    path = Path(spec.origin).parent / "verilog" / host.source
    if not path.is_file():
        raise FailureError(f"package {host.package} has no {host.source}; reinstall the package.")
    return path


def survey() -> list[Finding]:
    """Find the packages of all processors, and the package that reads their programs."""
    wanted = {host.package: f"the soft processor {host.name}" for host in HOSTS.values()}
    findings = []
    for package, purpose in {**wanted, _READER: "programs of soft processors"}.items():
        version = installed(package)
        tool = Tool(package, [], version, "wheel") if version else None
        findings.append(Finding(package, purpose, tool, False, "" if tool else f"run `{INSTALL}`"))
    return findings


def sources(
    host: Host, parameters: Mapping[str, int | str], *, vendor: str | None = None
) -> tuple[Path, ...]:
    """The files of a system with a processor, in compile order.

    `parameters` are parameters of the system's top; `vendor` is an argument of `design.closure`.
    """
    more = (*design.soft_sources(), processor(host))
    return design.closure(host.top, parameters, vendor=vendor, more=more)
