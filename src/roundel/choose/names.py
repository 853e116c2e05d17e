# SPDX-License-Identifier: Apache-2.0
"""The named values of a need, without any import that is slow."""

from typing import Literal

Mode = Literal["none", "ecb", "cbc", "ctr", "gcm", "xts"]
Direction = Literal["encrypt", "decrypt", "both"]
Objective = Literal["area", "energy", "latency", "speed"]
