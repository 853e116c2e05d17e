# SPDX-License-Identifier: Apache-2.0
"""Proofs of the modules around the cores: FIFOs, packets and the AXI4 window."""

from formal.proof import Proof
from formal.stream_proofs import stream

__all__ = ["bus"]


def bus() -> list[Proof]:
    """Return all proofs of these modules."""
    return [
        *_credit_counter(),
        *_short_fifo(),
        *_fifo_lut_ram(),
        *_fifo(),
        *_reorder_buffer(),
        *_sink(),
        *_packets(),
        *stream(),
        *_axi(),
        *_registers(),
    ]


def _credit_counter() -> list[Proof]:
    """Return the proofs of the credit counter, one for each count of credits and start value."""
    return [
        Proof(
            f"credit-counter-{tokens}-{'full' if full else 'none'}",
            "any_o shows in every cycle whether the counter has a credit",
            "prove_credit_counter",
            "induction",
            {"Tokens": tokens, "StartFull": full},
            # More credits need longer covers, which show nothing new.
            covers=("emptied", "refilled") if tokens + 16 * (1 - full) <= 32 else (),
            depth=3 * tokens + 3,
        )
        for tokens in (2, 3, 5, 16, 32, 48, 96, 128)
        for full in (0, 1)
    ]


def _short_fifo() -> list[Proof]:
    """Return the proofs of the short FIFO: two registers, and a memory of various depths."""
    return [
        Proof(
            f"short-fifo-{depth}{'-registered' if registered else ''}{'-blank' if blank else ''}",
            "the FIFO loses, repeats and reorders no word, and Depth words fit",
            "prove_short_fifo",
            "induction",
            {"Depth": depth, "Registered": registered, "InputZeroWhenBusy": blank},
            # The shortest FIFO has too few credits for a word per cycle.
            covers=("drained", "streaming") if depth > 2 + 2 * registered else ("drained",),
            depth=4 * depth + 24,
            stubs=("roundel_credit_counter",),
        )
        for depth in (2, 4, 7, 18)
        for registered, blank in ((0, 0), (1, 0), (1, 1))
        if (depth > 2 or not registered) and (depth == 18 or not blank)
    ]


def _fifo_lut_ram() -> list[Proof]:
    """Return the proofs of the memory banks in front of the short FIFO."""
    return [
        Proof(
            f"fifo-lut-ram-{banks}",
            "the banks are a FIFO, and at most 16 delivered words still occupy their entries",
            "prove_fifo_lut_ram",
            "induction",
            {"Banks": banks},
            # One bank has too few credits for a word per cycle.
            covers=("streaming",) if banks > 1 else (),
            depth=60,
            stubs=("roundel_credit_counter",),
            probes={
                "words": tuple(
                    f"u_dut.gen_bank[{bank}].u_bank.words_q[{entry}]"
                    for bank in reversed(range(banks))
                    for entry in reversed(range(16))
                ),
                "writes": tuple(
                    f"u_dut.gen_bank[{bank}].u_bank.write_q" for bank in reversed(range(banks))
                ),
                "reads": tuple(
                    f"u_dut.gen_bank[{bank}].u_bank.read_q" for bank in reversed(range(banks))
                ),
            },
            seconds=900,
            long=banks > 2,
        )
        for banks in (1, 2, 3, 7)
    ]


def _fifo() -> list[Proof]:
    """Return the proofs of the banks together with the short FIFO."""
    return [
        Proof(
            f"fifo-{depth}",
            "the banks and the short FIFO meet the assumptions of both proofs",
            "prove_fifo",
            "induction",
            {"Depth": depth},
            covers=("streaming",) if depth == 34 else (),
            depth=48,
            stubs=("roundel_credit_counter",),
        )
        for depth in (34, 50, 130)
    ]


