# SPDX-License-Identifier: Apache-2.0
"""The simulated device: handshakes, order, stalls, watchdog, keys and the single steps.

FIPS-197 and OpenSSL give the expected results. A faulty core makes the hardware faults on request.
"""

import random
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.base.errors import FailureError, InputError
from roundel.design import Config, load_config
from roundel.sim.device import BLOCK, Device, Inputs, Outputs

FAULTY = Path(__file__).parents[2] / "sim" / "faulty_core.v"

# FIPS-197 appendices C.1 to C.3.
PLAIN = bytes.fromhex("00112233445566778899aabbccddeeff")
CIPHERED = {
    128: "69c4e0d86a7b0430d8cdb78070b4c55a",
    192: "dda97ca4864cdfe06eaf70a0ec0d7191",
    256: "8ea2b7ca516745bfeafc49904b496089",
}

CONFIGS = {
    "iterative": ["Direction=both"],
    "decrypt": ["Direction=decrypt", "KeyBits=192"],
    "pipeline": ["Stages=4", "Sbox=rom", "KeySchedule=pipelined", "Backpressure=0"],
    "slots": [
        "Direction=both", "KeyBits=256", "Rounds=2", "Stages=0", "KeySchedule=stored", "KeySlots=4",
    ],
}  # fmt: skip


def config(name: str) -> Config:
    return load_config("iterative-table", CONFIGS[name])


@pytest.fixture(scope="module", params=list(CONFIGS))
def opened(request: pytest.FixtureRequest) -> Iterator[Device]:
    with Device.open(config(request.param)) as found:
        yield found


@pytest.fixture
def device(opened: Device) -> Device:
    opened.set_stalls(0, 0.0, 0.0)
    opened.set_watchdog(10000)
    opened.reset()
    return opened


@pytest.fixture(scope="module")
def iterative() -> Iterator[Device]:
    with Device.open(config("iterative")) as found:
        yield found


@pytest.fixture(scope="module")
def faulty_opened() -> Iterator[Device]:
    with Device.open(load_config("iterative-table"), netlist=FAULTY) as found:
        yield found


@pytest.fixture
def faulty(faulty_opened: Device) -> Device:
    faulty_opened.set_watchdog(50)
    faulty_opened.reset()
    return faulty_opened


@pytest.fixture
def rng() -> random.Random:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    return random.Random(seed)


def openssl(key: bytes, data: bytes, *, decrypt: bool = False) -> bytes:
    reference = Cipher(algorithms.AES(key), modes.ECB())
    context = reference.decryptor() if decrypt else reference.encryptor()
    return context.update(data) + context.finalize()


def directions(device: Device) -> list[bool]:
    chosen = device.config.Direction
    return [False, True] if chosen == "both" else [chosen == "decrypt"]


def test_published_answer(device: Device) -> None:
    device.load_key(bytes(range(device.key_bytes)))
    ciphered = bytes.fromhex(CIPHERED[device.config.KeyBits])
    for decrypt in directions(device):
        given, wanted = (ciphered, PLAIN) if decrypt else (PLAIN, ciphered)
        assert device.process(given, decrypt=decrypt) == wanted


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.5, 0.5), (0.97, 0.0), (0.0, 0.97), (0.97, 0.97)])
def test_stalls_change_the_time_alone(
    device: Device, rng: random.Random, stalls: tuple[float, float]
) -> None:
    key, data = rng.randbytes(device.key_bytes), rng.randbytes(300 * BLOCK)
    device.load_key(key)
    for decrypt in directions(device):
        expected = openssl(key, data, decrypt=decrypt)
        device.process(data[:BLOCK], decrypt=decrypt)  # the first may wait for the key's expansion
        start = device.cycles
        assert device.process(data, decrypt=decrypt) == expected
        unhindered = device.cycles - start
        seed = rng.getrandbits(64)
        times = []
        for _ in range(2):
            device.set_stalls(seed, *stalls)
            start = device.cycles
            assert device.process(data, decrypt=decrypt) == expected
            times.append(device.cycles - start)
            device.set_stalls(0, 0.0, 0.0)
        assert times[0] == times[1] >= unhindered
        # Without an output FIFO the output has no pauses.
        if max(stalls if device.config.Backpressure else stalls[:1]) > 0.9:
            assert times[0] > unhindered


