# SPDX-License-Identifier: Apache-2.0
"""Keys as users give them.

A key is hexadecimal digits, byte 0 first; white space between them does not count. No message
repeats any digit of a key, not even where one was given in place of a name.
"""

import os
import re
from pathlib import Path

from roundel.base.errors import InputError
from roundel.design import Config

# What to tell whoever gives a key on the command line.
VISIBLE = (
    "a key on the command line is visible to other users of this machine and stays in the shell's "
    "history; use --key-file or --key-env."
)

_LONGEST = 4096  # bytes of a key file that are read: no key is longer
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_DIGITS = re.compile(r"[0-9A-Fa-f]{16}")


def key_bits(config: Config) -> int:
    """Bits of a configuration's key; XTS has two (SP 800-38E section 4)."""
    return config.KeyBits * (2 if config.Mode == "xts" else 1)


def read_key(config: Config, *, text: str | None, file: Path | None, variable: str | None) -> bytes:
    """The key, byte 0 first; for XTS Key1 and then Key2.

    It is given by one of: its digits, a file that holds them, or the name of an environment
    variable that holds them. The variable is removed, so that no tool inherits it.

    Raises:
        InputError: None or several of the three are given, it cannot be read, it is no key of this
            length, or Key1 and Key2 are the same.
    """
    if sum(item is not None for item in (text, file, variable)) != 1:
        raise InputError("give the key in one way: --key-file, --key-env or --key.")
    if file is not None:
        origin = "the key in the file" if _like_a_key(str(file)) else f"the key in {file}"
        text = _read(file)
    elif variable is not None:
        if not _VARIABLE.fullmatch(variable) or _like_a_key(variable):
            raise InputError(
                "--key-env takes the name of an environment variable, not the key itself; export "
                "the key and give the variable's name."
            )
        origin, text = f"the key in ${variable}", os.environ.pop(variable, None)
        if text is None:
            raise InputError(f"there is no environment variable {variable}; export it first.")
    else:
        origin = "the key"
    key, bits = parse_hex(origin, text or ""), key_bits(config)
    keys = bits // config.KeyBits
    if 8 * len(key) == bits:
        if keys == 2 and key[: len(key) // 2] == key[len(key) // 2 :]:
            raise InputError(f"Key1 and Key2 of XTS are the same in {origin}; give two keys.")
        return key
    needs = f"{config.name} needs {bits} bits ({bits // 4} digits{', two keys' * (keys - 1)})"
    if 8 * len(key) in (128 * keys, 192 * keys, 256 * keys):
        raise InputError(
            f"{origin} has {8 * len(key)} bits and {needs}; give "
            f"-p KeyBits={8 * len(key) // keys} or another key."
        )
    raise InputError(f"{origin} has {8 * len(key)} bits and {needs}; give such a key.")


def _like_a_key(name: str) -> bool:
    """Whether what was given as a name may be the key itself, however its bytes are set apart."""
    return bool(_DIGITS.search(re.sub(r"[\s:,_-]", "", name)))


def _read(file: Path) -> str:
    hidden = _like_a_key(str(file))
    name = "the key file" if hidden else f"the key file {file}"
    # Errors are not chained where they would carry the name or the file's bytes.
    try:
        with file.open("rb") as handle:
            return handle.read(_LONGEST).decode("ascii")
    except OSError as error:
        advice = "give a file with the key in hexadecimal digits."
        if hidden:
            advice = "--key-file takes a file's path, not the key itself."
        cause = None if hidden else error
        raise InputError(f"cannot read {name} ({error.strerror}); {advice}") from cause
    except UnicodeDecodeError:
        raise InputError(f"{name} is no text; write the key to it as hexadecimal digits.") from None


def parse_hex(what: str, text: str) -> bytes:
    """Bytes from hexadecimal digits; no error repeats a digit."""
    digits = re.sub(r"\s", "", text)
    if not digits:
        raise InputError(f"{what} is empty; give hexadecimal digits.")
    if not re.fullmatch(r"[0-9A-Fa-f]+", digits):
        raise InputError(f"{what} is not hexadecimal; use the digits 0-9 and a-f alone.")
    if len(digits) % 2:
        raise InputError(f"{what} has {len(digits)} digits, half a byte too many; give pairs.")
    return bytes.fromhex(digits)
