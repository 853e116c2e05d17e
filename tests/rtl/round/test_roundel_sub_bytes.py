# SPDX-License-Identifier: Apache-2.0
"""roundel_sub_bytes in Icarus: all values in all lanes against FIPS-197 section 5.1.1.

State space: see tb_roundel_sub_bytes.sv. Parameter space: the widths that the library uses and one,
with every S-box and every direction.
"""

from collections.abc import Callable, Mapping

import pytest

from roundel import design


@pytest.mark.parametrize("direction", design.choices("Direction"))
@pytest.mark.parametrize("sbox", design.choices("Sbox"))
@pytest.mark.parametrize("num_bytes", [1, 4, 16])
def test_substitutes_as_the_standard_says(
    num_bytes: int, sbox: str, direction: str, bench: Callable[[Mapping[str, int]], str]
) -> None:
    values = {
        "NumBytes": num_bytes,
        "Sbox": design.choices("Sbox")[sbox],
        "Direction": design.choices("Direction")[direction],
    }
    modes = 2 if direction == "both" else 1
    assert bench(values) == f"PASS {modes * 256 * num_bytes}"
