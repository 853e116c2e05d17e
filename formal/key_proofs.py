# SPDX-License-Identifier: Apache-2.0
"""Proofs of stored keys: control, window and both stores, and the engine for Stages of 0 and 1."""

from formal.proof import Proof

__all__ = ["key_store", "stored_keys"]

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


def stored_keys() -> list[Proof]:
    """Return the proofs of engines with stored keys and Stages of 0 or 1."""
    proofs = []
    for bits, rounds, stages, slots, direction in (
        (128, 1, 1, 1, "encrypt"),
        (128, 1, 1, 2, "decrypt"),
        (128, 1, 1, 4, "both"),
        (128, 2, 0, 1, "encrypt"),
        (128, 2, 1, 2, "both"),
        (128, 5, 1, 1, "both"),
        (128, 10, 0, 1, "both"),
        (128, 10, 1, 2, "decrypt"),
        (192, 3, 1, 1, "both"),
        (256, 7, 1, 1, "both"),
    ):
        proofs.append(
            Proof(
                f"stored-keys-{bits}-{rounds}-{stages}-{slots}-{direction}",
                "each result has passed all round keys of the key in its slot at acceptance; "
                "a slot without a key holds zeros",
                "prove_stored_keys",
                "induction",
                {
                    "KeyBits": bits,
                    "Rounds": rounds,
                    "Stages": stages,
                    "KeySlots": slots,
                    "Direction": _DIRECTIONS.index(direction),
                },
                covers=("cipher", "other_key"),
                depth=80,
                stubs=("roundel_round", "roundel_key_step"),
                probes=_store_probes(bits, rounds, stages, slots, direction),
            )
        )
    return proofs


def _store_probes(
    bits: int, rounds: int, stages: int, slots: int, direction: str
) -> dict[str, tuple[str, ...]]:
    """Return the registers of the ring and of the store, for the induction."""
    # Yosys names the blocks of an `else if` itself.
    store = "u_dut.u_key_schedule.genblk5.genblk1.gen_stored.u_schedule"
    ring = "u_dut.u_ring"
    last = bits // 32 + 6
    turns = last // rounds
    turn_bits = (turns - 1).bit_length()

    def word(bank: str, words: int, index: int) -> str:
        register = "gen_register.key_q" if words == 1 else f"gen_memory.keys_q[{index}]"
        return f"{store}.{bank}.u_bank.{register}"

    def round_key(way: str, slot: int, number: int) -> str:
        if number == (0 if way == "encrypt" else last):
            return word(f"gen_entry_{way}", slots, slot)
        if rounds == 1:
            return word("gen_round[0].gen_one_bank", 16 * slots, 16 * slot + number)
        turn, place = divmod(number - 1 if way == "encrypt" else last - 1 - number, rounds)
        bank = f"gen_round[{place}].gen_banks.gen_{way}.u_bank"
        return word(bank, slots << turn_bits, (slot << turn_bits) | turn)

    probes: dict[str, tuple[str, ...]] = {
        wire: (f"{store}.{signal}",)
        for wire, signal in {
            "store_state": "state_q",
            "clearing": "clearing_q",
            "every": "all_q",
            "store_slot": "slot_q",
            "store_index": "index_q",
            "store_loaded": "loaded_q",
            "window": "window_q",
        }.items()
    }
    probes |= {
        wire: (f"{ring}.{signal}",)
        for wire, signal in {
            "ring_valid": "valid_q",
            "ring_decrypt": "decrypt_q",
            "ring_encrypt": "encrypt_q",
            "ring_mark": "tag_q",
            "ring_turn": "turn_q",
            "ring_slot": "slot_q",
        }.items()
    }
    length = rounds if stages else 1
    if length > 1 and turns > 1:
        probes["end_last"] = (f"{ring}.genblk1.gen_positions.last_q",)
        probes["end_stays"] = (f"{ring}.genblk1.gen_positions.stays_q",)
    probes["ring_state"] = tuple(
        f"{ring}.gen_round[{place}].u_round.state" for place in reversed(range(length))
    )
    for way in ("encrypt", "decrypt"):
        if direction in (way, "both"):
            probes[f"{way}_words"] = tuple(
                round_key(way, slot, number)
                for slot in reversed(range(slots))
                for number in reversed(range(last + 1))
            )
    return probes
