# SPDX-License-Identifier: Apache-2.0
"""Constants as the elaborator writes them."""

import pytest

from roundel.elaborate import _number


@pytest.mark.parametrize(
    ("text", "value"),
    [("-5", -5), ("16", 16), ("32'd16", 16), ("3'sb101", 5), ("64'hffff", 65535), ("9'o17", 15)],
)
def test_a_constant_may_have_a_size_and_a_base(text: str, value: int) -> None:
    assert _number(text) == value
