# SPDX-License-Identifier: Apache-2.0
"""The latencies reported by the packet engines, measured at the ports in each mode.

Parameter space: the designs of test_stream.py, test_stream_modes.py, test_stream_xts.py and
test_stream_cbc_encrypt.py; some are without block RAM.
"""

import pytest
from tests.roundel.sim import (
    test_stream,
    test_stream_cbc_encrypt,
    test_stream_modes,
    test_stream_xts,
)

from roundel import design
from roundel.design.elaborate import elaborate
from roundel.sim.stream import Command, Stream

_XTS = {"Mode": 4, "KeySlots": test_stream_xts.SLOTS}
# Designs of other tests, so no build serves this test alone.
DESIGNS: dict[str, dict[str, int]] = {
    "gcm": test_stream.DESIGNS["two"],
    **{
        name: {"KeySlots": test_stream_modes.SLOTS, **values}
        for name, values in test_stream_modes.DESIGNS.items()
    },
    "xts": {**_XTS, **test_stream_xts.DESIGNS["one"]},
    "xts-registers": {**_XTS, **test_stream_xts.DESIGNS["encrypt-turns"]},
    **test_stream_cbc_encrypt.DESIGNS,
}


@pytest.mark.parametrize("name", DESIGNS)
def test_text_is_as_late_as_the_design_says(name: str) -> None:
    """From the acceptance of a beat to its text, with an empty FIFO."""
    values = DESIGNS[name]
    top = design.INTERLEAVED if "Streams" in values else design.STREAM
    found = elaborate(tuple(design.sources()), top, tuple(values.items()))
    mode = "cbc" if "Streams" in values else name.partition("-")[0]
    decrypt = mode == "cbc" and top == design.STREAM
    with Stream.open(name, values, top=top) as device:
        device.keep_beats(True)
        device.load_key(bytes(range(device.key_bytes)))
        device.run()
        device.run_cycles(2000)
        for wait in range(100, 104):  # at each position of a ring with several turns
            iv = bytes({"ecb": 0, "gcm": 12}.get(mode, 16))
            device.command(Command(mode, decrypt, iv=iv, tag_bytes=16 if mode == "gcm" else 0))
            device.run_cycles(wait)
            taken = device.beats + 1
            device.write(bytes(device.beat_bytes), last=True)
            while device.beats < taken:
                device.run_cycles(1)
            accepted = device.cycles - 1
            device.run(results=1)
            device.run_cycles(50)  # text may follow its result
            beat = device.read_beat()
            assert beat is not None
            assert beat.cycle - accepted == found.values["OUTPUT_LATENCY"]
            assert device.read_result() is not None
