# SPDX-License-Identifier: Apache-2.0
"""A paper's measurements of a whole system, predicted; and what our card and driver reach there.

A prediction is the paper's own program, on a simulated card of ours with the paper's clock, at the
end of a link whose costs follow from the paper's rates of the link, or from an assumption that its
row names. No figure of a system is fitted; three rule out other readings of these rates, as the
links' files say. Beside it stands what follows if the core's time comes on top of the link's, as if
nothing overlapped. Where a prediction misses by more than `CLOSE`, its row says what is lacking and
how much of it.
"""

import functools
import random
import time
from collections.abc import Mapping, Sequence

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.design import load_config
from roundel.reproduce.data import Paper, Software, System, SystemOwn, SystemRow
from roundel.reproduce.data_base import TableOf, rows_of
from roundel.reproduce.notes import join
from roundel.reproduce.pilchard import run_program
from roundel.reproduce.record import RowRecord, Value
from roundel.sim.driver import Card
from roundel.system import Link, load_link, measure_system
from roundel.verify import reference

CLOSE = 15.0  # percent
_SEED = 2002
_BITS = 128
_OPENSSL_BYTES = 15360
_OPENSSL_SECONDS = 0.2


def predict(system: System, link: Link, size: int) -> float:
    """What the paper's program reaches on our card, in Mbit/s, for a transfer of whole blocks.

    FailureError if the ciphertext is not OpenSSL's, or the card failed.
    """
    some = random.Random(_SEED)  # noqa: S311 (test data)
    key, data = some.randbytes(16), some.randbytes(size)
    with Card.open(load_config(system.preset), access=link.access) as card:
        card.set_link(link.model())
        card.load_key(key)
        took, text = run_program(card, data, link.kind(link.access).bytes)
    if text != reference.cipher("ecb", False, key, b"", data):
        raise FailureError("the paper's program got something else than OpenSSL does.")
    return 8 * size / took * 1e6


def system_rows(paper: Paper, progress: Progress) -> list[RowRecord]:
    """Every measurement of a paper's system, predicted, then what ours reaches."""
    system = paper.system
    if system is None:
        return []

    @functools.cache
    def predicted(link: str, size: int) -> float:
        progress(f"the paper's program: {link}, {size} bytes")
        return predict(system, load_link(link), size)

    rows = [
        _row(system, table, row, load_link(row.link), predicted(row.link, row.bytes))
        for table in system.tables
        for row in table.rows
    ]
    for own in system.own:
        expected = predicted(own.link, own.bytes)
        progress(f"our driver: {own.link}, {own.bytes} bytes, {own.requests} in flight")
        rows.append(_own(system, own, expected))
    return rows


def unmeasured(paper: Paper, why: str) -> list[RowRecord]:
    """The same rows as published, where nothing was predicted."""
    system = paper.system
    if system is None:
        return []
    note = f"Not measured: {why}"
    return [
        _record(system, table, row, None, note=join(row.note, note))
        for table in system.tables
        for row in table.rows
    ]


def _record(
    system: System,
    table: TableOf[SystemRow],
    row: SystemRow,
    values: Mapping[str, Value] | None,
    mbps: float | None = None,
    note: str = "",
) -> RowRecord:
    """A row of the paper's; `mbps` is the prediction, which the ratio is taken of."""
    return RowRecord.of(
        table.table,
        row.row,
        "system",
        row.published,
        table.source,
        values,
        ratio=_ratio(mbps, row),
        preset=system.preset,
        note=note,
    )


def _ratio(mbps: float | None, row: SystemRow) -> dict[str, float] | None:
    """A throughput over the paper's, where it has one."""
    told = row.published.get("system_mbps")
    if mbps is None:
        return None
    return {} if told is None else {"system_mbps": round(mbps / told, 4)}


def _row(
    system: System, table: TableOf[SystemRow], row: SystemRow, link: Link, mbps: float
) -> RowRecord:
    told = row.published.get("system_mbps")
    serial = 1 / (1 / mbps + 1 / system.core_mbps)
    values: dict[str, Value] = {
        "bytes": float(row.bytes),
        "system_mbps": round(mbps, 1),
        "serial_mbps": round(serial, 1),
        "link_mbps": round(link.mbps(link.access) or 0, 1),
    }
    if told is not None:
        values["error_percent"] = _error(mbps, told)
        values["serial_error_percent"] = _error(serial, told)
    notes = [row.note] if row.note else []
    if told is not None and abs(_error(mbps, told)) > CLOSE:
        notes.append(_lacking(system, row, mbps, told))
    return _record(system, table, row, values, mbps, " ".join(notes))


def _lacking(system: System, row: SystemRow, mbps: float, told: float) -> str:
    """What a prediction lacks, and how much of it."""
    more = _BITS * (1 / told - 1 / mbps) * 1000
    core = _BITS / system.core_mbps * 1000
    text = (
        f"Lacking: the paper's system took {more:.1f} ns a block longer than link and card need. "
        f"The core's time, {core:.1f} ns a block, on top of the link's"
    )
    serial = 1 / (1 / mbps + 1 / system.core_mbps)
    if row.lacking == "serial":
        return f"{text} leaves {_error(serial, told):+.1f} %."
    fixed = 8 * row.bytes * (1 / told - 1 / serial)
    return (
        f"{text} leaves {_error(serial, told):+.1f} %; with it, {fixed:.1f} us a transfer are "
        "lacking yet, a time that does not grow with its size."
    )


