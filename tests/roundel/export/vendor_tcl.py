# SPDX-License-Identifier: Apache-2.0
"""A Tcl interpreter in which the commands of vendors' tools are stubs.

A stub accepts the options in its table and nothing else, and each file must exist. The tables hold
the commands of the exported scripts. No table is complete. Each table was compared with these
sources; scripts are evidence that users run the form, not a statement of the vendor:

- Vivado: AMD UG905, "Constraint Designated for OOC Use Only", for `read_xdc -mode out_of_context`;
  public scripts that call `synth_design -top -part -mode out_of_context -verilog_define`, then the
  placement and routing commands, without a project. UG835 is the complete reference.
- Quartus: the template quartus-project.tcl.j2 of edalize 0.6.8 for `project_new` and the names of
  assignments. VIRTUAL_PIN, PROJECT_OUTPUT_DIRECTORY and `execute_flow` are from experience.
- Radiant: radiant.py of edalize 0.6.8 for all commands, `VERILOG_DIRECTIVES` with semicolons, and
  `-forceOne`; public scripts for `prj_create -synthesis` and `prj_set_impl_opt -impl`.
- Diamond: diamond.py of edalize 0.6.8 for all commands and options of an implementation; public
  scripts for `prj_project new -lpf -synthesis`. `prj_run -impl` is from experience.
- Gowin: gowin.py of edalize 0.6.8; the scripts gowin/scripts/yosys_timing_eda.tcl of
  TheMightyDuckOfDoom/bgpu, fpga/project.tcl of urish/tt05-silife-max and xen/sn9/syn/vm1.tcl of
  1801BM1/cpu11. SUG100 is the complete reference.
- Libero: Libero SoC Tcl Commands Reference Guide, section "Project Manager Tcl Commands".
- Design Compiler: design_compiler.py of edalize 0.6.8; public scripts for `analyze -define {A B}`,
  `link`, `check_design >`. The manual pages are not public.
- Genus: genus.py of edalize 0.6.8; public scripts for `read_hdl -define {A B}`,
  `check_design -unresolved` and `write_hdl >`. The command reference is not public.
- Constraints: Synopsys, Using the Synopsys Design Constraints Format (SDC 2.1).
"""

import os
import tkinter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

FLAG, VALUE, FILE, FOLDER, CONSTRAINTS = "flag", "value", "file", "folder", "constraints"
Kind = str | tuple[str, ...]  # a tuple has the possible values


@dataclass(frozen=True)
class Command:
    """The accepted arguments of a command.

    `options` has the kind of the value of each option. `words` are the kinds of the arguments
    without an option; the last kind repeats if `more`.
    """

    options: Mapping[str, Kind] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    more: bool = False
    redirects: bool = False  # whether `> FILE` may follow


class ScriptError(Exception):
    """A script used a command in a way that the tool does not document."""


