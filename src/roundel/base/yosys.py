# SPDX-License-Identifier: Apache-2.0
"""Yosys from its Python wheel, with the options of the `yosys` command used by Roundel.

`python -m roundel.base.yosys` takes the arguments of `yosys`: `-V`, `-e REGEX`, `-p COMMANDS`,
`-s FILE` and a script as a plain argument, in this order of effect. `-l FILE` also writes the
output of the commands to a file; LiteX uses this option. `roundel.base.tools` can therefore use
either program. Yosys runs in a separate process, because a failing Yosys command ends its process.
"""

import argparse
import sys

from roundel.base import tools
from roundel.base.errors import RoundelError


def main(arguments: list[str] | None = None) -> int:
    """Run Yosys commands; Yosys itself ends the process with status 1 on an error."""
    parser = argparse.ArgumentParser(prog="yosys")
    parser.add_argument("-V", action="store_true", dest="version", help="print the version")
    parser.add_argument("-e", action="append", default=[], dest="errors", metavar="REGEX",
                        help="treat a matching warning as an error")  # fmt: skip
    parser.add_argument("-p", action="append", default=[], dest="commands", metavar="COMMANDS",
                        help="run commands, separated by semicolons")  # fmt: skip
    parser.add_argument("-s", action="append", default=[], dest="scripts", metavar="FILE",
                        help="run a script")  # fmt: skip
    parser.add_argument("-l", dest="log", metavar="FILE", help="also write the output to a file")
    parser.add_argument("plain", nargs="*", metavar="SCRIPT", help="run a script")
    options = parser.parse_args(arguments)

    from pyosys import libyosys

    if options.version:
        sys.stdout.write(f"{libyosys.yosys_maybe_version()}\n")
        return 0
    design = libyosys.Design()
    for regex in options.errors:
        libyosys.run_pass(f'logger -werror "{regex}"', design)
    passes = [f"script {script}" for script in [*options.scripts, *options.plain]]
    passes += options.commands
    option = "-o"  # the first pass replaces an older log
    for text in passes:
        if options.log is None:
            libyosys.run_pass(text, design)
        else:
            libyosys.run_pass(f"tee {option} {options.log} {text}", design)
            option = "-a"
    return 0


if __name__ == "__main__":
    try:
        tools.refuse_nested_search()
    except RoundelError as error:
        sys.exit(f"roundel.base.yosys: error: {error}")
    sys.exit(main())
