# SPDX-License-Identifier: Apache-2.0
"""Liberty files, rewritten as one library with the same meaning for Yosys, abc and OpenSTA.

Each of these tools has its own parser with its own gaps: `syntax`, `expressions`, `tables` and
`cells` list the rewritten constructs. Statements unknown to all tools are dropped. Several files
become one library if all describe one corner in the same units.

OpenSTA reads the unit "1 ns" as a second, and abc reads an unknown time unit as a nanosecond, with
at most a warning in a log. Here "1 ns", "1.0NS" and "1000ps" become "1ns"; a unit beyond
OpenSTA's scales is an error.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from roundel.base.errors import InputError
from roundel.cells.liberty.cells import CellReader, ReadCell, Reason
from roundel.cells.liberty.syntax import Complex, Group, Simple, Source, Statement, number, parse
from roundel.cells.liberty.tables import Templates


@dataclass(frozen=True)
class Facts:
    """Properties of a library for the flow, which Yosys does not pass on."""

    name: str
    conditions: str  # process, voltage and temperature of the library, in words
    time_unit: float  # in ns
    wire_load: str  # the default model of wires; empty without one
    unused: Sequence[str]  # cells that the flow must not use: marked `dont_use`, or unusable
    left_out: Mapping[str, Reason]  # why gates and flip-flops are not used, by cell
    loads: Mapping[str, Mapping[str, float]]  # limits of outputs in farads, by cell and pin
    unread: str  # why a limit is unknown; empty if all limits are known
    energies: Sequence[str]  # cells with energies, for power
    bad_energies: Mapping[str, Reason]  # why energies cannot be read, by cell
    leakage: str  # the unit of leakage power; empty without a unit


# The thresholds of delays and slews; liberty's defaults. OpenSTA stops without thresholds.
_THRESHOLDS = {
    f"{name}_{edge}": value
    for name, value in (
        ("input_threshold_pct", "50"),
        ("output_threshold_pct", "50"),
        ("slew_lower_threshold_pct", "20"),
        ("slew_upper_threshold_pct", "80"),
    )
    for edge in ("rise", "fall")
}
_GROUPS = ("operating_conditions", "wire_load", "wire_load_selection", "scaling_factors")
_REFERENCES = {
    "default_wire_load": "wire_load",
    "default_operating_conditions": "operating_conditions",
    "default_wire_load_selection": "wire_load_selection",
}
_COMMENTS = {"define", "define_group", "comment", "date", "revision", "library_features"}
# Defaults of pins, by the direction of the pins; None for all pins.
_PIN_DEFAULTS = {
    "default_max_transition": ("max_transition", None),
    "default_max_capacitance": ("max_capacitance", "output"),
    "default_max_fanout": ("max_fanout", "output"),
    "default_input_pin_cap": ("capacitance", "input"),
    "default_output_pin_cap": ("capacitance", "output"),
    "default_fanout_load": ("fanout_load", "input"),
}
_LEAKAGE_DEFAULT = "default_cell_leakage_power"


def rewrite(sources: Sequence[Source]) -> tuple[Group, Facts]:
    """One library from files, in written form, and its other properties for the flow.

    Raises:
        InputError: A file is no liberty file or is truncated; a unit or delay model is unusable;
            or the files belong to different libraries.
    """
    delays, energies = Templates("lu_table_template"), Templates("power_lut_template")
    heads: list[Group] = []
    cells: dict[str, ReadCell] = {}
    groups: dict[tuple[str, str], Group] = {}
    files = [(source, _library(source)) for source in sources]
    names = [library.name for _, library in files]
    for index, (source, library) in enumerate(files):
        heads.append(_head(library, source))
        if len(files) > 1:
            _agree(heads[0], heads[-1], sources[0].name, source.name)
            _set_defaults(library)
        for group in library.groups(*_GROUPS):
            own = [item for item in group.items if isinstance(item, Simple | Complex)]
            groups.setdefault((group.kind, group.name), Group(group.kind, group.names, [*own]))
        parts: dict[str, list[Group]] = defaultdict(list)
        for cell in library.groups("cell"):
            parts[cell.name].append(cell)
        reader = CellReader(source, index, library, delays, energies)
        for name, own_parts in parts.items():
            if name in cells:
                raise InputError(
                    f"{source.name} repeats the cell {name} of another file; give each cell once."
                )
            cells[name] = reader.read(name, own_parts)
    references = [item for item in heads[0].simple if item.name in _REFERENCES]
    head = [item for item in heads[0].items if item not in references]
    # OpenSTA resolves a reference at once, so the referenced groups come first.
    references = [item for item in references if (_REFERENCES[item.name], item.value) in groups]
    written = [cell.group for cell in cells.values() if cell.group is not None]
    library = Group("library", [names[0]])
    library.items = [
        *head,
        *groups.values(),
        *references,
        *delays.written(),
        *energies.written(),
        *written,
    ]
    return library, _facts(names, library, list(cells.values()))


def _library(source: Source) -> Group:
    """The only library of a file."""
    statements, whole = parse(source)
    libraries = [item for item in statements if isinstance(item, Group)]
    if not libraries or libraries[0].kind != "library":
        raise InputError(
            f"{source.name} is no liberty file: it has no library; give one as cells:PATH.lib."
        )
    if not whole:
        raise InputError(
            f"the liberty file {source.name} is truncated (open brace); give the complete file."
        )
    libraries = [group for group in libraries if group.kind == "library"]
    if len(libraries) > 1:
        names = " and ".join(group.name for group in libraries[:2])
        raise InputError(f"{source.name} has the libraries {names}; give a file with one library.")
    included = libraries[0].find("include_file")
    if included is not None:
        raise InputError(
            f"{source.place(included.at)} has an unsupported include_file; insert its text."
        )
    return libraries[0]


def _head(library: Group, source: Source) -> Group:
    """The attributes of a library in written form."""
    model = library.find("delay_model")
    if model is not None and library.get("delay_model") != "table_lookup":
        raise InputError(
            f"{source.place(model.at)} has the delay_model {library.get('delay_model')!r}; give a "
            "library with table_lookup."
        )
    units = _units(library, source)
    taken = {item.name for item in units if not isinstance(item, Group)} | {"delay_model"}
    simple = {item.name: item for item in library.simple}
    items: list[Statement] = [Simple("delay_model", "table_lookup"), *units]
    items += [item for name, item in simple.items() if name not in taken and name not in _COMMENTS]
    items += [Simple(name, value) for name, value in _THRESHOLDS.items() if name not in simple]
    items += [
        item
        for item in library.items
        if isinstance(item, Complex) and item.name not in taken | _COMMENTS
    ]
    return Group("library", library.names, items)


# ---- Several files ------------------------------------------------------------------------------

_AGREED = (
    *("time_unit", "voltage_unit", "current_unit", "leakage_power_unit", "pulling_resistance_unit"),
    *("resistance_unit", "nom_process", "nom_voltage", "nom_temperature"),
    *("default_operating_conditions", "default_wire_load", "slew_derate_from_library"),
    *_THRESHOLDS,
    "capacitive_load_unit",
)


def _agree(first: Group, other: Group, first_name: str, other_name: str) -> None:
    """Check that two files describe one corner in the same units."""
    for name in _AGREED:
        pair = [group.text(name) for group in (first, other)]
        numbers = [number(text) for text in pair]
        if pair[0] != pair[1] and (None in numbers or numbers[0] != numbers[1]):
            raise InputError(
                f"the {name} is {pair[0] or 'missing'} in {first_name} and "
                f"{pair[1] or 'missing'} in {other_name}; give files of one library in one corner."
            )


def _set_defaults(library: Group) -> None:
    """Give each pin and cell the defaults of its file, because other files may differ."""
    for cell in library.groups("cell"):
        for pin in cell.groups("pin"):
            for default, (name, direction) in _PIN_DEFAULTS.items():
                applies = direction in (None, pin.get("direction"))
                if applies and library.get(default) and pin.find(name) is None:
                    pin.items.append(Simple(name, library.get(default)))
        has_leakage = cell.find("cell_leakage_power") or any(cell.groups("leakage_power"))
        if library.get(_LEAKAGE_DEFAULT) and not has_leakage:
            cell.items.append(Simple("cell_leakage_power", library.get(_LEAKAGE_DEFAULT)))


# ---- Facts for the flow -------------------------------------------------------------------------


def _facts(names: Sequence[str], library: Group, cells: Sequence[ReadCell]) -> Facts:
    unit = value_of(library.text(_LOAD) or "1 pf", "f") or 0.0
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    leakage = [cell.get("cell_leakage_power") for cell in library.groups("cell")]
    for cell in library.groups("cell"):
        leakage += [group.get("value") for group in cell.groups("leakage_power")]
    leaks = any((number(value) or 0) > 0 for value in leakage)
    return Facts(
        name=names[0] + more,
        conditions=_conditions(library),
        time_unit=(value_of(library.get("time_unit", "1ns"), "s") or 0.0) * 1e9,
        wire_load=library.get("default_wire_load"),
        unused=[cell.name for cell in cells if cell.unused],
        left_out={cell.name: cell.reason for cell in cells if cell.reason},
        loads={
            cell.name: {pin: limit * unit for pin, limit in cell.limits.items()}
            for cell in cells
            if cell.limits
        },
        unread=next((cell.unread for cell in cells if cell.unread), ""),
        energies=[cell.name for cell in cells if cell.energies],
        bad_energies={cell.name: cell.bad_energy for cell in cells if cell.bad_energy},
        leakage=library.get("leakage_power_unit") or ("" if leaks else "1W"),
    )


def _conditions(library: Group) -> str:
    """The operating conditions of a library's characterisation, in words."""
    parts = [
        library.get("default_operating_conditions"),
        *(
            f"{value:g}{unit}"
            for key, unit in (("nom_voltage", " V"), ("nom_temperature", " C"))
            if (value := number(library.get(key))) is not None
        ),
    ]
    return ", ".join(text for text in parts if text) or "not given"


