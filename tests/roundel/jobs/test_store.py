# SPDX-License-Identifier: Apache-2.0
"""The store: its contents, and each unusable state of its file."""

import dataclasses
import fcntl
import os
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from roundel.base.errors import InputError, MachineError
from roundel.jobs.store import MergeRecord, Row, Store, default_store, merge, read_rows

if TYPE_CHECKING:
    from tests.conftest import Start

STORE = Path("results.sqlite")


def row(key: str, result: str = "{}") -> Row:
    return Row(key=key, step="map", status="done", name="n", parameters="{}", result=result)


def refused(kind: type[Exception], words: str) -> None:
    with pytest.raises(kind) as caught, Store(STORE):
        pass
    text = str(caught.value)
    assert words in text
    assert str(STORE) in text
    assert text.endswith(".")
    assert "\n" not in text


def test_rows_stay_and_are_replaced() -> None:
    with Store(STORE) as store:
        store.put(row("a"), row("b"))
        store.put(row("a", "[1]"))
        assert store.get(["a", "c"]) == {"a": row("a", "[1]")}
    with Store(STORE) as store:
        many = [*map(str, range(2000)), "b"]
        assert store.get(many) == {"b": row("b")}


def test_a_store_in_a_place_that_does_not_exist_yet(place: Path) -> None:
    default = default_store("mine")
    assert default == place / "data" / "roundel" / "explore" / "mine.sqlite"
    with Store(default) as store:
        store.put(row("a"))
    assert default.is_file()


def refuse(*rows: Row) -> None:
    """A refused run, after some rows were kept."""

    def run() -> None:
        with Store(STORE) as store:
            store.put(*rows)
            raise InputError("too many.")

    with pytest.raises(InputError, match="too many"):
        run()


def test_a_run_that_is_refused_leaves_no_new_store(place: Path) -> None:
    objection = Row("a", "map", "impossible", "n", "{}", error="no.")
    for rows in ((), (objection,)):
        refuse(*rows)
        assert list(place.iterdir()) == []
    refuse(row("b"), objection)  # slow rows stay
    with Store(STORE) as store:
        assert store.get("ab") == {"a": objection, "b": row("b")}
    with Store(Path("old")):
        pass
    refuse()
    with Store(STORE) as store:
        assert store.get("ab") == {"a": objection, "b": row("b")}
    assert sorted(path.name for path in place.iterdir()) == ["old", str(STORE)]


