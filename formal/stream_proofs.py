# SPDX-License-Identifier: Apache-2.0
"""The proofs of roundel_packet_source: command fronts, beats and the framer."""

from formal.proof import Proof

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
    return [
        Proof(
            f"command-front-{kind}",
            "no command is lost, doubled or reordered; each verdict, tweak and IV is right",
            "prove_command_front",
            parameters={"Mode": _MODES[mode]},
            covers=("several", "refused"),
            depth=60,
            stubs=stubs,
            probes={"refused_now": ("gen_gcm.u_dut.u_decision.refused_q",)}
            if kind == "gcm"
            else {},
            seconds=900,
        )
        for kind, mode, stubs in (
            ("text", "ctr", ()),
            ("xts", "xts", ("roundel_stream_fifo",)),
            ("gcm", "gcm", ("roundel_gcm_start_queue",)),
        )
    ]


def _beats() -> list[Proof]:
    """Return the proofs of the beats of AXI4-Stream, with one lane and with two."""
    return [
        Proof(
            f"packet-beats-{lanes}",
            "no beat is lost, doubled or reordered, and each has the bytes of its tkeep",
            "prove_packet_beats",
            "induction",
            parameters={"Lanes": lanes},
            covers=("streaming", "stalled"),
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
            seconds=600,
        ),
        Proof(
            "stream-clear",
            "a zeroise leaves no J0 and no word behind, whatever was there",
            "prove_stream_clear",
            "delay",
            depth=24,
            probes={
                "starts": _memory("u_starts.starts_q"),
                "words": tuple(f"u_beats.words_q[{word}]" for word in reversed(range(8))),
            },
        ),
    ]
