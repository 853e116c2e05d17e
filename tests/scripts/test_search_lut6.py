# SPDX-License-Identifier: Apache-2.0
"""The search for networks of LUTs, with the forms of the encryption network that ships."""

import pytest

from roundel.fpga.lut6 import ENCRYPT
from roundel.fpga.lut_network import Network
from scripts import search_lut6

FORMS = "13,2e,9a,75,cb,d5"


def test_the_search_finds_a_network_of_31_luts(capsys: pytest.CaptureFixture[str]) -> None:
    search_lut6.main("encrypt", FORMS)
    network = Network.parse(capsys.readouterr().out)
    assert len(network.luts) == len(ENCRYPT.luts) == 31
    assert all(len(lut.inputs) <= 6 for lut in network.luts)
    assert all(network.substitute(x) == ENCRYPT.substitute(x) for x in range(256))


def test_a_search_without_a_network_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    search_lut6.main("encrypt", "3,5")
    assert capsys.readouterr().out == ""
