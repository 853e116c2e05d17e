# SPDX-License-Identifier: Apache-2.0
"""Predictions of a paper's measurements of a whole system, and measurements of our driver.

A prediction runs the paper's own program on a simulated card of ours with the paper's clock. The
costs of the link follow from the paper's rates of the link, or from an assumption that the row
names. No figure is fitted to a measured system; three measured figures exclude other readings of
the rates (see the files of the links). A second prediction adds the core's time to the link's time,
as if nothing overlapped. If a prediction misses by more than `CLOSE`, the row names the missing
time.
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
    """The throughput of the paper's program on our card, in Mbit/s, for a transfer of whole blocks.

    FailureError if the ciphertext differs from OpenSSL's, or the card failed.
    """
    some = random.Random(_SEED)  # noqa: S311 (test data)
    key, data = some.randbytes(16), some.randbytes(size)
    with Card.open(load_config(system.preset), access=link.access) as card:
        card.set_link(link.model())
        card.load_key(key)
        took, text = run_program(card, data, link.kind(link.access).bytes)
    if text != reference.cipher("ecb", False, key, b"", data):
        raise FailureError("the paper's program and OpenSSL give different results; report this.")
    return 8 * size / took * 1e6


def system_rows(paper: Paper, progress: Progress) -> list[RowRecord]:
    """All measurements of a paper's system as predictions, then our measurements."""
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


def unmeasured(paper: Paper, reason: str) -> list[RowRecord]:
    """The same rows with published figures only."""
    system = paper.system
    if system is None:
        return []
    note = f"Not measured: {reason}"
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
    """A row of the paper; `mbps` is the prediction for the ratio."""
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
    """A throughput divided by the paper's throughput, if published."""
    published = row.published.get("system_mbps")
    if mbps is None:
        return None
    return {} if published is None else {"system_mbps": round(mbps / published, 4)}


def _row(
    system: System, table: TableOf[SystemRow], row: SystemRow, link: Link, mbps: float
) -> RowRecord:
    published = row.published.get("system_mbps")
    serial = 1 / (1 / mbps + 1 / system.core_mbps)
    values: dict[str, Value] = {
        "bytes": float(row.bytes),
        "system_mbps": round(mbps, 1),
        "serial_mbps": round(serial, 1),
        "link_mbps": round(link.mbps(link.access) or 0, 1),
    }
    if published is not None:
        values["error_percent"] = _error(mbps, published)
        values["serial_error_percent"] = _error(serial, published)
    notes = [row.note] if row.note else []
    if published is not None and abs(_error(mbps, published)) > CLOSE:
        notes.append(_lacking(system, row, mbps, published))
    return _record(system, table, row, values, mbps, " ".join(notes))


def _lacking(system: System, row: SystemRow, mbps: float, published: float) -> str:
    """The time that a prediction omits."""
    more = _BITS * (1 / published - 1 / mbps) * 1000
    core = _BITS / system.core_mbps * 1000
    text = (
        f"Missing time: the paper's system took {more:.1f} ns per block more than link and card "
        f"need. Adding the core's time, {core:.1f} ns per block, to the link's time"
    )
    serial = 1 / (1 / mbps + 1 / system.core_mbps)
    if row.lacking == "serial":
        return f"{text} leaves {_error(serial, published):+.1f} %."
    fixed = 8 * row.bytes * (1 / published - 1 / serial)
    return (
        f"{text} leaves {_error(serial, published):+.1f} %; a further {fixed:.1f} us per transfer "
        "are missing, independent of the size."
    )


def _own(system: System, own: SystemOwn, program: float) -> RowRecord:
    paper_row = rows_of(system.tables)[own.beside]
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
        paper_row.published,
        table.source,
        {
            "bytes": float(own.bytes),
            "in_flight": float(own.requests),
            "system_mbps": round(mbps, 1),
            "program_mbps": round(program, 1),
            "link_mbps": round(record.link_mbps or 0, 1),
            "engine_mbps": round(record.engine_mbps, 1),
        },
        ratio=_ratio(mbps, paper_row),
        preset=system.preset,
        note=(
            f"{100 * record.sizes[0].ratio:.1f} % of the lower limit; "
            f"{_error(mbps, program):+.1f} % relative to the paper's program."
        ),
    )


