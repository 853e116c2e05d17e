# SPDX-License-Identifier: Apache-2.0
"""The IP-XACT component of an exported design, IEEE 1685-2009.

Vivado reads this edition of the standard. The types of the buses are AMD's, so that Vivado shows
the AXI ports as buses; other tools show the same groups of ports. The registers come from the RDL
files in rtl/regs through PeakRDL.
"""

import tempfile
from pathlib import Path
from xml.etree import ElementTree as Xml

from roundel import __version__, design
from roundel.export.sources import Sources
from roundel.export.wrapper import Pin, Wrapper

NAMESPACE = "http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009"
_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_VENDOR, _LIBRARY = "roundel", "aes"
_PAGE = 0x1000  # bytes of a register map
_MEMORY_BITS = 64  # address bits of the DMA


def component(wrapper: Wrapper, sources: Sources) -> str:
    """The component as XML."""
    Xml.register_namespace("spirit", NAMESPACE)
    root = Xml.Element(
        f"{{{NAMESPACE}}}component",
        {f"{{{_INSTANCE}}}schemaLocation": f"{NAMESPACE} {NAMESPACE}/index.xsd"},
    )
    _vlnv(root, _VENDOR, _LIBRARY, wrapper.module, __version__)
    _bus_interfaces(root, wrapper)
    if wrapper.top == design.DMA:
        space = _add(_add(root, "addressSpaces"), "addressSpace")
        _add(space, "name", "m_axi")
        _add(space, "range", str(1 << _MEMORY_BITS))
        _add(space, "width", str(_wide(wrapper, "m_axi_rdata")))
    if wrapper.is_bus:
        maps = _add(_add(root, "memoryMaps"), "memoryMap")
        _add(maps, "name", "s_axil")
        for block in _register_blocks(wrapper):
            maps.append(block)
    _model(root, wrapper)
    _file_sets(root, sources)
    _add(root, "description", f"{wrapper.top} of Roundel, configuration {wrapper.config.name}.")
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add(parent: Xml.Element, tag: str, text: str | None = None, **attributes: str) -> Xml.Element:
    """Add an element of the standard's namespace, with attributes of the same namespace."""
    child = Xml.SubElement(
        parent,
        f"{{{NAMESPACE}}}{tag}",
        {f"{{{NAMESPACE}}}{name}": value for name, value in attributes.items()},
    )
    child.text = text
    return child


def _vlnv(parent: Xml.Element, vendor: str, library: str, name: str, version: str) -> None:
    for tag, value in (
        ("vendor", vendor), ("library", library), ("name", name), ("version", version)
    ):  # fmt: skip
        _add(parent, tag, value)


def _wide(wrapper: Wrapper, name: str) -> int:
    return next(pin.width for pin in wrapper.pins if pin.name == name)


def _bus_interfaces(root: Xml.Element, wrapper: Wrapper) -> None:
    """The buses of the wrapper: AXI, clock, reset and interrupt."""
    buses = _add(root, "busInterfaces")
    names = bus_ports(wrapper)
    for name, pins in names.items():
        stream = "axis" in name
        bus = _bus(buses, name, "interface", "axis" if stream else "aximm")
        if name == "s_axil":
            _add(_add(bus, "slave"), "memoryMapRef", memoryMapRef="s_axil")
        elif name == "m_axi":
            _add(_add(bus, "master"), "addressSpaceRef", addressSpaceRef="m_axi")
        else:
            _add(bus, "slave" if name.startswith("s_") else "master")
        _port_maps(bus, {pin.name.removeprefix(f"{name}_").upper(): pin for pin in pins})
        if not stream:
            _parameters(bus, name, {"PROTOCOL": "AXI4LITE" if name == "s_axil" else "AXI4"})
    by_name = {pin.name: pin for pin in wrapper.pins}
    clock = _bus(buses, wrapper.clock, "signal", "clock")
    _add(clock, "slave")
    _port_maps(clock, {"CLK": by_name[wrapper.clock]})
    values = {"ASSOCIATED_RESET": wrapper.reset}
    if names:
        values["ASSOCIATED_BUSIF"] = ":".join(names)
    _parameters(clock, wrapper.clock, values)
    reset = _bus(buses, wrapper.reset, "signal", "reset")
    _add(reset, "slave")
    _port_maps(reset, {"RST": by_name[wrapper.reset]})
    _parameters(reset, wrapper.reset, {"POLARITY": "ACTIVE_LOW"})
    if "irq" in by_name:
        irq = _bus(buses, "irq", "signal", "interrupt")
        _add(irq, "master")
        _port_maps(irq, {"INTERRUPT": by_name["irq"]})
        _parameters(irq, "irq", {"SENSITIVITY": "LEVEL_HIGH"})


