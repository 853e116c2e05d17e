# SPDX-License-Identifier: Apache-2.0
"""Files about the project agree with the package."""

from pathlib import Path

import yaml

import roundel

ROOT = Path(__file__).resolve().parents[2]


def test_the_citation_names_the_version_and_the_licence() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == roundel.__version__
    assert citation["license"] == "Apache-2.0"


def test_a_report_of_a_defect_asks_for_what_repeats_it() -> None:
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/bug.yml").read_text(encoding="utf-8"))
    needed = {item["id"] for item in form["body"] if item.get("validations", {}).get("required")}
    assert {"configuration", "seed", "doctor"} <= needed
    labels = [item["attributes"]["label"] for item in form["body"] if "id" in item]
    assert "Output of `roundel doctor --json`" in labels
