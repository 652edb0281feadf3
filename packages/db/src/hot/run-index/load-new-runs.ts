import { setImmediate } from 'node:timers/promises'
import { invariant } from '@assay/domain/result'
import { benchmarkVersionOf } from '@assay/domain/run/benchmark-version'
import { compilerLabel, flagsLabel } from '@assay/domain/run/build-label'
import { Better, findKnownMetric } from '@assay/domain/run/metric'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { NewRuns, type RunRow } from './new-run-rows.ts'
import { furthest, type Horizon, NEW_RUN_IDS, SELECTED_CHANGES } from './run-changes.ts'
import { RunIndex, type TestSetItem } from './run-index.ts'

export const SELECT_INDEX_CHANGES = `select ${SELECTED_CHANGES}`

/**
 * Maximum runs of one statement while an index is built, because a million in one text would be hundreds of megabytes.
 */
export const MAX_BATCH = 10_000
/** Runs that are added between two turns of the event loop: about ten milliseconds. */
const RUNS_PER_TURN = 1_000

/**
 * Fills an empty run index in batches; the next one is read while one is added. Its horizon is that of the first batch,
 * so a run that is stored or removed meanwhile is among the next changes. The index recognizes a run that it read
 * already.
 *
 * @param onProgress called with the number of runs that the index has so far.
 */
export async function buildRunIndex(
  scoped: TenantScope,
  batch = MAX_BATCH,
  onProgress: (runs: number) => void = () => {},
): Promise<RunIndex> {
  const runIndex = new RunIndex()
  let horizon: Horizon | null = null
  const readBatch = (after: string | null) => readAnswer(scoped, SELECT_BATCH, [scoped.projectId, null, after, batch])
  for (let reading: Promise<NewRuns> | null = readBatch(null); reading !== null; ) {
    const answer: NewRuns = await reading
    horizon ??= answer.changes.horizon
    const last = answer.runs.at(-1)
    reading = last === undefined || answer.runs.length < batch ? null : readBatch(last[0])
    // It is awaited after this batch was added, which may fail first.
    reading?.catch(() => {})
    await addEntries(scoped, runIndex, answer)
    for (const [at, run] of answer.runs.entries()) {
      if (at > 0 && at % RUNS_PER_TURN === 0) await setImmediate()
      addRun(runIndex, run)
    }
    onProgress(runIndex.runs.length)
  }
  runIndex.horizon = horizon
  runIndex.revision = {}
  return runIndex
}

/**
 * Adds runs that were stored since the horizon of the run index. Loads must run one after another.
 *
 * @returns false if a run was removed meanwhile; the run index is then unchanged and must be rebuilt.
 */
export async function loadNewRuns(scoped: TenantScope, runIndex: RunIndex): Promise<boolean> {
  const answer = await readAnswer(scoped, SELECT_NEW_RUNS, [scoped.projectId, runIndex.horizon])
  if (answer.changes.removals.length > 0) return false
  await addEntries(scoped, runIndex, answer)
  // The runs are added in one turn of the event loop, because the index is in use.
  for (const run of answer.runs) addRun(runIndex, run)
  runIndex.horizon = furthest(answer.changes.horizon, runIndex.horizon ?? [])
  runIndex.revision = {}
  return true
}

async function readAnswer(scoped: TenantScope, text: string, values: readonly unknown[]): Promise<NewRuns> {
  const [answer] = await readRows(scoped, NewRuns, text, values)
  invariant(answer !== undefined, 'a select without from has one row')
  return answer
}

async function addEntries(scoped: TenantScope, runIndex: RunIndex, answer: NewRuns): Promise<void> {
  for (const { id, parts, ...build } of answer.builds) {
    runIndex.builds.put(id, {
      ...build,
      compiler: compilerLabel(parts),
      flags: flagsLabel(parts) ?? '',
      commit: parts.commit ?? null,
      buildType: parts.buildType ?? null,
    })
  }
  for (const { id, ...config } of answer.configs) runIndex.configs.put(id, config)
  for (const { id, ...hardware } of answer.hardware) runIndex.hardware.put(id, hardware)
  for (const { id, ...workload } of answer.workloads) runIndex.workloads.put(id, workload)
  for (const { id, position, role, ...test } of answer.tests) {
    runIndex.tests.put(id, { ...test, position: position ?? TEST_WITHOUT_POSITION, role: role ?? 'measured' })
  }
  await loadMetricSets(scoped, runIndex, answer.runs)
  await loadTestSets(scoped, runIndex, answer.runs)
}

/** Components of a build with the keys of `BuildParts`. */
const BUILD_PARTS = `json_build_object('compiler', b.compiler, 'compilerVersion', b.compiler_version, 'lto', b.lto,
      'flags', b.flags, 'pgo', b.pgo, 'bolt', b.bolt, 'march', b.march, 'allocator', b.allocator,
      'buildType', b.build_type, 'commit', b.commit)`

