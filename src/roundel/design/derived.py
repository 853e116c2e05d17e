# SPDX-License-Identifier: Apache-2.0
"""What follows from a configuration: its figures, its ports, and whether the RTL can build it.

All of it is read from the elaborated design.
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
from roundel.design.config import Config, parameters, settled, top_of
from roundel.design.elaborate import Elaborated, Port
from roundel.design.tops import COMPACT, INTERLEAVED, LANES, STREAM, either, spelled, words

# The modules that compute facts and ports; a result that contains them depends on this code.
FACTS_CODE = tuple(f"roundel.design.{name}" for name in ("config", "derived", "elaborate", "tops"))
_ROUND = 2500.0  # LUT4 and flip-flops, or gates, of a round, roughly


@dataclass(frozen=True)
class Facts:
    """What follows from a configuration, read from the elaborated design.

    Attributes:
        num_rounds: Rounds of the cipher, Nr: 10, 12 or 14 (FIPS-197 section 5).
        latency_cycles: From a block's acceptance to its result at the engine's end.
        blocks_in_flight: Blocks that the engine, or all lanes of it, works on at once.
        cycles_per_block: From one block to the next in each lane while it is kept busy.
        queue_depth: Blocks, or beats of text, that the output queue holds; 0 without one.
        slot_bits: Width of a key slot's number.
        key_bits: Width of a key.
        round_cuts: Places of the registers in a round, a mask of the constants CUT_*.
        output_latency_cycles: From a block's, or a beat's, acceptance to its result on the output.
        zeroise_delay_cycles: After zeroise_i, in which a result of before may still be valid.
        key_load_cycles: The most from a key's handshake to the first block that may use it; None
            of packets, which wait for their key by themselves.
        lanes: Blocks side by side in a word.
        stream_cycles: From one block to the next of its stream, where a block waits for the one
            before it: CBC encryption; None elsewhere.
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


def check(config: Config) -> None:
    """Refuse a configuration that cannot be built; the InputError says which values would do."""
    _elaborate_possible(config)


def objection(config: Config) -> str | None:
    """Why a configuration cannot be built, without advice, or None: for many at a time."""
    complaint = _complaint(config)
    return f"{complaint[1]}." if complaint else None


def facts(config: Config) -> Facts:
    """What follows from a configuration; InputError if the combination of values cannot work."""
    values = _elaborate_possible(config).values
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
    )


def ports(config: Config) -> list[Port]:
    """The ports of the top, in the order of its head."""
    return list(_elaborate_possible(config).ports)


def rough_size(config: Config) -> float:
    """LUT4 and flip-flops, or gates, roughly: the hardware rounds of all lanes."""
    return _ROUND * config.Rounds * config.Lanes


def fingerprint(config: Config) -> str:
    """A digest of the RTL that a configuration elaborates, without comments and white space."""
    own = closure(top_of(config), parameters(config))
    return cache.digest(rtl.tokens(tuple(own)), parameters(config))


def closure(
    top: str,
    parameters: Mapping[str, int | str],
    *,
    vendor: str | None = None,
    more: Iterable[Path] = (),
    whole: bool = False,
) -> tuple[Path, ...]:
    """The files that a design consists of, in the order in which to compile them.

    A build compiles these files alone, and the key of a result contains these files alone: an edit
    of any other file changes nothing. The RTL has defaults for parameters that are not given.
    Models of the cells of `vendor`, a directory in rtl/vendor, come first. The files `more` are
    compiled after the library's. `whole` includes the modules that other parameters of the top
    need (`elaborate.named`).

    Raises:
        FailureError: No file declares the top.
    """
    models = files.cells(vendor) if vendor else ()
    read = (*models, *files.sources(vendor), *more)
    if whole:
        return rtl.named(read, top)
    values = tuple(parameters.items())
    if vendor and not more:
        # Where the design has no file that the vendor replaces, the library's own closure will do;
        # the question whether the design can be built has elaborated it already.
        own = rtl.needed(files.sources(), top, values)
        if set(own) <= set(read):
            return own
    return rtl.needed(read, top, values)


def alternatives(config: Config, field: str) -> list[str]:
    """The values of a parameter that can be built, the rest as it is; as they are written."""
    return list(_alternatives(config, field, [field]))


def _elaborate_possible(config: Config) -> Elaborated:
    complaint = _complaint(config)
    if complaint:
        raise InputError(_explain(config, *complaint))
    return rtl.elaborate(files.sources(), top_of(config), tuple(parameters(config).items()))


def _complaint(config: Config) -> tuple[list[str], str] | None:
    """Why a configuration cannot be built: the fields that it is about, and a clause; or None."""
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
                f"{top} has {field}={value} and no other"
            )
    if (config.Mode, config.Direction) == ("cbc", "both"):
        return ["Mode", "Direction"], (
            f"Direction=both with Mode=cbc is not possible: {INTERLEAVED} encrypts, {STREAM} "
            "decrypts, and none does both"
        )
    found = rtl.hierarchy(files.sources(), top, tuple(parameters(config).items()))
    if not found.complaints:
        return None
    text = found.complaints[0].removeprefix(rtl.ERROR).replace("_", " ")
    number = f"the number of rounds, {found.values['NUM_ROUNDS']} for a {config.KeyBits}-bit key"
    text = text.replace("the number of rounds", number)
    named = _mentioned(fields, text) or list(parameters(config))
    given = " with ".join(f"{field}={spelled(field, fields[field])}" for field in named)
    return named, f"{given} is not possible: {text}"


def _mentioned(fields: Iterable[str], text: str) -> list[str]:
    """The fields that a text is about; "other lanes" are not "lanes" too."""
    names = list(fields)
    found = set()
    for field in sorted(names, key=len, reverse=True):
        if words(field) in text:
            found.add(field)
            text = text.replace(words(field), "")
    return [field for field in names if field in found]


def _explain(config: Config, named: Sequence[str], clause: str) -> str:
    """A sentence that says what is not possible, with the values that would do instead."""
    ways = [
        f"{field} can be {either(values)}"
        for field in named
        if (values := list(_alternatives(config, field, named)))
    ]
    advice = f"; with the rest as it is, {', or '.join(ways)}" if ways else ""
    return f"{clause}{advice}."


def _alternatives(config: Config, field: str, named: Sequence[str]) -> Iterator[str]:
    """The values of one field with which the rest of a configuration can be built.

    Of those that choose another top, only ones that keep the other named fields as they are.
    """
    fields = config.fields()
    for value in config.candidates(field):
        other = config.replaced(field, value)
        kept = other.fields()
        same = all(kept[name] == fields[name] for name in named if name != field)
        if same and _complaint(other) is None:
            yield spelled(field, value)


class ShowRecord(Record):
    """A configuration and what follows from it.

    Attributes:
        config: The configuration's name and its parameters.
        facts: What the elaborated design says: latency, cycles per block, blocks in flight.
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
        return [{"config": self.config.name, **self.config.fields(), **asdict(self.facts)}]
