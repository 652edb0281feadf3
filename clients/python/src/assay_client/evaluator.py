"""A ready evaluator for evolutionary frameworks: candidates of an experiment, measured in stages (docs/python.md)."""

from __future__ import annotations

import hashlib
import importlib
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, Optional, Sequence, Union

from .client import Assay, AssayError
from .explain_candidate import flags_of, why_row
from .types import Json

#: Characters at the end of a log that an artifact has.
LOG_TAIL = 4_000
#: Characters of a program that are stored as the diff of its candidate.
MAX_PROGRAM = 200_000
#: Statuses that no program causes: the token, the experiment, a server that does not answer. The search ends with them.
OUR_FAULT = (0, 401, 403, 404, 409, 429, 500, 503)


@dataclass
class Measurement:
    """One execution of the benchmark. Runs that the measuring command attached itself are not listed."""

    run_ids: Sequence[str] = ()
    log: str = ""


@dataclass
class Evaluation:
    """Metrics with one `combined_score`, and artifacts that explain it: the shape of OpenEvolve's EvaluationResult."""

    metrics: Dict[str, float]
    artifacts: Dict[str, Union[str, bytes]] = field(default_factory=dict)


#: Measures a program as a candidate, by its number; 0 is the base.
Measure = Callable[[str, int], Measurement]
#: A cheap check before anything is measured; an exception or False refuses the program, a string is the reason.
Check = Callable[[str], Union[bool, str, None]]


@dataclass
class _Candidate:
    number: int
    repeats: int = 0
    log: str = ""
    decision: Json = field(default_factory=dict)


class ExperimentEvaluator:
    """Evaluates programs as candidates of one experiment (docs/experiments.md).

    Stage 1 checks a program without measuring it, stage 2 measures it until it has a score, stage 3 until Assay keeps or
    rejects it. Base and candidate are measured in turns. A program that fails, is flagged or is refused has the
    score 0, and the artifacts say why.
    """

    def __init__(
        self,
        lab: Assay,
        experiment: str,
        measure: Measure,
        *,
        base_program: str,
        check: Optional[Check] = None,
        max_repeats: int = 20,
        language: str = "python",
    ) -> None:
        self.lab = lab
        self.experiment = experiment
        self.base_program = base_program
        self.max_repeats = max_repeats
        self._measure = measure
        self._check = check if check is not None else (compiles if language == "python" else None)
        self._candidates: Dict[str, _Candidate] = {}
        self._base = _Candidate(0)
        self._last_was_base = False

    # The functions that frameworks call

    def evaluate(self, program_path: str) -> Any:
        """All stages; for frameworks without stages."""
        checked = self._checked(program_path)
        return _result(self._measured(program_path, until_decided=True) if checked is None else checked)

    def evaluate_stage1(self, program_path: str) -> Any:
        """The cheap check alone."""
        passed = Evaluation({"stage1_passed": 1.0, "combined_score": 1.0})
        return _result(self._checked(program_path) or passed)

    def evaluate_stage2(self, program_path: str) -> Any:
        """As few repeats as a score with an interval needs."""
        return _result(self._measured(program_path, until_decided=False))

    def evaluate_stage3(self, program_path: str) -> Any:
        """As many repeats as a decision needs, `max_repeats` at most."""
        return _result(self._measured(program_path, until_decided=True))

    # Stages

    def _checked(self, program_path: str) -> Optional[Evaluation]:
        if self._check is None:
            return None
        try:
            answer = self._check(program_path)
        except Exception as error:  # noqa: BLE001 - any failure of the check is that of the program
            answer = f"{type(error).__name__}: {error}"
        if answer is None or answer is True:
            return None
        reason = answer if isinstance(answer, str) else "The check refused the program."
        return Evaluation({"stage1_passed": 0.0, "combined_score": 0.0}, {"failure": reason[-LOG_TAIL:]})

    def _measured(self, program_path: str, *, until_decided: bool) -> Evaluation:
        candidate = self._candidate(program_path)
        try:
            if int(self.lab.decision(self.experiment, 0)["repeats"]) == 0:
                self._repeat(self._base, self.base_program)
            while self._needs_repeat(candidate, until_decided):
                if self._is_turn_of_base(candidate):
                    self._repeat(self._base, self.base_program)
                    candidate.decision = self.lab.decision(self.experiment, candidate.number)
                else:
                    self._repeat(candidate, program_path)
                    candidate.repeats += 1
        except AssayError as error:
            if error.status in OUR_FAULT:
                raise
            return self._failed(candidate, error)
        except Exception as error:  # noqa: BLE001 - a program that cannot be measured is a bad one
            return self._failed(candidate, error)
        return self._evaluation(candidate)

    def _failed(self, candidate: _Candidate, error: Exception) -> Evaluation:
        artifacts: Dict[str, Union[str, bytes]] = {"failure": f"{type(error).__name__}: {error}"[:LOG_TAIL]}
        if candidate.log:
            artifacts["log"] = candidate.log[-LOG_TAIL:]
        return Evaluation({"measured": 0.0, "combined_score": 0.0}, artifacts)

    def _candidate(self, program_path: str) -> _Candidate:
        program = Path(program_path).read_text()
        key = hashlib.sha256(program.encode()).hexdigest()
        if key not in self._candidates:
            number = self.lab.propose_candidate(
                self.experiment, f"program {key[:12]}", diff=program[:MAX_PROGRAM]
            )
            self._candidates[key] = _Candidate(number)
        return self._candidates[key]

    def _needs_repeat(self, candidate: _Candidate, until_decided: bool) -> bool:
        decision = candidate.decision
        if not decision:
            return True
        if decision["decision"] != "measure more" or decision["budget"]["isExhausted"]:
            return False
        if candidate.repeats >= self.max_repeats:
            return False
        return until_decided or decision["score"] is None

    def _is_turn_of_base(self, candidate: _Candidate) -> bool:
        """The side that lacks more repeats; the same side twice when both lack as many, so that a steady drift cancels."""
        more = candidate.decision.get("measureMore")
        if more is None:
            return False
        base, own = int(more["base"]), int(more["candidate"])
        return self._last_was_base if base == own else base > own

    def _repeat(self, candidate: _Candidate, program_path: str) -> None:
        measurement = self._measure(program_path, candidate.number)
        candidate.log = measurement.log
        self._last_was_base = candidate.number == 0
        for run_id in measurement.run_ids:
            self.lab.attach_run(self.experiment, candidate.number, run_id)
        if candidate.number != 0:
            candidate.decision = self.lab.decision(self.experiment, candidate.number)

    def _evaluation(self, candidate: _Candidate) -> Evaluation:
        decision = candidate.decision
        score: Optional[Json] = decision["score"]
        metrics = {"measured": 1.0, "combined_score": 0.0, "repeats": float(candidate.repeats)}
        if score is not None and decision["stage"] != "flagged":
            metrics.update(
                combined_score=float(score["ratio"]),
                score_low=float(score["low"]),
                score_high=float(score["high"]),
            )
        for one in decision["constraints"]:
            if one["value"] is not None:
                metrics[f"ratio_{one['constraint']['metric']}"] = float(one["value"]["ratio"])
        metrics["kept"] = 1.0 if decision["stage"] == "kept" else 0.0
        return Evaluation(metrics, self._artifacts(candidate))

    def _artifacts(self, candidate: _Candidate) -> Dict[str, Union[str, bytes]]:
        decision = candidate.decision
        artifacts: Dict[str, Union[str, bytes]] = {
            "decision": f"Candidate {candidate.number}: {decision['decision']}. {decision['reason']}",
        }
        if decision["flags"]:
            artifacts["flags"] = "\n".join(decision["flags"])
        runs, base_runs = decision["runIds"], self.lab.decision(self.experiment, 0)["runIds"]
        if runs:
            artifacts["why"] = why_row(self.lab, runs[-1], base_runs[-1] if base_runs else None)
            validity = flags_of(self.lab, runs[-1])
            if validity:
                artifacts["validity_flags"] = validity
        if candidate.log:
            artifacts["log"] = candidate.log[-LOG_TAIL:]
        return artifacts


