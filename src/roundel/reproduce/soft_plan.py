# SPDX-License-Identifier: Apache-2.0
"""What is to be placed and run of a paper's soft processors, and what came of it."""

from collections.abc import Sequence

from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.jobs import Session
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft import FIRMWARE, SoftMeasured, unit_of
from roundel.reproduce.soft_programs import run_variants
from roundel.reproduce.soft_record import SoftDesign, SoftProgram
from roundel.reproduce.soft_work import SoftSystem
from roundel.reproduce.work import Placed
from roundel.soft import hosts
from roundel.soft.firmware import COMPILER


class SoftPlan:
    """The systems to place and the programs to run; none for a paper without soft processors.

    `systems` has the systems of every host whose package is installed.
    """

    def __init__(self, soft: Soft | None) -> None:
        self.systems: list[SoftSystem] = []
        self._soft = soft
        self._failures: dict[str, str] = {}
        if soft is None:
            return
        for host, recipe in soft.hosts.items():
            try:
                hosts.processor(hosts.find_host(host))
            except FailureError as error:
                self._failures[host] = str(error)
                continue
            for unit in dict.fromkeys(map(unit_of, soft.variants)):
                values = tuple(soft.values(host, unit).items())
                self.systems.append(SoftSystem(host, unit, values, recipe))

    def finish(self, results: Sequence[Placed | FailureError], session: Session) -> SoftMeasured:
        """Run the programs; `results` are those of all systems, in their order."""
        failures = dict(self._failures)
        designs: dict[tuple[str, str], SoftDesign] = {}
        for system, result in zip(self.systems, results, strict=True):
            try:
                if isinstance(result, FailureError):
                    raise result
                designs[system.host, system.unit] = system.record(result)
            except FailureError as error:
                failures[system.name] = str(error)
        programs: dict[tuple[str, str], SoftProgram] = {}
        if self._soft is not None and self.systems:
            names = list(dict.fromkeys(system.host for system in self.systems))
            try:
                tools.find(COMPILER)
            except FailureError as error:
                failures[FIRMWARE] = str(error)
            else:
                programs = run_variants(self._soft, names, session, failures)
        return SoftMeasured(designs, programs, failures)
