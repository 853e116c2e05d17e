# SPDX-License-Identifier: Apache-2.0
"""Properties of a configuration: figures, ports, and whether the RTL can build it.

All properties are read from the elaborated design.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, Self

from pydantic import Field

from roundel.base import cache
from roundel.base.errors import InputError
from roundel.base.record import Record, Row
from roundel.design import elaborate as rtl
from roundel.design import files
from roundel.design.config import Config, key_sizes, parameters, settled, top_of
from roundel.design.elaborate import Elaborated, Port
from roundel.design.tops import COMPACT, INTERLEAVED, LANES, STREAM, either, spelled, words

# The modules that compute facts and ports; results with facts or ports depend on their code.
FACTS_CODE = tuple(f"roundel.design.{name}" for name in ("config", "derived", "elaborate", "tops"))
_ROUND = 2500.0  # estimated LUT4 and flip-flops, or gates, of a round


@dataclass(frozen=True)
class Facts:
    """Properties of a configuration, read from the elaborated design.

    Attributes:
        num_rounds: Rounds of the cipher, Nr: 10, 12 or 14 (FIPS-197 section 5).
        latency_cycles: From a block's acceptance to its result at the end of the engine.
        blocks_in_flight: The number of blocks in flight in the engine, or in all lanes.
        cycles_per_block: Cycles between blocks in each lane at full throughput.
        queue_depth: Capacity of the output queue in blocks or beats of text; 0 without a queue.
        slot_bits: Width of a key slot's number.
        key_bits: Width of a key.
        round_cuts: Positions of the registers in a round, a mask of the constants CUT_*.
        output_latency_cycles: From a block's or beat's acceptance to its result at the output.
        zeroise_delay_cycles: Cycles after zeroise_i in which an earlier result may still be valid.
        key_load_cycles: Maximum from a key's handshake to the first block for this key; None for
            packets, which wait for their key.
        lanes: Parallel blocks in a word.
        latency_by_key_bits: With several key sizes: `latency_cycles` of a block by the size of its
            key; otherwise None.
        cycles_per_block_by_key_bits: With several key sizes: `cycles_per_block` by the size of the
            key; otherwise None.
        stream_cycles: Cycles between blocks of one stream if a block depends on the block before
            (CBC encryption); otherwise None.
    """

    num_rounds: int
    latency_cycles: int
    blocks_in_flight: int
    cycles_per_block: int
    queue_depth: int
    slot_bits: int
    key_bits: int
    round_cuts: int
    output_latency_cycles: int
    zeroise_delay_cycles: int
    key_load_cycles: int | None
    lanes: int = 1
    stream_cycles: int | None = None
    latency_by_key_bits: dict[int, int] | None = None
    cycles_per_block_by_key_bits: dict[int, int] | None = None


def check(config: Config) -> None:
    """Raise an InputError for an impossible configuration; the message lists possible values."""
    _elaborate_possible(config)


def objection(config: Config) -> str | None:
    """The reason why a configuration is impossible, without advice; None if it is possible."""
    complaint = _complaint(config)
    return f"{complaint[1]}." if complaint else None


def facts(config: Config) -> Facts:
    """The properties of a configuration; InputError if the combination of values is impossible."""
    values = _elaborate_possible(config).values
    latencies: dict[int, int] | None = None
    if len(key_sizes(config)) > 1:
        # The lanes of a packet engine have one latency for all sizes.
        latencies = {
            bits: values.get(f"LATENCY_{bits}", values["LATENCY"]) for bits in key_sizes(config)
        }
    # LATENCY is a multiple of the ring, plus the cycles in front of a ring with many key slots.
    ring, entry = divmod(values["LATENCY"], values["CYCLES_PER_BLOCK"])
    return Facts(
        num_rounds=values["NUM_ROUNDS"],
        latency_cycles=values["LATENCY"],
        blocks_in_flight=values["BLOCKS_IN_FLIGHT"],
        cycles_per_block=values["CYCLES_PER_BLOCK"],
        queue_depth=values["QUEUE_DEPTH"],
        slot_bits=values["SLOT_BITS"],
        key_bits=values["KeyBits"],
        round_cuts=values["ROUND_CUTS"],
        output_latency_cycles=values["OUTPUT_LATENCY"],
        zeroise_delay_cycles=values["ZEROISE_DELAY"],
        key_load_cycles=values.get("KEY_LOAD_CYCLES"),
        lanes=values.get("Lanes", 1),
        stream_cycles=values.get("STREAM_CYCLES"),
        latency_by_key_bits=latencies,
        cycles_per_block_by_key_bits=latencies
        and {bits: (latency - entry) // ring for bits, latency in latencies.items()},
    )


def ports(config: Config) -> list[Port]:
    """The ports of the top, in the order of the module head."""
    return list(_elaborate_possible(config).ports)


def rough_size(config: Config) -> float:
    """An estimate of LUT4 and flip-flops, or gates: the hardware rounds of all lanes."""
    return _ROUND * config.Rounds * config.Lanes


def fingerprint(config: Config, vendor: str | None = None) -> str:
    """A digest of the elaborated RTL of a configuration, without comments and white space.

    The files of `vendor` replace the library's, as in `closure`.
    """
    own = closure(top_of(config), parameters(config), vendor=vendor)
    return cache.digest(rtl.tokens(tuple(own)), parameters(config))


def closure(
    top: str,
    parameters: Mapping[str, int | str],
    *,
    vendor: str | None = None,
    more: Iterable[Path] = (),
    whole: bool = False,
) -> tuple[Path, ...]:
    """The files of a design in compile order.

    A build compiles only these files, and the key of a result contains only these files: an edit of
    another file changes no key. Missing parameters have the RTL's defaults. Models of the cells of
    `vendor`, a directory in rtl/vendor, come first. The files `more` are compiled after the
    library. `whole` includes modules for other parameters of the top (`elaborate.named`).


    Raises:
        FailureError: No file declares the top.
    """
    models = files.cells(vendor) if vendor else ()
    read = (*models, *files.sources(vendor), *more)
    if whole:
        return rtl.named(read, top)
    values = tuple(parameters.items())
    if vendor and not more:
        # A design without files of the vendor uses the library's own closure: the check of the
        # configuration has already elaborated it.
        own = rtl.needed(files.sources(), top, values)
        if set(own) <= set(read):
            return own
    return rtl.needed(read, top, values)


def alternatives(config: Config, field: str) -> list[str]:
    """The possible values of a parameter with the other values unchanged, in written form."""
    return list(_alternatives(config, field, [field]))


def _elaborate_possible(config: Config) -> Elaborated:
    complaint = _complaint(config)
    if complaint:
        raise InputError(_explain(config, *complaint))
    return rtl.elaborate(files.sources(), top_of(config), tuple(parameters(config).items()))


def _complaint(config: Config) -> tuple[list[str], str] | None:
    """The fields of an impossible combination, and a clause with the reason; otherwise None."""
    top, fields = top_of(config), config.fields()
    for field, value in settled(config).items():
        if fields[field] != value:
            choosing = {
                INTERLEAVED: ["Mode", "Direction"],
                LANES: ["Mode", "Lanes"],
                COMPACT: ["Mode", "Compact"],
            }.get(top, ["Mode"])
            given = " and ".join(f"{name}={fields[name]}" for name in choosing)
            return [*choosing, field], (
                f"{field}={spelled(field, fields[field])} with {given} is not possible: "
                f"{top} only has {field}={value}"
            )
    if (config.Mode, config.Direction) == ("cbc", "both"):
        return ["Mode", "Direction"], (
            f"Direction=both with Mode=cbc is not possible: {INTERLEAVED} encrypts, {STREAM} "
            "decrypts, and no top does both"
        )
    values = parameters(config)
    found = rtl.hierarchy(files.sources(), top, tuple(values.items()))
    for field, value in values.items():
        if found.values.get(field, value) != value:  # the RTL has a parameter of type bit
            return [field], f"{field}={value} is not possible: {words(field)} must be 0 or 1"
    if not found.complaints:
        return None
    text = found.complaints[0].removeprefix(rtl.ERROR).replace("_", " ")
    number = f"the number of rounds, {found.values['NUM_ROUNDS']} for a {config.KeyBits}-bit key"
    text = text.replace("the number of rounds", number)
    named = _mentioned(fields, text) or list(values)
    given = " with ".join(f"{field}={spelled(field, fields[field])}" for field in named)
    return named, f"{given} is not possible: {text}"


def _mentioned(fields: Iterable[str], text: str) -> list[str]:
    """The fields in a text; "other lanes" are not also "lanes"."""
    names = list(fields)
    found = set()
    for field in sorted(names, key=len, reverse=True):
        if words(field) in text:
            found.add(field)
            text = text.replace(words(field), "")
    return [field for field in names if field in found]


def _explain(config: Config, named: Sequence[str], clause: str) -> str:
    """A sentence with the reason, and with possible values instead."""
    choices = [
        f"{field} can be {either(values)}"
        for field in named
        if (values := list(_alternatives(config, field, named)))
    ]
    advice = f"; with the other values, {', or '.join(choices)}" if choices else ""
    return f"{clause}{advice}."


def _alternatives(config: Config, field: str, named: Sequence[str]) -> Iterator[str]:
    """The values of one field for which the configuration is possible.

    A value that chooses another top must keep the other named fields.
    """
    fields = config.fields()
    for value in config.candidates(field):
        other = config.replaced(field, value)
        kept = other.fields()
        same = all(kept[name] == fields[name] for name in named if name != field)
        if same and _complaint(other) is None:
            yield spelled(field, value)


class ShowRecord(Record):
    """A configuration and its properties.

    Attributes:
        config: The configuration's name and its parameters.
        facts: The properties of the elaborated design: latency, cycles per block, blocks in
            flight.
        ports: The ports of the top, in order.
    """

    schema_: Literal["roundel.show/1"] = Field(default="roundel.show/1", alias="schema")
    config: Config
    facts: Facts
    ports: list[Port]

    @classmethod
    def of(cls, config: Config) -> Self:
        """The record of a configuration."""
        return cls(config=config, facts=facts(config), ports=ports(config))

    def to_rows(self) -> list[Row]:
        """One row: the parameters and the facts, without the ports."""
        facts = asdict(self.facts)
        for name in ("latency_by_key_bits", "cycles_per_block_by_key_bits"):
            found = facts.pop(name)
            facts |= {name.replace("key_bits", str(bits)): n for bits, n in (found or {}).items()}
        return [{"config": self.config.name, **self.config.fields(), **facts}]