def findings(paper: Paper, rows: Sequence[RowRecord]) -> list[str]:
    """Findings over all predictions, and the limits of the predictions."""
    system = paper.system
    own = {(row.table, row.row): row for row in rows if row.kind == "system"}
    if system is None or not own:
        return []
    # A measurement in two figures counts once.
    once = {
        (row.link, row.bytes): (row, own[table.table, row.row].measured or {})
        for table in system.tables
        for row in table.rows
        if "system_mbps" in row.published
    }
    points = list(once.values())
    close = sum(abs(_number(values, "error_percent")) <= CLOSE for _, values in points)
    found = [
        f"{close} of {len(points)} published points of the system are predicted within "
        f"{CLOSE:.0f} % with overlap of link and core."
    ]
    serial = [values for row, values in points if row.lacking == "serial"]
    plain = [values for row, values in points if row.lacking is None]
    if serial and plain:
        found.append(
            "No single rule predicts all points. With the core's time added to the link's time, "
            f"uncacheable accesses deviate by {_span(serial, 'serial_error_percent')}; with "
            f"overlap by {_span(serial, 'error_percent')}. Combined accesses deviate by "
            f"{_span(plain, 'serial_error_percent')}; with overlap by "
            f"{_span(plain, 'error_percent')}. The paper gives no reason. A cost of the host "
            "(loads, stores and loop), as large as the core's time and hidden by combining, would "
            "have the same effect: the figures cannot separate the two."
        )
    found += _setup(points)
    if any(row.kind == "ours" for row in rows):
        found.append(
            "The predictions' missing times are also absent from our figures. The comparison with "
            "the paper's program on the same link and card shows the gain from queues and several "
            "requests; the link's limit allows no more."
        )
    return found


def _setup(points: Sequence[tuple[SystemRow, Mapping[str, Value]]]) -> list[str]:
    """Whether the missing fixed time of a size agrees with another size of the same link."""
    found = []
    for row, values in points:
        if row.lacking != "setup":
            continue
        serial = _number(values, "serial_mbps")
        fixed = 8 * row.bytes * (1 / row.published["system_mbps"] - 1 / serial)
        for other, others in points:
            if other.link != row.link or other.bytes <= row.bytes or fixed <= 0:
                continue
            bits = 8 * other.bytes
            whole = bits / (bits / _number(others, "serial_mbps") + fixed)
            error = _error(whole, other.published["system_mbps"])
            found.append(
                f"{row.row}: {fixed:.1f} us per transfer, missing at {row.bytes:,} bytes, would "
                f"give {other.row} {whole:.0f} Mbit/s ({error:+.1f} %): a fixed time with SSE "
                f"{'fits' if abs(error) <= CLOSE else 'does not fit'} both. The paper has no fixed "
                "time with MMX."
            )
    return found


def software_rows(items: Sequence[Software]) -> list[RowRecord]:
    """The paper's software beside OpenSSL on this host; for information only, without a ratio."""
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
    """ECB with OpenSSL in a single thread on this host, in Mbit/s: the best of many runs."""
    worker = Cipher(algorithms.AES(bytes(key_bits // 8)), modes.ECB()).encryptor()
    data, out = bytes(_OPENSSL_BYTES), bytearray(_OPENSSL_BYTES + 15)
    best, end = float("inf"), time.monotonic() + _OPENSSL_SECONDS
    while time.monotonic() < end:
        begin = time.perf_counter()
        worker.update_into(data, out)
        best = min(best, time.perf_counter() - begin)
    return 8 * _OPENSSL_BYTES / best / 1e6


def _error(value: float, published: float) -> float:
    """The deviation in percent with one digit; the sum with 0.0 avoids -0.0."""
    return round(100 * (value / published - 1), 1) + 0.0


def _number(values: Mapping[str, Value], name: str) -> float:
    value = values[name]
    if isinstance(value, list):
        raise TypeError(name)
    return value


def _span(values: Sequence[Mapping[str, Value]], name: str) -> str:
    numbers = sorted(_number(item, name) for item in values)
    if numbers[0] == numbers[-1]:
        return f"{numbers[0]:+.1f} %"
    return f"{numbers[0]:+.1f} to {numbers[-1]:+.1f} %"
