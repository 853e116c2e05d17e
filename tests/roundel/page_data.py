# SPDX-License-Identifier: Apache-2.0
"""Parts of a page, for tests."""

import importlib
import json
from typing import Any


def data_of(text: str) -> Any:
    """The data of a page's script."""
    return json.loads(text.partition('id="data">')[2].partition("</script>")[0])


def figures_of(text: str) -> list[Any]:
    """The plots of a page, each accepted by plotly."""
    found: list[Any] = data_of(text)
    for figure in found:
        importlib.import_module("plotly.graph_objects").Figure(figure["data"], figure["layout"])
    return found
