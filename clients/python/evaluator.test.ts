import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPythonEnvironment, hasPython, type PythonEnvironment } from './testing/python-environment.ts'
import { startScriptedProposer } from './testing/scripted-proposer.ts'

const program = (settings: string) => `SETTINGS = ${settings}`

const Experiment = z.object({
  evaluation: z.object({ candidates: z.array(z.object({ stage: z.string(), diff: z.string() })) }),
})

/** What the model would propose: a program that does not compile, one that turns durability off, two honest ones. */
const PROPOSALS = [
  'SETTINGS = {"buffers": ',
  program('{"buffers": 8, "fsync": "off"}'),
  program('{"buffers": 4, "fsync": "on"}'),
  program('{"buffers": 1, "fsync": "on", "note": "the same"}'),
]

/** Measures by a formula instead of a database: each doubling of the buffers is 20% faster, with a noise of 1%. */
const EVALUATOR = `
import json, math, os, random, runpy
from datetime import datetime, timedelta, timezone
from uuid import uuid4
from assay_client import Assay, ExperimentEvaluator, Measurement

LAB = Assay()
TEMPLATE = json.load(open("document.json"))

def measure(program_path, candidate):
    settings = runpy.run_path(program_path)["SETTINGS"]
    with open("clock", "a") as clock:
        clock.write(".")
    start = datetime(2026, 10, 1, tzinfo=timezone.utc) + timedelta(hours=os.path.getsize("clock"))
    noise = random.Random(os.path.getsize("clock")).gauss(0, 0.01)
    speed = math.log2(settings["buffers"]) * 0.2 + 1 + (0.5 if settings["fsync"] == "off" else 0)
    config = {"name": f"c{candidate}", "settings": {k: str(v) for k, v in settings.items()}}
    run = LAB.upload_run({
        **TEMPLATE, "runId": str(uuid4()), "repeat": os.path.getsize("clock"), "config": config,
        "startedAt": start.isoformat(), "finishedAt": (start + timedelta(minutes=10)).isoformat(),
        "results": [{"test": "scan", "clients": 8, "values": [1000 * speed * math.exp(noise)]}],
    })
    return Measurement([run["runId"]], f"log of candidate {candidate}: {settings['buffers']} buffers\\n")

EVALUATOR = ExperimentEvaluator(LAB, "buffers", measure, base_program="initial.py", max_repeats=30)
evaluate = EVALUATOR.evaluate
evaluate_stage1 = EVALUATOR.evaluate_stage1
evaluate_stage2 = EVALUATOR.evaluate_stage2
evaluate_stage3 = EVALUATOR.evaluate_stage3
`

const SEARCH = `
import json, logging, sys
from openevolve.api import run_evolution
from openevolve.config import Config
url = sys.argv[1] if len(sys.argv) > 1 else open("url").read()
config = Config.from_dict({
    "max_iterations": 4, "checkpoint_interval": 100, "diff_based_evolution": False, "log_level": "ERROR",
    "llm": {"api_base": url, "api_key": "none", "models": [{"name": "scripted", "weight": 1.0}], "retries": 0},
    "prompt": {"include_artifacts": True},
    "database": {"num_islands": 1, "population_size": 20, "in_memory": True},
    "evaluator": {"cascade_evaluation": True, "cascade_thresholds": [0.5, 0.5], "parallel_evaluations": 1, "timeout": 280},
})
result = run_evolution("initial.py", "evaluator.py", config=config, iterations=4, output_dir="output", cleanup=False)
print()
print(json.dumps({"metrics": result.metrics, "code": result.best_code}))
`

let server: TestServer
let environment: PythonEnvironment
let proposer: Awaited<ReturnType<typeof startScriptedProposer>>

beforeAll(async () => {
  if (!hasPython) return
  server = await startTestServer()
  const { token } = await server.addProject('lab', 'private')
  const created = await server.send('/api/v1/projects/lab/experiments', {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    body: JSON.stringify({
      ...{ slug: 'buffers', title: 'Buffers', base: 'one buffer', hardware: 'dell32', benchmark: 'sysbench' },
      ...{ workloads: ['cached'], budgetHours: 1_000 },
    }),
  })
  expect(created.status, await created.text()).toBe(201)
  environment = await createPythonEnvironment(server, token, ['openevolve'])
  proposer = await startScriptedProposer(PROPOSALS)
  const files = {
    'initial.py': program('{"buffers": 1, "fsync": "on"}'),
    'evaluator.py': EVALUATOR,
    'document.json': JSON.stringify({
      ...exampleDocument({ workload: { name: 'cached' }, metricNames: ['qps'] }),
      tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
    }),
    url: proposer.url,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(environment.directory, name), text)
})
afterAll(async () => {
  if (!hasPython) return
  proposer.stop()
  await environment.stop()
  await server.stop()
})

test.skipIf(!hasPython)(
  'OpenEvolve finds the better program; one that does not compile is not measured, one without durability is flagged',
  async () => {
    const answer = await environment.execute(SEARCH, 'search.py')
    expect(answer).toMatchObject({ code: expect.stringContaining('"buffers": 4'), metrics: { kept: 1 } })
    expect(answer).toHaveProperty('metrics.combined_score', expect.closeTo(1.4, 1))
    expect(proposer.prompts.join('\n')).toContain('log of candidate 1: 1 buffers')
    const experiment = await server.send('/api/v1/projects/lab/experiments/buffers', {
      headers: { authorization: `Bearer ${(await server.addProject('lab', 'private')).token}` },
    })
    const { evaluation } = Experiment.parse(await experiment.json())
    const stages = evaluation.candidates.map(({ stage, diff }) => [stage, diff])
    expect(stages).toContainEqual(['flagged', PROPOSALS[1]])
    expect(stages).toContainEqual(['kept', PROPOSALS[2]])
    // The program that does not compile was never measured.
    expect(JSON.stringify(stages)).not.toContain('SETTINGS = {\\"buffers\\": "')
  },
)

const EXPLAIN = `
import json
from openevolve.evaluation_result import EvaluationResult
from evaluator import EVALUATOR
answers = {}
for name, text in json.load(open("programs.json")).items():
    open("one.py", "w").write(text)
    checked = EVALUATOR.evaluate_stage1("one.py")
    result = EVALUATOR.evaluate_stage2("one.py") if checked.metrics["combined_score"] else checked
    assert isinstance(result, EvaluationResult)
    answers[name] = {"score": result.metrics["combined_score"], **result.artifacts}
print(json.dumps(answers))
`

test.skipIf(!hasPython)('artifacts have the error, the flags, the explanation and the tail of the log', async () => {
  const [broken, cheating, fails] = [PROPOSALS[0], PROPOSALS[1], 'SETTINGS = {"buffers": 0, "fsync": "on"}']
  await writeFile(join(environment.directory, 'programs.json'), JSON.stringify({ broken, cheating, fails }))
  expect(await environment.execute(EXPLAIN, 'explain.py')).toMatchObject({
    broken: { score: 0, failure: expect.stringContaining('SyntaxError in line 1') },
    cheating: {
      ...{ score: 0, flags: expect.stringContaining('fsync'), why: expect.any(String) },
      log: expect.stringMatching(/^log of candidate \d+: 8 buffers/),
    },
    fails: { score: 0, failure: expect.stringContaining('math domain error') },
  })
})
