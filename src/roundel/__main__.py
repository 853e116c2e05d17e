# SPDX-License-Identifier: Apache-2.0
"""The command's frame: its exit status and its error messages.

Exit status 0: done; 1: something failed; 2: the input is unusable; 130: interrupted.
"""

import errno
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from roundel.base.errors import RoundelError

_DEBUG = "ROUNDEL_DEBUG"
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: What follows the command's name; the process' own arguments when None.

    Returns:
        The exit status.
    """
    # Looking for plug-ins, of which Roundel has none, takes pydantic a fifth of a short command.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if arguments is None:
        words = sys.argv[1:]
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Whoever ignores a hang-up (nohup) wants the command to outlive its terminal.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, _interrupt)
    else:
        words = list(arguments)
    if sys.stdout is None:  # the caller closed it
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 (open to the end)
    try:
        status = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more. The interpreter would try to flush again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _tell(f"cannot write to standard output ({error.strerror}); make room for it.", 1)
    return status


def _interrupt(number: int, frame: FrameType | None) -> None:
    """End every tool and unwind; the handler of signals.

    Only the module `programs` starts tools, and most commands never load it.
    """
    end_all = getattr(sys.modules.get("roundel.base.programs"), "end_all", None)
    if end_all is not None:
        end_all(number, frame)
    raise KeyboardInterrupt(signal.strsignal(number))


def _run(words: list[str]) -> int:
    import typer

    from roundel.cli.app import app

    try:
        status = app(words or ["--help"], prog_name="roundel", standalone_mode=False)
        if status == _INTERRUPTED:  # typer makes it of a KeyboardInterrupt
            return _tell("interrupted.", _INTERRUPTED)
        return 2 if not words else int(status or 0)
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            return _defect(error)
        raise  # standard output is full: files name themselves
    except typer.TyperException as error:
        from roundel.cli.parsing import explain

        text = explain(error)
    except RoundelError as error:
        return _tell(str(error), error.exit_status)
    except Exception as error:
        return _defect(error)
    # The error is no longer being handled: its trace would repeat the words that are hidden here.
    return _tell(text, 2)


def _defect(error: Exception) -> int:
    """Tell of an error that nobody expected; the status."""
    about = f"{type(error).__name__}: {error}".splitlines()[0]
    return _tell(f"a defect in Roundel ({about}); set {_DEBUG}=1 to see where, and report it.", 1)


def _tell(text: str, status: int) -> int:
    """Tell of an error, for the debugger with the trace of the one being handled; the status."""
    if sys.exc_info()[0] and os.environ.get(_DEBUG, "") not in ("", "0"):
        traceback.print_exc()
    sys.stderr.write(f"roundel: error: {text}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
