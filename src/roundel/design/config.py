# SPDX-License-Identifier: Apache-2.0
"""Configurations: the values of the RTL's parameters, by the RTL's names."""

from collections.abc import Container, Iterable, Mapping
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from roundel.base.errors import InputError, nearest
from roundel.base.modes import FORWARD_MODES
from roundel.design import tops

_SANE = 1000  # for any number up to here, the RTL elaborates quickly and reports wrong values


def _number(default: int, meaning: str, limit: int = _SANE) -> Any:
    """A numeric parameter; the RTL decides which values are possible."""
    return Field(default=default, ge=-limit, le=limit, description=meaning)


def _name(default: str, meaning: str) -> Any:
    """A parameter with named values: constants of the RTL."""
    return Field(default=default, description=meaning)


class Config(BaseModel):
    """One design: a value for each parameter that a user can choose.

    `Mode` chooses the top. With `none` the top is roundel_core: blocks in and blocks out. With
    `none` and `Compact` the top is roundel_compact, with fewer gates. With `none` and several
    `Lanes` the top is roundel_lanes, for words of several blocks. With a mode the top is
    roundel_stream: packets in and packets out; for CBC encryption the top is
    roundel_stream_interleaved, for packets of many streams. The description of each field defines
    the parameter. Named values are the constants of the packages, in lower case. The RTL decides
    whether a combination works: `roundel.design.check`.

    Attributes:
        name: The name in reports: the preset's or the file's name, with overrides.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        protected_namespaces=(),
        json_schema_extra=lambda schema: _add_values(schema),
    )

    name: str = Field(description="Name in reports: the preset's or the file's, with overrides.")
    KeyBits: int = _number(128, "Key size in bits: 128, 192 or 256; the largest size of KeySizes.")
    KeySizes: str = _name(
        "one", "Set of key sizes, selected for each key, as 128+256; one: only KeyBits."
    )
    Direction: str = _name(
        "encrypt",
        "Encryption, decryption or both. GCM and CTR support both; CBC has one engine for each.",
    )
    Rounds: int = _number(
        1, "R: rounds in hardware, a divisor of the cipher's 10, 12 or 14 rounds."
    )
    Stages: int = _number(
        1, "S: pipeline registers per round, up to 13; 0: one register after the R rounds."
    )
    RoundCuts: int = _number(
        0, "Register positions in a round, a mask of CUT_*; 0 chooses the best positions.", 1 << 20
    )
    Sbox: str = _name("tower", "Implementation of the S-box.")
    KeySchedule: str = _name("on_the_fly", "Source of the round keys.")
    KeySlots: int = _number(
        1, "Number of stored keys, a power of two up to 4096; 1 for keys on the fly.", 1 << 16
    )
    Backpressure: int = _number(
        1,
        "1: an output queue waits for out_ready_i. 0: no queue; the user must accept every result "
        "in the cycle it appears.",
    )
    Compact: int = _number(
        0, "1 chooses roundel_compact: encryption with the fewest gates, one block at a time.", 1
    )
    Mode: str = _name(tops.NO_MODE, "Mode of operation in hardware; none: an engine for blocks.")
    Modes: str = _name("one", "Set of modes, selected for each packet, as ctr+gcm; one: only Mode.")
    Lanes: int = _number(1, "Parallel blocks: 1, 2, 4, 8 or 16 with a mode, else 1 to 16.")
    SecondSboxLanes: int = _number(0, "Number of lanes, the last ones, that use SecondSbox.")
    SecondSbox: str = _name("rom", "S-box of the last SecondSboxLanes lanes; values as for Sbox.")
    SecondRoundCuts: int = _number(
        0, "Register positions in a round of the last SecondSboxLanes lanes, as RoundCuts.", 1 << 20
    )
    GhashCuts: int = _number(
        0,
        "GCM: register positions in the GHASH multiplier, a mask of GHASH_CUT_*; 0 chooses the "
        "best positions.",
        1 << 20,
    )
    Streams: int = _number(
        128,
        "Streams of packets in chained modes, a power of two, 2 to 256; with a set of modes also "
        "1, none.",
    )
    Depth: int = _number(
        4,
        "Queue length of a stream in beats, a power of two; Streams * Depth is at most 512.",
    )
    BlockRam: int = _number(1, "1: queues are in block RAM. 0: queues are in distributed RAM.")

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, values: Any) -> Any:
        """Missing values are the RTL's defaults for the chosen top."""
        if not isinstance(values, dict):
            return values
        values = _with_mode(_with_key_bits(values))
        if values.get("Mode", tops.NO_MODE) != tops.NO_MODE:
            streams = {} if _is_interleaved(values) else {"Streams": 1}
            return {**_STREAM_DEFAULTS, **streams, **values}
        lanes = values.get("Lanes", 1)
        return {"Backpressure": 0, **values} if type(lanes) is int and lanes > 1 else values

    @field_validator("KeySizes", "Direction", "Sbox", "KeySchedule", "Mode", "Modes", "SecondSbox")
    @classmethod
    def _named(cls, value: str, info: Any) -> str:
        named = _names(info.field_name)
        if value not in named:
            raise ValueError(f"choose {', '.join(named)}{nearest(value, named)}")
        return value

    def fields(self) -> dict[str, int | str]:
        """The values of all parameters by name, without the configuration's own name."""
        return self.model_dump(exclude={"name"})

    def own_fields(self) -> dict[str, int | str]:
        """The values of the parameters of the configuration's top, by name, and the mode."""
        lacking = unsuited(top_of(self))
        return {key: value for key, value in self.fields().items() if key not in lacking}

    def changed(self, name: str | None, values: Mapping[str, Any]) -> "Config":
        """The configuration with other values; if `name` is None, the name lists the values.

        A field that the new top or mode fixes takes the fixed value.

        Raises:
            InputError: The parameter or value does not exist.
        """
        for key in values:
            check_name(key)
        own = self.fields()
        if name is None:
            other = {key: value for key, value in values.items() if own[key] != value}
            if not other:
                return self
            name = f"{self.name}+{tops.listed(other)}"
        if "KeySizes" in values and "KeyBits" not in values and values["KeySizes"] != "one":
            del own["KeyBits"]  # the set gives its largest size
        elif "KeyBits" in values and "KeySizes" not in values:
            own["KeySizes"] = "one"
        if "Modes" in values and "Mode" not in values and values["Modes"] != "one":
            del own["Mode"]  # the set gives the mode
        elif "Mode" in values and "Modes" not in values:
            own["Modes"] = "one"
        return self._on_its_top(_validated({**own, **values, "name": name}), values)

    def _on_its_top(self, found: "Config", given: Container[str]) -> "Config":
        """A configuration derived from this one, with the fixed values of its top and mode.

        A change from a mode to none also resets the lanes to 1.
        """
        if found.Mode == tops.NO_MODE != self.Mode and "Lanes" not in given:
            found = found.model_copy(update={"Lanes": 1})
        if (top_of(found), found.Mode) == (top_of(self), self.Mode):
            return found
        if top_of(found) != top_of(self) and "Streams" not in given:
            streams = 1 if top_of(found) == tops.STREAM else 128
            found = found.model_copy(update={"Streams": streams})
        fixed = {key: value for key, value in settled(found).items() if key not in given}
        return found.model_copy(update=fixed)

    def replaced(self, field: str, value: int | str) -> "Config":
        """The unchecked configuration with another value of one parameter.

        If the value chooses another top or mode, fixed fields take their fixed values.
        """
        values = {field: value}
        if field == "KeySizes":
            values = _with_key_bits(values)
        if field == "Modes":
            values = _with_mode(values)
        return self._on_its_top(self.model_copy(update=values), {field})

    @staticmethod
    def candidates(field: str) -> Iterable[int | str]:
        """The values of one parameter for suggestions, in rising order."""
        if field == "KeyBits":
            return (128, 192, 256)
        if field == "KeySlots":
            return [1 << power for power in range(9)]
        if field.endswith("Cuts"):
            return (0,)
        if field == "Lanes":
            return (1, 2, 4, 8, 16)
        if field in ("Streams", "Depth"):
            return [1 << power for power in range(1, 9)]
        if field in ("Backpressure", "BlockRam", "Compact"):
            return (0, 1)
        named = _names(field)
        return tuple(named) if named else range(15)  # no cipher has more rounds than 14


