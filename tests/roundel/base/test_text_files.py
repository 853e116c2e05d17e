# SPDX-License-Identifier: Apache-2.0
"""Output files: none replaces an input or another output, and none is a device."""

from pathlib import Path

import pytest

from roundel.base.errors import InputError
from roundel.base.text_files import check_outputs


def test_outputs_may_replace_nothing_that_is_needed(tmp_path: Path) -> None:
    space, page = tmp_path / "space.yaml", tmp_path / "page"
    space.write_text("seeds: 1\n")
    check_outputs({"--html": page, "--csv": None}, [space])
    assert not page.exists()
    with pytest.raises(InputError, match="--csv .*space.yaml is also an input of this command;"):
        check_outputs({"--csv": tmp_path / "." / "space.yaml"}, [space])
    link = tmp_path / "link"
    link.symlink_to(space)
    with pytest.raises(InputError, match="is also an input"):
        check_outputs({"--csv": link}, [space])
    with pytest.raises(InputError, match="--csv .* is also the file of --html; give another"):
        check_outputs({"--html": page, "--csv": page}, [space])
    assert space.read_text() == "seeds: 1\n"


@pytest.mark.parametrize("name", ["/dev/stdout", "/proc/self/fd/1", "/dev/full"])
def test_a_device_is_no_output(name: str) -> None:
    with pytest.raises(InputError, match=f"cannot write {name}"):
        check_outputs({"--csv": Path(name)}, [])
