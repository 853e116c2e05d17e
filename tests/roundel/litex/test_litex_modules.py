# SPDX-License-Identifier: Apache-2.0
"""The LiteX modules: sources, ports, addresses, and the messages for wrong uses."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from litex.build.generic_platform import Pins
from litex.build.sim import SimPlatform
from litex.soc.integration.soc_core import SoCMini
from migen import ClockDomain

from roundel import design
from roundel.base import tools
from roundel.base.errors import InputError
from roundel.litex import RoundelDma, RoundelStream, driver

SMALL = ["Rounds=1", "Stages=1"]


def platform(device: str = "SIM") -> Any:
    return SimPlatform(device, [("sys_clk", 0, Pins(1))])


def soc(own: Any, width: int = 32) -> Any:
    made = SoCMini(own, int(1e6), bus_data_width=width, ident="", with_timer=False)
    made.clock_domains.cd_sys = ClockDomain()
    return made


def verilog(made: Any) -> str:
    made.finalize()
    return str(made.platform.get_verilog(made.get_fragment(), name="top"))


@pytest.mark.parametrize("width", [32, 64, 128])
def test_a_soc_with_both_modules_elaborates(width: int, tmp_path: Path) -> None:
    """Verilator's lint of the SoC: no port is missing and no width differs at the two tops."""
    own = platform()
    made = soc(own, width)
    made.aes = RoundelDma(own, "gcm-1", [*SMALL, "Lanes=2"])
    made.aes.add_to(made, "aes", 0x8000_0000)
    made.packets = RoundelStream(own, "xts-1", SMALL)
    made.packets.add_to(made, "packets", 0x9000_0000)
    (tmp_path / "top.v").write_text(verilog(made), encoding="utf-8")
    assert made.bus.regions["aes"].origin == 0x8000_0000
    assert (made.bus.regions["aes"].size, made.bus.regions["packets"].size) == (0x2000, 0x1000)
    tool = tools.find("verilator")
    flags = ["--lint-only", "-Wno-fatal", "--top-module", "top"]
    include = [f"-I{path}" for path in own.verilog_include_paths]
    files = [name for name, *_ in own.sources]
    done = subprocess.run(
        [*tool.command, *flags, *include, *files, "top.v"], cwd=tmp_path, text=True, check=False,
        capture_output=True, env=tools.verilator_environment(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    ours = [line for line in done.stderr.splitlines() if "%Warning-PIN" in line]
    ours += [line for line in done.stderr.splitlines() if "WIDTH" in line and "'roundel_" in line]
    assert not ours, ours


def test_the_sources_are_the_closure_of_the_top_once() -> None:
    own = platform()
    core = RoundelDma(own, "gcm-1", SMALL)
    RoundelDma(own, "gcm-1", SMALL)
    wanted = design.closure("roundel_dma", core.parameters)
    found = [Path(name) for name, *_ in own.sources]
    assert found == [path for path in wanted if not design.is_header(path)]
    assert own.verilog_include_paths == [str(design.rtl_root() / "include")]


@pytest.mark.parametrize(
    ("device", "folder"), [("LFE5U-85F-6BG381C", "ecp5"), ("xc7a35t", "fpga"), ("SIM", "fpga")]
)
def test_roms_are_those_of_the_fpga(device: str, folder: str) -> None:
    own = platform(device)
    RoundelStream(own, "ctr-1", ["Rounds=1", "Stages=3", "Sbox=rom"])
    (rom,) = (Path(name) for name, *_ in own.sources if "roundel_sbox_rom_pair" in name)
    assert rom.parent == design.rtl_root() / "vendor" / folder


def test_a_burst_fits_the_bus_of_the_soc() -> None:
    own = platform()
    assert RoundelDma(own, "gcm-1", SMALL).parameters["BurstBytes"] == 256
    many = RoundelDma(own, "gcm-1", [*SMALL, "Lanes=8", "KeySlots=1"])
    assert many.parameters["BurstBytes"] == 1024
    long = RoundelDma(own, "gcm-1", [*SMALL, "Lanes=8", "KeySlots=1"], {"BurstBytes": 2048})
    made = soc(own)
    made.aes = long
    with pytest.raises(InputError, match="BurstBytes=2048 is too long for a bus of 32 bits"):
        long.add_to(made)
    wide = soc(platform(), 64)
    wide.aes = long
    long.add_to(wide)


@pytest.mark.parametrize(
    ("config", "parameters", "said"),
    [
        ("iterative", {}, "needs a configuration of roundel_stream"),
        ("gcm-1", {"Depth": 1}, "roundel_dma has no parameter Depth"),
        ("gcm-1", {"Lanes": 2}, "Lanes is a field of the configuration"),
        ("gcm-1", {"AxiIdBits": 17}, "roundel_dma of gcm-1 is not possible"),
    ],
)
def test_wrong_parameters_are_refused(config: str, parameters: dict[str, int], said: str) -> None:
    own = platform()
    with pytest.raises(InputError, match=said):
        RoundelDma(own, config, parameters=parameters)
    assert not own.sources


def test_an_address_has_32_or_64_bits() -> None:
    with pytest.raises(InputError, match="address_width=7 is not 32 or 64"):
        RoundelDma(platform(), "gcm-1", SMALL, address_width=7)


def test_overrides_need_a_preset() -> None:
    with pytest.raises(InputError, match="overrides need"):
        RoundelStream(platform(), design.load_config("ctr-1"), ["Rounds=1"])


def test_the_driver_s_files_exist() -> None:
    found = driver()
    assert all(path.is_file() for path in (*found.sources, found.litex_clock))
    assert all(path.is_dir() for path in found.include)


def test_a_missing_litex_is_named(tmp_path: Path) -> None:
    (tmp_path / "litex").mkdir()
    (tmp_path / "litex" / "__init__.py").write_text(
        "raise ModuleNotFoundError('no litex', name='litex')\n", encoding="utf-8"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", "import roundel.litex"], env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "roundel.litex needs the package litex; run `pip install 'roundel[litex]'`." in (
        done.stderr
    )


def test_litex_finds_its_programs(tmp_path: Path) -> None:
    from roundel.litex import environment

    found = environment()
    for name in ("verilator", "yosys", "nextpnr-ecp5", "ecppack"):
        assert shutil.which(name, path=found["PATH"]), name
    yosys = shutil.which("yosys", path=found["PATH"])
    assert yosys is not None
    said = subprocess.run([yosys, "-V"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("Yosys ")
    (tmp_path / "two.ys").write_text("log first\nlog second\n", encoding="utf-8")
    call = [yosys, "-l", "two.rpt", "two.ys"]  # as LiteX calls Yosys
    subprocess.run(call, cwd=tmp_path, capture_output=True, check=True)
    log = (tmp_path / "two.rpt").read_text(encoding="utf-8")
    assert "first" in log
    assert "second" in log