def test_ten_cycles_a_block(iterative: Device) -> None:
    iterative.reset()
    iterative.load_key(bytes(16))
    for decrypt in (False, True):
        iterative.process(bytes(BLOCK), decrypt=decrypt)
        start = iterative.cycles
        iterative.process(bytes(1000 * BLOCK), decrypt=decrypt)
        assert 10 * 1000 <= iterative.cycles - start < 10 * 1001 + 5


def test_push_and_pull(device: Device, rng: random.Random) -> None:
    key, data = rng.randbytes(device.key_bytes), rng.randbytes(40 * BLOCK)
    decrypt = directions(device)[0]
    expected = openssl(key, data, decrypt=decrypt)
    device.load_key(key)
    device.push(data[: 25 * BLOCK], decrypt=decrypt)
    assert device.pull(10) == expected[: 10 * BLOCK]
    device.push(data[25 * BLOCK :], decrypt=decrypt)
    assert device.pull(100) == expected[10 * BLOCK :]
    assert device.pull(5) == b""


def test_a_key_holds_for_the_blocks_after_it(device: Device, rng: random.Random) -> None:
    decrypt = directions(device)[0]
    expected = b""
    for _ in range(20):
        key = rng.randbytes(device.key_bytes)
        data = rng.randbytes(rng.randrange(4) * BLOCK)
        device.load_key(key)
        device.push(data, decrypt=decrypt)
        expected += openssl(key, data, decrypt=decrypt)
    assert device.pull(100) == expected


def test_slots_and_directions_block_by_block(rng: random.Random) -> None:
    with Device.open(config("slots")) as device:
        keys = [rng.randbytes(32) for _ in range(4)]
        for slot, key in enumerate(keys):
            device.load_key(key, slot)
        expected = b""
        for _ in range(60):
            slot, decrypt, data = rng.randrange(4), rng.random() < 0.5, rng.randbytes(BLOCK)
            device.push(data, decrypt=decrypt, slot=slot)
            expected += openssl(keys[slot], data, decrypt=decrypt)
        assert device.pull(60) == expected


def test_chained(iterative: Device, rng: random.Random) -> None:
    key, iv, data = rng.randbytes(16), rng.randbytes(16), rng.randbytes(50 * BLOCK)
    context = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
    iterative.reset()
    iterative.load_key(key)
    assert iterative.process_chained(data, iv) == context.update(data)


@pytest.mark.parametrize("forget", ["reset", "zeroise"])
def test_reset_and_zeroise_forget_blocks_and_keys(device: Device, forget: str) -> None:
    decrypt = directions(device)[0]
    key = bytes(range(device.key_bytes))
    device.load_key(key)
    device.push(bytes(30 * BLOCK), decrypt=decrypt)
    getattr(device, forget)()
    assert device.pull(30) == b""
    device.set_watchdog(200)
    with pytest.raises(FailureError, match="took no block of this slot within 200 cycles"):
        device.process(bytes(BLOCK), decrypt=decrypt)
    device.reset()
    device.load_key(key)
    expected = openssl(key, bytes(BLOCK), decrypt=decrypt)
    assert device.process(bytes(BLOCK), decrypt=decrypt) == expected