_SDC = {
    "create_clock": Command({"-name": VALUE, "-period": VALUE, "-waveform": VALUE}, (VALUE,)),
    "set_false_path": Command({"-from": VALUE, "-to": VALUE, "-through": VALUE}),
    "set_input_delay": Command(
        {"-clock": VALUE, "-max": FLAG, "-min": FLAG, "-add_delay": FLAG}, (VALUE, VALUE)
    ),
    "set_output_delay": Command(
        {"-clock": VALUE, "-max": FLAG, "-min": FLAG, "-add_delay": FLAG}, (VALUE, VALUE)
    ),
}
_REPORT = Command({"-file": VALUE})
TOOLS: dict[str, dict[str, Command]] = {
    "vivado": {
        "read_verilog": Command({"-sv": FLAG, "-library": VALUE}, (FILE,), more=True),
        "read_xdc": Command({"-mode": ("out_of_context",), "-cells": VALUE}, (CONSTRAINTS,)),
        "synth_design": Command({
            "-top": VALUE, "-part": VALUE, "-mode": ("default", "out_of_context"),
            "-include_dirs": FOLDER, "-verilog_define": VALUE,
            "-flatten_hierarchy": ("none", "full", "rebuilt"),
        }),
        "opt_design": Command(), "place_design": Command(), "phys_opt_design": Command(),
        "route_design": Command(), "report_utilization": _REPORT,
        "report_timing_summary": _REPORT, "write_checkpoint": Command({"-force": FLAG}, (VALUE,)),
    },
    "quartus": {
        "project_new": Command({"-overwrite": FLAG, "-family": VALUE, "-part": VALUE}, (VALUE,)),
        "set_global_assignment": Command({"-name": VALUE}, (VALUE,)),
        "set_instance_assignment": Command({"-name": VALUE, "-to": VALUE}, (VALUE,)),
        "execute_flow": Command({"-compile": FLAG}),
        "project_close": Command(),
    },
    "radiant": {
        "prj_create": Command({"-name": VALUE, "-impl": VALUE, "-dev": VALUE, "-synthesis": VALUE}),
        "prj_set_impl_opt": Command({"-impl": VALUE}, (VALUE, VALUE)),
        "prj_add_source": Command({"-impl": VALUE, "-work": VALUE}, (FILE,), more=True),
        "prj_run": Command({"-impl": VALUE, "-task": VALUE, "-forceOne": FLAG}, (VALUE,)),
        "prj_save": Command(), "prj_close": Command(),
    },
    "diamond": {
        "prj_project": Command({
            "-name": VALUE, "-impl": VALUE, "-dev": VALUE, "-synthesis": VALUE, "-lpf": FILE,
        }, (VALUE,)),
        "prj_impl": Command({"-impl": VALUE}, (VALUE, VALUE, VALUE)),
        "prj_src": Command({"-format": VALUE, "-work": VALUE}, (VALUE, FILE)),
        "prj_run": Command({"-impl": VALUE, "-task": VALUE, "-forceOne": FLAG}, (VALUE,)),
    },
    "gowin": {
        "set_device": Command({"-name": VALUE, "-device_version": VALUE}, (VALUE,)),
        "add_file": Command({"-type": VALUE, "-disable": FLAG}, (FILE,)),
        "set_option": Command({
            "-top_module": VALUE, "-verilog_std": VALUE, "-output_base_name": VALUE,
            "-include_path": FOLDER, "-synthesis_tool": VALUE,
        }),
        "run": Command({}, (VALUE,)),
    },
    "libero": {
        "new_project": Command({
            "-location": VALUE, "-name": VALUE, "-hdl": ("VERILOG", "VHDL"), "-family": VALUE,
            "-die": VALUE, "-package": VALUE, "-speed": VALUE,
        }),
        "set_global_include_path_order": Command({"-paths": FOLDER}),
        "create_links": Command({"-hdl_source": FILE, "-sdc": CONSTRAINTS, "-library": VALUE}),
        "build_design_hierarchy": Command(),
        "set_root": Command({"-module": VALUE}),
        "organize_tool_files": Command({
            "-tool": VALUE, "-file": FILE, "-module": VALUE, "-input_type": VALUE,
        }),
        "configure_tool": Command({"-name": VALUE, "-params": VALUE}),
        "run_tool": Command({"-name": VALUE}),
        "save_project": Command(), "close_project": Command({"-save": VALUE}),
    },
    "dc": _SDC | {
        "set_app_var": Command({}, (VALUE, VALUE)),
        "analyze": Command({
            "-format": ("verilog", "sverilog", "vhdl"), "-define": VALUE, "-library": VALUE,
        }, (FILE,)),
        "elaborate": Command({"-parameters": VALUE}, (VALUE,)),
        "current_design": Command({}, (VALUE,)),
        "link": Command(), "check_design": Command(redirects=True),
        "compile_ultra": Command({"-no_autoungroup": FLAG, "-gate_clock": FLAG}),
        "report_area": Command({"-hierarchy": FLAG}, redirects=True),
        "report_timing": Command(redirects=True), "report_power": Command(redirects=True),
        "write": Command({
            "-format": ("ddc", "verilog", "vhdl"), "-hierarchy": FLAG, "-output": VALUE,
        }),
        "write_sdc": Command({}, (VALUE,)),
    },
    "genus": {
        "set_db": Command({}, (VALUE, VALUE)),
        "read_hdl": Command({
            "-language": ("v1995", "v2001", "sv", "vhdl"), "-define": VALUE, "-library": VALUE,
        }, (FILE,)),
        "elaborate": Command({}, (VALUE,)),
        "check_design": Command({"-unresolved": FLAG}, redirects=True),
        "read_sdc": Command({}, (CONSTRAINTS,)),
        "syn_generic": Command(), "syn_map": Command(), "syn_opt": Command(),
        "report_area": Command(redirects=True), "report_timing": Command(redirects=True),
        "report_power": Command(redirects=True), "write_hdl": Command(redirects=True),
        "write_sdc": Command(redirects=True),
    },
}  # fmt: skip
_ASSIGNMENTS = {  # of Quartus, with the kind of their value
    "FAMILY": VALUE, "DEVICE": VALUE, "TOP_LEVEL_ENTITY": VALUE, "VERILOG_MACRO": VALUE,
    "PROJECT_OUTPUT_DIRECTORY": VALUE, "SEARCH_PATH": FOLDER, "SYSTEMVERILOG_FILE": FILE,
    "VERILOG_FILE": FILE, "SDC_FILE": CONSTRAINTS, "VIRTUAL_PIN": VALUE,
}  # fmt: skip
_IMPL_OPTIONS = {"include path": FOLDER, "VERILOG_DIRECTIVES": VALUE, "top": VALUE}
_ENVIRONMENT = {"dc": "TARGET_LIBRARY", "genus": "LIBRARY"}
_BUILTIN_DROPPED = ("exec", "socket", "load", "unknown")


