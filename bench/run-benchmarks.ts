// npm run bench [-- NAME ...] [--quick] [--values N] [--count N] [--seed N] [--only TEXT]: prints ratios measured in
// one run. bench/README.md explains them.

import { parseArgs } from 'node:util'
import { type Line, printTable } from './lib/print-table.ts'
import { startProduct } from './lib/product.ts'
import { benchAnchors } from './suites/anchors-bench.ts'
import { benchAppendix } from './suites/appendix-bench.ts'
import { benchChangePoints } from './suites/change-points-bench.ts'
import { benchCompare } from './suites/compare-bench.ts'
import { benchEngine } from './suites/engine-bench.ts'
import { benchEvidence } from './suites/evidence-bench.ts'
import { benchFindings } from './suites/findings-bench.ts'
import { benchFrozenShares } from './suites/frozen-shares-bench.ts'
import { benchFuzzRequests } from './suites/fuzz-requests-bench.ts'
import { benchHealth } from './suites/health-bench.ts'
import { benchHistoryAnchors } from './suites/history-anchors-bench.ts'
import { benchHostileLoad } from './suites/hostile-load-bench.ts'
import { benchImport } from './suites/import-bench.ts'
import { benchIngest } from './suites/ingest-bench.ts'
import { benchJavascript } from './suites/javascript-bench.ts'
import { benchManyRepeats } from './suites/many-repeats-bench.ts'
import { benchMeeting } from './suites/meeting-bench.ts'
import { printNoiseModels, printPowerByRepeats, printUndecided } from './suites/noise-models-bench.ts'
import { benchPageSpeed } from './suites/page-speed-bench.ts'
import { benchRevoke } from './suites/revoke-bench.ts'
import { benchRunIndex } from './suites/run-index-bench.ts'
import { benchScale } from './suites/scale-bench.ts'
import { decideByRest, simulateDecisions } from './suites/sequential-decisions-bench.ts'
import { benchShare } from './suites/share-bench.ts'
import { benchSize } from './suites/size-bench.ts'
import { benchSpec } from './suites/spec-bench.ts'
import { benchSpecRecord } from './suites/spec-record-bench.ts'
import { benchSpecLinks, benchSpecSteps } from './suites/spec-steps-bench.ts'
import { benchStart } from './suites/start-bench.ts'
import { benchTenantIsolation } from './suites/tenant-isolation-bench.ts'
import { benchNoise, benchVerdicts } from './suites/verdicts-bench.ts'

const BENCHMARKS = [
  'start',
  'engine',
  'run-index',
  'change-points',
  'ingest',
  'compare',
  'size',
  'javascript',
  'pages',
  'verdicts',
  'findings',
  'many-repeats',
  'share',
  'spec',
]
/** Harnesses that search for faults instead of measuring time. They run only when they are named. */
const FAULT_SEARCHES = [
  'noise-models',
  'power-by-repeats',
  'sequential-decisions',
  'anchors',
  'appendix',
  'tenant-isolation',
  'revoke',
  'frozen-shares',
  'evidence',
  'fuzz-requests',
  'hostile-load',
  'spec-steps',
  'spec-links',
  'spec-record',
]
/** Measurements that take long. They run only when they are named. */
const LONG = ['scale', 'health', 'import']
const EARLIER_NAMES: Record<string, string> = {
  walls: 'tenant-isolation',
  frozen: 'frozen-shares',
  hostile: 'fuzz-requests',
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    values: { type: 'string', multiple: true },
    count: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})
const names = positionals.map((name) => EARLIER_NAMES[name] ?? name)
const known = [...BENCHMARKS, ...FAULT_SEARCHES, ...LONG]
const unknown = names.find((name) => !known.includes(name))
if (unknown !== undefined) {
  console.error(`Unknown benchmark ${unknown}. Pass one of: ${known.join(', ')}.`)
  process.exit(2)
}
const wanted = new Set(names.length > 0 ? names : BENCHMARKS)
const sizes = (values.values ?? (values.quick ? ['100000'] : ['1000000', '10000000'])).map(Number)

