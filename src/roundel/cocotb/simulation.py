# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb tests of a module in a simulation of a top."""

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from roundel.base.errors import FailureError
from roundel.cocotb.model import build


def simulate(
    module: str,
    top: str = "roundel_axi",
    parameters: Mapping[str, int] | None = None,
    *,
    sources: Iterable[str | Path] | None = None,
    directory: str | Path = "sim_build",
    seed: int | None = None,
) -> None:
    """Build a top with Verilator, and run the cocotb tests of a Python module.

    Call the function from a test of pytest: `simulate(__name__, parameters={"Rounds": 10})`. The
    cache keeps the build; the next call starts within a second.

    Args:
        module: The module with the cocotb tests.
        top: The top: `roundel_axi`, `roundel_stream`, or a module of `sources`.
        parameters: The parameters of the top; the others have the RTL's defaults.
        sources: The source files in compile order, headers (*.svh) included; by default the files
            of the library. For a top of your own that instantiates the library:
            `[*roundel.design.sources(), "my_top.sv"]`.
        directory: The folder of results.xml; created if missing.
        seed: The seed of cocotb's random numbers (default: a new one, printed by cocotb).

    Raises:
        AssertionError: A cocotb test failed.
        FailureError: Verilator is missing or fails, no file declares the top, the simulation ended
            early, or the module contains no cocotb test.
    """
    files = None if sources is None else [Path(path) for path in sources]
    built = build(top, parameters, sources=files)
    place = Path(directory).resolve()
    place.mkdir(parents=True, exist_ok=True)
    results = place / "results.xml"
    with contextlib.suppress(SystemExit):  # the end of cocotb's runner after a failure
        get_runner("verilator").test(
            test_module=module,
            hdl_toplevel=top,
            hdl_toplevel_lang="verilog",
            build_dir=built,
            test_dir=place,
            results_xml=str(results),
            seed=seed,
        )
    try:
        count, failed = get_results(results)
    except RuntimeError:
        raise FailureError(
            f"the simulation of {top} ended early; the output above names the reason."
        ) from None
    if not count:
        raise FailureError(f"the module {module} contains no cocotb test.")
    assert not failed, f"{failed} of {count} cocotb tests failed; see the output above."  # noqa: S101