def _packets() -> list[Proof]:
    """Return the proofs of the modules between a mode and its streams."""
    return [
        *(
            Proof(
                name,
                f"a {text} is a FIFO of two words, and passes one word per cycle",
                "prove_skid_buffer",
                parameters={"PingPong": ping_pong},
                covers=("streaming", "stalled"),
                depth=16,
            )
            for name, text, ping_pong in (
                ("skid-buffer", "skid buffer", 0),
                ("ping-pong-buffer", "ping-pong buffer", 1),
            )
        ),
        *(
            Proof(
                name,
                text,
                "prove_packet_keys",
                parameters={"Interleaved": interleaved},
                covers=("other", "ended"),
                depth=30,
                probes={
                    "counted_taken": ("u_dut.taken_q",),
                    "counted_begun": ("u_dut.begun_q",),
                    "counted_next": ("u_dut.begun_next_q",),
                    "counted_done": ("u_dut.done_q",),
                    "mark": ("u_dut.mark_q",),
                    "clearing": ("u_dut.clear_q",),
                    "marked": ("u_dut.marked_q",),
                },
            )
            for name, text, interleaved in (
                ("packet-keys", "a key reaches the mode between two packets of its slot", 0),
                ("packet-keys-streams", "a key separates earlier commands from later commands", 1),
            )
        ),
        Proof(
            "chain",
            "each word of a stream starts once, in order, after the result of the word before",
            "prove_chain",
            covers=("together", "restarted", "wrapped"),
            depth=50,
        ),
        Proof(
            "slot-usage",
            "a key replaces the key of a slot only while no packet of the slot is in flight",
            "prove_slot_usage",
            covers=("ended", "full"),
            depth=40,
        ),
        Proof(
            "key-policy",
            "a command is judged by the policy of its slot's last key, and each encryption counts",
            "prove_key_policy",
            "induction",
            covers=("exhausted", "late"),
            depth=14,
            probes={
                "stores": ("u_dut.gen_policy.stores_q",),
                "stored_slot": ("u_dut.gen_policy.key_slot_q",),
                "stored_policy": ("u_dut.gen_policy.policy_q",),
                "query_slot": ("u_dut.gen_policy.query_slot_q",),
                "rights": ("u_dut.gen_policy.rights_q",),
                "left": ("u_dut.gen_policy.gen_limit.left_q",),
                "rights_words": tuple(f"u_dut.gen_policy.u_rights.words_q[{n}]" for n in (1, 0)),
                "left_words": tuple(
                    f"u_dut.gen_policy.gen_limit.u_left.words_q[{n}]" for n in (1, 0)
                ),
            },
        ),
        *(
            Proof(
                f"chain-subkeys-{slots}-{latency}",
                "each lookup gives the subkeys of its slot's last key; a slot is ready with both "
                "subkeys alone; a zeroise erases every subkey",
                "prove_chain_subkeys",
                "induction",
                parameters={"KeySlots": slots, "RingLatency": latency},
                # With more slots the first clear takes too long for a cover.
                covers=("replaced", "other") if slots <= 4 else (),
                depth=4 * latency + 24,
                stubs=("roundel_deep_ram",),
                probes={
                    "chosen": ("u_dut.u_subkeys.chosen_q",),
                    "watched": ("u_dut.u_subkeys.watched_q",),
                    "watched_word": ("u_dut.u_subkeys.watched_word_q",),
                    "read_word": ("u_dut.u_subkeys.word_q",),
                    "read_blank": ("u_dut.u_subkeys.blank_q",),
                    "output_word": ("u_dut.u_subkeys.output_q",),
                    "wipe_index": ("u_dut.u_wipe.index_q",),
                    "state": ("u_dut.state_q",),
                    "inside": ("u_dut.inside_q",),
                    "wholes": ("u_dut.whole_2_q", "u_dut.whole_1_q"),
                },
            )
            for slots, latency in ((2, 4), (4, 7), (512, 12))
        ),
        Proof(
            "ccm-position",
            "each beat of CCM has its position, and a packet with other lengths is found",
            "prove_ccm_position",
            covers=("right", "wrong"),
            depth=20,
        ),
        Proof(
            "stream-chains",
            "commands, beats, text and results of streams and of ordinary packets take the right "
            "way once, in order, with their id, in turn",
            "prove_stream_chains",
            "induction",
            covers=("alternates", "passes"),
            depth=20,
            stubs=("roundel_interleaved_path", "roundel_stream_fifo"),
            probes=_chains_probes(),
        ),
        Proof(
            "xts-join",
            "XTS words leave in order, and a partial block leaves beside the word before it",
            "prove_xts_join",
            covers=("streaming", "stolen"),
            depth=24,
            stubs=("roundel_stream_fifo",),
        ),
        Proof(
            "xts-order",
            "XTS words leave in order, each with the block that arrived for it",
            "prove_xts_order",
            covers=("parted",),
            depth=24,
        ),
    ]


