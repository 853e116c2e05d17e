# SPDX-License-Identifier: Apache-2.0
"""Proofs of the key store with Stages of 2 or more: control, window and both stores."""

from formal.proof import Proof

__all__ = ["key_store"]

_DIRECTIONS = ("encrypt", "decrypt", "both")


def key_store() -> list[Proof]:
    """Return the proofs of the parts of roundel_key_systolic."""
    return [
        Proof(
            "period-counter",
            "roundel_period_counter ticks at the end of each period, marks the last one and stops",
            "prove_period_counter",
            "induction",
            covers=("ended",),
            depth=24,
        ),
        *(
            Proof(
                f"key-held-{bits}-{stages}",
                "a key expansion step with held inputs gives the next window after "
                "key_step_cycles() - 1 cycles, from any contents of its registers",
                "prove_key_held",
                "delay",
                {"KeyBits": bits, "Stages": stages},
                covers=("filled",),
                depth=12,
                seconds=900,
                long=(bits, stages) != (128, 2),
            )
            for bits, stages in ((128, 2), (128, 5), (128, 7), (192, 4), (256, 4))
        ),
        *(
            Proof(
                f"key-chain-{direction}",
                "roundel_key_chain holds the last Nr + 1 round keys, each at its round",
                "prove_key_chain",
                "induction",
                {"Direction": code},
                covers=("filled",),
                depth=60,
            )
            for code, direction in enumerate(_DIRECTIONS)
        ),
        *(
            Proof(
                f"key-load-{name}",
                "roundel_key_load_control stores the round keys of a slot in order, never beside a "
                "block of the slot, then opens the slot, and wipes forgotten keys",
                "prove_key_load",
                "induction",
                {"Stages": stages, "KeySlots": slots, "Chain": chain, "StepCycles": cycles},
                covers=("opened", "reloaded"),
                depth=300,
                seconds=900,
                long=name != "chain-2",
            )
            for name, stages, slots, chain, cycles in (
                ("chain-2", 2, 1, 1, 6),
                ("chain-7", 7, 1, 1, 8),
                ("banks-2", 2, 1, 0, 6),
                ("slots-2", 2, 2, 0, 6),
                ("slots-5", 5, 4, 0, 6),
            )
        ),
        *(
            Proof(
                f"key-banks-{name}",
                "roundel_key_banks reads the last round key written, r + 2 cycles after the write "
                "in round r",
                "prove_key_banks",
                "pdr",
                {"Rounds": rounds, "Stages": stages, "KeySlots": slots, "Direction": direction},
                covers=("rewritten",),
                depth=20,
                seconds=600,
                long=name != "2-encrypt",
            )
            for name, rounds, stages, slots, direction in (
                ("2-encrypt", 2, 2, 2, 0),
                ("2-decrypt", 2, 3, 1, 1),
                ("5-both", 5, 2, 2, 2),
                ("1-encrypt", 1, 2, 2, 0),
            )
        ),
    ]
