# SPDX-License-Identifier: Apache-2.0
"""The C driver with a simulated card and a simulated DMA of 1,024 key slots, against OpenSSL.

State space: keys in slots below and above 255, cleared slots, slots that do not exist, and the
number of slots in the driver's facts. Parameter space: card and DMA.
"""

import random
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.base.errors import InputError
from roundel.design import load_config
from roundel.sim.driver import Card, Dma, Request, Result

SLOTS = 1024
ERROR_KEY, ERROR_COMMAND = -7, -8


@pytest.fixture(params=[Card, Dma])
def device(request: pytest.FixtureRequest) -> Iterator[Card | Dma]:
    config = load_config("ctr-1", ["Rounds=2", "Stages=2", f"KeySlots={SLOTS}"])
    with request.param.open(config) as opened:
        yield opened


def process(device: Card | Dma, request: Request) -> Result:
    ticket = device.submit(request)
    assert ticket is not None
    return device.wait(ticket)


def test_requests_of_many_slots(device: Card | Dma) -> None:
    rng = random.Random(1)
    assert device.facts.key_slots == SLOTS
    keys = {slot: rng.randbytes(16) for slot in (0, 1, 255, 256, 257, 300, 512, 1023)}
    for slot, key in keys.items():
        device.load_key(key, slot)
    for slot, key in list(keys.items()) * 3:
        data, counter = rng.randbytes(rng.randrange(1, 200)), rng.randbytes(16)
        context = Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor()
        result = process(device, Request(data, slot=slot, iv=counter))
        assert result.status == 0
        assert result.data == context.update(data) + context.finalize()
    device.clear_key(256)
    for slot, status in ((256, ERROR_KEY), (999, ERROR_KEY), (1024, ERROR_COMMAND)):
        assert process(device, Request(bytes(16), slot=slot, iv=bytes(16))).status == status
    assert process(device, Request(bytes(16), slot=0, iv=bytes(16))).status == 0
    with pytest.raises(InputError):
        device.load_key(bytes(16), SLOTS)
