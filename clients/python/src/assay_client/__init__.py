"""A small client of the REST interface of Assay (docs/python.md)."""

from .client import Assay, AssayError
from .evaluator import Evaluation, ExperimentEvaluator, Measurement, measure_by_exec, measure_by_runner
from .types import Attempt, Plan, Run, RunRequest, Runner

__all__ = [
    "Assay",
    "AssayError",
    "Attempt",
    "Evaluation",
    "ExperimentEvaluator",
    "Measurement",
    "Plan",
    "Run",
    "RunRequest",
    "Runner",
    "measure_by_exec",
    "measure_by_runner",
]
