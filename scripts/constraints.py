# SPDX-License-Identifier: Apache-2.0
"""Write constraints.txt: the exact version of every package of the tested set.

    python scripts/constraints.py            write the installed versions to constraints.txt
    python scripts/constraints.py --check    list the differing lines; change nothing
    python scripts/constraints.py --lowest   print the lowest versions allowed by pyproject.toml

The tested set contains the direct and indirect requirements of the package, all extras and the
build, with the versions of the present environment. `--lowest` prints constraints for pip: a test
run with these constraints checks the lower bounds.
"""

import argparse
import importlib.metadata
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
OWN = "roundel"
HEAD = "# Written by scripts/constraints.py: the tested version of every package.\n"


def requirements() -> list[Requirement]:
    """The requirements in pyproject.toml: of the package, of all extras, of the build."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = content["project"]
    texts = [*project["dependencies"], *content["build-system"]["requires"]]
    for extra in project["optional-dependencies"].values():
        texts += extra
    found = (Requirement(text) for text in texts)
    return [item for item in found if canonicalize_name(item.name) != OWN]


def tested_set(roots: Iterable[Requirement]) -> dict[str, str]:
    """The direct and indirect packages of requirements, with the installed versions.

    Returns:
        Versions by canonical name, in the order of the names.
    """
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [pair for item in roots for pair in _pairs(item)]
    while waiting:
        pair = waiting.pop()
        if pair in seen:
            continue
        seen.add(pair)
        name, extra = pair
        found[name] = importlib.metadata.version(name)
        for item in map(Requirement, importlib.metadata.requires(name) or []):
            if item.marker is None or item.marker.evaluate({"extra": extra}):
                waiting += _pairs(item)
    return dict(sorted(found.items()))


def _pairs(item: Requirement) -> Iterator[tuple[str, str]]:
    """A requirement's package, once without an extra and once with each extra."""
    for extra in ("", *sorted(item.extras)):
        yield canonicalize_name(item.name), extra


def constraints() -> dict[str, str]:
    """The versions in constraints.txt, by canonical name."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, _, version in pairs}


def lowest() -> dict[str, str]:
    """The lowest version allowed by pyproject.toml, by package; exact versions stay exact."""
    return {
        item.name: part.version
        for item in requirements()
        for part in item.specifier
        if part.operator in (">=", "==")
    }


def main(arguments: list[str] | None = None) -> int:
    """Write, compare or print; 1 if a comparison fails."""
    parser = argparse.ArgumentParser(description="Write constraints.txt.")
    parser.add_argument("--check", action="store_true", help="compare only; 1 if a line differs")
    parser.add_argument("--lowest", action="store_true", help="print the lower bounds")
    options = parser.parse_args(arguments)
    if options.lowest:
        print("\n".join(f"{name}=={version}" for name, version in lowest().items()))
        return 0
    found = tested_set(requirements())
    if not options.check:
        text = "".join(f"{name}=={version}\n" for name, version in found.items())
        CONSTRAINTS.write_text(HEAD + text, encoding="utf-8")
        return 0
    written = constraints()
    names = [name for name in sorted({*found, *written}) if found.get(name) != written.get(name)]
    for name in names:
        print(
            f"constraints: {name} is {written.get(name, 'missing')} in constraints.txt and "
            f"{found.get(name, 'not needed')} here; run `python scripts/constraints.py`.",
            file=sys.stderr,
        )
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
