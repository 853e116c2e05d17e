# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest
from tests.roundel.soft.soft_tests import HOSTS, Compiled

from roundel import cache, tools
from roundel.errors import FailureError, InputError
from roundel.soft.firmware import VARIANTS, build_firmware, find_variant, variants_of
from roundel.soft.hosts import HOSTS as FOUND


def test_a_variant_that_does_not_exist() -> None:
    with pytest.raises(InputError, match="four-tables, aes32, block or block-direct"):
        find_variant("two-tables")


def test_variants_of_a_unit() -> None:
    plain = ["bytes", "one-table", "four-tables"]
    assert [item.name for item in variants_of("none")] == plain
    assert [item.name for item in variants_of("aes32")] == [*plain, "aes32"]
    assert [item.name for item in variants_of("block")] == [*plain, "block", "block-direct"]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("host", HOSTS)
def test_sizes(host: str) -> None:
    sizes = {name: build_firmware(FOUND[host], variant).sizes for name, variant in VARIANTS.items()}
    tables = {name: found.table_bytes for name, found in sizes.items() if found}
    # An S-box and its inverse; a table of words a direction and an S-box or its inverse with each.
    assert tables["bytes"] == 512
    assert tables["one-table"] == 2 * 1024 + 256
    assert tables["four-tables"] == 8 * 1024 + 256
    assert tables["aes32"] == 0
    assert tables["block"] <= 64
    assert tables["block-direct"] == 0
    for found in sizes.values():
        assert found is not None
        assert 0 < found.code_bytes < found.all_code_bytes
        assert found.table_bytes <= found.all_table_bytes
        assert 0 < found.only_128_code_bytes < found.code_bytes
        assert found.only_128_table_bytes == found.table_bytes
    plain, unit = sizes["four-tables"], sizes["aes32"]
    assert plain is not None
    assert unit is not None
    small = unit.only_128_code_bytes + unit.only_128_table_bytes
    assert plain.only_128_code_bytes + plain.only_128_table_bytes > 4 * small


def test_a_program_that_does_not_fit(program: Compiled) -> None:
    body = "static volatile uint8_t much[20000]; much[0] = 1; return much[19999];"
    program("picorv32", body, memory=32768)
    with pytest.raises(InputError, match=r"needs 2\d,\d\d\d bytes .* 4,096; give --memory 32768\."):
        program("picorv32", body, memory=4096)


def test_a_program_in_error(program: Compiled) -> None:
    with pytest.raises(FailureError, match="failed with status 1: .*nothing_like_that"):
        program("picorv32", "return nothing_like_that;")
    with pytest.raises(FailureError, match="failed with status 1"):
        program("picorv32", "extern int nowhere(void); return nowhere();")


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="choose bench or monte_carlo, or give a file"):
        build_firmware(FOUND["picorv32"], VARIANTS["bytes"], tmp_path / "none.c")


def test_a_linked_program_is_taken_as_it_is(program: Compiled, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    linked.write_bytes(program("vexriscv", "return 3;").path.read_bytes())
    found = build_firmware(FOUND["vexriscv"], VARIANTS["bytes"], linked)
    assert found.sizes is None
    assert found.path == linked


def test_a_changed_program_is_compiled_again(program: Compiled) -> None:
    first = program("picorv32", "return 1;")
    assert program("picorv32", "return 1;").path == first.path
    assert program("picorv32", "return 2;").path != first.path
    assert program("picorv32", "return 1;", variant="one-table").path != first.path
    assert program("vexriscv", "return 1;").path != first.path


def test_without_the_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path / "cache"))
    with pytest.raises(FailureError) as caught:
        build_firmware(FOUND["picorv32"], VARIANTS["bytes"])
    assert str(caught.value).endswith("; run `apt-get install gcc-riscv64-unknown-elf`.")
    found = {item.name: item for item in tools.survey()}["riscv64-unknown-elf-gcc"]
    assert found.tool is None
    assert not found.required
