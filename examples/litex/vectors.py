# SPDX-License-Identifier: Apache-2.0
"""NIST's vectors of AES-128-GCM and AES-128-CTR as a C header for the firmware."""

from pathlib import Path

from roundel.verify.vectors import files

MOST = 64  # bytes of a field


def chosen(count: int):
    """Encryptions with an IV of 12 bytes and a whole tag, of many lengths, the longest first."""
    fitting = [
        packet
        for file in files("gcm", 128)
        for packet in file.packets
        if file.name.startswith("gcm")
        and not packet.decrypt and packet.ok and len(packet.iv) == 12 and packet.tag_bytes == 16
        and 0 < len(packet.source) <= MOST and 0 < len(packet.aad) <= MOST
    ]  # fmt: skip
    fitting.sort(key=lambda packet: (-len(packet.source), -len(packet.aad)))
    step = max(1, len(fitting) // count)
    return fitting[::step][:count]


def write(path: Path, count: int) -> None:
    """Write the header with some vectors."""
    packets = chosen(count)
    ctr = next(p for file in files("ctr", 128) for p in file.packets if not p.decrypt)
    rows = [
        "  {"
        + ", ".join(_bytes(field) for field in (p.key, p.iv, p.aad, p.source, p.target, p.tag))
        + f", {len(p.aad)}, {len(p.source)}}},"
        for p in packets
    ]
    path.write_text(
        "/* NIST's vectors of AES-128-GCM, and SP 800-38A's example of AES-128-CTR. */\n"
        "#ifndef VECTORS_H\n#define VECTORS_H\n\n#include <stdint.h>\n\n"
        "typedef struct {\n"
        f"  uint8_t key[16], iv[12], aad[{MOST}], plain[{MOST}], cipher[{MOST}], tag[16];\n"
        "  uint32_t aad_bytes, bytes;\n} vector;\n\n"
        f"enum {{ VECTORS = {len(packets)} }};\n\n"
        "static const vector vectors[VECTORS] = {\n" + "\n".join(rows) + "\n};\n\n"
        "static const struct {\n  uint8_t key[16], counter[16], "
        f"plain[{len(ctr.source)}], cipher[{len(ctr.source)}];\n}} ctr_vector = {{\n"
        + "".join(f"  {_bytes(field)},\n" for field in (ctr.key, ctr.iv, ctr.source, ctr.target))
        + "};\n\n#endif\n",
        encoding="utf-8",
    )


def _bytes(data: bytes) -> str:
    return "{" + ", ".join(f"0x{byte:02x}" for byte in data) + "}"
