# SPDX-License-Identifier: Apache-2.0
"""All proofs: one `Proof` for each statement and each set of parameters."""

from formal.bus_proofs import bus
from formal.card_proofs import card
from formal.cdc_proofs import cdc
from formal.dma_proofs import dma
from formal.gcm_proofs import gcm
from formal.key_proofs import key_store, stored_keys
from formal.proof import Proof
from formal.soft_proofs import soft

__all__ = ["PROOFS", "Proof"]

# The modules that compute; stubs replace these modules in proofs about control.
_COMPUTING = ("roundel_round", "roundel_key_step")

# The tuples follow the numbers of roundel_engine_pkg.
_SBOXES = ("table", "rom", "tower", "gates")
_DIRECTIONS = ("encrypt", "decrypt", "both")


def _arithmetic() -> list[Proof]:
    """Return the proofs of S-boxes, rounds and key expansion steps against the standard."""
    proofs = [
        Proof(
            "spec",
            "decryption by the specification undoes encryption, and the standard's examples hold",
            "prove_spec",
            "bdd",
        )
    ]
    proofs += [
        Proof(
            f"sbox-{sbox}-{direction}{'-every' if every else ''}",
            "the S-box equals FIPS-197 5.1.1 and 5.3.2 for all 256 bytes, "
            + ("with every set of registers" if every else "with each register alone and with all"),
            "prove_sbox",
            "delay-bdd",
            {"Sbox": number, "Direction": code, "Every": every},
            covers=("filled",),
            depth=8,
            seconds=1800 if every else 240,
            long=bool(every),
        )
        for number, sbox in enumerate(_SBOXES)
        for code, direction in enumerate(_DIRECTIONS)
        for every in (0, 1)
    ]
    proofs += [
        Proof(
            f"round-{name}",
            "a round equals FIPS-197 5.1 or 5.3 for every state and round key",
            "prove_round",
            "bdd",
            {"Inverse": inverse},
        )
        for inverse, name in enumerate(("forward", "inverse"))
    ]
    proofs += [
        Proof(
            f"key-step-{bits}",
            "a key expansion step equals FIPS-197 5.2, and the backward step undoes it",
            "prove_key_step",
            "bdd",
            {"KeyBits": bits},
            covers=("last_step",),
            stubs=("roundel_pipeline_cut",),
        )
        for bits in (128, 192, 256)
    ]
    proofs += [
        Proof(
            f"key-set-step-{bits}",
            f"an expansion step of the set of all key sizes equals FIPS-197 5.2 for {bits} bits, "
            "and the backward step undoes it",
            "prove_key_set_step",
            "bdd",
            {"KeyBits": bits},
            covers=("last_step",),
            stubs=("roundel_pipeline_cut",),
        )
        for bits in (128, 192, 256)
    ]
    return proofs


def _shapes() -> list[tuple[str, dict[str, int]]]:
    """Return names and parameters of the cores with a proof of control."""
    shapes = []
    for rounds, stages in ((1, 1), (2, 0), (2, 1), (5, 1), (10, 0), (10, 1)):
        for schedule, code in (("fly", 0), ("stored", 1)):
            if schedule == "stored" or rounds == 1:
                parameters = {"Rounds": rounds, "Stages": stages, "KeySchedule": code}
                shapes.append((f"{rounds}-{stages}-{schedule}", parameters))
    return shapes


def _keys() -> list[Proof]:
    """Return the proofs of key order in a core with output FIFO."""
    proofs = [
        Proof(
            f"keys-{name}-{_DIRECTIONS[direction]}",
            "every block uses all round keys of the key at its acceptance",
            "prove_keys",
            "pdr",
            {
                "Rounds": rounds,
                "Stages": stages,
                "KeySchedule": code,
                "KeySlots": slots,
                "Direction": direction,
            },
            covers=("old_key", "cipher"),
            depth=90,
            stubs=_COMPUTING,
            seconds=900,
        )
        for name, rounds, stages, code, slots, direction in (
            ("1-1-fly", 1, 1, 0, 1, 0),
            ("1-1-fly", 1, 1, 0, 1, 1),
            ("1-1-fly", 1, 1, 0, 1, 2),
            ("1-1-stored", 1, 1, 1, 2, 2),
            ("2-0-stored", 2, 0, 1, 1, 2),
        )
    ]
    proofs += [
        Proof(
            f"keys-sizes-1-1-fly-{direction}",
            "every block uses all round keys of the key at its acceptance, as many as its size has",
            "prove_keys",
            "pdr",
            {"KeyBits": 256, "KeySizes": 7, "KeySchedule": 0, "Direction": number},
            covers=("old_key", "cipher", "smallest"),
            depth=120,
            stubs=(*_COMPUTING, "roundel_key_set_step"),
            seconds=900,
            long=direction != "both",
        )
        for number, direction in enumerate(_DIRECTIONS)
    ]
    return proofs