def _chains_probes() -> dict[str, tuple[str, ...]]:
    """Return the ports of the streams' path in roundel_stream_chains, and its skid buffers."""
    path = "u_dut.u_streams"
    probes: dict[str, tuple[str, ...]] = {
        "path_command_valid": (f"{path}.command_valid_i",),
        "path_command_ready": (f"{path}.any_command_ready",),
        "path_command": (f"{path}.command_i",),
        "path_command_user": (f"{path}.command_user_i",),
        "path_beat_valid": (f"{path}.beat_valid_i",),
        "path_beat_ready": (f"{path}.any_beat_ready",),
        "path_beat": tuple(
            f"{path}.beat_{field}_i" for field in ("id", "last", "keep", "user", "data")
        ),
        "path_text": tuple(
            f"{path}.any_text_{field}" for field in ("id", "last", "keep", "user", "data")
        ),
        "path_result": tuple(
            f"{path}.any_result_{field}" for field in ("id", "ok", "error", "user", "tag")
        ),
        "text_turn": ("u_dut.text_turn_q",),
        "result_turn": ("u_dut.result_turn_q",),
    }
    for name in ("text", "result"):
        probes[f"path_{name}_valid"] = (f"{path}.any_{name}_valid",)
        probes[f"path_{name}_ready"] = (f"{path}.{name}_ready_i",)
    for wire, buffer in (
        ("beats", "u_beats"),
        ("fifo", "u_packet_beats.u_slice"),
        ("texts", "u_text"),
        ("results", "u_results"),
    ):
        probes[f"wide_{wire}"] = tuple(
            f"u_dut.{buffer}.{register}_q" for register in ("behind", "shown")
        )
        for state in ("valid", "full", "empty", "clear"):
            probes[f"{wire}_{state}"] = (f"u_dut.{buffer}.{state}_q",)
    return probes


def _reorder_buffer() -> list[Proof]:
    """Return the proofs of the output memory that restores the order of blocks."""
    proofs = []
    for depth in (4, 16, 32):
        for registered in (0, 1):
            probes = {
                "number_q": ("u_dut.number_q",),
                "read_q": ("u_dut.read_q",),
                "words": tuple(f"u_dut.u_memory.words_q[{n}]" for n in reversed(range(depth))),
                "clearing": ("u_dut.u_clear.busy_q",),
                "clear_index": ("u_dut.u_clear.index_q",),
            }
            if registered:
                late = ("late", "late_number", "late_word")
                ports = ("push", "push_number", "pushed")
                probes |= {wire: (f"u_dut.{port}",) for wire, port in zip(late, ports, strict=True)}
            proofs.append(
                Proof(
                    f"reorder-buffer-{depth}{'-registered' if registered else ''}",
                    "the buffer gives each word once, in the order of the numbers, for any order "
                    "of pushes",
                    "prove_reorder_buffer",
                    "induction",
                    {"Depth": depth, "Registered": registered},
                    covers=("overtaken", "second_lap"),
                    depth=2 * depth + 20,
                    probes=probes,
                    long=depth > 4,
                )
            )
    return proofs


def _sink() -> list[Proof]:
    """Return the proofs of the credits between a mode and the FIFOs of text and results."""
    return [
        Proof(
            f"sink-{text}-{packets}",
            "each credit has a free entry: no FIFO of text, ends or results overflows",
            "prove_sink",
            "induction",
            {"TextDepth": text, "PacketDepth": packets},
            covers=("drained",) if text == packets == 18 else (),
            depth=90,
            stubs=("roundel_fifo", "roundel_credit_counter"),
        )
        for text, packets in ((18, 18), (98, 34))
    ]


