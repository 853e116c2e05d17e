# SPDX-License-Identifier: Apache-2.0
"""Keys from the user.

A key is written as hexadecimal digits, byte 0 first; white space is ignored. No message repeats a
digit of a key, even if the user typed the key in the wrong argument.
"""

import os
import re
from pathlib import Path

from roundel import design
from roundel.base.errors import InputError
from roundel.design import Config

# The warning about a key on the command line.
VISIBLE = (
    "a key on the command line is visible to other users of this machine and stays in the shell's "
    "history; use --key-file or --key-env."
)

_LONGEST = 4096  # most bytes that are read of a key file; every key is shorter
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_DIGITS = re.compile(r"[0-9A-Fa-f]{16}")


def key_bits(config: Config) -> tuple[int, ...]:
    """Key sizes of a configuration in bits; XTS has two keys (SP 800-38E section 4)."""
    return tuple(size * (2 if config.Mode == "xts" else 1) for size in design.key_sizes(config))


def read_key(config: Config, *, text: str | None, file: Path | None, variable: str | None) -> bytes:
    """The key, byte 0 first; for XTS Key1 and then Key2.

    The source is the digits, a file with the digits, or the name of an environment variable with
    the digits. The variable is removed, and therefore no tool inherits the key.

    Raises:
        InputError: Not exactly one source is given, the source cannot be read, the key has another
            length, or Key1 and Key2 are equal.
    """
    if sum(item is not None for item in (text, file, variable)) != 1:
        raise InputError("give the key by exactly one of --key-file, --key-env and --key.")
    if file is not None:
        origin = "the key in the file" if _like_a_key(str(file)) else f"the key in {file}"
        text = _read(file)
    elif variable is not None:
        if not _VARIABLE.fullmatch(variable) or _like_a_key(variable):
            raise InputError(
                "--key-env takes the name of an environment variable, not the key; export the key "
                "and give the variable's name."
            )
        origin, text = f"the key in ${variable}", os.environ.pop(variable, None)
        if text is None:
            raise InputError(f"the environment variable {variable} is not set; export it first.")
    else:
        origin = "the key"
    key, sizes = parse_hex(origin, text or ""), key_bits(config)
    keys = sizes[-1] // config.KeyBits
    if 8 * len(key) in sizes:
        if keys == 2 and key[: len(key) // 2] == key[len(key) // 2 :]:
            raise InputError(f"Key1 and Key2 of XTS are equal in {origin}; give two keys.")
        return key
    bits, digits = (" or ".join(str(size // n) for size in sizes) for n in (1, 4))
    needs = f"{config.name} needs {bits} bits ({digits} digits{', two keys' * (keys - 1)})"
    if 8 * len(key) in (128 * keys, 192 * keys, 256 * keys):
        own = 8 * len(key) // keys
        advice = f"-p KeyBits={own}"
        if len(sizes) > 1:
            advice = "-p KeySizes=" + "+".join(map(str, sorted({own, *design.key_sizes(config)})))
        raise InputError(
            f"{origin} has {8 * len(key)} bits, but {needs}; give {advice} or another key."
        )
    raise InputError(f"{origin} has {8 * len(key)} bits, but {needs}; give a key of this size.")


def _like_a_key(name: str) -> bool:
    """Whether a name may be a key, also with separators between the bytes."""
    return bool(_DIGITS.search(re.sub(r"[\s:,_-]", "", name)))


def _read(file: Path) -> str:
    hidden = _like_a_key(str(file))
    name = "the key file" if hidden else f"the key file {file}"
    # The chain of errors must not carry the name or the file's bytes.
    try:
        with file.open("rb") as handle:
            return handle.read(_LONGEST).decode("ascii")
    except OSError as error:
        advice = "give a file with the key in hexadecimal digits."
        if hidden:
            advice = "--key-file takes the path of a file, not the key."
        cause = None if hidden else error
        raise InputError(f"cannot read {name} ({error.strerror}); {advice}") from cause
    except UnicodeDecodeError:
        raise InputError(f"{name} is not text; write the key in hexadecimal digits.") from None


def parse_hex(subject: str, text: str) -> bytes:
    """Bytes from hexadecimal digits; no error repeats a digit."""
    digits = re.sub(r"\s", "", text)
    if not digits:
        raise InputError(f"{subject} is empty; give hexadecimal digits.")
    if not re.fullmatch(r"[0-9A-Fa-f]+", digits):
        raise InputError(f"{subject} is not hexadecimal; use only the digits 0-9 and a-f.")
    if len(digits) % 2:
        raise InputError(f"{subject} has {len(digits)} digits, an odd number; give whole bytes.")
    return bytes.fromhex(digits)
