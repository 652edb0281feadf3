"""The client: one method for each question, with DataFrames where a table is the answer."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

from .types import Json, Plan, Run, RunRequest, Runner

if TYPE_CHECKING:
    import pandas

Values = Union[str, int, Iterable[str]]

#: Rows of one page of a list, and of the list of values.
PAGE = 500
PAGE_OF_VALUES = 10_000
#: States of a run request that do not change any more.
ENDED = ("finished", "abandoned", "canceled")


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
        return cast(List[Run], list(self._iterate("runs", "rows", _pairs(filters))))

    def run(self, run_id: str) -> Json:
        """One run with its results."""
        return cast(Json, self._get(f"runs/{run_id}"))

    def results(
        self, *, metric: Optional[Values] = None, since: Optional[str] = None, until: Optional[str] = None, **filters: Values
    ) -> "pandas.DataFrame":
        """Every value of the runs that match, one row each, with the dimensions of its run (docs/archive.md).

        since and until limit the start of runs, as ISO 8601 with a time zone.
        """
        times = [(name, time) for name, time in (("from", since), ("to", until)) if time is not None]
        metrics = [] if metric is None else _pairs({"metric": metric})
        return _frame(self._iterate_values([*times, *metrics, *_pairs(filters)]))

    def findings(self, **filters: Values) -> List[Json]:
        """Regressions and improvements, the largest first; filters are product, hardware, state, direction, since."""
        return list(self._iterate("findings", "findings", _pairs(filters)))

    def compare(self, base: str, *, rows: str = "test", columns: str = "version", **filters: Values) -> Json:
        """A comparison with verdicts; base is a value of the columns, such as 'version:17.6'."""
        query = [("rows", rows), ("columns", columns), ("base", base), ("format", "json"), *_pairs(filters)]
        return cast(Json, self._get("compare", query))

    def explain(self, base: str, filters: Optional[Mapping[str, Values]] = None) -> List[Json]:
        """Explanations of the changed cells of a comparison (docs/why.md); filters may set rows and columns."""
        query = {"rows": "test", "columns": "version", **(filters or {}), "base": base}
        return cast(List[Json], self._get("explain", _pairs(query))["cells"])

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

    def upload_run(self, document: Json) -> Json:
        """Stores one run from an upload document (docs/uploads.md); the same document twice is one run."""
        run_id = document.get("runId") or str(uuid4())
        body = json.dumps({**document, "runId": run_id}).encode()
        return cast(Json, self._send("PUT", f"/api/v1/runs/{run_id}", body, "application/json"))

    # Experiments

    def experiment(self, slug: str) -> Json:
        """An experiment with all candidates, their scores with intervals, decisions and the best so far."""
        return cast(Json, self._get(f"experiments/{slug}"))

    def propose_candidate(
        self, slug: str, description: str, *, parents: Sequence[int] = (0,), diff: Optional[str] = None
    ) -> int:
        """Adds a candidate, and returns its number."""
        body = {"description": description, "parents": list(parents), "diff": diff}
        return int(self._post(f"experiments/{slug}/candidates", body)["number"])

    def attach_run(self, slug: str, candidate: int, run_id: str) -> Json:
        """Attaches a stored run to a candidate, 0 for the base, and returns the decision."""
        return cast(Json, self._post(f"experiments/{slug}/candidates/{candidate}/runs", {"runId": run_id}))

    def decision(self, slug: str, candidate: int) -> Json:
        """The decision about a candidate: keep, reject, or measure more with the number of repeats."""
        return cast(Json, self._get(f"experiments/{slug}/candidates/{candidate}/decision"))

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

    def attempt_log(self, attempt_id: str) -> str:
        """The output of an attempt so far."""
        text, after = "", 0
        while True:
            page = self._get(f"run-attempts/{attempt_id}/log", [("after", str(after))])
            if page["text"] == "":
                return text
            text, after = text + page["text"], page["next"]

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

    def _iterate(self, path: str, rows: str, query: Sequence[Tuple[str, str]], limit: int = PAGE) -> Iterator[Json]:
        cursor: Optional[str] = None
        while True:
            more = [] if cursor is None else [("cursor", cursor)]
            page = self._get(path, [("limit", str(limit)), *query, *more])
            yield from cast(List[Json], page[rows])
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def _iterate_values(self, query: Sequence[Tuple[str, str]]) -> Iterator[Json]:
        for value in self._iterate("values", "values", query, PAGE_OF_VALUES):
            params = json.loads(value.pop("params") or "{}")
            yield {**value, **params}

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


def _pairs(filters: Mapping[str, Values]) -> List[Tuple[str, str]]:
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
