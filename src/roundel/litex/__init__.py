# SPDX-License-Identifier: Apache-2.0
"""LiteX modules of the packet engines.

    from roundel.litex import RoundelDma, RoundelStream

`RoundelDma` is `roundel_dma`: packets in memory. `RoundelStream` is `roundel_axi`: packets on
streams of LiteX. Both have registers on the bus of the SoC and an interrupt. `environment` has the
programs that LiteX calls, from Roundel's packages, and `driver` the C driver for firmware.

The package needs LiteX: `pip install 'roundel[litex]'`. The other parts of Roundel do not import
this package.
"""

from roundel.litex.programs import Driver, driver, environment

try:
    from roundel.litex.modules import RoundelDma, RoundelStream
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("litex", "migen"):
        raise
    raise ModuleNotFoundError(
        f"roundel.litex needs the package {error.name}; run `pip install 'roundel[litex]'`.",
        name=error.name,
    ) from error

__all__ = ["Driver", "RoundelDma", "RoundelStream", "driver", "environment"]
