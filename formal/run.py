# SPDX-License-Identifier: Apache-2.0
"""Run the proofs of formal/proofs.py.

    python formal/run.py [--list] [--long] [--fresh] [--jobs N] [NAME ...]

Yosys reads the RTL and a proof top with FORMAL defined, and writes an and-inverter graph. abc
decides the graph, and CaDiCaL the step of an induction. A proof passes if its top has at least one
assertion, every assertion and every contract of the RTL holds in every reachable state, and every
cover is reached. A proof fails with a counterexample (the program writes a VCD file), with an
unreached cover, or if a tool crashes or takes too long. The program keeps results by the content of
their sources.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from formal.decide import Result, decide  # noqa: E402
from formal.lower import MAPS  # noqa: E402
from formal.proofs import PROOFS, Proof  # noqa: E402

from roundel.base import cache, tools  # noqa: E402
from roundel.base.errors import FailureError, RoundelError  # noqa: E402
from roundel.design.elaborate import needed  # noqa: E402
from roundel.design.files import listed_files  # noqa: E402

__all__ = ["RTL", "Result", "key", "prove", "select", "sources"]

RTL = HERE.parent / "rtl"


def select(names: Iterable[str], *, long: bool = False) -> list[Proof]:
    """Return the proofs with the given names, or all proofs; `long` adds the long proofs.

    Raises:
        FailureError: No proof has one of the names.
    """
    known = {proof.name: proof for proof in PROOFS}
    wanted = list(names) or [proof.name for proof in PROOFS if long or not proof.long]
    for name in wanted:
        if name not in known:
            raise FailureError(f"no proof is named {name!r}; formal/run.py --list prints all.")
    return [known[name] for name in wanted]


def prove(proof: Proof, rtl: Path = RTL, *, fresh: bool = False) -> Result:
    """Decide a proof, or return the result of an earlier run with the same files and tools.

    Args:
        proof: The proof.
        rtl: The directory with the RTL and its roundel.f.
        fresh: Decide the proof without the cache, and keep no result.

    Raises:
        FailureError: The proof does not hold, or a tool failed.
    """
    files = sources(proof, rtl)
    found: Result | None = None

    def build(directory: Path) -> None:
        nonlocal found
        found = decide(proof, files, directory)
        (directory / "result.json").write_text(json.dumps(asdict(found)), encoding="utf-8")

    if fresh:
        cache.once("proof", key(proof, rtl), build)
    else:
        result_in = cache.entry("proof", key(proof, rtl), build)
    if found is None:
        kept = json.loads((result_in / "result.json").read_text(encoding="utf-8"))
        found = Result(**{**kept, "name": proof.name, "cached": True})
    return found


def key(proof: Proof, rtl: Path = RTL) -> str:
    """Return a digest of a proof's inputs: RTL, question, this program and the tools."""
    own = [HERE / f"{name}.py" for name in ("run", "decide", "lower")]
    own += [HERE / name for name in MAPS]
    if proof.method == "induction":
        own.append(HERE / "step.py")
    asked = repr(replace(proof, claim="", long=False))
    stamps = (tools.find("yosys").stamp, version("python-sat"))
    return cache.digest(asked, *stamps, *own, *sources(proof, rtl))


def sources(proof: Proof, rtl: Path = RTL) -> tuple[Path, ...]:
    """Return the top's source files in compile order, with stubs instead of their modules."""
    replaced = {Path(name).name for name in proof.stubs}
    files = [path for path in listed_files(rtl) if path.stem not in replaced]
    files += [HERE / "stubs" / f"{name}.sv" for name in proof.stubs]
    files += [HERE / "roundel_spec.sv", *sorted(HERE.glob("spec_*.sv"))]
    if proof.top.startswith("prove_"):
        files.append(HERE / f"{proof.top}.sv")
    return needed(tuple(files), proof.top, tuple(proof.parameters.items()))


def main(arguments: list[str] | None = None) -> int:
    """Run proofs and return 0 if all proofs pass."""
    parser = argparse.ArgumentParser(description="Run the proofs of Roundel's RTL.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="proofs to run (default: all)")
    parser.add_argument("--list", action="store_true", help="print each proof's statement and stop")
    parser.add_argument("--long", action="store_true", help="run the long proofs as well")
    parser.add_argument("--fresh", action="store_true", help="run every proof again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    options = parser.parse_args(arguments)
    try:
        proofs = select(options.names, long=options.long or options.list)
    except RoundelError as error:
        sys.stderr.write(f"run.py: {error}\n")
        return 2
    if options.list:
        sys.stdout.writelines(f"{proof.name:<28} {proof.claim}\n" for proof in proofs)
        return 0
    failed = 0
    seconds = 0.0
    started = time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        for done in as_completed(
            [pool.submit(prove, proof, fresh=options.fresh) for proof in proofs]
        ):
            try:
                result = done.result()
                print(result.line(), flush=True)
                seconds += 0.0 if result.cached else result.seconds
            except RoundelError as error:
                failed += 1
                print(f"FAILED  {error}", flush=True)
    passed = len(proofs) - failed
    took = f"{time.monotonic() - started:.0f} s; the proofs used {seconds:.0f} s of CPU time"
    print(f"{passed} proven, {failed} failed in {took}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
