# SPDX-License-Identifier: Apache-2.0
"""What is to be placed and run of a paper's soft processors, and what came of it."""

from collections.abc import Mapping, Sequence

from roundel.base import tools
from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target
from roundel.reproduce.data_soft import Soft
from roundel.reproduce.soft import FIRMWARE, SoftMeasured
from roundel.reproduce.soft_programs import run_variants, unit_of
from roundel.reproduce.soft_record import SoftDesign, SoftProgram
from roundel.reproduce.soft_work import SoftWork
from roundel.reproduce.work import Work
from roundel.soft import hosts
from roundel.soft.firmware import COMPILER

__all__ = ["SoftPlan"]


class SoftPlan:
    """The systems to place and the programs to run; none for a paper without soft processors.

    Args:
        soft: The paper's part.
        part: Where the systems are placed.
        timeout: Seconds that one run of place and route may take.

    Attributes:
        works: The systems, of every host whose package is installed.
        units: The unit that each variant needs.
    """

    def __init__(self, soft: Soft | None, part: Target, timeout: float) -> None:
        self.works: list[SoftWork] = []
        self.units = {variant: unit_of(variant) for variant in soft.variants} if soft else {}
        self._soft = soft
        self._hosts: list[str] = []
        self._failures: dict[str, str] = {}
        if soft is None:
            return
        for host, recipe in soft.hosts.items():
            try:
                hosts.processor(hosts.find_host(host))
            except FailureError as error:
                self._failures[host] = str(error)
                continue
            self._hosts.append(host)
            for unit in dict.fromkeys(self.units.values()):
                values = soft.values(host, unit)
                self.works.append(SoftWork(host, unit, values, recipe, part, timeout))

    def finish(
        self, results: Mapping[Work, Sequence[Run] | FailureError], progress: Progress
    ) -> SoftMeasured:
        """Run the programs, and take note of the systems.

        Args:
            results: Of all works, with those that are not the plan's.
            progress: Told what is being done.
        """
        failures = dict(self._failures)
        designs: dict[tuple[str, str], SoftDesign] = {}
        for work in self.works:
            result = results[work]
            try:
                if isinstance(result, FailureError):
                    raise result
                designs[work.host, work.unit] = work.record(result)
            except FailureError as error:
                failures[work.name] = str(error)
        return SoftMeasured(designs, self._programs(progress, failures), failures)

    def _programs(
        self, progress: Progress, failures: dict[str, str]
    ) -> dict[tuple[str, str], SoftProgram]:
        if self._soft is None or not self._hosts:
            return {}
        try:
            tools.find(COMPILER)
        except FailureError as error:
            failures[FIRMWARE] = str(error)
            return {}
        return {
            (host, program.variant): program
            for host in self._hosts
            for program in run_variants(self._soft, host, progress, failures)
        }
