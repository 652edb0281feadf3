"""The client: one method for each question, with DataFrames where a table is the answer."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from .types import Json, Plan, Run, RunRequest, Runner

if TYPE_CHECKING:
    import pandas

Values = Union[str, int, Iterable[str]]

#: Runs of one page of the list.
PAGE = 500
#: States of a run request that do not change any more.
ENDED = ("finished", "abandoned", "cancelled")


class AssayError(Exception):
    """A request that the server refused: its status, its code (docs/api), and a sentence with the next step."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({status}, {code})")
        self.status = status
        self.code = code
        self.detail = detail


class Assay:
    """One project of a server.

    The address, the token and the project are those of the environment (ASSAY_URL, ASSAY_TOKEN, ASSAY_PROJECT) by default.
    A public project is read without a token.
    """

    def __init__(
        self,
        project: Optional[str] = None,
        *,
        url: Optional[str] = None,
        token: Optional[str] = None,
        timeout: float = 120,
    ) -> None:
        self.url = (url or os.environ.get("ASSAY_URL") or "http://localhost:3000").rstrip("/")
        self._token = token or os.environ.get("ASSAY_TOKEN")
        self.project = project or os.environ.get("ASSAY_PROJECT") or ""
        if self.project == "":
            raise ValueError("Name the project: Assay('ORG/NAME'), or ASSAY_PROJECT.")
        self.timeout = timeout

    # Results

    def runs(self, **filters: Values) -> List[Run]:
        """Runs, newest first; filters are dimensions, such as product='Postgres' or version=['17.6', '18.0']."""
        return list(self._iterate_runs(filters))

    def run(self, run_id: str) -> Json:
        """One run with its results."""
        return cast(Json, self._get(f"runs/{run_id}"))

    def results(self, **filters: Values) -> "pandas.DataFrame":
        """Every value of the runs that match, one row each, with the dimensions of its run."""
        return _frame(self._iterate_values(filters))

    def compare(self, base: str, *, rows: str = "test", columns: str = "version", **filters: Values) -> Json:
        """A comparison with verdicts; base is a value of the columns, such as 'version:17.6'."""
        query = [("rows", rows), ("columns", columns), ("base", base), ("format", "json"), *_pairs(filters)]
        return cast(Json, self._get("compare", query))

    def series(self, **filters: Values) -> Json:
        """The history of tests over versions or commits, with change points."""
        return cast(Json, self._get("series", [("points", "all"), *_pairs(filters)]))

    # Uploads

    def upload(self, path: Union[str, Path], **facts: str) -> List[Json]:
        """Stores one file of benchmark output, as `assay push` does; facts are those that its name does not state.

        Returns the stored runs with their pages.
        """
        file = Path(path)
        query = {"project": self.project, "name": str(file), **facts}
        answer = self._send("POST", f"/api/v1/uploads?{urlencode(query)}", file.read_bytes(), "application/octet-stream")
        return cast(List[Json], cast(Json, answer)["runs"])

    # Runs on request

    def runners(self) -> List[Runner]:
        """Machines that execute run requests, with the commands that their owners allowed."""
        return cast(List[Runner], self._get("runners")["runners"])

    def request_run(self, command: str, *, runner: Optional[str] = None, **parameters: str) -> RunRequest:
        """Requests one execution of a command of a runner, with values of its parameters."""
        body = {"command": command, "parameters": {name: str(value) for name, value in parameters.items()}}
        return cast(RunRequest, self._post("run-requests", {**body, "runner": runner}))

    def run_request(self, request_id: str) -> RunRequest:
        return cast(RunRequest, self._get(f"run-requests/{request_id}"))

    def wait(self, request: RunRequest, *, timeout: float = 86_400, every: float = 5) -> RunRequest:
        """Waits until a request has ended."""
        until = time.monotonic() + timeout
        while request["state"] not in ENDED:
            if time.monotonic() > until:
                raise TimeoutError(f"The run request {request['id']} is {request['state']} after {timeout} s.")
            time.sleep(every)
            request = self.run_request(request["id"])
        return request

    def plan(self, kind: str, command: str, values: Iterable[str], **more: Any) -> Plan:
        """Starts a plan: repeat, confirm, interleave, backfill or bisect (docs/runners.md)."""
        return cast(Plan, self._post("run-plans", {"kind": kind, "command": command, "values": list(values), **more}))

    def plan_preview(self, kind: str, command: str, values: Iterable[str], **more: Any) -> Json:
        """The runs of a plan and its machine time, without starting it."""
        body = {"kind": kind, "command": command, "values": list(values), **more}
        return cast(Json, self._post("run-plans/preview", body))

    # Requests

    def _iterate_runs(self, filters: Dict[str, Values]) -> Iterator[Run]:
        cursor: Optional[str] = None
        while True:
            query = [("limit", str(PAGE)), *_pairs(filters)]
            page = self._get("runs", query if cursor is None else [*query, ("cursor", cursor)])
            yield from cast(List[Run], page["rows"])
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def _iterate_values(self, filters: Dict[str, Values]) -> Iterator[Json]:
        for run in self._iterate_runs(filters):
            details = self.run(run["id"])
            metrics = [metric["name"] for metric in details["metrics"]]
            of_run = {name: run[name] for name in DIMENSIONS}  # type: ignore[literal-required]
            for result in details["results"]:
                of_result = {"test": result["test"], "clients": result["clients"], **result["params"]}
                for metric, value in zip(metrics, result["values"]):
                    if value is not None:
                        yield {**of_run, **of_result, "metric": metric, "value": value, "run": run["id"]}

    def _get(self, path: str, query: Iterable[Tuple[str, str]] = ()) -> Any:
        return self._send("GET", f"{self._path(path)}?{urlencode(list(query))}")

    def _post(self, path: str, body: Json) -> Any:
        return self._send("POST", self._path(path), json.dumps(body).encode(), "application/json")

    def _path(self, path: str) -> str:
        return f"/api/v1/projects/{quote(self.project.replace('/', '~'), safe='~')}/{path}"

    def _send(self, method: str, path: str, body: Optional[bytes] = None, media_type: Optional[str] = None) -> Any:
        headers = {"accept": "application/json", "user-agent": "assay-client (Python)"}
        if self._token is not None:
            headers["authorization"] = f"Bearer {self._token}"
        if media_type is not None:
            headers["content-type"] = media_type
        try:
            with urlopen(Request(self.url + path, body, headers, method=method), timeout=self.timeout) as answer:
                return json.loads(answer.read())
        except HTTPError as error:
            raise _refusal(error) from None
        except URLError as error:
            raise AssayError(0, "unreachable", f"{self.url} cannot be reached: {error.reason}") from None


DIMENSIONS = ("product", "version", "build", "config", "hardware", "benchmark", "workload", "repeat")


def _pairs(filters: Dict[str, Values]) -> List[Tuple[str, str]]:
    """Filters as parameters; one of several values is repeated."""
    return [
        (name, str(value))
        for name, values in filters.items()
        for value in ([values] if isinstance(values, (str, int)) else values)
    ]


def _refusal(error: HTTPError) -> AssayError:
    try:
        problem = json.loads(error.read())
        return AssayError(error.code, problem["code"], problem["detail"])
    except (ValueError, KeyError, TypeError):
        return AssayError(error.code, "unknown", f"the server answered with status {error.code}")


def _frame(rows: Iterator[Json]) -> "pandas.DataFrame":
    try:
        import pandas
    except ImportError as error:
        raise ImportError("DataFrames need pandas: pip install 'assay-client[pandas]'") from error
    return pandas.DataFrame(list(rows))