# ---- Units --------------------------------------------------------------------------------------

# Simple attributes with the suffix of their unit.
_SUFFIXES = {
    "time_unit": "s",
    "voltage_unit": "V",
    "current_unit": "A",
    "leakage_power_unit": "W",
    "pulling_resistance_unit": "ohm",
    "resistance_unit": "ohm",
}
_LOAD = "capacitive_load_unit"
_PREFIXES = {"k": 1e3, "": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
_UNIT = re.compile(r"([+]?[\d.]+(?:e[+-]?\d+)?)?\s*([a-z]+)", re.IGNORECASE)
# OpenSTA's scales, the largest first: 1000 ps become 1ns.
_MULTIPLES = (100, 10, 1)


def _units(library: Group, source: Source) -> list[Statement]:
    """The units of a library as statements for the head of the written library."""
    units: list[Statement] = []
    for name, suffix in _SUFFIXES.items():
        found = library.find(name)
        if found is not None:
            text = library.text(name)
            value = value_of(text, suffix)
            spelt = [
                f"{multiple}{prefix}{suffix}"
                for prefix, scale in _PREFIXES.items()
                for multiple in _MULTIPLES
                if value is not None and abs(value / (multiple * scale) - 1) < 1e-6
            ]
            if not spelt:
                raise InputError(
                    f"{source.place(found.at)} has the {name} {text!r}; write 1, 10 or 100 and a "
                    f"unit, for example 1{'n' if suffix == 's' else ''}{suffix}."
                )
            units.append(Simple(name, spelt[0]))
    found = library.find(_LOAD)
    if found is not None:
        text = library.text(_LOAD).replace(",", " ").strip()
        value = value_of(text, "f")
        if value is None:
            raise InputError(
                f"{source.place(found.at)} has the {_LOAD} ({library.text(_LOAD)}); write a number "
                "and ff or pf, for example (1, pf)."
            )
        size, unit = text[:-2].strip().lstrip("+") or "1", text[-2:].lower()
        if unit not in ("ff", "pf"):
            size, unit = f"{value * 1e12:.9g}", "pf"
        units.append(Complex(_LOAD, [size, unit]))
    return units


def value_of(text: str, suffix: str) -> float | None:
    """The value of a unit in SI units; None if the text is no unit with the suffix."""
    found = _UNIT.fullmatch(text.strip())
    if found is None or not found[2].lower().endswith(suffix.lower()):
        return None
    prefix = found[2][: -len(suffix)]
    factor = number(found[1] or "1")
    # M is mega; in a text of capitals only, milli.
    if prefix == "M" or prefix.lower() not in _PREFIXES or factor is None or factor <= 0:
        return None
    return factor * _PREFIXES[prefix.lower()]
