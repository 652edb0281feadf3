"""A small client of the REST interface of Assay (docs/python.md)."""

from .client import Assay, AssayError
from .types import Attempt, Plan, Run, RunRequest, Runner

__all__ = ["Assay", "AssayError", "Attempt", "Plan", "Run", "RunRequest", "Runner"]
