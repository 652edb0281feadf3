"""Answers of the server that programs use most; each is a plain dictionary with these keys, and further ones."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict

Json = Dict[str, Any]


class Run(TypedDict):
    id: str
    product: str
    version: str
    build: str
    config: str
    hardware: str
    benchmark: str
    workload: str
    repeat: int
    startedAt: Optional[str]


class Attempt(TypedDict):
    id: str
    number: int
    runner: str
    state: str
    outcome: Optional[str]
    exitCode: Optional[int]
    reason: Optional[str]
    runIds: List[str]


class RunRequest(TypedDict):
    id: str
    command: str
    parameters: Dict[str, str]
    state: str
    estimateSeconds: Optional[float]
    attempts: List[Attempt]


class Runner(TypedDict):
    name: str
    hardware: str
    labels: List[str]
    commands: List[Json]
    isOnline: bool


class Plan(TypedDict):
    id: str
    kind: str
    title: str
    state: str
    machineSeconds: Optional[float]
    conclusion: Optional[str]
