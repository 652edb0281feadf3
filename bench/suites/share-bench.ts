import { readComparison } from '@assay/api/comparisons/read-comparison'
import { createCaller } from '@assay/api/router'
import { createShare, NewShareInput } from '@assay/api/shares/create-share'
import { scopeOf } from '@assay/db/open'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { tokenOf } from '@assay/testing/server/callers'
import { startTestServer } from '@assay/testing/server/test-server'
import { generatedRun } from '../lib/generated-runs.ts'
import type { Line } from '../lib/print-table.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'
import { timeCalls } from '../lib/timing.ts'

const TESTS = Array.from({ length: 230 }, (_, order) => ({ name: `test-${order}`, order, primaryMetric: 'qps' }))
const VERSIONS = 4
/** Distance in the generated sequence between repeats. */
const NEXT_REPEAT = 6_000
const SAMPLES = 600
const CALLS = 10

/** Measures freezing a large comparison whose runs have samples and commands. */
export function benchShare(): Promise<Line[]> {
  return withTestPostgres(async () => {
    const server = await startTestServer()
    const { project } = await server.addProject('lab')
    const caller = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
    for (const from of [0, NEXT_REPEAT, 2 * NEXT_REPEAT]) {
      for (let i = 0; i < VERSIONS; i++) await caller.runs.upload({ document: largeRun(from + i) })
    }
    const access = { project, role: null, queries: server.db.in(scopeOf(project)) }
    const query = 'columns=version&base=version:10.0'
    const share = NewShareInput.parse({ title: 'large', what: { kind: 'comparison', query }, masks: {} })
    const read = await timeCalls(CALLS, () => readComparison(access, fromQuery(query).comparison))
    const memory = watchMemory()
    const made = await timeCalls(CALLS, () =>
      createShare(server.services, access, share, { now: new Date(), by: 'bench' }),
    )
    const peak = memory.stop()
    await server.stop()
    const base = { base: read.median, baseName: 'reading the comparison' }
    return [
      { what: 'share of 230 x 4 cells, made', value: made.median, unit: 'ms', ...base, goal: 'below 1 s' },
      { what: 'the same, most memory more than before', value: peak, unit: 'MB', goal: 'below 300 MB' },
    ]
  })
}

function largeRun(index: number) {
  const run = generatedRun(index)
  const [values = []] = run.results.map((result) => result.values)
  const samples = [{ metric: 'qps', intervalSeconds: 1, startSeconds: 0, values: Array(SAMPLES).fill(1_000) }]
  const results = TESTS.map(({ name }) => ({
    test: name,
    clients: 24,
    values: values.map((value) => (value ?? 0) * (1 + Math.sin(index + name.length) / 50)),
    command: `sysbench --test=${name} ${'--option=value '.repeat(20)}`,
    samples,
  }))
  return { ...run, tests: TESTS, results }
}

/** Measures the maximum resident memory above that at the start in MB, sampled every 10 ms. */
function watchMemory() {
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  return {
    stop() {
      clearInterval(timer)
      return (peak - before) / 1e6
    },
  }
}
