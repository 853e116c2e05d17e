# SPDX-License-Identifier: Apache-2.0
"""`make demo`: a real file through simulated hardware, and the cost of this hardware.

A file is encrypted by the simulated iterative AES-128 and AES-256 engines, compared with OpenSSL's
result, and decrypted by the engines. Then the engines are placed and routed. All steps use the
command `roundel`. The last output is one table.
"""

import importlib.util
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.ciphers.modes import CTR

from roundel.cli import tables

SIZE = 1024 * 1024 + 7  # over 1 MiB, with a partial last block
TARGET = "ecp5-85k-8"
ENGINES = {"AES-128": ("iterative", "1,2,3"), "AES-256": ("iterative-256", "1")}  # seeds to route


class DemoError(Exception):
    """A step failed."""


def say(text: str) -> None:
    """Print the present step immediately, also into a pipe."""
    sys.stderr.write(f"demo: {text}\n")
    sys.stderr.flush()


def real_file() -> tuple[str, bytes]:
    """The name and the first `SIZE` bytes of a file in every installation: Yosys itself."""
    spec = importlib.util.find_spec("pyosys")
    if spec is None or spec.origin is None:
        raise DemoError("package pyosys is not installed; run `make setup`")
    path = Path(spec.origin).with_name("libyosys.so")
    with path.open("rb") as handle:
        return path.name, handle.read(SIZE)


def roundel(*arguments: str, **environment: str) -> dict[str, Any]:
    """Run the command and return its record; its progress stays visible."""
    done = subprocess.run(
        [sys.executable, "-m", "roundel", *arguments, "--json"],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode != 0:
        raise DemoError(f"roundel {arguments[0]} ended with status {done.returncode}")
    record: dict[str, Any] = json.loads(done.stdout)
    return record


def through_hardware(folder: Path, name: str, config: str, data: bytes) -> dict[str, Any]:
    """Encrypt and decrypt a file in CTR, and compare both with OpenSSL."""
    bits = int(name.removeprefix("AES-"))
    key, counter = secrets.token_bytes(bits // 8), secrets.token_bytes(16)
    plain, sealed, back = (folder / f"{name}.{end}" for end in ("plain", "sealed", "back"))
    plain.write_bytes(data)
    # The core itself, which is placed and routed next; the host counts.
    options = ["--config", config, "-p", "Mode=none", "--mode", "ctr"]
    options += ["--key-env", "DEMO_KEY", "--iv", counter.hex()]
    say(f"encrypting {len(data):,} bytes through the {name} engine")
    record = roundel("encrypt", *options, str(plain), str(sealed), DEMO_KEY=key.hex())
    openssl = Cipher(algorithms.AES(key), CTR(counter)).encryptor()
    if sealed.read_bytes() != openssl.update(data) + openssl.finalize():
        raise DemoError(f"the {name} engine and OpenSSL differ")
    say(f"OpenSSL agrees; decrypting through the {name} engine")
    roundel("decrypt", *options, str(sealed), str(back), DEMO_KEY=key.hex())
    if back.read_bytes() != data:
        raise DemoError(f"the {name} engine does not restore the file")
    return record


def main() -> int:
    """Run the demonstration."""
    started = time.monotonic()
    origin, data = real_file()
    say(f"the file is the first {len(data):,} bytes of {origin}, Yosys' own library")
    rows = []
    with tempfile.TemporaryDirectory(prefix="roundel-demo-") as folder:
        for name, (config, seeds) in ENGINES.items():
            job = through_hardware(Path(folder), name, config, data)
            say(f"placing and routing the {name} engine on {TARGET}, seeds {seeds}")
            chip = roundel("synth", config, "--target", TARGET, "--seeds", seeds)
            rows.append(
                [
                    f"{name}, {config}",
                    f"{job['bytes']:,}",
                    "yes",
                    f"{job['bytes'] / job['seconds'] / 1e6:.2f}",
                    f"{job['cycles_per_block']:.2f}",
                    f"{chip['lut4']:,}",
                    f"{chip['ff']:,}",
                    f"{chip['fmax_mhz']['median']:.1f}",
                    f"{chip['gbps']:.3f}",
                    seeds,
                ]
            )
    heads = ["engine", "bytes", "equal to OpenSSL", "simulated MB/s", "cycles/block"]
    heads += ["LUT4", "FF", "Fmax MHz", "Gbit/s", "seeds"]
    tables.print_table(f"Encrypted and decrypted in CTR; {TARGET}", heads, rows, numbers=9)
    say(f"done in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except DemoError as error:
        sys.exit(f"demo: error: {error}.")
    except KeyboardInterrupt:
        sys.exit(130)
