# SPDX-License-Identifier: Apache-2.0
"""roundel_packet_isolator: commands and packets keep equal numbers over a zeroise.

Commands have one word or several; with mode GCM, some commands have another mode. State space:
pauses on each side; a zeroise in every state of a command, a packet and a text; commands ahead of
packets and behind. The list of text checks that nothing is lost, a cut packet is ended, and stalled
outputs are stable.
"""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize("mode", [2, 3])
def test_packets_stay_whole(mode: int, bench: Callable[[Mapping[str, int]], str]) -> None:
    verdict, *rest = bench({"Mode": mode}).split()
    assert verdict == "PASS", " ".join(rest)
    commands, packets, drops, ends = map(int, rest)
    assert min(commands, packets) > 1000
    assert drops > 100
    assert ends > 20
