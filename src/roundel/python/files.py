# SPDX-License-Identifier: Apache-2.0
"""Files through a simulated packet engine."""

from pathlib import Path
from typing import Literal

from roundel import design
from roundel.base.errors import InputError, check_bytes
from roundel.base.progress import Progress, null_progress
from roundel.crypt import requests
from roundel.crypt.block_files import CipherRecord
from roundel.crypt.run import check_set, run_files, with_mode
from roundel.python.configs import ConfigLike, load, python_names
from roundel.sim.block_modes import Direction
from roundel.sim.driver import AnyAccess

Mode = Literal["ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "cmac", "ccm"]


@python_names()
def encrypt(
    source: str | Path,
    target: str | Path,
    *,
    config: ConfigLike,
    key: bytes,
    mode: Mode | None = None,
    iv: bytes | None = None,
    pad: Literal["pkcs7", "none"] | None = None,
    aad: str | Path | None = None,
    tag_file: str | Path | None = None,
    tag_bytes: int = 16,
    sector: int | None = None,
    sector_bytes: int | None = 512,
    access: AnyAccess | None = None,
    force: bool = False,
    progress: Progress = null_progress,
) -> CipherRecord:
    """Encrypt a file with a simulated packet engine and the C driver of the real hardware.

    Args:
        source: The file to read.
        target: The file to write. Only its owner can read the file.
        config: A preset's name, the path of a YAML file, or a configuration.
        key: The key, byte 0 first.
        mode: "ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "cmac" or "ccm"; the configuration's
            mode when None. A set of modes needs the mode.
        iv: CBC, CFB and OFB: the IV; CTR: the first counter block; GCM: the IV, and CCM: the nonce
            of 7 to 13 bytes, 12 random bytes when None.
        pad: ECB, CBC: "pkcs7" or "none"; "pkcs7" when None.
        aad: GCM and CCM: a file with additional authenticated data.
        tag_file: GCM, CCM and CMAC: a file for the tag; the tag ends `target` when None.
        tag_bytes: GCM, CCM and CMAC: the length of the tag in bytes.
        sector: XTS: the number of the first data unit; 0 when None.
        sector_bytes: XTS: the length of a data unit in bytes; None makes the file one data unit.
        access: "dma", or the driver's access to a card: "single", "simd" or "burst"; "dma" when
            None.
        force: Whether to overwrite `target`.
        progress: A function that is called with a message and the finished share.

    Returns:
        The record `roundel.encrypt/1`: bytes, cycles, IV and tag.

    Raises:
        InputError: A value is unusable; no file was written.
        FailureError: A tool, the device or the file system failed; no file was written.
    """
    values = {
        "in": source,
        "out": target,
        "iv": _hex("iv", iv),
        "aad": aad,
        "tag_file": tag_file,
        "sector": sector,
    }
    chosen, name = _engine(config, mode, "encrypt")
    operation = requests.Operation(name, "encrypt", pad, tag_bytes, sector_bytes)
    check_bytes("key", key)
    request = requests.make_request(chosen, operation, key, values)
    return run_files(chosen, operation, [request], access=access, force=force, progress=progress)


@python_names()
def decrypt(
    source: str | Path,
    target: str | Path,
    *,
    config: ConfigLike,
    key: bytes,
    mode: Mode | None = None,
    iv: bytes | None = None,
    pad: Literal["pkcs7", "none"] | None = None,
    aad: str | Path | None = None,
    tag: bytes | None = None,
    tag_bytes: int = 16,
    sector: int | None = None,
    sector_bytes: int | None = 512,
    access: AnyAccess | None = None,
    force: bool = False,
    progress: Progress = null_progress,
) -> CipherRecord:
    """Decrypt a file with a simulated packet engine and the C driver of the real hardware.

    Args:
        source: The file to read.
        target: The file to write. Only its owner can read the file.
        config: A preset's name, the path of a YAML file, or a configuration.
        key: The key, byte 0 first.
        mode: "ecb", "cbc", "ctr", "gcm", "xts", "cfb", "ofb", "cmac" or "ccm"; the configuration's
            mode when None. A set of modes needs the mode.
        iv: CBC, CFB, OFB, GCM: the IV; CCM: the nonce; CTR: the first counter block.
        pad: ECB, CBC: "pkcs7" or "none"; "pkcs7" when None.
        aad: GCM and CCM: the file with additional authenticated data.
        tag: GCM, CCM and CMAC: the tag; the last bytes of `source` when None.
        tag_bytes: GCM, CCM and CMAC: the length of the tag in bytes.
        sector: XTS: the number of the first data unit; 0 when None.
        sector_bytes: XTS: the length of a data unit in bytes; None makes the file one data unit.
        access: "dma", or the driver's access to a card: "single", "simd" or "burst"; "dma" when
            None.
        force: Whether to overwrite `target`.
        progress: A function that is called with a message and the finished share.

    Returns:
        The record `roundel.decrypt/1`.

    Raises:
        InputError: A value is unusable, or the padding is wrong; no file was written.
        FailureError: The tag is wrong, or a tool, the device or the file system failed; no file was
            written.
    """
    values = {
        "in": source,
        "out": target,
        "iv": _hex("iv", iv),
        "aad": aad,
        "tag": _hex("tag", tag),
        "sector": sector,
    }
    chosen, name = _engine(config, mode, "decrypt")
    operation = requests.Operation(name, "decrypt", pad, tag_bytes, sector_bytes)
    check_bytes("key", key)
    request = requests.make_request(chosen, operation, key, values)
    return run_files(chosen, operation, [request], access=access, force=force, progress=progress)


def _hex(name: str, value: bytes | None) -> str | None:
    if value is None:
        return None
    check_bytes(name, value)
    return bytes(value).hex()


def _engine(
    source: ConfigLike, mode: Mode | None, direction: Direction
) -> tuple[design.Config, str]:
    """The configuration of the hardware, and the mode."""
    config = load(source)
    if len(design.modes(config)) > 1:
        return config, check_set(config, mode)
    name = mode or config.Mode
    if name == design.NO_MODE:
        raise InputError(f'{config.name} has no mode; give the mode, for example mode="gcm".')
    # A CBC engine has one direction; a configuration with both directions takes the caller's.
    if name == "cbc" and config.Direction == "both":
        return load(config, Mode=name, Direction=direction), name
    return load(config, **with_mode(name, direction)), name