def _own(system: System, own: SystemOwn, program: float) -> RowRecord:
    """What our card and driver reach where the paper measured."""
    told = rows_of(system.tables)[own.beside]
    table = next(item for item in system.tables if item.table == own.beside[0])
    record = measure_system(
        load_config(system.preset),
        load_link(own.link),
        [own.bytes],
        requests=own.requests,
        seed=_SEED,
    )
    mbps = record.sizes[0].mbps
    return RowRecord.of(
        "our card and driver",
        own.row,
        "ours",
        told.published,
        table.source,
        {
            "bytes": float(own.bytes),
            "in_flight": float(own.requests),
            "system_mbps": round(mbps, 1),
            "program_mbps": round(program, 1),
            "link_mbps": round(record.link_mbps or 0, 1),
            "engine_mbps": round(record.engine_mbps, 1),
        },
        ratio=_ratio(mbps, told),
        preset=system.preset,
        note=(
            f"{100 * record.sizes[0].ratio:.1f} % of the lower limit; "
            f"{_error(mbps, program):+.1f} % on the paper's program on the same link and card."
        ),
    )


def findings(paper: Paper, rows: Sequence[RowRecord]) -> list[str]:
    """What the predictions say together, and what they do not."""
    system = paper.system
    own = {(row.table, row.row): row for row in rows if row.kind == "system"}
    if system is None or not own:
        return []
    # A measurement that two figures show counts once.
    once = {
        (row.link, row.bytes): (row, own[table.table, row.row].measured or {})
        for table in system.tables
        for row in table.rows
        if "system_mbps" in row.published
    }
    told = list(once.values())
    close = sum(abs(_number(values, "error_percent")) <= CLOSE for _, values in told)
    found = [
        f"Of {len(told)} published points of the system, {close} are predicted within "
        f"{CLOSE:.0f} % with link and core overlapping."
    ]
    serial = [values for row, values in told if row.lacking == "serial"]
    plain = [values for row, values in told if row.lacking is None]
    if serial and plain:
        found.append(
            "No one rule predicts all. With the core's time on top of the link's, what is "
            f"uncacheable is off by {_span(serial, 'serial_error_percent')}, where overlap is off "
            f"by {_span(serial, 'error_percent')}; what combines is off by "
            f"{_span(plain, 'serial_error_percent')}, where overlap is off by "
            f"{_span(plain, 'error_percent')}. The paper does not say why. A cost of the host as "
            "large as the core's, which an uncacheable access waits for and a combined one covers "
            "(its own loads, stores and loop), would do the same: the two cannot be told apart."
        )
    found += _setup(told)
    if any(row.kind == "ours" for row in rows):
        found.append(
            "What ours reach beside the paper's figures lacks what the predictions lack. What "
            "queues and several requests gain by themselves is the difference to the paper's "
            "program on the same link and card; the link's limit leaves no more."
        )
    return found


def _setup(told: Sequence[tuple[SystemRow, Mapping[str, Value]]]) -> list[str]:
    """Whether the fixed time that one size lacks agrees with another size of the same link."""
    found = []
    for row, values in told:
        if row.lacking != "setup":
            continue
        serial = _number(values, "serial_mbps")
        fixed = 8 * row.bytes * (1 / row.published["system_mbps"] - 1 / serial)
        for other, others in told:
            if other.link != row.link or other.bytes <= row.bytes or fixed <= 0:
                continue
            bits = 8 * other.bytes
            whole = bits / (bits / _number(others, "serial_mbps") + fixed)
            error = _error(whole, other.published["system_mbps"])
            found.append(
                f"{row.row}: {fixed:.1f} us a transfer, lacking at {row.bytes:,} bytes, would make "
                f"{other.row} {whole:.0f} Mbit/s ({error:+.1f} %): one fixed time with SSE "
                f"{'fits' if abs(error) <= CLOSE else 'does not fit'} both. The paper has no fixed "
                "time with MMX."
            )
    return found


def software_rows(items: Sequence[Software]) -> list[RowRecord]:
    """Software of the paper's day beside OpenSSL on this host; without a claim, so no ratio."""
    return [
        RowRecord.of(
            "software",
            item.row,
            "software",
            {"software_mbps": item.mbps},
            item.source,
            {"software_mbps": round(_openssl(item.key_bits), 0)},
            ratio={},
        )
        for item in items
    ]


def _openssl(key_bits: int) -> float:
    """ECB in one thread of OpenSSL on this host, in Mbit/s: the best of many runs."""
    worker = Cipher(algorithms.AES(bytes(key_bits // 8)), modes.ECB()).encryptor()
    data, out = bytes(_OPENSSL_BYTES), bytearray(_OPENSSL_BYTES + 15)
    best, end = float("inf"), time.monotonic() + _OPENSSL_SECONDS
    while time.monotonic() < end:
        begin = time.perf_counter()
        worker.update_into(data, out)
        best = min(best, time.perf_counter() - begin)
    return 8 * _OPENSSL_BYTES / best / 1e6


def _error(value: float, told: float) -> float:
    """In percent, with one digit, and no zero below zero."""
    return round(100 * (value / told - 1), 1) + 0.0


def _number(values: Mapping[str, Value], name: str) -> float:
    value = values[name]
    if isinstance(value, list):
        raise TypeError(name)
    return value


def _span(values: Sequence[Mapping[str, Value]], name: str) -> str:
    """The least and the most of a figure, in percent."""
    numbers = sorted(_number(item, name) for item in values)
    if numbers[0] == numbers[-1]:
        return f"{numbers[0]:+.1f} %"
    return f"{numbers[0]:+.1f} to {numbers[-1]:+.1f} %"