def test_clear_forgets_one_key(device: Device, rng: random.Random) -> None:
    decrypt = directions(device)[0]
    slots = device.config.KeySlots
    keys = [rng.randbytes(device.key_bytes) for _ in range(slots)]
    data = rng.randbytes(20 * BLOCK)
    for slot, key in enumerate(keys):
        device.load_key(key, slot)
    last = slots - 1
    device.push(data, decrypt=decrypt, slot=last)
    device.clear_key(last)
    # Blocks of before keep their key, other slots keep theirs.
    assert device.pull(20) == openssl(keys[last], data, decrypt=decrypt)
    for slot in range(last):
        expected = openssl(keys[slot], data, decrypt=decrypt)
        assert device.process(data, decrypt=decrypt, slot=slot) == expected
    device.set_watchdog(200)
    with pytest.raises(FailureError, match="took no block of this slot within 200 cycles"):
        device.process(data, decrypt=decrypt, slot=last)
    device.set_watchdog(10000)
    device.reset()
    device.load_key(keys[0], last)
    device.clear_key(last)
    device.load_key(keys[last], last)
    expected = openssl(keys[last], data, decrypt=decrypt)
    assert device.process(data, decrypt=decrypt, slot=last) == expected


def test_large_buffers_are_cut_without_a_seam(iterative: Device, rng: random.Random) -> None:
    key, data = rng.randbytes(16), rng.randbytes((1 << 20) + 3 * BLOCK)
    iterative.reset()
    iterative.load_key(key)
    assert iterative.process(memoryview(data)) == openssl(key, data)
    assert iterative.process(b"") == b""
    assert iterative.process_chained(b"", bytes(16)) == b""


def test_two_devices_are_independent(rng: random.Random) -> None:
    keys = [rng.randbytes(16) for _ in range(2)]
    data = rng.randbytes(2000 * BLOCK)
    results: dict[int, bytes] = {}

    def work(number: int) -> None:
        with Device.open(config("iterative")) as device:
            device.load_key(keys[number])
            results[number] = b"".join(
                device.process(data[at : at + 1600]) for at in range(0, len(data), 1600)
            )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: openssl(key, data) for number, key in enumerate(keys)}


def one_block(device: Device, pins: Inputs, limit: int = 100) -> tuple[Outputs, int]:
    """Drive one block by hand; return the cycle of its result and the number of cycles."""
    taken = False
    for cycle in range(limit):
        offer = Inputs(**{**vars(pins), "in_valid": not taken, "out_ready": True})
        seen = device.step(offer)
        taken = taken or seen.in_ready
        if seen.out_valid:
            return seen, cycle
    raise AssertionError("no block came out")


def test_steps(iterative: Device) -> None:
    iterative.step(Inputs(rst_n=False))
    assert not iterative.step(Inputs()).in_ready
    while not iterative.step(Inputs(key_valid=True, key=bytes(range(16)))).key_ready:
        pass
    pins = Inputs(in_block=PLAIN, in_tag=0xA5)
    seen, _ = one_block(iterative, pins)
    assert seen.out_block == bytes.fromhex(CIPHERED[128])
    assert seen.out_tag == 0xA5 % iterative.tags == 0xA5
    # A stalled result is stable; reset removes the result.
    while not iterative.step(Inputs(in_valid=True, in_block=PLAIN)).in_ready:
        pass
    for _ in range(20):
        seen = iterative.step(Inputs())
    assert seen.out_valid
    assert iterative.step(Inputs()) == seen
    iterative.step(Inputs(rst_n=False))
    assert not iterative.step(Inputs()).out_valid
    with pytest.raises(InputError, match="does not fill its port"):
        iterative.step(Inputs(in_block=bytes(15)))
    iterative.reset()


@pytest.mark.parametrize("count", [1, 2, 17])
def test_faulty_core_without_a_fault(faulty: Device, rng: random.Random, count: int) -> None:
    key, data = b"\0" + rng.randbytes(15), rng.randbytes(count * BLOCK)
    faulty.load_key(key)
    expected = bytes(byte ^ key[at % 16] for at, byte in enumerate(data))
    assert faulty.process(data) == expected


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (1, "tag 1 instead of 0"),
        (2, "tag 4 instead of 3"),
        (3, "without an input"),
        (4, "took no block of this slot within 50 cycles"),
        (5, "the model called .stop"),
    ],
)
def test_faults_of_the_hardware_are_told(faulty: Device, fault: int, message: str) -> None:
    faulty.load_key(bytes([fault]) + bytes(15))
    with pytest.raises(FailureError, match=message):
        faulty.process(bytes(10 * BLOCK))
    faulty.reset()
    faulty.load_key(bytes(16))
    assert faulty.process(bytes(10 * BLOCK)) == bytes(10 * BLOCK)


