# SPDX-License-Identifier: Apache-2.0
"""Running programs: output, exit status and CPU time.

`run` runs a program to its end in any thread. Each thread counts the CPU seconds of its programs.
`end_all` is a signal handler; `stop` ends the programs from other code.

A program runs in a session of its own and also ends when Roundel is killed with SIGKILL: a
small process of the session holds one end of a pipe, and Roundel holds the other end. Any end
of Roundel closes the pipe; the small process then kills the session.
"""

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from roundel.base.errors import FailureError, KilledError, MachineError
from roundel.base.tools import Tool

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

# Read by a signal handler, so without a lock: adding, discarding and copying are atomic.
_running: dict[subprocess.Popen[bytes], int] = {}  # each with the thread that runs it
_stopped: list[bool] = []  # not empty after `stop`; then no program starts

# The shell becomes the program. Before, the shell starts a detached process to wait for
# the end of the pipe on the shell's standard input.
_LAUNCHER = '(exec 3<&0; (read _ <&3; kill -9 0) >/dev/null 2>&1 &); exec "$@" </dev/null'

# Signals by which a user or the system ends a program. Other signals are crashes.
_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGXCPU)
# The last line of a program whose child was killed by the system: g++, a shell, make.
_KILLED = re.compile(r"Killed signal terminated program|^Killed$|\] (Error 137|Killed)$")
_ERROR = re.compile(r"\b(error|fatal)\b", re.IGNORECASE)
_SUMMARY = re.compile(r"^\d+ warnings?, \d+ errors?$")  # nextpnr's last line


class _Counter:
    """CPU seconds of finished programs, which several threads may add to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Add the CPU seconds of a program."""
        with self._lock:
            self.seconds += seconds


class _Thread(threading.local):
    """The counter of each thread."""

    def __init__(self) -> None:
        self.counter = _Counter()
        self.owner = 0  # the thread that this thread works for; 0 for itself


_thread = _Thread()


def cpu_seconds() -> float:
    """The CPU seconds of all programs of the current thread; the sum never decreases.

    The time of a program is user and system time, including all waited-for descendants.
    The time of Python itself is not included (see `time.thread_time`).
    """
    return _thread.counter.seconds


def submit(
    pool: ThreadPoolExecutor,
    function: Callable[_Arguments, _Result],
    *args: _Arguments.args,
    **kwargs: _Arguments.kwargs,
) -> Future[_Result]:
    """Submit a job to a pool, and count its programs' CPU seconds for the current thread."""
    counter, owner = _thread.counter, _thread.owner or threading.get_ident()

    def work() -> _Result:
        own, _thread.counter, _thread.owner = _thread.counter, counter, owner
        try:
            return function(*args, **kwargs)
        finally:
            _thread.counter, _thread.owner = own, 0

    return pool.submit(work)


def run(
    tool: Tool | Sequence[str],
    args: Sequence[str | Path],
    *,
    cwd: Path,
    log: Path,
    timeout: float,
    env: Mapping[str, str] | None = None,
    watch: Callable[[float], None] | None = None,
) -> None:
    """Run a program to its end and write its output to `log`; an older file is replaced.

    Without `env` the program has the environment of this process. Other users can see the
    arguments, so no argument may be a secret. After `timeout` seconds the program and its
    descendants are killed. `watch` is called about once a second with the elapsed seconds.

    Raises:
        FailureError: The program crashed, failed or took too long; the message names the program,
            the failure, the last line of output and the log.
        KilledError: Another process killed the program, for example the system without memory.
        MachineError: The program cannot be started.
    """
    name = tool.name if isinstance(tool, Tool) else Path(tool[0]).name
    command = [*(tool.command if isinstance(tool, Tool) else tool), *map(str, args)]
    if _stopped:
        raise MachineError(f"{name} was not started because Roundel is being stopped.")
    started = time.monotonic()
    read, write = os.pipe()
    try:
        process = _start(command, cwd, log, env, read)
    except OSError as error:
        os.close(write)
        raise MachineError(
            f"{name} cannot be started ({error.strerror}); `roundel doctor` lists the programs "
            "that were found."
        ) from error
    finally:
        os.close(read)
    _running[process] = _thread.owner or threading.get_ident()
    if _stopped:  # `stop` may run between the test above and the line above
        _kill(process)
    ended = False
    try:
        ended = _wait(process, started, timeout, watch)
    finally:
        if not ended:
            _kill(process)
        ours = process not in _running
        status = _reap(process)
        os.close(write)  # ends the processes that the program left in its session
    if not ended:
        raise FailureError(
            f"{name} was stopped after {timeout:g} s, unfinished; allow more time or read {log}."
        )
    if status == 0:
        return
    last = _last_line(log)
    words = f': "{last[:200]}"' if last else " and printed nothing"
    if not ours and (-status in _OUTSIDE or _KILLED.search(last)):
        raise KilledError(
            f"{name} was killed by another program or by the system{words}; see {log}, and check "
            "the memory of this machine.",
            log,
        )
    happened = (
        f"failed with status {status}"
        if status > 0
        else f"crashed (signal {-status}, {signal.strsignal(-status) or 'unknown'})"
    )
    raise FailureError(f"{name} {happened}{words}; see {log}.")


