"""Texts that explain the result of a candidate to the program that proposed it."""

from __future__ import annotations

from typing import Dict, List, Optional

from .client import Assay, AssayError, Values
from .types import Json

#: Dimensions by which a candidate may differ from its base, in the order of preference for the columns of a comparison.
DIFFERENCES = ("build", "version", "config")
SAME = ("product", "hardware", "benchmark", "workload")


def why_row(lab: Assay, run_id: str, base_run_id: Optional[str]) -> str:
    """The explanation of each changed test, or the reason why there is none."""
    if base_run_id is None:
        return "The base has no run yet."
    try:
        run, base = lab.run(run_id), lab.run(base_run_id)
        column = next((name for name in DIFFERENCES if run[name] != base[name]), None)
        if column is None:
            return "Build, version and config are those of the base."
        filters: Dict[str, Values] = {name: str(run[name]) for name in SAME}
        filters[column] = [str(base[column]), str(run[column])]
        cells = lab.explain(f"{column}:{base[column]}", {"columns": column, **filters})
    except AssayError as error:
        return f"No explanation: {error.detail}"
    sentences = [sentence for cell in cells for sentence in cell["explanation"]["sentences"]]
    return "\n".join(dict.fromkeys(sentences)) or "No metric explains a change."


def flags_of(lab: Assay, run_id: str) -> str:
    """The validity flags of the results of a run, one line each; empty if it has none or cannot be read."""
    try:
        results: List[Json] = lab.run(run_id)["results"]
    except AssayError:
        return ""
    lines: Dict[str, None] = {}
    for result in results:
        for badge in result["badges"]:
            lines[f"{result['test']}: {badge.get('text') or badge['code']}"] = None
    return "\n".join(lines)
