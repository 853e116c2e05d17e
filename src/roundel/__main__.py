# SPDX-License-Identifier: Apache-2.0
"""The entry of the command: exit status and error messages.

Exit status 0: done; 1: failure; 2: unusable input; 130: interrupted.
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
        arguments: The words after the command's name; the arguments of the process when None.

    Returns:
        The exit status.
    """
    # pydantic would search for plug-ins; the search takes a fifth of a short command's time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if arguments is None:
        words = sys.argv[1:]
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # A process that ignores hang-ups (nohup) outlives its terminal.
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
        # The reader has closed the pipe. The interpreter would flush again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail(f"cannot write to standard output ({error.strerror}); free some space.", 1)
    return status


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Handle a signal: end every tool and raise KeyboardInterrupt.

    Only the module `programs` starts tools, and most commands never import it.
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
        if status == _INTERRUPTED:  # typer's status for a KeyboardInterrupt
            return _fail("interrupted.", _INTERRUPTED)
        return 2 if not words else int(status or 0)
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            return _defect(error)
        raise  # standard output is full; errors of other files have a file name
    except typer.TyperException as error:
        from roundel.cli.parsing import explain

        text = explain(error)
    except RoundelError as error:
        return _fail(str(error), error.exit_status)
    except Exception as error:
        return _defect(error)
    # Outside the handler no traceback can repeat the hidden words.
    return _fail(text, 2)


def _defect(error: Exception) -> int:
    """Report a defect of Roundel; returns the exit status."""
    about = f"{type(error).__name__}: {error}".splitlines()[0]
    return _fail(f"a defect in Roundel ({about}); set {_DEBUG}=1 to see where, and report it.", 1)


def _fail(text: str, status: int) -> int:
    """Report an error, with a traceback if debugging is on; returns the exit status."""
    if sys.exc_info()[0] and os.environ.get(_DEBUG, "") not in ("", "0"):
        traceback.print_exc()
    sys.stderr.write(f"roundel: error: {text}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
