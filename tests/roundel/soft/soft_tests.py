# SPDX-License-Identifier: Apache-2.0
"""Functions shared by the tests of soft processors."""

from collections.abc import Callable

import pytest

from roundel.base.errors import FailureError
from roundel.soft import hosts
from roundel.soft.firmware import Firmware
from roundel.soft.system import System

__all__ = ["HOSTS", "UNITS", "Compiled", "Opened", "need_processor"]

HOSTS = tuple(hosts.HOSTS)
UNITS = ("none", "aes32", "block")

Opened = Callable[..., System]
Compiled = Callable[..., Firmware]


def need_processor(host: str) -> None:
    """Skip a test on a machine without a processor's package."""
    try:
        hosts.processor(hosts.HOSTS[host])
    except FailureError as error:
        pytest.skip(str(error))