def compiles(program_path: str) -> Optional[str]:
    """The check of a Python program: the error of its syntax, or nothing."""
    try:
        compile(Path(program_path).read_text(), program_path, "exec")
    except SyntaxError as error:
        return f"SyntaxError in line {error.lineno}: {error.msg}"
    return None


def measure_by_exec(experiment: str, argv: Sequence[str], *, options: Sequence[str] = (), timeout: float = 3_600) -> Measure:
    """Measures by `assay exec`, which signs and attaches each run itself; `{program}` in argv is the path of the program.

    `options` are those of `assay exec`, such as `--key` and `--as-user` for attested runs.
    """

    def measure(program_path: str, candidate: int) -> Measurement:
        command = [part.replace("{program}", program_path) for part in argv]
        flags = ["--experiment", experiment, "--candidate", str(candidate), *options]
        done = subprocess.run(
            ["assay", "exec", *flags, "--", *command], capture_output=True, text=True, timeout=timeout, check=False
        )
        if done.returncode != 0:
            raise subprocess.SubprocessError(f"assay exec ended with {done.returncode}: {done.stderr[-LOG_TAIL:]}")
        return Measurement(log=f"{done.stdout}\n{done.stderr}")

    return measure


def measure_by_runner(lab: Assay, command: str, parameters: Callable[[str], Dict[str, str]]) -> Measure:
    """Measures by a run request (docs/runners.md), whose parameters follow from the program."""

    def measure(program_path: str, candidate: int) -> Measurement:
        request = lab.wait(lab.request_run(command, **parameters(program_path)))
        attempt = request["attempts"][-1] if request["attempts"] else None
        if attempt is None or attempt["outcome"] != "succeeded":
            reason = "no runner accepted it" if attempt is None else attempt["reason"] or attempt["outcome"]
            raise RuntimeError(f"Run request {request['id']}: {reason}")
        return Measurement(attempt["runIds"], lab.attempt_log(attempt["id"]))

    return measure


def _result(evaluation: Evaluation) -> Any:
    """OpenEvolve accepts its own class only; other frameworks get `Evaluation`, which has the same fields."""
    try:
        result = importlib.import_module("openevolve.evaluation_result").EvaluationResult
    except ImportError:
        return evaluation
    return result(metrics=evaluation.metrics, artifacts=evaluation.artifacts)
