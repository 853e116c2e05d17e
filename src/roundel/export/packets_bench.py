# SPDX-License-Identifier: Apache-2.0
"""The testbench of a packet engine: published vectors as packets, side by side and with stalls.

The benches of the tops in fusesoc/ are the source. The exported bench has the configuration's
values, an instance of the wrapper instead of the top, and vectors of NIST. NIST publishes a single
message for CTR, so a bench for CTR also has the vectors of RFC 3686.
"""

import re
from collections.abc import Callable, Iterable

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.export import rendering
from roundel.export.wrapper import Wrapper
from roundel.verify import vectors
from roundel.verify.packet_exchange import Packet

FIELD = 64  # bytes of a field of a vector
MAX_VECTORS = 24
OTHERS = ("Wycheproof",)  # sources of vectors that are not NIST's, as `Packet.what` begins
_PASSED = '"tb_{}: %0d packets are right"'


def chosen(wrapper: Wrapper) -> list[Packet]:
    """Packets for encryption: the longest one, the shortest one, then others of many lengths.

    The bench also decrypts the packets.
    """
    config = wrapper.config
    fitting = [
        packet
        for file in vectors.files(config.Mode, config.KeyBits)
        for packet in file.packets
        if not packet.decrypt and packet.ok and not packet.short and _fits(packet)
        if not packet.what.startswith(OTHERS)
    ]
    if len(fitting) < 2:
        raise InputError(
            f"NIST has too few vectors of {config.Mode} with {config.KeyBits}-bit keys for a "
            "testbench; choose KeyBits=128 or KeyBits=256."
        )
    fitting.sort(key=lambda packet: (len(packet.source), len(packet.aad)))
    step = max(1, -(-len(fitting) // (MAX_VECTORS - 2)))
    shortest, *between, longest = fitting
    return [longest, shortest, *between[::step]]


def published_by(mode: str) -> str:
    """The publishers of the vectors."""
    return "NIST and of RFC 3686" if mode == "ctr" else "NIST"


def _fits(packet: Packet) -> bool:
    """Whether the bench can send a packet: fields of the bench, and a whole tag."""
    if packet.mode == "gcm":
        whole = len(packet.iv) == 12 and packet.tag_bytes == 16
        return whole and max(len(packet.source), len(packet.aad)) <= FIELD and bool(packet.source)
    return 0 < len(packet.source) <= FIELD


def files(wrapper: Wrapper) -> dict[str, str]:
    """The files of the testbench in compile order, by path in the folder."""
    root = design.bench_root()
    own = f"tb_{wrapper.module}"
    packets = chosen(wrapper)
    shared = wrapper.top != design.DMA
    names = {"tb_vectors_pkg": f"{own}_vectors_pkg", "tb_packets": f"{own}_packets"}
    top = (root / f"tb_{wrapper.top}.sv").read_text(encoding="utf-8")
    found = {f"sim/{own}_vectors_pkg.sv": _package(wrapper, packets)}
    if shared:
        found[f"sim/{own}_packets.sv"] = (root / "tb_packets.sv").read_text(encoding="utf-8")
    found[f"sim/{own}.sv"] = _adapted(wrapper, top, len(packets))
    for path in found:
        for name, new in names.items():
            found[path] = re.sub(rf"\b{name}\b", new, found[path])
        found[path] = f"`timescale 1ns / 1ps\n{found[path]}"
    return found


def _replaced(pattern: str, new: str | Callable[[re.Match[str]], str], text: str) -> str:
    """A text with exactly one match replaced."""
    result, count = re.subn(pattern, new, text, flags=re.DOTALL | re.MULTILINE)
    if count != 1:
        raise FailureError(f"a bench in fusesoc/ has {count} places for {pattern!r}.")
    return result


def _adapted(wrapper: Wrapper, text: str, count: int) -> str:
    """The bench of a top as the bench of the wrapper."""
    for name, value in wrapper.parameters.items():
        literal = f"1'b{value}" if name in ("BlockRam", "Counters") else str(value)
        text = _replaced(rf"(parameter (?:int|bit) {name} = )[^,\n]+", rf"\g<1>{literal}", text)
    around = rf"^  {wrapper.top} #\(.*?^  \) (\w+) \(.*?^  \);"
    instance = re.search(around, text, re.DOTALL | re.MULTILINE)
    if instance is None:
        raise FailureError(f"the bench of {wrapper.top} has no instance of its top.")
    ports = re.findall(r"^    \.(\w+)\((.*)\),?$", instance[0].partition(") u_")[2], re.MULTILINE)
    joined = ",\n".join(f"    .{port}({net})" for port, net in ports if wrapper.has(port))
    lacking = [net for port, net in ports if port in wrapper.open and net]
    constant = "".join(f"\n  assign {net} = '0;" for net in lacking)
    text = text.replace(
        instance[0], f"  {wrapper.module} {instance[1]} (\n{joined}\n  );{constant}"
    )
    if wrapper.top != design.DMA:
        values = f".Vectors({count}), .CheckUser({int(not lacking)}),"
        text = _replaced(r"^  tb_packets #\(", f"  tb_packets #(\n    {values}", text)
    source = published_by(wrapper.config.Mode)
    passed = f'"PASS: tb_{wrapper.module}, %0d packets have the results of {source}"'
    text = _replaced(_PASSED.format(wrapper.top), passed, text)
    return re.sub(rf"\btb_{wrapper.top}\b", f"tb_{wrapper.module}", text)


def _package(wrapper: Wrapper, packets: Iterable[Packet]) -> str:
    """The vectors as a package with the functions of fusesoc/tb_vectors_pkg.sv."""
    rows = [
        {
            "what": packet.what,
            "key": _bits(packet.key.rjust(FIELD, b"\0")),
            "plain": _bits(packet.source.ljust(FIELD, b"\0")),
            "cipher": _bits((packet.target or b"").ljust(FIELD, b"\0")),
            "aad": _bits(packet.aad.ljust(FIELD, b"\0")),
            "iv": _bits(packet.iv.ljust(16, b"\0")),
            "tag": _bits(packet.tag.ljust(16, b"\0")),
            "text_bytes": len(packet.source),
            "aad_bytes": len(packet.aad),
        }
        for packet in packets
    ]
    source = published_by(wrapper.config.Mode)
    return rendering.render("tb_vectors_pkg.sv", wrapper=wrapper, rows=rows, source=source)


def _bits(data: bytes) -> str:
    return f"{8 * len(data)}'h{data.hex()}"