def _start(
    command: Sequence[str], cwd: Path, log: Path, env: Mapping[str, str] | None, lifeline: int
) -> subprocess.Popen[bytes]:
    """Start a program that ends when the pipe closes; OSError if the program does not exist."""
    path = (os.environ if env is None else env).get("PATH", os.defpath)
    if shutil.which(cwd / command[0] if "/" in command[0] else command[0], path=path) is None:
        raise FileNotFoundError(0, "there is no such program")
    with log.open("wb") as output:
        return subprocess.Popen(
            ["/bin/sh", "-c", _LAUNCHER, "sh", *command],
            cwd=cwd,
            env=env,
            stdin=lifeline,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _wait(
    process: subprocess.Popen[bytes],
    started: float,
    timeout: float,
    watch: Callable[[float], None] | None,
) -> bool:
    """Wait until a process has ended, without reaping the process; False after the timeout."""
    descriptor = os.pidfd_open(process.pid)
    try:
        end = select.poll()
        end.register(descriptor, select.POLLIN)
        while (elapsed := time.monotonic() - started) < timeout:
            if end.poll(1000 * min(1.0, timeout - elapsed)):
                return True
            if watch is not None:
                watch(time.monotonic() - started)
        return False
    finally:
        os.close(descriptor)


def _reap(process: subprocess.Popen[bytes]) -> int:
    """Wait for an ended or killed process, and count its CPU time; returns the exit status."""
    _running.pop(process, None)  # first: the number may then belong to another process
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    _thread.counter.add(usage.ru_utime + usage.ru_stime)
    return process.returncode


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that is not reaped yet, and all its descendants."""
    _running.pop(process, None)
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def settle(futures: Sequence[Future[Any]]) -> None:
    """Wait until all jobs are done or one job has failed; the other jobs then continue.

    The main thread waits in short steps, because Python handles a signal only when the main thread
    runs.
    """
    pending: set[Future[Any]] = set(futures)
    while pending:
        done, pending = wait(pending, timeout=0.5, return_when=FIRST_EXCEPTION)
        if any(future.exception() for future in done if not future.cancelled()):
            return


def stopping() -> bool:
    """Whether `stop` has ended the programs: their failures then do not depend on their input."""
    return bool(_stopped)


def stop() -> None:
    """End every program of every thread; no program of this process starts afterwards.

    Any thread may call `stop`. `run` raises a `FailureError` in the threads of the ended programs.
    """
    _stopped.append(True)
    end_running()


def end_running(threads: Collection[int] | None = None) -> None:
    """End the programs of some threads (by `threading.get_ident`) or of all threads.

    `run` raises a `FailureError` in these threads. Programs may start afterwards.
    """
    for process, owner in list(_running.items()):
        if threads is None or owner in threads:
            _kill(process)


def end_all(number: int, frame: FrameType | None) -> None:
    """Handle a signal: end every program, start none afterwards, and raise a KeyboardInterrupt."""
    del frame
    stop()
    raise KeyboardInterrupt(signal.strsignal(number))


def _last_line(log: Path) -> str:
    """The last line that reports a killed program or an error; otherwise the last line."""
    with log.open("rb") as handle:
        handle.seek(max(0, log.stat().st_size - 16384))
        lines = [line.strip() for line in handle.read().decode(errors="replace").splitlines()]
    lines = [line for line in lines if line and not _SUMMARY.match(line)]
    for pattern in (_KILLED, _ERROR):
        if found := [line for line in lines if pattern.search(line)]:
            return found[-1]
    return lines[-1] if lines else ""