class Tool:
    """A tool that runs a script; afterwards `calls` and `read` tell what the script did."""

    def __init__(self, name: str, ports: frozenset[str], *, cells: bool = True) -> None:
        """Make a tool.

        Args:
            name: A key of `TOOLS`.
            ports: The ports of the design, for `get_ports`.
            cells: Whether the environment names a library of standard cells.
        """
        self.name, self.ports, self.cells = name, ports, cells
        self.calls: list[tuple[str, ...]] = []
        self.read: list[Path] = []  # files of any kind, in order
        self.folders: list[Path] = []
        self.clocks: list[float] = []  # periods
        self.ended = False
        self._failure: Exception | None = None
        self._tcl = tkinter.Tcl()
        for word in _BUILTIN_DROPPED:
            self._tcl.eval(f"catch {{rename {word} {{}}}}")
        for command, accepted in TOOLS[name].items():
            self._define(command, lambda *args, c=command, a=accepted: self._call(c, a, args))
        self._define("package", self._package)
        self._define("exit", self._exit)
        self._define("get_ports", self._get_ports)
        for command, accepted in _SDC.items():
            self._define(command, lambda *args, c=command, a=accepted: self._call(c, a, args))
        self._tcl.eval("array set quartus {args {}}; set argv {}; set search_path {.}")

    def run(self, script: Path) -> None:
        """Run a script in its folder.

        Raises:
            ScriptError: The script used a tool in a way that is not in the tables.
        """
        before = Path.cwd()
        os.chdir(script.parent)
        if self.name in _ENVIRONMENT and self.cells:
            self._tcl.eval(f"set env({_ENVIRONMENT[self.name]}) cells")
        try:
            self._tcl.eval(f"source {script.name}")
        except tkinter.TclError as error:
            raise self._failure or ScriptError(str(error)) from error
        finally:
            os.chdir(before)
            if self.name in _ENVIRONMENT:  # Tcl's variable is the environment of this process
                self._tcl.eval(f"unset -nocomplain env({_ENVIRONMENT[self.name]})")

    def _define(self, name: str, function: Callable[..., str]) -> None:
        def guarded(*args: str) -> str:
            try:
                return function(*args)
            except ScriptError as error:
                self._failure = error
                raise

        self._tcl.createcommand(name, guarded)

    def _package(self, *args: str) -> str:
        known = ("::quartus::project", "::quartus::flow")
        if self.name != "quartus" or len(args) != 2 or args[1] not in known:
            raise ScriptError(f"package {' '.join(args)}")
        return ""

    def _exit(self, *args: str) -> str:
        if args not in ((), ("0",)):
            raise ScriptError(f"exit {args[0]}")
        self.ended = True
        return ""

    def _get_ports(self, *args: str) -> str:
        for word in self._tcl.splitlist(args[-1]):
            if str(word).removesuffix("[*]") not in self.ports:
                raise ScriptError(f"there is no port {word}")
        return args[-1]

    def _call(self, name: str, accepted: Command, args: tuple[str, ...]) -> str:
        if self.ended:
            raise ScriptError(f"{name} comes after exit")
        words, rest = [], list(map(str, args))
        self.calls.append((name, *rest))
        options: dict[str, str] = {}
        while rest:
            word = rest.pop(0)
            if word == ">" and accepted.redirects and len(rest) == 1:
                rest.pop()
            elif word.startswith("-") and not word[1:2].isdigit():
                if word not in accepted.options:
                    raise ScriptError(f"{name} has no option {word}")
                kind = accepted.options[word]
                if kind != FLAG:
                    if not rest:
                        raise ScriptError(f"{name} {word} has no value")
                    options[word] = rest.pop(0)
                    self._check(kind, options[word])
            else:
                words.append(word)
        fewest, most = len(accepted.words), len(accepted.words)
        if not (fewest <= len(words) and (accepted.more or len(words) <= most)):
            raise ScriptError(f"{name} has {len(words)} arguments without an option: {words}")
        for number, word in enumerate(words):
            self._check(accepted.words[min(number, most - 1)], word)
        self._special(name, options, words)
        return ""

    def _special(self, name: str, options: dict[str, str], words: list[str]) -> None:
        """Checks beyond the table of options."""
        if name in ("set_global_assignment", "set_instance_assignment"):
            if options.get("-name") not in _ASSIGNMENTS:
                raise ScriptError(f"there is no assignment {options.get('-name')}")
            self._check(_ASSIGNMENTS[options["-name"]], words[0])
            if "-to" in options and options["-to"] not in self.ports:
                raise ScriptError(f"there is no port {options['-to']}")
        if name in ("prj_set_impl_opt", "prj_impl"):
            key, value = words[-2:]
            if key not in _IMPL_OPTIONS or (name == "prj_impl" and words[0] != "option"):
                raise ScriptError(f"there is no option {key} of an implementation")
            self._check(_IMPL_OPTIONS[key], value)
        if name == "set_app_var":
            self._tcl.setvar(words[0], words[1])
        if words[:1] in (["search_path"], ["init_hdl_search_path"]):
            self._check(FOLDER, words[1])
        if name == "create_clock":
            self.clocks.append(float(options["-period"]))

    def _check(self, kind: Kind, word: str) -> None:
        """Check a value; a list of files or folders counts each."""
        if isinstance(kind, tuple) and word not in kind:
            raise ScriptError(f"{word} is none of {', '.join(kind)}")
        if kind not in (FILE, FOLDER, CONSTRAINTS):
            return
        for item in self._tcl.splitlist(word):
            path = Path(str(item)).resolve()
            if not (path.is_dir() if kind == FOLDER else path.is_file()):
                raise ScriptError(f"there is no {kind} {item}")
            known = path in self.read
            (self.folders if kind == FOLDER else self.read).append(path)
            if kind == CONSTRAINTS or path.suffix == ".sdc":
                if path.suffix not in (".sdc", ".xdc"):
                    raise ScriptError(f"{item} is not a file of constraints")
                if not known:
                    self._tcl.eval(path.read_text(encoding="utf-8"))