/** Rows are ordered by id, because the next batch starts after the last id of a batch. */
const selectRuns = (newRuns: string) => `
  with new_run as materialized (${newRuns})
  select ${SELECTED_CHANGES},
    (select coalesce(json_agg(json_build_array(id, build_id, config_id, hardware_id, workload_id, test_set_id, metric_set_id,
      repeat, (extract(epoch from started_at) * 1000)::float8, floor(extract(epoch from received_at) * 1000)::float8, testbed,
      benchmark_version, client_version, replaces) order by id), '[]')
      from new_run) as runs,
    (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'parts', ${BUILD_PARTS},
      'binarySha256', b.binary_sha256, 'versionId', v.id, 'version', v.name, 'versionSortKey', v.sort_key, 'productId', p.id, 'product', p.name)), '[]')
      from build b
      join version v on v.project_id = $1 and v.id = b.version_id
      join product p on p.project_id = $1 and p.id = v.product_id
      where b.project_id = $1 and b.id in (select build_id from new_run)) as builds,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'textSha256',
      encode(sha256(convert_to(text, 'UTF8')), 'hex'))), '[]')
      from config where project_id = $1 and id in (select config_id from new_run)) as configs,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'kernel', kernel, 'smt', smt, 'os', os,
      'storage', storage, 'fileSystem', file_system)), '[]')
      from hardware where project_id = $1 and id in (select hardware_id from new_run)) as hardware,
    (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'params', w.params, 'benchmarkId', k.id,
      'benchmark', k.name)), '[]')
      from workload w join benchmark k on k.project_id = $1 and k.id = w.benchmark_id
      where w.project_id = $1 and w.id in (select workload_id from new_run)) as workloads,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'group', group_name, 'position', position,
      'role', role, 'primaryMetric', primary_metric, 'targetRate', target_rate)), '[]')
      from test where project_id = $1 and benchmark_id in (
        select benchmark_id from workload where project_id = $1 and id in (select workload_id from new_run))) as tests`

const SELECT_NEW_RUNS = selectRuns(`select * from run where project_id = $1 and id in (${NEW_RUN_IDS})`)
const SELECT_BATCH = selectRuns(`
  select * from run where project_id = $1 and ($3::uuid is null or id > $3::uuid) order by id limit $4`)

/** Metric sets and test sets never change, so only unknown ones are read. */
async function loadMetricSets(scoped: TenantScope, runIndex: RunIndex, runs: RunRow[]): Promise<void> {
  const unknown = unknownIds(runs, 6, (id) => runIndex.metricSets.get(id) !== undefined)
  if (unknown.length === 0) return
  const rows = await readRows(scoped, MetricSetRow, METRIC_SETS, [scoped.projectId, unknown])
  for (const [id, entries] of Map.groupBy(rows, (row) => row.set_id)) {
    const metrics = entries.map(({ name, unit, better, about }) => ({
      name,
      unit,
      better,
      about: about ?? findKnownMetric(name)?.about ?? '',
    }))
    runIndex.metricSets.put(id, { metrics, positions: new Map(entries.map(({ name, position }) => [name, position])) })
  }
}

const MetricSetRow = z.object({
  set_id: z.string(),
  position: z.int(),
  name: z.string(),
  unit: z.string(),
  better: Better,
  about: z.string().nullable(),
})

const METRIC_SETS = `
  select e.metric_set_id as set_id, e.position, m.name, m.unit, m.better, m.about
  from metric_set_entry e join metric m on m.project_id = $1 and m.id = e.metric_id
  where e.project_id = $1 and e.metric_set_id = any($2::uuid[])
  order by e.metric_set_id, e.position`

async function loadTestSets(scoped: TenantScope, runIndex: RunIndex, runs: RunRow[]): Promise<void> {
  const unknown = unknownIds(runs, 5, (id) => runIndex.testSets.get(id) !== undefined)
  if (unknown.length === 0) return
  const rows = await readRows(scoped, TestSetRow, TEST_SETS, [scoped.projectId, unknown])
  for (const { id, items: stored } of rows) {
    const items = stored.map(([testId, clients, params]): TestSetItem => {
      const test = runIndex.tests.get(testId)
      invariant(test !== undefined, 'the tests of the benchmark of each run were read before')
      return { test, clients, params }
    })
    const clients = [...new Set(items.map((item) => item.clients))].sort((a, b) => a - b)
    runIndex.testSets.put(id, { items, clients, testCount: new Set(items.map((item) => item.test)).size })
  }
}

const ParamValue = z.union([z.string(), z.number()])

const TestSetRow = z.object({
  id: z.string(),
  /** For each result: id of the test, clients, parameters. */
  items: z.array(z.tuple([z.string(), z.int(), z.record(z.string(), ParamValue).nullable()])),
})

const TEST_SETS = `
  select test_set_id as id, json_agg(json_build_array(test_id, clients, params)) as items
  from test_set_item where project_id = $1 and test_set_id = any($2::uuid[])
  group by test_set_id`

function unknownIds(runs: readonly RunRow[], column: 5 | 6, isKnown: (id: string) => boolean): string[] {
  return [...new Set(runs.map((run) => run[column]))].filter((id) => !isKnown(id))
}

function addRun(runIndex: RunIndex, row: RunRow): void {
  if (runIndex.run(row[0]) !== undefined) return
  const [
    id,
    buildId,
    configId,
    hardwareId,
    workloadId,
    testSetId,
    metricSetId,
    repeat,
    startedAt,
    receivedAt,
    testbed,
    ownVersion,
    clientVersion,
    replaces,
  ] = row
  const build = runIndex.builds.get(buildId)
  const config = runIndex.configs.get(configId)
  const hardware = runIndex.hardware.get(hardwareId)
  const workload = runIndex.workloads.get(workloadId)
  const testSet = runIndex.testSets.get(testSetId)
  const metricSet = runIndex.metricSets.get(metricSetId)
  invariant(
    build && config && hardware && workload && testSet && metricSet,
    'foreign keys hold and all were read before',
  )
  const version = benchmarkVersionOf({ version: ownVersion, client: clientVersion }) ?? ''
  runIndex.addRun({
    id,
    build,
    config,
    hardware,
    workload,
    benchmarkVersion: runIndex.benchmarkVersions.put(version, { name: version }),
    testSet,
    metricSet,
    repeat,
    startedAt,
    receivedAt,
    testbed,
    replaces,
  })
}

/** Sorts tests without a stated position after all others, whose positions are at most 1,000,000 (LIMITS). */
const TEST_WITHOUT_POSITION = 1_000_001