def test_last_block_lost_or_doubled(faulty: Device) -> None:
    faulty.load_key(b"\2" + bytes(15))
    with pytest.raises(FailureError, match="gave no block within 50 cycles"):
        faulty.process(bytes(4 * BLOCK))
    faulty.reset()
    faulty.load_key(b"\3" + bytes(15))
    faulty.process(bytes(4 * BLOCK))
    with pytest.raises(FailureError, match="came out without an input"):
        faulty.process(bytes(BLOCK))


def test_key_that_is_not_taken(faulty: Device) -> None:
    faulty.load_key(b"\6" + bytes(15))
    with pytest.raises(FailureError, match="did not accept a key within 50 cycles"):
        faulty.load_key(bytes(16))
    faulty.reset()
    faulty.load_key(b"\6" + bytes(15))
    with pytest.raises(FailureError, match="did not clear a key within 50 cycles"):
        faulty.clear_key()


def test_netlist_of_another_configuration(tmp_path: Path) -> None:
    Device.open(load_config("iterative-table"), netlist=FAULTY).close()
    with pytest.raises(InputError, match=r"port key_i needs 256 bits, found 128 bits"):
        Device.open(load_config("iterative-table", ["KeyBits=256"]), netlist=FAULTY)
    with pytest.raises(InputError, match="there is no netlist"):
        Device.open(load_config("iterative-table"), netlist=tmp_path / "none.v")


def test_bad_arguments(iterative: Device) -> None:
    iterative.reset()
    for size in (0, 15, 17, 32):
        with pytest.raises(InputError, match="needs a key of 128 bits") as caught:
            iterative.load_key(b"\xab" * size)
        assert "ab" * 8 not in str(caught.value)
    for slot in (-1, 1):
        with pytest.raises(InputError, match="no key slot"):
            iterative.load_key(bytes(16), slot)
        with pytest.raises(InputError, match="no key slot"):
            iterative.clear_key(slot)
        with pytest.raises(InputError, match="no key slot"):
            iterative.process(bytes(16), slot=slot)
    with pytest.raises(InputError, match="17 bytes are not whole blocks"):
        iterative.process(bytes(17))
    with pytest.raises(InputError, match="needs 16 bytes, but 15 were given"):
        iterative.process_chained(bytes(16), bytes(15))
    with pytest.raises(InputError, match="probability"):
        iterative.set_stalls(1, 1.0, 0.0)
    with pytest.raises(InputError, match="watchdog"):
        iterative.set_watchdog(0)


def test_the_library_itself_refuses_what_would_not_fit(iterative: Device) -> None:
    buffer = bytearray(64)
    place = iterative._ffi.from_buffer("uint8_t[]", buffer)
    iterative.reset()
    with pytest.raises(InputError, match="slot does not fit"):
        iterative._call("load_key", 2, place, 16)
    with pytest.raises(InputError, match="wrong number of bytes"):
        iterative._call("load_key", 0, place, 24)
    with pytest.raises(InputError, match="slot does not fit"):
        iterative._call("push", place, 1, 0, 2)
    iterative.load_key(bytes(16))
    iterative.push(bytes(16))
    with pytest.raises(FailureError, match="have not been pulled"):
        iterative._call("process", place, place, 1, 0, 0)
    assert len(iterative.pull(1)) == BLOCK


def test_direction_that_is_not_there() -> None:
    with Device.open(config("decrypt")) as device:
        device.load_key(bytes(24))
        with pytest.raises(InputError, match=r"no hardware to encrypt .*Direction=both"):
            device.process(bytes(BLOCK))


def test_closed() -> None:
    device = Device.open(config("iterative"))
    device.close()
    device.close()
    with pytest.raises(FailureError, match="closed"):
        device.process(bytes(BLOCK))
