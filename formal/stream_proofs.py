# SPDX-License-Identifier: Apache-2.0
"""The proofs of roundel_packet_source: command fronts, beats and the framer."""

from formal.proof import Method, Proof

__all__ = ["stream"]

_MODES = {"ecb": 0, "ctr": 2, "gcm": 3, "xts": 4}


def stream() -> list[Proof]:
    """Return all proofs of this module."""
    return [*_framer(), *_fronts(), *_beats(), *_starts()]


def _framer() -> list[Proof]:
    """Return the proofs of the framer for each kind of mode, with one lane and with two."""
    return [
        Proof(
            f"framer-{mode}-{lanes}",
            "each packet has exactly its words, in order, and the right end",
            "prove_packet_framer",
            parameters={"Mode": number, "Lanes": lanes, "LengthBits": 3},
            covers=("right", "wrong"),
            depth=60,
        )
        for mode, number in _MODES.items()
        for lanes in (1, 2)
    ]


def _fronts() -> list[Proof]:
    """Return the proofs of the command front for each kind of mode."""
    methods: dict[str, Method] = {"text": "pdr", "xts": "induction", "gcm": "induction"}
    return [
        Proof(
            f"command-front-{kind}",
            "no command is lost, doubled or reordered; each verdict, tweak and IV is right",
            "prove_command_front",
            methods[kind],
            parameters={"Mode": _MODES[mode]},
            covers=("several", "refused"),
            depth=60,
            stubs=stubs,
            probes=probes,
            seconds=900,
        )
        for kind, mode, stubs, probes in (
            ("text", "ctr", (), {}),
            ("xts", "xts", ("roundel_stream_fifo",), _xts_probes()),
            ("gcm", "gcm", ("roundel_gcm_start_queue",), _gcm_probes()),
        )
    ]


def _xts_probes() -> dict[str, tuple[str, ...]]:
    """Return the registers of the command front for XTS, for the induction."""
    registers = {
        "head_valid": "u_command.valid",
        "head_full": "u_command.full",
        "head_empty": "u_command.empty",
        "head_shown": "u_command.shown",
        "head_behind": "u_command.behind",
        "deciding": "u_decision.valid",
        "decided": "u_decision.decided",
        "refused_now": "u_decision.refused",
        "decision_slot": "u_decision.slot",
        "decision_wrong": "u_decision.wrong",
        "decision_bad": "u_decision.bad",
        "has_key": "u_decision.has_key",
        "loading": "u_decision.loading",
        "front_user": "user",
        "front_decrypt": "decrypt",
        "front_tweak": "tweak",
        "list_valid": "u_ahead.u_slice.valid",
        "list_full": "u_ahead.u_slice.full",
        "list_empty": "u_ahead.u_slice.empty",
        "list_clear": "u_ahead.u_slice.clear",
        "ahead_shown": "u_ahead.u_slice.shown",
        "ahead_behind": "u_ahead.u_slice.behind",
    }
    return {wire: (f"gen_xts.u_dut.{register}_q",) for wire, register in registers.items()}


def _gcm_probes() -> dict[str, tuple[str, ...]]:
    """Return the registers of the command front for GCM, for the induction."""
    registers = {
        "u_iv": {
            "head_here": "head_here",
            "more_here": "more_here",
            "ready_in": "empty",
            "full_in": "full",
            "fresh": "fresh",
            "in_first": "first",
            "in_few": "few",
            "in_given_odd": "given_odd",
            "in_short": "short",
            "in_fields": "fields",
            "in_blocks": "blocks",
            "word_last": "word_last",
            "last_next": "last_next",
            "word_odd": "odd",
            "word_near": "near",
            "word_count": "left",
            "word_fewer": "fewer",
            "held": "held",
            "hashing": "hashing",
            "block": "block",
            "two": "two",
            "more": "more",
            "second": "second",
            "sum": "sum",
            "data": "data",
            "early": "early",
            "part": "part",
            "even": "even",
            "hashed": "hashed",
            "load": "load",
            "more_wanted": "wants",
            "free": "free",
            "word_held": "held_word",
            "clear_late": "clear_late",
            "length_now": "length",
            "cut_iv": "iv",
            "cut_tag": "tag",
        },
        "u_iv.u_blocks": {
            "buffer_valid": "valid",
            "buffer_ready": "ready",
            "buffer_load": "load",
            "buffer_show": "show",
            "buffer_empty": "empty",
            "buffer_even": "even",
            "buffer_odd": "odd",
        },
        "u_iv.u_last": {
            "last_valid": "valid",
            "last_full": "full",
            "last_empty": "empty",
            "last_shown": "shown",
            "last_behind": "behind",
        },
        "u_decision": {
            "deciding": "valid",
            "decided": "decided",
            "refused_now": "refused",
            "decision_slot": "slot",
            "decision_wrong": "wrong",
            "decision_bad": "bad",
            "has_key": "has_key",
            "loading": "loading",
        },
        "u_starts.u_list": {
            "list_valid": "valid",
            "list_full": "full",
            "list_empty": "empty",
            "list_clear": "clear",
            "list_shown": "shown",
            "list_behind": "behind",
        },
    }
    probes: dict[str, tuple[str, ...]] = {
        wire: (f"gen_gcm.u_dut.{module}.{register}_q",)
        for module, wires in registers.items()
        for wire, register in wires.items()
    }
    front = {
        "front_user": "user",
        "front_decrypt": "decrypt",
        "front_tag_bytes": "tag_bytes",
        "front_turn": "iv_turn",
        "front_hashed": "hashed",
        "least_tag": "least_tag",
    }
    probes |= {wire: (f"gen_gcm.u_dut.{register}_q",) for wire, register in front.items()}
    probes["least_tags"] = tuple(f"gen_gcm.u_dut.u_least_tags.words_q[{n}]" for n in (1, 0))
    return probes