def _with_key_bits(values: dict[str, Any]) -> dict[str, Any]:
    """Values with the key size that a set of key sizes gives: the largest; a set may be one size.

    A given key size must be the largest size of the set.
    """
    sizes = str(values.get("KeySizes", "one")).split("+")
    if not all(size in ("128", "192", "256") for size in sizes):
        return values
    largest = max(map(int, sizes))
    if len(set(sizes)) < len(sizes):
        raise ValueError("a key size is named twice; give each size once")
    if values.get("KeyBits", largest) != largest:
        raise ValueError(f"KeyBits={values['KeyBits']} is not the largest size")
    joined = "+".join(sorted(sizes))
    return {**values, "KeyBits": largest, "KeySizes": joined if len(sizes) > 1 else "one"}


def _with_mode(values: dict[str, Any]) -> dict[str, Any]:
    """Values with the mode that a set of modes gives: GCM if the set has GCM, else CTR."""
    sets = tops.choices("Modes")
    modes = str(values.get("Modes", "one"))
    ordered = next((name for name in sets if set(name.split("+")) == set(modes.split("+"))), modes)
    if ordered not in sets or ordered == "one":
        return values
    mode = "gcm" if "gcm" in ordered.split("+") else "ctr"
    if values.get("Mode", mode) != mode:
        raise ValueError(f"Mode={values['Mode']} is not the mode of this set; omit Mode")
    return {**values, "Mode": mode, "Modes": ordered}


