# SPDX-License-Identifier: Apache-2.0
"""Place and route of one configuration on one part, with several seeds."""

from collections.abc import Sequence

from roundel.design import Config
from roundel.fpga import flow, recipes
from roundel.fpga.flow import ConfigDesign
from roundel.fpga.record import SynthRecord
from roundel.fpga.targets import find_target
from roundel.fpga.works import Keys, design_works, prepared_of, run_of
from roundel.jobs import Session, using


def synth(
    config: Config,
    target: str,
    seeds: Sequence[int] = flow.DEFAULT_SEEDS,
    session: Session | None = None,
    *,
    recipe: str = recipes.AUTO,
    frontend: str = "slang",
    timeout: float = flow.NEXTPNR_TIMEOUT,
) -> SynthRecord:
    """Map, place and route a configuration with at least one seed; see `roundel.synth`.

    The session has store, workers and display; by default the user's store and this machine.

    Raises:
        InputError: A name or a seed is unusable, or the configuration cannot work.
        FailureError: A tool is missing, fails or takes too long, or the design is too large for
            the part.
    """
    part = find_target(target)
    flow.check_seeds(seeds)
    placeable, keys = ConfigDesign.of(config, recipe, frontend), Keys()
    key = keys.of_design(placeable)
    runs = [(part, seed, keys.of_run(key, part, seed)) for seed in seeds]
    with using(session) as chosen:
        batch = chosen.batch(retry_failed=True, on_failure="end")
        batch.load([key, *(run_key for _, _, run_key in runs)])
        batch.expect(run_key for _, _, run_key in runs)
        batch.run(design_works(batch, keys, placeable, key, runs, timeout))
        found = [run_of(batch.rows[run_key]) for _, _, run_key in runs]
        return flow.record(config, part, prepared_of(batch.rows[key]), found)