def _compact() -> list[Proof]:
    """Return the proofs of the smallest core, for every key size."""
    proofs = []
    for bits in (128, 192, 256):
        for backpressure in (1, 0):
            name = f"{bits}{'' if backpressure else '-ready'}"
            parameters = {"KeyBits": bits, "Backpressure": backpressure}
            long = (bits, backpressure) != (128, 1)
            proofs += [
                Proof(
                    f"compact-{name}",
                    "every block leaves roundel_compact in time, after all round keys of its key; "
                    "a forgotten key is erased",
                    "prove_compact",
                    "pdr",
                    parameters,
                    covers=("old_key", "full_throughput", "forgotten"),
                    depth=48,
                    stubs=("unkeyed/roundel_round", "roundel_key_step"),
                    probes={
                        wire: (f"u_dut.{wire}",)
                        for wire in ("inverted_key_q", "window_q", "state_q")
                    },
                    long=long,
                ),
                Proof(
                    f"compact-path-{name}",
                    "each bit of roundel_compact's state, window and key takes the required value",
                    "prove_compact_path",
                    "induction",
                    parameters,
                    covers=("result", "forgotten"),
                    depth=24,
                    stubs=("free/roundel_round", "free/roundel_key_step"),
                    probes={
                        **{
                            wire: (f"u_dut.{wire}",)
                            for wire in (
                                "round_q",
                                "wipe_q",
                                "state_q",
                                "inverted_key_q",
                                "window_q",
                            )
                        },
                        "round_state": ("u_dut.u_round.state_i",),
                        "middle": ("u_dut.u_round.middle_o",),
                        "substituted": ("u_dut.u_round.last_o",),
                        "step_window": ("u_dut.u_key_step.window_i",),
                        "window_next": ("u_dut.u_key_step.window_o",),
                    },
                    long=long,
                ),
            ]
    return proofs


def _ring() -> list[Proof]:
    """Return the proofs of the ring, with one register per round and with more."""
    return [
        Proof(
            f"ring-{rounds}-{stages}",
            "the ring is a delay line: each tag leaves LATENCY cycles later; ready is never late",
            "prove_ring",
            "induction",
            {"Rounds": rounds, "Stages": stages},
            covers=("full_throughput",),
            depth=(3 if stages >= 2 else 2) * 10 * max(stages, 1) + 4,
            stubs=("roundel_round",),
        )
        for rounds, stages in (
            (1, 1),
            (2, 0),
            (2, 1),
            (10, 1),
            (1, 2),
            (2, 2),
            (1, 4),
            (5, 3),
            (10, 2),
        )
    ]


def _bypass() -> list[Proof]:
    """Return the proofs of the rounds that blocks of smaller keys bypass."""
    return [
        Proof(
            f"bypass-{bits}-{rounds}-{stages}-{direction}",
            "a block of a smaller key leaves the bypassed rounds as it entered; no other block "
            "changes",
            "prove_bypass",
            "delay",
            {
                "KeyBits": bits,
                "KeySizes": sizes,
                "Rounds": rounds,
                "Stages": stages,
                "Direction": _DIRECTIONS.index(direction),
            },
            covers=("filled",),
            depth=4 * max(stages, 1),
            seconds=900,
            long=(rounds, stages) not in ((14, 4), (3, 0)),
        )
        for bits, sizes, rounds, stages, direction in (
            (256, 7, 14, 4, "encrypt"),
            (256, 7, 14, 1, "both"),
            (256, 7, 7, 2, "both"),
            (256, 5, 14, 2, "decrypt"),
            (192, 3, 3, 0, "both"),
            (192, 3, 12, 2, "encrypt"),
        )
    ]


