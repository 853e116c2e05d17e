# SPDX-License-Identifier: Apache-2.0
import importlib.metadata

import pytest
from tests.roundel.soft.soft_tests import HOSTS, need_processor

from roundel.base.errors import FailureError, InputError
from roundel.soft import hosts


def test_a_host_that_does_not_exist() -> None:
    with pytest.raises(InputError, match=r"no host pico; choose picorv32 or vexriscv\."):
        hosts.find_host("pico")


@pytest.mark.parametrize("name", HOSTS)
def test_sources_exist(name: str) -> None:
    need_processor(name)
    files = hosts.sources(hosts.HOSTS[name], {})
    assert all(path.is_file() for path in files)
    assert files[-1].name == hosts.HOSTS[name].source
    assert any(path.stem == hosts.HOSTS[name].top for path in files)


@pytest.mark.parametrize("name", HOSTS)
def test_a_package_that_is_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr(importlib.metadata, "version", version)
    host = hosts.HOSTS[name]
    with pytest.raises(FailureError, match=rf"{host.package}; run `pip install -e '.\[soft\]'`"):
        hosts.processor(host)
    findings = {item.name: item for item in hosts.survey()}
    assert findings[host.package].tool is None
    assert "[soft]" in findings[host.package].advice
    assert not findings[host.package].required


def test_a_package_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    need_processor("picorv32")
    monkeypatch.setattr(importlib.metadata, "version", lambda package: "0.9")
    with pytest.raises(
        FailureError, match=r"has version 0\.9, .*pip install pythondata-cpu-picorv32==1\.0"
    ):
        hosts.processor(hosts.HOSTS["picorv32"])


def test_survey() -> None:
    for name in HOSTS:
        need_processor(name)
    found = {item.name: item.tool for item in hosts.survey()}
    for host in hosts.HOSTS.values():
        tool = found[host.package]
        assert tool is not None
        assert tool.version == host.version
    assert found["pyelftools"] is not None
