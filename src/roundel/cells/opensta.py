# SPDX-License-Identifier: Apache-2.0
"""What OpenSTA says in its log beside figures: errors, and warnings.

A warning on units, tables, thresholds or missing cells means that OpenSTA goes on with other values
than the library's, so it ends the run. Any other warning becomes a caveat of the record.
"""

import re
from pathlib import Path

from roundel.base.errors import FailureError

__all__ = ["read_warnings"]

_ERROR = re.compile(r"^Error(?: \d+)?\b:?\s*(.*)$", re.MULTILINE | re.IGNORECASE)
_WARNING = re.compile(r"^Warning(?: \d+)?: (.*)$", re.MULTILINE)
_WRONG = re.compile(
    r"\b(unit|axis|template|table|threshold|delay_model|black box|missing|not a (float|string|"
    r"simple|complex)|not recognized|not found)",
    re.IGNORECASE,
)


def read_warnings(text: str, end: str, what: str, log: Path) -> tuple[str, ...]:
    """The warnings in a log that do not make its figures wrong.

    Args:
        text: The log's text.
        end: What the last command of the script prints.
        what: What OpenSTA was to do, for messages, for example "time the netlist".
        log: The log, for messages.

    Raises:
        FailureError: OpenSTA failed, stopped early, or warns that it uses other values than the
            library's.
    """
    warnings = list(dict.fromkeys(found.strip() for found in _WARNING.findall(text)))
    wrong = [warning for warning in warnings if _WRONG.search(warning)]
    error = _ERROR.search(text)
    if error is not None or end not in text:
        said = error[1].strip() if error else "; ".join(["it stopped early", *warnings[:1]])
        raise FailureError(f"OpenSTA cannot {what} ({said}); see {log}.")
    if wrong:
        raise FailureError(f"OpenSTA cannot {what} as the library says ({wrong[0]}); see {log}.")
    return tuple(warnings)
