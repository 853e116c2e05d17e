# SPDX-License-Identifier: Apache-2.0
"""The notebooks of the documentation run from the first cell to the last one."""

import asyncio
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
NOTEBOOKS = sorted(HOW_TO.glob("*.ipynb"))
TIMEOUT = 900  # seconds for a cell, with an empty cache on a busy machine


@pytest.mark.notebook
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # an empty store
    book = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        book, timeout=TIMEOUT, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    asyncio.run(client.async_execute())
    results = {cell.id: cell.outputs for cell in book.cells if cell.cell_type == "code"}
    assert all(results.values())
    assert "4 of 4 runs are done; 0 points failed" in text(results["sweep"])
    assert text(results["frame"]).count("iterative") == 4
    assert "application/vnd.plotly.v1+json" in results["plot"][0].data
    assert "lut4" in text(results["compare"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_results(path: Path) -> None:
    book = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert code
    assert not [cell for cell in code if cell.outputs or cell.execution_count]


def text(outputs: list[Any]) -> str:
    """The output of a cell, or the plain form of its value."""
    return "".join(
        item.get("text", "") + item.get("data", {}).get("text/plain", "") for item in outputs
    )