const lines: Line[] = []
const count = (usual: number) => Number(values.count ?? (values.quick ? usual / 100 : usual))
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
if (wanted.has('verdicts') || wanted.has('noise-models')) {
  await printNoiseModels(count(100), seed, values.only ?? [])
  if (values.only === undefined) printUndecided()
}
if (wanted.has('power-by-repeats')) await printPowerByRepeats(count(10_000), seed, values.only ?? [])
if (wanted.has('sequential-decisions')) {
  lines.push(...simulateDecisions(count(1_000), seed), ...(await decideByRest(Math.ceil(count(40)), seed)))
}
if (wanted.has('anchors')) lines.push(...benchAnchors(count(2_000)), ...benchHistoryAnchors())
if (wanted.has('appendix')) lines.push(...(await benchAppendix(count(5_000))))
if (wanted.has('spec-steps')) lines.push(...(await benchSpecSteps(count(100_000))))
if (wanted.has('spec-links')) lines.push(...(await benchSpecLinks(count(500))))
if (wanted.has('spec-record')) lines.push(...(await benchSpecRecord()))
if (wanted.has('tenant-isolation')) lines.push(...(await benchTenantIsolation(count(200_000))))
if (wanted.has('revoke')) lines.push(...(await benchRevoke(count(1_000))))
if (wanted.has('frozen-shares')) lines.push(...(await benchFrozenShares(count(1_000))))
if (wanted.has('evidence')) lines.push(...(await benchEvidence(count(10_000))))
if (wanted.has('fuzz-requests')) lines.push(...(await benchFuzzRequests(count(1_000_000))))
if (wanted.has('hostile-load')) lines.push(...(await benchHostileLoad(count(60), values.only ?? [])))
if (wanted.has('engine')) lines.push(...(await benchEngine()))
if (wanted.has('run-index')) lines.push(...benchRunIndex())
if (wanted.has('change-points')) lines.push(...(await benchChangePoints()))
if (wanted.has('many-repeats')) lines.push(...(await benchManyRepeats(values.quick ? 400 : 4_400)))
if (wanted.has('share')) lines.push(...(await benchShare()))
if (wanted.has('start')) lines.push(...(await benchStart()))
if (wanted.has('verdicts')) lines.push(...benchNoise(count(1_000)))
if (wanted.has('import')) lines.push(...(await benchImport(values.quick ? 0.1 : 1)))
if (wanted.has('health')) lines.push(...(await benchHealth(values.quick ? 0.05 : 1, values.only ?? [])))
if (wanted.has('scale')) {
  // Ten unfiltered comparisons once ended a process with this heap.
  const product = await startProduct({ variables: { ASSAY_DEMO: '0', NODE_OPTIONS: '--max-old-space-size=768' } })
  try {
    lines.push(...(await benchScale(product, sizes)))
  } finally {
    await product.stop()
  }
}
if (
  ['ingest', 'compare', 'size', 'javascript', 'pages', 'verdicts', 'findings', 'spec'].some((name) => wanted.has(name))
) {
  const product = await startProduct()
  try {
    if (wanted.has('javascript')) lines.push(...(await benchJavascript(product)))
    if (wanted.has('pages')) lines.push(...(await benchPageSpeed(product)))
    if (wanted.has('ingest')) lines.push(...(await benchIngest(product, values.quick ? 5 : 60)))
    if (wanted.has('compare')) for (const size of sizes) lines.push(...(await benchCompare(product, size)))
    if (wanted.has('verdicts')) lines.push(...(await benchVerdicts(product)))
    if (wanted.has('findings')) lines.push(...(await benchFindings(product, values.quick ? 10 : 50)))
    if (wanted.has('spec')) {
      const size = values.quick
        ? { pages: 20, feedback: 100, figures: 6 }
        : { pages: 200, feedback: 1_000, figures: 60 }
      lines.push(...(await benchMeeting(product, values.quick ? 6 : 40)))
      lines.push(...(await benchSpec(product, size)))
    }
    if (wanted.has('size')) lines.push(...(await benchSize(product)))
  } finally {
    await product.stop()
  }
}
printTable(lines)
process.exit(0)