# The pins of roundel_axi_window without clock and reset: no path joins an input and an output.
_WINDOW_INS = (
    *(f"{channel}_{pin}_i" for channel in ("aw", "ar") for pin in ("valid", "id", "address")),
    *(f"{channel}_{pin}_i" for channel in ("aw", "ar") for pin in ("length", "size", "type")),
    *("w_valid_i", "w_data_i", "w_strobe_i", "b_ready_i", "r_ready_i"),
    *("request_ready_i", "answer_valid_i", "answer_data_i", "answer_error_i"),
)
# The FIFOs of tags, B and R.
_WINDOW_FIFOS = ("u_dut.u_tags.u_queue.u_fifo", "u_dut.u_b.u_fifo", "u_dut.u_r.u_fifo")
_MEMORY = "genblk1.gen_memory"

_WINDOW_OUTS = (
    *("aw_ready_o", "w_ready_o", "b_valid_o", "b_id_o", "b_response_o", "ar_ready_o"),
    *("r_valid_o", "r_id_o", "r_data_o", "r_response_o", "r_last_o", "answer_ready_o"),
    *(f"request_{pin}_o" for pin in ("valid", "write", "address", "data", "strobe")),
)


def _axi() -> list[Proof]:
    """Return the proofs of the card's AXI4 subordinate."""
    return [
        Proof(
            "no-comb-path-axi-window",
            "no path leads from an input of roundel_axi_window to an output",
            "roundel_axi_window",
            None,
            no_comb_path=tuple((out, into) for out in _WINDOW_OUTS for into in _WINDOW_INS),
        ),
        Proof(
            "axi-burst",
            "each AXI4 burst gives length + 1 beats, at the addresses and lanes of the standard",
            "prove_axi_burst",
            "induction",
            covers=("streaming", "wrapped"),
            depth=16,
        ),
        Proof(
            "axi-window",
            "each beat is a request, and its answer returns once, in order, on channel B or R",
            "prove_axi_window",
            parameters={"Bits": 2, "ResponseDepth": 2},
            covers=("stalled",),
            depth=30,
            stubs=("roundel_axi_burst_address",),
        ),
        Proof(
            "axi-window-flow",
            "an offered beat stays, and one beat passes per cycle, with the FIFOs of the design",
            "prove_axi_window",
            parameters={"Bits": 5, "ResponseDepth": 18, "Follow": 0},
            covers=("writing", "reading"),
            depth=60,
            stubs=("roundel_axi_burst_address",),
            probes={
                "fifo_busy": tuple(f"{fifo}.{_MEMORY}.busy_q" for fifo in _WINDOW_FIFOS),
                "fifo_clear": tuple(f"{fifo}.clear_q" for fifo in _WINDOW_FIFOS),
                "fifo_write": tuple(f"{fifo}.{_MEMORY}.u_bank.write_q" for fifo in _WINDOW_FIFOS),
                "tags_both": (f"{_WINDOW_FIFOS[0]}.{_MEMORY}.both_q",),
                "tags_stored": (f"{_WINDOW_FIFOS[0]}.{_MEMORY}.u_stored.window_q",),
                "tags_credits": ("u_dut.u_tags.u_credits.window_q",),
            },
        ),
    ]


def _registers() -> list[Proof]:
    """Return the proofs of the register ports on APB and Wishbone."""
    return [
        Proof(
            "apb-bridge",
            "each APB transfer is one AXI4-Lite access, answered with its data and error",
            "prove_apb_bridge",
            "induction",
            covers=("stalled", "quick", "errors"),
            depth=20,
        ),
        *(
            Proof(
                f"wishbone-bridge-{name}",
                f"each request of {text} is one AXI4-Lite access, and gets its answer once",
                "prove_wishbone_bridge",
                "induction",
                parameters={"Classic": classic},
                covers=("stalled", "quick", "refused", *(() if classic else ("aborted",))),
                depth=30,
            )
            for name, text, classic in (
                ("pipelined", "any Wishbone host", 0),
                ("classic", "a classic Wishbone host", 1),
            )
        ),
        Proof(
            "axil-registers",
            "each request on AXI4-Lite is answered once, at most 13 cycles after its handshakes",
            "prove_axil_registers",
            covers=("slow_write", "slow_read"),
            depth=40,
        ),
    ]