def test_a_lock_that_goes_away_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock on a removed file stops no other process."""
    real = fcntl.flock
    taken: list[Any] = []

    def late(handle: Any, how: int) -> None:
        if not taken:
            taken.append(handle)
            Path(handle.name).unlink()
        real(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with Store(STORE):
        refused(MachineError, "another run uses the store")
    assert taken


def test_others_can_read_while_it_is_in_use() -> None:
    with Store(STORE) as store:
        store.put(row("a"))
        reader = sqlite3.connect(f"file:{STORE}?mode=ro", uri=True)
        assert reader.execute("SELECT key, status FROM step").fetchall() == [("a", "done")]
        reader.close()


@pytest.mark.parametrize("version", [0, 3, 99])
def test_a_store_of_another_version(version: int) -> None:
    with Store(STORE) as store:
        store.put(row("a"))
    base = sqlite3.connect(STORE)
    base.execute(f"PRAGMA user_version = {version}")
    base.close()
    before = STORE.read_bytes()
    refused(InputError, f"has version {version}, but this Roundel uses version 2; give another")
    assert STORE.read_bytes() == before


def test_a_file_that_is_no_store() -> None:
    STORE.write_text("name: mine\n" * 100)
    refused(InputError, "is not a store of Roundel")
    assert STORE.read_text() == "name: mine\n" * 100


def test_another_programs_data_base() -> None:
    base = sqlite3.connect(STORE)
    base.execute("CREATE TABLE mail (text)")
    base.close()
    refused(InputError, "is a database of another program")


def test_a_store_that_is_cut_off() -> None:
    with Store(STORE) as store:
        store.put(*(row(str(number), "x" * 1000) for number in range(50)))
    STORE.write_bytes(STORE.read_bytes()[:6000])

    def use() -> None:
        with Store(STORE) as store:
            store.get(map(str, range(50)))
            store.put(row("more"))

    with pytest.raises((InputError, MachineError), match="results.sqlite"):
        use()


def test_a_directory() -> None:
    STORE.mkdir()
    refused(InputError, "is a directory")


def test_a_file_in_the_way(place: Path) -> None:
    (place / "file").write_text("")
    with pytest.raises(InputError, match="cannot write the store"), Store(Path("file/store")):
        pass


def test_a_store_that_is_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(STORE):
        pass
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    refused(InputError, "cannot write the store results.sqlite (read-only); give another")


def test_a_store_that_another_run_uses() -> None:
    with Store(STORE):
        refused(MachineError, "another run uses the store")
    with Store(STORE):
        pass


def test_a_run_that_is_killed_holds_no_store(start: "Start") -> None:
    script = (
        "import os, time\nfrom pathlib import Path\nfrom roundel.jobs.store import Store\n"
        f"with Store(Path({str(STORE)!r})):\n    Path('held').touch()\n    time.sleep(60)\n"
    )
    process = start([sys.executable, "-c", script])
    while not Path("held").exists():
        assert process.poll() is None
        time.sleep(0.02)
    refused(MachineError, "another run uses the store")
    process.kill()
    process.wait()
    with Store(STORE) as store:
        store.put(row("a"))


def test_a_program_that_writes_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(STORE):
        pass
    base = sqlite3.connect(STORE, isolation_level=None)
    base.execute("BEGIN EXCLUSIVE")
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **how: real(path, **how | {"timeout": 0}))
    refused(MachineError, "another program uses the store")
    base.close()


def test_a_full_disk_loses_nothing_that_was_there() -> None:
    with Store(STORE) as store:
        store.put(row("a"))
        store._base.execute("PRAGMA max_page_count = 4")
        with pytest.raises(MachineError) as caught:
            store.put(row("b"), row("c", "x" * 100_000))
        assert "is full); free disk space" in str(caught.value)
        store._base.execute("PRAGMA max_page_count = 1000000")
        store.put(row("d"))
        assert set(store.get("abcd")) == {"a", "d"}


def test_every_column_comes_back() -> None:
    values = {field.name: field.name for field in dataclasses.fields(Row)}
    whole = Row(**{**values, "seed": 7, "seconds": 1.5})  # type: ignore[arg-type]
    with Store(STORE) as store:
        store.put(whole)
        assert store.get(["key"]) == {"key": whole}


def test_a_store_of_version_1_is_extended() -> None:
    with Store(STORE) as store:
        store.put(row("a"))
    base = sqlite3.connect(STORE)
    base.execute("ALTER TABLE step DROP COLUMN host")
    base.execute("ALTER TABLE step DROP COLUMN cpu_seconds")
    base.execute("PRAGMA user_version = 1")
    base.close()
    with Store(STORE) as store:
        store.put(dataclasses.replace(row("b"), host="node7", cpu_seconds=2.5))
        assert store.get("ab") == {
            "a": row("a"),
            "b": dataclasses.replace(row("b"), host="node7", cpu_seconds=2.5),
        }


def test_commands_may_share_a_store() -> None:
    with Store(STORE, exclusive=False) as one, Store(STORE, exclusive=False) as other:
        one.put(row("a"))
        other.put(row("b"))
        assert set(one.get("ab")) == {"a", "b"}


def failed(key: str) -> Row:
    return Row(key=key, step="route", status="failed", name="n", parameters="{}", error="no.")


def test_a_finished_result_replaces_a_failed_one() -> None:
    one, other, out = Path("one"), Path("other"), Path("out")
    with Store(one) as store:
        store.put(row("a"), failed("b"), row("c", "[1]"))
    with Store(other) as store:
        store.put(failed("a"), row("b"), row("c", "[2]"), *(row(f"n{k}") for k in range(1200)))
    before = one.read_bytes()
    assert merge(out, [one, other]) == MergeRecord(store="out", added=1203, replaced=1, kept=2)
    assert one.read_bytes() == before
    with Store(out) as store:
        assert store.get("abc") == {"a": row("a"), "b": row("b"), "c": row("c", "[1]")}
        assert len(store.get(f"n{k}" for k in range(1200))) == 1200
    assert merge(out, [one, other]).added == 0


def test_what_cannot_be_merged() -> None:
    with Store(STORE) as store:
        store.put(row("a"))
    with pytest.raises(InputError, match="there is no store absent;"):
        merge(Path("out"), [Path("absent")])
    with pytest.raises(InputError, match="is also the target"):
        merge(STORE, [STORE])
    Path("text").write_text("text\n" * 2000)
    for source, reason in (
        ("text", r"text is not a store of Roundel; give another file\."),
        ("folder", r"cannot read the store folder \(Is a directory\); give another file\."),
        ("mail", r"mail is a database of another program, not a store; give"),
        (STORE, r"has version 9, but this Roundel uses version 2; give another file, or use"),
    ):
        Path("folder").mkdir(exist_ok=True)
        with closing(sqlite3.connect("mail")) as base:
            base.execute("CREATE TABLE IF NOT EXISTS mail (text)")
        with closing(sqlite3.connect(STORE)) as base:
            base.execute("PRAGMA user_version = 9")
        with pytest.raises(InputError, match=reason):
            merge(Path("out"), [Path(source)])
        assert not Path("out").exists()


def test_a_store_of_the_first_version_can_be_read_as_it_is() -> None:
    with Store(STORE) as store:
        store.put(row("a"))
    with closing(sqlite3.connect(STORE)) as base:
        base.execute("ALTER TABLE step DROP COLUMN cpu_seconds")
        base.execute("ALTER TABLE step DROP COLUMN host")
        base.execute("PRAGMA user_version = 1")
    before = STORE.read_bytes()
    (found,) = read_rows(STORE)
    assert (found.key, found.cpu_seconds, found.host) == ("a", 0.0, "")
    assert STORE.read_bytes() == before
    assert merge(Path("out"), [STORE]).added == 1
