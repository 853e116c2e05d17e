# SPDX-License-Identifier: Apache-2.0
"""A Slurm of one node, for tests: controller, node and authentication on this machine.

Requires root and Debian's packages slurmctld, slurmd, slurm-client and munge.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = ("slurmctld", "slurmd", "sbatch", "munged")
INSTALL = "apt-get install slurmctld slurmd slurm-client munge"

_CONFIG = """\
ClusterName=tests
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
SlurmUser=root
SlurmdUser=root
SlurmctldPort={port}
SlurmdPort={next}
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=20000 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
PartitionName=closed Nodes={host} MaxTime=INFINITE State=DOWN
"""


def missing() -> list[str]:
    """The programs of the list that this machine lacks."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    return [name for name in PROGRAMS if shutil.which(name, path=path) is None]


@contextmanager
def one_node_slurm(place: Path, cpus: int = 2) -> Iterator[dict[str, str]]:
    """Run the daemons until the end of the block.

    Args:
        place: An empty folder for configuration, state and logs.
        cpus: Jobs at a time.

    Yields:
        The environment for Slurm's programs.
    """
    host = socket.gethostname().partition(".")[0]
    config = place / "slurm.conf"
    for name in ("state", "spool"):
        (place / name).mkdir()
    port = _free_port()
    config.write_text(
        _CONFIG.format(host=host, place=place, port=port, next=_free_port(), cpus=cpus)
    )
    environment = {**os.environ, "SLURM_CONF": str(config)}
    environment["PATH"] = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    key = place / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    started = [
        ["munged", "--foreground", "--force", f"--socket={place}/munge.socket",
         f"--key-file={key}", f"--pid-file={place}/munged.pid", f"--log-file={place}/munged.log",
         f"--seed-file={place}/munged.seed"],
        ["slurmctld", "-D", "-c"],
        ["slurmd", "-D"],
    ]  # fmt: skip
    daemons = []
    try:
        for command in started:
            log = (place / f"{command[0]}.out").open("w")
            daemons.append(
                subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=place)
            )
            log.close()
            time.sleep(0.5)
        _await_node(environment, place)
        yield environment
    finally:
        subprocess.run(["scancel", "--state=PENDING", "--state=RUNNING", "--me"], env=environment,
                       capture_output=True, check=False, timeout=20)  # fmt: skip
        for daemon in reversed(daemons):
            daemon.terminate()
        for daemon in reversed(daemons):
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def _await_node(environment: dict[str, str], place: Path) -> None:
    for _ in range(100):
        done = subprocess.run(
            ["sinfo", "--noheader", "--partition=all", "--format=%t"],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.stdout.strip() == "idle":
            return
        time.sleep(0.2)
    logs = "\n".join(path.read_text()[-2000:] for path in place.glob("*.out"))
    raise RuntimeError(f"the node does not come up: {done.stdout} {done.stderr}\n{logs}")


def _free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])