def modes(config: Config) -> tuple[str, ...]:
    """The modes of a configuration, in the order of their numbers; empty without a mode."""
    if config.Modes == "one":
        return () if config.Mode == tops.NO_MODE else (config.Mode,)
    return tuple(config.Modes.split("+"))


def key_sizes(config: Config) -> tuple[int, ...]:
    """The key sizes of a configuration in bits, in rising order."""
    if config.KeySizes == "one":
        return (config.KeyBits,)
    return tuple(map(int, config.KeySizes.split("+")))


def top_of(config: Config) -> str:
    """The top module of a configuration."""
    if config.Mode == tops.NO_MODE:
        return tops.LANES if config.Lanes > 1 else tops.COMPACT if config.Compact else tops.CORE
    return tops.INTERLEAVED if _is_interleaved(config.fields()) else tops.STREAM


def _is_interleaved(values: Mapping[str, Any]) -> bool:
    """Whether the values with a mode belong to roundel_stream_interleaved."""
    one = values.get("Modes", "one") == "one"
    return one and (values.get("Mode"), values.get("Direction")) == ("cbc", "encrypt")


def unsuited(top: str) -> dict[str, int | str]:
    """The fields without a parameter in a top, with their fixed value."""
    found = {field: value for field, (value, tops_) in _SINGLE.items() if top not in tops_}
    return found | _FIXED.get(top, {})


def settled(config: Config) -> dict[str, int | str]:
    """The fields with a single possible value in a configuration's top and mode, with the value."""
    only = config.Modes == "one" and config.Mode in FORWARD_MODES
    forwards: dict[str, int | str] = {"Direction": "both"} if only else {}
    return unsuited(top_of(config)) | forwards


# Fields that are parameters of some tops only: the fixed value in other tops, and these tops.
_SINGLE: dict[str, tuple[int | str, tuple[str, ...]]] = {
    "KeySizes": ("one", (tops.CORE, tops.LANES, tops.STREAM, tops.INTERLEAVED)),
    "Modes": ("one", (tops.STREAM,)),
    "Compact": (0, (tops.COMPACT,)),
    "KeySchedule": ("stored", (tops.CORE, tops.LANES)),
    "Backpressure": (1, tops.BLOCKS),
    "Lanes": (1, (tops.STREAM, tops.LANES)),
    "SecondSboxLanes": (0, (tops.STREAM, tops.LANES)),
    "SecondSbox": ("rom", (tops.STREAM, tops.LANES)),
    "SecondRoundCuts": (0, (tops.STREAM, tops.LANES)),
    "GhashCuts": (0, (tops.STREAM,)),
    "Streams": (128, (tops.STREAM, tops.INTERLEAVED)),
    "Depth": (4, (tops.STREAM, tops.INTERLEAVED)),
    "BlockRam": (1, (tops.STREAM, tops.INTERLEAVED)),
}