def _beats() -> list[Proof]:
    """Return the proofs of the beats of AXI4-Stream, with one lane and with two."""
    return [
        Proof(
            f"packet-beats-{lanes}",
            "no beat is lost, doubled or reordered, and each has the bytes of its tkeep",
            "prove_packet_beats",
            "induction",
            parameters={"Lanes": lanes},
            covers=("streaming", "stalled") if lanes == 1 else (),
            depth=30,
            probes={
                "words": tuple(f"u_dut.words_q[{word}]" for word in reversed(range(8))),
                "write": ("u_dut.write_q",),
                "read": ("u_dut.read_q",),
                **{
                    f"{name}_{state}": (f"u_dut.u_{name}.{state}_q",)
                    for name in ("raw", "facts")
                    for state in ("valid", "full", "empty", "shown", "behind")
                },
            },
            seconds=600,
        )
        for lanes in (1, 2)
    ]


def _memory(name: str) -> tuple[str, ...]:
    """Return the sixteen words of a memory."""
    return tuple(f"{name}[{word}]" for word in reversed(range(16)))


def _starts() -> list[Proof]:
    """Return the proofs of GCM packets without a J0 yet, and of the clear of secrets."""
    return [
        Proof(
            "gcm-start-queue",
            "a list of sixteen packets, each with its own J0",
            "prove_gcm_start_queue",
            "induction",
            covers=("full", "late"),
            depth=60,
            long=True,
            stubs=("roundel_credit_counter",),
            probes={
                "infos": _memory("u_dut.u_infos.words_q"),
                "starts": _memory("u_dut.starts_q"),
                "promises": _memory("u_dut.u_j0_indices.words_q"),
                "write": ("u_dut.write_q",),
                "read": ("u_dut.read_q",),
                "info_write": ("u_dut.u_infos.write_q",),
                "info_read": ("u_dut.u_infos.read_q",),
                "promise_write": ("u_dut.u_j0_indices.write_q",),
                "promise_read": ("u_dut.u_j0_indices.read_q",),
                "place": ("u_dut.put_index_q",),
                "rooms": ("u_dut.u_room.u_spec.count_q",),
                "fills": ("u_dut.u_some.u_spec.count_q",),
                "hashes": ("u_dut.u_hashes.u_spec.count_q",),
                "waits": ("u_dut.u_room.u_spec.wait_q",),
                "fill_waits": ("u_dut.u_some.u_spec.wait_q",),
                "hash_waits": ("u_dut.u_hashes.u_spec.wait_q",),
                "pushing": ("u_dut.push_q",),
                "hash_soon": ("u_dut.hash_valid_q",),
                "hash_now": ("u_dut.hash_late_q",),
                "put": ("u_dut.put_q",),
                "head_ready": ("u_dut.head_ready_q",),
                "pops": ("u_dut.pop_q",),
                "shown": ("u_dut.valid_q",),
                "none": ("u_dut.none_q",),
                "clearing": ("u_dut.clear_q",),
                "head_hashed": ("u_dut.head_hashed_q",),
                "hash_word": ("u_dut.hash_q",),
                "block": ("u_dut.block_q",),
            },
            seconds=900,
        ),
        Proof(
            "stream-clear",
            "20 cycles of a zeroise erase each J0 of roundel_gcm_start_queue and of "
            "roundel_packet_framer, and each word of roundel_packet_beats",
            "prove_stream_clear",
            "delay",
            covers=("filled",),
            depth=20,
            probes={
                "starts": _memory("u_starts.starts_q"),
                "pop": ("u_starts.pop_q",),
                "clearing": ("u_starts.clear_q",),
                "some": ("u_starts.some",),
                "hash_there": ("u_starts.hash_there",),
                "head_hashed": ("u_starts.head_hashed",),
                "busy": ("u_framer.busy_q",),
                "idle": ("u_framer.idle_q",),
                "runs": ("u_framer.runs_q",),
                "drops": ("u_framer.drops_q",),
                "word_valid": ("u_framer.valid_o",),
                "granted": ("u_framer.granted_q",),
                "words": tuple(f"u_beats.words_q[{word}]" for word in reversed(range(8))),
            },
        ),
    ]
