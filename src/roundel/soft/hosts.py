# SPDX-License-Identifier: Apache-2.0
"""The soft processors that a system can be built around, and where their sources are.

A processor's Verilog is in a Python package of its own, which is used where pip put it. Nothing of
it is in Roundel, and what does not need it works without it.
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
"""What installs the packages of the processors."""
_READER = "pyelftools"


@dataclass(frozen=True)
class Host:
    """A soft processor."""

    name: str  # its name on the command line
    top: str  # the module of the system around it
    package: str  # the Python package with its Verilog
    version: str  # the version that Roundel was measured with
    source: str  # the file in that package's directory `verilog`
    isa: str  # the name of its instruction set for gcc


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
    """A processor by its name; InputError lists the names if there is none."""
    if name not in HOSTS:
        raise InputError(f"there is no host {name}; choose {' or '.join(HOSTS)}.")
    return HOSTS[name]


def installed(package: str) -> str | None:
    """The version of a Python package, or None if it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def processor(host: Host) -> Path:
    """The Verilog of a processor; FailureError if its package is missing or has another version."""
    version = installed(host.package)
    spec = importlib.util.find_spec(host.package.replace("-", "_")) if version else None
    if spec is None or spec.origin is None:
        raise FailureError(
            f"the host {host.name} needs the Python package {host.package}; run `{INSTALL}`."
        )
    if version != host.version:
        raise FailureError(
            f"package {host.package} is {version} and Roundel knows {host.version}; run "
            f"`pip install {host.package}=={host.version}`."
        )
    path = Path(spec.origin).parent / "verilog" / host.source
    if not path.is_file():
        raise FailureError(f"package {host.package} has no {host.source}; install it again.")
    return path


def survey() -> list[Finding]:
    """Look for the packages of all processors, and for what reads their programs."""
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
    """The files of a system around a processor, in the order in which to compile them.

    `parameters` belong to the system's top; `vendor` is as for `design.closure`.
    """
    more = (*design.soft_sources(), processor(host))
    return design.closure(host.top, parameters, vendor=vendor, more=more)