# Further fixed values of a top, also instead of values of `_SINGLE`.
_FIXED: dict[str, dict[str, int | str]] = {
    tops.LANES: {"Backpressure": 0},
    tops.COMPACT: {
        "Direction": "encrypt",
        "Rounds": 1,
        "Stages": 1,
        "RoundCuts": 0,
        "KeySchedule": "on_the_fly",
        "KeySlots": 1,
    },
}


# Fields that choose a top and are no parameters of it.
_CHOOSING = {
    tops.CORE: ("Mode",),
    tops.COMPACT: ("Mode", "Compact"),
    tops.LANES: ("Mode",),
    tops.STREAM: (),
    tops.INTERLEAVED: ("Mode", "Direction"),
}


def parameters(config: Config) -> dict[str, int]:
    """The parameters of the top for a configuration, as the RTL's integers."""
    top = top_of(config)
    lacking = {*unsuited(top), *_CHOOSING[top]}
    values = {field: value for field, value in config.fields().items() if field not in lacking}
    for field, value in values.items():
        if isinstance(value, str):
            named = tops.choices(field)
            if value not in named:
                raise InputError(f"{field}={value} is not a value; choose {tops.either(named)}.")
            values[field] = named[value]
    return cast(dict[str, int], values)


def wrapper_parameters(config: Config, top: str) -> dict[str, int]:
    """The parameters of a top around roundel_stream, such as roundel_axi, for a configuration.

    Raises:
        InputError: The configuration has streams, and these tops have none.
    """
    if config.Streams > 1:
        raise InputError(
            f"{config.name} has streams, and {top} has none; choose -p Streams=1 and a set of "
            "modes without ofb and cmac."
        )
    own = tops.top_parameters(top)
    return {name: value for name, value in parameters(config).items() if name in own}


# Defaults of a stream that differ from a core's.
_STREAM_DEFAULTS = {"Direction": "both", "KeySchedule": "stored", "KeySlots": 4}


def _names(field: str) -> tuple[str, ...]:
    """The possible names of a field's value; empty for a number."""
    return (*([tops.NO_MODE] if field == "Mode" else []), *tops.choices(field))


def _add_values(schema: dict[str, Any]) -> None:
    """Add the names of parameter values in the RTL to a JSON Schema."""
    for field, item in schema["properties"].items():
        if item.get("type") == "string" and field in Config.model_fields and field != "name":
            item["enum"] = list(_names(field))
        elif field == "KeyBits":
            item["enum"] = list(Config.candidates(field))
            del item["minimum"], item["maximum"]
        elif item.get("type") == "integer":
            item["minimum"] = 0


def make_config(name: str, values: Mapping[str, Any]) -> Config:
    """A configuration without the RTL's check; InputError for a wrong parameter or value."""
    for key in values:
        check_name(key)
    return _validated({**values, "name": name})


def check_name(name: str) -> None:
    """Raise an InputError for an unknown parameter."""
    names = [field for field in Config.model_fields if field != "name"]
    if name in names:
        return
    for top in (*tops.BLOCKS, tops.LANES, tops.STREAM, tops.INTERLEAVED):
        if name in tops.top_parameters(top):
            raise InputError(
                f"{name} is a parameter of {top}, not of the command; the command has "
                f"{', '.join(names)}. Set {name} where you instantiate the core."
            )
    raise InputError(
        f"there is no parameter {name!r}{nearest(name, names)}; the parameters are "
        f"{', '.join(names)}."
    )


def _validated(values: dict[str, Any]) -> Config:
    """A configuration from values with known names."""
    try:
        return Config(**values)
    except ValidationError as error:
        first = error.errors()[0]
        # The check of all values finds only wrong sets of key sizes and of modes.
        whole = "Modes" if "Mode=" in first["msg"] else "KeySizes"
        field = first["loc"][0] if first["loc"] else whole
        value = first["input"] if first["loc"] else values[whole]
        match first["type"]:
            case "value_error":
                reason = str(first["ctx"]["error"])
            case "int_type" | "int_from_float":
                quoted = isinstance(value, str) and value.lstrip("-").isdigit()
                reason = "the value must be a whole number" + (", without quotes" if quoted else "")
            case "string_type":
                reason = f"choose {', '.join(_names(str(field)))}"
            case _:
                reason = "the number is out of range"
        given = tops.spelled(str(field), value)
        raise InputError(f"{field}={given} is not possible: {reason}.") from error