def _lanes() -> list[Proof]:
    """Return the proofs of the lanes, with one word in the rings and with many."""
    return [
        Proof(
            f"lanes-{lanes}-{rounds}-{stages}-{slots}",
            "roundel_lanes gives each word once, in order, with every lane's result in its lane",
            "prove_lanes",
            "pdr",
            {"Lanes": lanes, "Rounds": rounds, "Stages": stages, "KeySlots": slots},
            covers=("full_throughput",),
            depth=80,
            stubs=("roundel_ring", "roundel_key_schedule"),
            seconds=900,
            long=lanes > 2 and stages > 1,
        )
        for lanes, rounds, stages, slots in (
            (1, 1, 1, 1),
            (2, 1, 1, 1),
            (4, 1, 1, 2),
            (2, 2, 2, 1),
            (3, 1, 2, 2),
        )
    ]


def _credits() -> list[Proof]:
    """Return the proofs of the counters between engine and FIFO, for each kind of FIFO."""
    return [
        Proof(
            f"credits-{rounds}-{stages}",
            "every result finds a credit: the FIFO never overflows, and is never busy",
            "prove_credits",
            "induction",
            {"Rounds": rounds, "Stages": stages},
            covers=("drained",) if rounds * stages <= 2 else (),
            depth=10 * max(stages, 1) + 60,
            stubs=("roundel_engine", "roundel_fifo", "roundel_credit_counter"),
        )
        for rounds, stages in ((1, 1), (2, 0), (2, 1), (10, 1), (1, 2), (2, 2), (5, 3), (10, 2))
    ]


def _cuts() -> list[Proof]:
    """Return the proofs that compare a round with registers with a round with fewer."""
    best = [
        _cut(
            f"cuts-{direction}-{stages}",
            {"Direction": code, "Stages": stages},
            long=stages not in (2, 5) or (direction == "both" and stages > 2),
        )
        for code, direction in enumerate(_DIRECTIONS)
        for stages in range(2, 14)
    ]
    cuts = range(13)
    every = [
        _cut(
            f"cuts-{sbox}-{direction}-{name}",
            {
                "Sbox": number,
                "Direction": code,
                "RoundCuts": sum(1 << cut for cut in taken),
                "Stages": len(taken),
            },
            long=(sbox, direction, name) != ("rom", "encrypt", "place-8"),
        )
        for number, sbox in enumerate(_SBOXES)
        for code, direction in enumerate(_DIRECTIONS)
        # The registers of block RAM are always present.
        for fewest in [{0, 1, 2} if sbox == "rom" else {0}]
        for name, taken in [
            *((f"place-{cut}", fewest | {cut}) for cut in cuts if cut not in fewest),
            ("all", set(cuts)),
        ]
    ]
    memories = [
        _cut(
            f"cuts-rom-{direction}-{stages}",
            {"Sbox": _SBOXES.index("rom"), "Direction": code, "Stages": stages},
            long=True,
        )
        for code, direction in enumerate(_DIRECTIONS)
        for stages in range(3, 13)
    ]
    return best + memories + every


def _cut(name: str, parameters: dict[str, int], *, long: bool) -> Proof:
    return Proof(
        name,
        "a round with registers gives the result of a round without registers, some cycles later",
        "prove_cuts",
        "delay",
        parameters,
        covers=("filled",),
        depth=parameters["Stages"],
        seconds=900 if long else 240,
        long=long,
    )


# No valid waits for a ready. No ready depends on a valid, or on a ready of the other side.
_NO_COMB_PATH = (
    ("out_valid_o", "out_ready_i"),
    ("out_valid_o", "in_valid_i"),
    ("out_valid_o", "key_valid_i"),
    ("in_ready_o", "in_valid_i"),
    ("in_ready_o", "out_ready_i"),
    ("in_ready_o", "key_valid_i"),
    ("key_ready_o", "key_valid_i"),
    ("key_ready_o", "in_valid_i"),
    ("key_ready_o", "out_ready_i"),
)

PROOFS: tuple[Proof, ...] = (
    *_arithmetic(),
    *(
        Proof(
            f"no-comb-path-{name}",
            "no valid waits for a ready, no ready for a valid or for a ready of the other side",
            "roundel_core",
            None,
            {**parameters, "Direction": 2},
            no_comb_path=_NO_COMB_PATH,
            stubs=_COMPUTING,
        )
        for name, parameters in _shapes()
    ),
    *_keys(),
    *key_store(),
    *stored_keys(),
    *_compact(),
    *_ring(),
    *_bypass(),
    *_lanes(),
    *_credits(),
    *bus(),
    *card(),
    *cdc(),
    *_cuts(),
    *dma(),
    *gcm(),
    *soft(),
)
