# SPDX-License-Identifier: Apache-2.0
"""The site of the documentation: `make docs` builds the site in build/docs with Sphinx.

The pages are the Markdown files of the repository; relative links also work on a forge. The source
folder is the repository, so the path of a page stays: docs/tutorial.md becomes
build/docs/docs/tutorial.html. This file adds:

- `NAVIGATION` gives each section its pages. A Markdown file without a section is a warning.
- A link to a file without a page, for example a SystemVerilog source, leads to a copy of the file
  at the same path in the site.
- A notebook becomes a page: the texts, and the cells as code blocks.
- docs/chooser.html is the page of `roundel choose --html` over all characterised designs.
"""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.transforms import SphinxTransform

import roundel
from roundel.characterised import load_designs
from roundel.choose.page import page

ROOT = Path(__file__).resolve().parent.parent

project = "Roundel"
version = release = roundel.__version__
project_copyright = "the Roundel authors. Apache-2.0"
html_title = f"Roundel {release}"

# The front page has the sections; each section has a first page that lists the others.
FRONT = "docs/README"
NAVIGATION = {
    FRONT: [
        "Tutorial <tutorial>",
        "How-to <how-to/README>",
        "Reference <reference/README>",
        "Explanation <explanation/README>",
        "Glossary <glossary>",
        "Log <log/README>",
        "Project </README>",
    ],
    "docs/how-to/README": [
        "choose", "configure", "instantiate", "modes", "key-slots", "self-test", "export",
        "packets", "authenticated", "axi", "buses", "card", "dma", "litex", "fusesoc", "targets",
        "explore", "cluster", "sweep", "system", "soft", "cells", "reproduce", "migrate", "tools",
        "release",
    ],
    "docs/reference/README": [
        "cli", "python", "presets", "characterised", "records", "rtl", "tops/roundel_core",
        "tops/roundel_stream", "tops/roundel_stream_interleaved", "tops/roundel_axi",
        "tops/roundel_card_axi", "tops/roundel_dma",
    ],
    "docs/explanation/README": [
        "engine", "lanes", "sbox", "cuts", "gcm", "xts", "cbc", "dma", "system", "soft",
        "synthesis", "cells", "jobs", "verification",
    ],
    "docs/log/README": [
        "register-positions", "key-sizes", "modes", "synthesis", "sbox-lut6", "lanes", "gcm", "dma",
        "soft", "standard-cells", "liberty-libraries", "vendors", "needs", "figures", "peers",
        "jobs", "proofs", "tests", "mutants",
    ],
    "README": [
        "/CONTRIBUTING", "/SECURITY", "/CHANGELOG", "/rtl/README", "/formal/README",
        "/formal/undecided/README", "/sim/README", "/sw/firmware/README",
    ],
}  # fmt: skip

root_doc = FRONT
include_patterns = ["*.md", "docs/**", "rtl/**.md", "formal/**.md", "sim/**.md", "sw/**.md"]
exclude_patterns = [".*", "build", "src", "tests"]
source_suffix = {".md": "markdown", ".ipynb": "notebook"}
extensions = ["myst_parser"]
myst_heading_anchors = 5
suppress_warnings = ["myst.header"]  # a page of a forge may begin below the first level

html_theme = "pydata_sphinx_theme"
html_theme_options: dict[str, Any] = {
    "logo": {"text": html_title},
    "header_links_before_dropdown": len(NAVIGATION[FRONT]),
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "navbar_align": "left",
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars: dict[str, list[str]] = {FRONT: [], "docs/tutorial": [], "docs/glossary": []}
html_show_sourcelink = False
html_copy_source = False
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "index.html"}
highlight_language = "none"

# The site has other files as copies with the ending .txt, which a browser shows.
SHOWN = (".html", ".svg", ".png", ".ipynb")


def link_chooser(_: Sphinx, docname: str, source: list[str]) -> None:
    """Make a link of the name of the chooser page, which exists in the site only."""
    if docname == "docs/how-to/choose":
        link = '<a href="../chooser.html">docs/chooser.html</a>'
        source[0] = source[0].replace("`docs/chooser.html`", link)


def add_navigation(_: Sphinx, docname: str, source: list[str]) -> None:
    """Append a section's list of pages, which a forge need not see."""
    pages = NAVIGATION.get(docname)
    if pages:
        source[0] += "\n".join(["\n\n```{toctree}", ":hidden:", "", *pages, "```", ""])


class Files(SphinxTransform):
    """Links to files that are no pages lead to their copies."""

    default_priority = 600  # before Sphinx collects downloads

    def apply(self, **_: object) -> None:
        """Replace each download by a link to a copy; stop if the file is missing."""
        here = (ROOT / self.env.docname).parent
        for node in list(self.document.findall(addnodes.download_reference)):
            path = (here / node["reftarget"]).resolve()
            copy = path.relative_to(ROOT)
            if copy.suffix not in SHOWN:
                copy = copy.with_name(copy.name + ".txt")
            target = os.path.relpath(ROOT / copy, here)
            link = nodes.reference("", "", *node.children, refuri=target, internal=True)
            node.replace_self(link)
            files = self.env.metadata[self.env.docname].setdefault("files", [])
            files.append((str(path), str(copy)))


class NotebookParser(MystParser):
    """A notebook as Markdown: the texts, and the code without results."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse the cells one after another."""
        parts = []
        # `source-read` appends the navigation of sections only, so a notebook is JSON alone.
        for cell in json.loads(inputstring)["cells"]:
            text = "".join(cell["source"])
            parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        super().parse("\n\n".join(parts), document)


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy the files that pages link to."""
    if exception is not None:
        return
    for found in app.env.metadata.values():
        for path, copy in found.get("files", []):
            target = Path(app.outdir, copy)
            if not Path(path).is_file():
                raise SphinxError(f"{path} is missing")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def write_chooser(app: Sphinx, exception: Exception | None) -> None:
    """Write the chooser page over all characterised designs, docs/chooser.html."""
    if exception is None:
        target = Path(app.outdir, "docs", "chooser.html")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(load_designs()), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the additions."""
    app.connect("source-read", add_navigation)
    app.connect("source-read", link_chooser)
    app.connect("build-finished", copy_files)
    app.connect("build-finished", write_chooser)
    app.add_transform(Files)
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
