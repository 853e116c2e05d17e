# SPDX-License-Identifier: Apache-2.0
"""The export of a configuration as a folder."""

import importlib.metadata
import platform
from pathlib import Path
from typing import Literal

from pydantic import Field

from roundel import __version__, design
from roundel.base.errors import InputError
from roundel.base.record import Record, Row
from roundel.design import Config
from roundel.export import (
    blocks_bench,
    documents,
    folder,
    instances,
    ipxact,
    packets_bench,
    rendering,
)
from roundel.export.scripts import check_flows, check_part, find_flows, flow_files
from roundel.export.sources import Form, Sources, make_sources
from roundel.export.wrapper import ENGINE, TOPS, Wrapper, make_wrapper, portable_vendor

MHZ = 100.0  # default clock of the constraints

# The packages whose data or output is in the exported files.
_PACKAGES = ("cryptography-vectors", "peakrdl-ipxact", "pyslang", "systemrdl-compiler")


class ExportRecord(Record):
    """An exported folder.

    Attributes:
        config: The configuration.
        module: The name of the wrapper.
        top: The module inside of the wrapper.
        flows: The names of the flows.
        folder: The path of the folder.
        files: The paths of the written files in the folder, sorted.
    """

    schema_: Literal["roundel.export/1"] = Field(default="roundel.export/1", alias="schema")
    config: Config
    module: str
    top: str
    flows: tuple[str, ...]
    folder: str
    files: tuple[str, ...]

    def to_rows(self) -> list[Row]:
        """One row for each file."""
        return [{"config": self.config.name, "file": name} for name in self.files]


def export(
    config: Config,
    output: Path,
    flows: str,
    *,
    top: str = ENGINE,
    name: str | None = None,
    form: Form = "files",
    mhz: float = MHZ,
    part: str | None = None,
    force: bool = False,
    measured: str = "",
) -> ExportRecord:
    """Write a configuration as a folder for tools.

    Args:
        config: A possible configuration.
        output: The folder; new or empty without `force`.
        flows: Names of flows with commas.
        top: "engine", "axi" or "dma".
        name: The name of the wrapper's module; None for a name from the configuration.
        form: "files" in compile order, "one-file", or "verilog" for plain Verilog-2005.
        mhz: The clock of the constraints in MHz.
        part: The part of the scripts; None for each flow's default. Only with a single flow.
        force: Replace the unchanged files of an earlier export in the folder.
        measured: Markdown with the measured figures of the configuration, for the data sheet.

    Raises:
        InputError: A value is unusable, a flow does not suit the design, or the folder cannot be
            written. Nothing is written.
        FailureError: Yosys is missing or fails, or the plain Verilog is not proven equal to the
            sources (only for plain Verilog).
    """
    chosen = find_flows(flows)
    if top not in TOPS:
        raise InputError(f"there is no top {top!r}; choose {', '.join(TOPS)}.")
    if part is not None:
        check_part(chosen, part)
    folder.check_folder(output, force=force)
    wrapper = make_wrapper(config, top, name)
    check_flows(wrapper, chosen)
    sources = make_sources(wrapper, form)
    benches = _bench_files(wrapper, sources)
    files = sources.files | benches | instances.files(wrapper)
    files["sim/Makefile"] = rendering.render(
        "Makefile",
        module=wrapper.module,
        include=sources.include,
        files=[f"../{path}" for path in (*sources.compiled, *benches)],
    )
    for flow in chosen:
        files |= flow_files(wrapper, sources, flow, mhz, part, list(benches))
    files |= documents.files(wrapper, chosen, form, mhz, measured)
    files["component.xml"] = ipxact.component(wrapper, sources)
    record = ExportRecord(
        config=config,
        module=wrapper.module,
        top=wrapper.top,
        flows=tuple(flow.name for flow in chosen),
        folder=str(output),
        files=tuple(sorted([*files, folder.MANIFEST])),
    )
    whole = {path: text.encode() for path, text in files.items()}
    folder.write_folder(output, whole, _manifest(record, form), force=force)
    return record


def _manifest(record: ExportRecord, form: Form) -> dict[str, object]:
    """The entries of the manifest without the files: what was exported, and the versions."""
    return {
        "schema": record.schema_,
        "roundel": __version__,
        "config": record.config.model_dump(),
        "module": record.module,
        "top": record.top,
        "parameters": design.parameters(record.config),
        "fingerprint": design.fingerprint(record.config, portable_vendor(record.config)),
        "flows": list(record.flows),
        "form": form,
        **({"proof": documents.proof(form)} if form == "verilog" else {}),
        "python": platform.python_version(),
        "packages": {name: importlib.metadata.version(name) for name in _PACKAGES},
    }


def _bench_files(wrapper: Wrapper, sources: Sources) -> dict[str, str]:
    """The testbench in compile order."""
    files: dict[str, str] = {}
    if sources.kind == "verilog" and not wrapper.is_blocks:
        files = {  # the bench needs the constants of the packages
            f"sim/{path.name}": path.read_text(encoding="utf-8")
            for path in wrapper.files
            if path.stem.endswith("_pkg")
        }
    if wrapper.is_blocks:
        files[f"sim/tb_{wrapper.module}.sv"] = blocks_bench.bench(
            wrapper, contracts=sources.kind != "verilog"
        )
    else:
        files |= packets_bench.files(wrapper)
    return files
