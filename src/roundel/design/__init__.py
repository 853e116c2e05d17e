# SPDX-License-Identifier: Apache-2.0
"""Configurations, and the RTL of a configuration.

`files` finds the sources, `elaborate` elaborates them, and `tops` lists tops and parameters.
`config` and `load` make configurations, and `derived` computes their properties. Other packages
import from this package.
"""

from roundel.design.config import (
    Config,
    key_sizes,
    make_config,
    modes,
    parameters,
    top_of,
    wrapper_parameters,
)
from roundel.design.derived import (
    FACTS_CODE,
    Facts,
    alternatives,
    check,
    closure,
    facts,
    fingerprint,
    objection,
    ports,
    rough_size,
)
from roundel.design.elaborate import Port, unchanged
from roundel.design.files import (
    arguments,
    bench_root,
    cells,
    compiled,
    driver_root,
    is_header,
    rtl_root,
    sim_root,
    soft_sources,
    sources,
)
from roundel.design.load import Preset, load_config, preset_names, presets
from roundel.design.tops import (
    BLOCKS,
    CARD,
    CORE,
    DMA,
    INTERLEAVED,
    LANES,
    NO_MODE,
    STREAM,
    USER_BITS,
    choices,
    defaults,
    listed,
    spelled,
    top_parameters,
)

__all__ = [
    "BLOCKS", "CARD", "CORE", "DMA", "FACTS_CODE", "INTERLEAVED", "LANES", "NO_MODE", "STREAM",
    "USER_BITS", "Config", "Facts", "Port", "Preset", "alternatives", "arguments", "bench_root",
    "cells", "check", "choices", "closure", "compiled", "defaults", "driver_root", "facts",
    "fingerprint", "is_header", "key_sizes", "listed", "load_config", "make_config", "modes",
    "objection", "parameters", "ports", "preset_names", "presets", "rough_size", "rtl_root",
    "sim_root", "soft_sources", "sources", "spelled", "top_of", "top_parameters", "unchanged",
    "wrapper_parameters",
]  # fmt: skip