def bus_ports(wrapper: Wrapper) -> dict[str, list[Pin]]:
    """The ports of each AXI bus, by the name of the bus; empty without buses."""
    found: dict[str, list[Pin]] = {}
    for pin in wrapper.pins if wrapper.is_bus else ():
        bus, _, signal = pin.name.rpartition("_")
        if bus and signal:
            found.setdefault(bus, []).append(pin)
    return found


def _bus(buses: Xml.Element, name: str, library: str, kind: str) -> Xml.Element:
    bus = _add(buses, "busInterface")
    _add(bus, "name", name)
    for tag, type_name in (("busType", kind), ("abstractionType", f"{kind}_rtl")):
        _add(bus, tag, vendor="xilinx.com", library=library, name=type_name, version="1.0")
    return bus


def _port_maps(bus: Xml.Element, pins: dict[str, Pin]) -> None:
    maps = _add(bus, "portMaps")
    for logical, pin in pins.items():
        found = _add(maps, "portMap")
        _add(_add(found, "logicalPort"), "name", logical)
        _add(_add(found, "physicalPort"), "name", pin.name)


def _parameters(bus: Xml.Element, owner: str, values: dict[str, str]) -> None:
    found = _add(bus, "parameters")
    for name, value in values.items():
        parameter = _add(found, "parameter")
        _add(parameter, "name", name)
        identifier = f"BUSIFPARAM_VALUE.{owner.upper()}.{name}"
        _add(parameter, "value", value, id=identifier)


def _register_blocks(wrapper: Wrapper) -> list[Xml.Element]:
    """The registers of the AXI4-Lite port as address blocks of one page each."""
    names = ["roundel_registers"]
    if wrapper.top == design.DMA:
        names.append("roundel_dma_registers")
    blocks = []
    for page, name in enumerate(names):
        block = _exported(name)
        _find(block, "baseAddress").text = f"{page * _PAGE:#x}"
        _find(block, "range").text = f"{_PAGE:#x}"
        for register in block.iterfind(f"{{{NAMESPACE}}}register"):
            offset = _find(register, "addressOffset")
            offset.text = f"{int(str(offset.text), 0) - page * _PAGE:#x}"
        blocks.append(block)
    return blocks


def _find(parent: Xml.Element, tag: str) -> Xml.Element:
    found = parent.find(f"{{{NAMESPACE}}}{tag}")
    if found is None:
        raise LookupError(tag)
    return found


def _exported(name: str) -> Xml.Element:
    """The address block that PeakRDL makes of an RDL file."""
    from peakrdl_ipxact import IPXACTExporter, Standard
    from systemrdl.compiler import RDLCompiler

    compiler = RDLCompiler()
    compiler.compile_file(str(design.rtl_root() / "regs" / f"{name}.rdl"))
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "registers.xml"
        exporter = IPXACTExporter(standard=Standard.IEEE_1685_2009)
        exporter.export(compiler.elaborate().top, str(path))
        tree = Xml.parse(path)  # noqa: S314 (written in the line above)
    return next(tree.iter(f"{{{NAMESPACE}}}addressBlock"))


def _model(root: Xml.Element, wrapper: Wrapper) -> None:
    """The views for synthesis and simulation, and the ports."""
    model = _add(root, "model")
    views = _add(model, "views")
    for name, stage in (
        ("xilinx_anylanguagesynthesis", "synthesis"),
        ("xilinx_anylanguagebehavioralsimulation", "simulation"),
    ):
        view = _add(views, "view")
        _add(view, "name", name)
        _add(view, "envIdentifier", f":vivado.xilinx.com:{stage}")
        _add(view, "language", "Verilog")
        _add(view, "modelName", wrapper.module)
        _add(_add(view, "fileSetRef"), "localName", "rtl")
    ports = _add(model, "ports")
    for pin in wrapper.pins:
        port = _add(ports, "port")
        _add(port, "name", pin.name)
        if pin.meaning:
            _add(port, "description", pin.meaning)
        wire = _add(port, "wire")
        _add(wire, "direction", pin.direction)
        if pin.width > 1:
            vector = _add(wire, "vector")
            _add(vector, "left", str(pin.width - 1))
            _add(vector, "right", "0")


def _file_sets(root: Xml.Element, sources: Sources) -> None:
    """The sources in compile order, headers first."""
    rtl = _add(_add(root, "fileSets"), "fileSet")
    _add(rtl, "name", "rtl")
    headers = [path for path in sources.files if path.endswith(".svh")]
    for path in [*headers, *sources.compiled]:
        found = _add(rtl, "file")
        _add(found, "name", path)
        kind = "verilogSource" if path.endswith(".v") else "systemVerilogSource"
        _add(found, "fileType", kind)
        if path in headers:
            _add(found, "isIncludeFile", "true")
