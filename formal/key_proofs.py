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
        *_set_window(),
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
    return [
        *(
            _stored_keys(bits, 0, rounds, stages, slots, direction)
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
            )
        ),
        *(
            _stored_keys(bits, sizes, rounds, stages, slots, direction)
            for bits, sizes, rounds, stages, slots, direction in (
                (256, 7, 1, 1, 2, "both"),
                (256, 7, 2, 0, 1, "both"),
                (256, 5, 2, 1, 4, "encrypt"),
                (192, 3, 1, 1, 1, "decrypt"),
            )
        ),
    ]


def _stored_keys(
    bits: int, sizes: int, rounds: int, stages: int, slots: int, direction: str
) -> Proof:
    is_set = sizes != 0
    kind = f"stored-keys-set-{sizes}" if is_set else "stored-keys"
    return Proof(
        f"{kind}-{bits}-{rounds}-{stages}-{slots}-{direction}",
        "each result has passed all round keys of the key in its slot at acceptance; "
        "a slot without a key holds zeros",
        "prove_stored_keys",
        "induction",
        {
            "KeyBits": bits,
            "KeySizes": sizes,
            "Rounds": rounds,
            "Stages": stages,
            "KeySlots": slots,
            "Direction": _DIRECTIONS.index(direction),
        },
        covers=("cipher", "other_key"),
        depth=160 if is_set else 80,
        stubs=("roundel_round", "roundel_key_set_window" if is_set else "roundel_key_step"),
        probes=_store_probes(bits, is_set, rounds, stages, slots, direction),
    )


def _store_probes(
    bits: int, is_set: bool, rounds: int, stages: int, slots: int, direction: str
) -> dict[str, tuple[str, ...]]:
    """Return the registers of the ring and of the store, for the induction."""
    # Yosys names the blocks of an `else if` itself.
    path = "gen_stored_set" if is_set else "genblk1.gen_stored"
    store = f"u_dut.u_key_schedule.genblk5.genblk1.{path}.u_schedule"
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

    own = {
        "store_state": "state_q",
        "clearing": "clearing_q",
        "every": "all_q",
        "store_slot": "slot_q",
        "store_index": "index_q",
        "store_loaded": "loaded_q",
    }
    in_ring = {
        "ring_valid": "valid_q",
        "ring_decrypt": "decrypt_q",
        "ring_encrypt": "encrypt_q",
        "ring_mark": "tag_q",
        "ring_turn": "turn_q",
        "ring_slot": "slot_q",
    }
    length = rounds if stages else 1
    if length > 1 and turns > 1:
        in_ring |= {
            "end_last": "genblk2.gen_positions.last_q",
            "end_stays": "genblk2.gen_positions.stays_q",
        }
    if is_set:
        in_ring["ring_size"] = "gen_sizes.size_q"
        own |= {
            "second": "second_q",
            "set_loading": "loading_q",
            "store_size": "size_q",
            "store_loads": "loads_q",
            "store_skipped": "skipped_q",
            "window_loads": "u_window.loads_q",
            "window_number": "u_window.number_q",
            "window_identity": "u_window.identity_q",
            "window_steps": "u_window.steps_q",
            "window_wrong": "u_window.wrong_q",
        }
        if rounds == 1:
            own["store_number"] = "number_q"
    else:
        own["window"] = "window_q"
    probes: dict[str, tuple[str, ...]] = {
        **{wire: (f"{store}.{signal}",) for wire, signal in own.items()},
        **{wire: (f"{ring}.{signal}",) for wire, signal in in_ring.items()},
        "ring_state": tuple(
            f"{ring}.gen_round[{place}].u_round.state" for place in reversed(range(length))
        ),
    }
    for way in ("encrypt", "decrypt"):
        if direction in (way, "both"):
            probes[f"{way}_words"] = tuple(
                round_key(way, slot, number)
                for slot in reversed(range(slots))
                for number in reversed(range(last + 1))
            )
    if is_set and slots > 1:
        probes["store_sizes"] = tuple(
            f"{store}.gen_sizes.u_sizes.words_q[{slot}]" for slot in reversed(range(slots))
        )
    elif is_set:
        probes["store_sizes"] = (f"{store}.size_q",)
    return probes


def _set_window() -> list[Proof]:
    """Return the proofs of the window that expands keys of several sizes."""
    proofs = []
    for bits, sizes, cycles in ((256, 7, 1), (256, 7, 4), (256, 5, 1), (192, 3, 1), (192, 3, 3)):
        registers = ("window_q", "phase_q", "pairs_q", "rcon_q", "second_q", "shift", "made")
        held = ("load_q", "loaded_q", "wait_q") if cycles > 1 else ()
        proofs.append(
            Proof(
                f"key-set-window-{bits}-{sizes}-{cycles}",
                "roundel_key_set_window gives the round keys of each key size, and shifts after "
                "StepCycles cycles at the earliest",
                "prove_key_set_window",
                "induction",
                {"KeyBits": bits, "KeySizes": sizes, "StepCycles": cycles},
                covers=("last_key", "first_key"),
                depth=30 * cycles + 8,
                stubs=("roundel_pipeline_cut",),
                probes={
                    **{register: (f"u_dut.{register}",) for register in registers},
                    "own_size_q": ("u_dut.size_q",),
                    "own_loads_q": ("u_dut.loads_q",),
                    **{register: (f"u_dut.gen_held.{register}",) for register in held},
                },
                long=(bits, cycles) != (256, 1),
            )
        )
    signals = ("old", "made", "last", "rcon_q", "rotates", "substitutes", "shift")
    return proofs + [
        Proof(
            f"key-set-held-{bits}-{stages}",
            "the registers of roundel_key_set_window hold the next words StepCycles cycles after "
            "a shift, from any contents",
            "prove_key_set_held",
            "delay",
            {"KeyBits": bits, "KeySizes": sizes, "Stages": stages},
            covers=("filled",),
            depth=16,
            probes={signal: (f"u_dut.{signal}",) for signal in signals},
            long=stages != 2,
        )
        for bits, sizes, stages in ((256, 7, 2), (192, 3, 5), (256, 7, 9))
    ]
