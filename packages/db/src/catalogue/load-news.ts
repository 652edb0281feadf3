import { invariant } from '@assay/domain/result'
import { benchmarkVersionOf } from '@assay/domain/run/benchmark-version'
import { type BuildParts, compilerLabel, flagsLabel } from '@assay/domain/run/build-label'
import { findKnownMetric, type Metric } from '@assay/domain/run/metric'
import type { Scoped } from '../scope/scoped.ts'
import { TEST_WITHOUT_POSITION } from '../test-order.ts'
import type { Params, TestRole } from '../types.ts'
import type { BuildEntry, Catalogue, ConfigEntry, HardwareEntry, RunEntry, TestSetItem } from './catalogue.ts'

// Transactions commit out of order, so no time and no sequence says what is new. Each run carries the number of its
// transaction: what became visible after a snapshot is at or above that snapshot's oldest running transaction. Numbers
// at or above the snapshot's end are of another cluster, from which the database was restored, and were read at first.
const since = (xid: string) => `project_id = $1 and ${xid} >= $2::bigint
  and ($2 = '0' or ${xid} < pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`

const SINCE = since('stored_xid')
const REMOVED = `(select coalesce(json_agg(id), '[]') from run_removal where ${since('removed_xid')}) as removals`

/** The ids of runs and of removals at or after a horizon, and the horizon of this look; as columns for any statement with $1 and $2. */
export const NEWS_COLUMNS = `
  pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
  (select coalesce(json_agg(id), '[]') from run where ${SINCE}) as news, ${REMOVED}`

export const LOOK_FOR_NEWS = `select ${NEWS_COLUMNS}`

export type News = { horizon: string; news: string[]; removals: string[] }

/**
 * Adds to the catalogue what was stored since its horizon. Run one at a time: it must not go back in time.
 *
 * @returns false when a run was removed meanwhile: then the catalogue is as it was, and is to be made anew.
 */
export async function loadNews(scoped: Scoped, catalogue: Catalogue): Promise<boolean> {
  const { rows } = await scoped.query<Answer>(NEWS, [scoped.projectId, catalogue.horizon])
  const answer = rows[0]
  invariant(answer !== undefined, 'a select without from has one row')
  if (catalogue.missesRemoval(answer.removals)) return false
  for (const id of answer.removals) catalogue.removals.add(id)
  for (const { id, parts, ...build } of answer.builds) {
    catalogue.builds.put(id, {
      ...build,
      compiler: compilerLabel(parts),
      flags: flagsLabel(parts) ?? '',
      commit: parts.commit ?? null,
      buildType: parts.buildType ?? null,
    })
  }
  for (const { id, ...config } of answer.configs) catalogue.configs.put(id, config)
  for (const { id, ...hardware } of answer.hardware) catalogue.hardware.put(id, hardware)
  for (const { id, ...workload } of answer.workloads) catalogue.workloads.put(id, workload)
  for (const { id, position, role, ...test } of answer.tests) {
    catalogue.tests.put(id, { ...test, position: position ?? TEST_WITHOUT_POSITION, role: role ?? 'measured' })
  }
  await loadMetricSets(scoped, catalogue, answer.runs)
  await loadTestSets(scoped, catalogue, answer.runs)
  for (const run of answer.runs) addRun(catalogue, run)
  catalogue.horizon = answer.horizon
  catalogue.revision = {}
  return true
}

type RunRow = [
  id: string,
  buildId: string,
  configId: string,
  hardwareId: string,
  workloadId: string,
  testSetId: string,
  metricSetId: string,
  repeat: number,
  startedAt: number | null,
  receivedAt: number,
  testbed: RunEntry['testbed'],
  benchmarkVersion: string | null,
  clientVersion: string | null,
  replaces: boolean,
]

// NEWS builds exactly this; it may be tens of thousands of runs, so rows are not checked one by one.
type Answer = {
  horizon: string
  removals: string[]
  runs: RunRow[]
  builds: (Omit<BuildEntry, 'index' | 'compiler' | 'flags' | 'commit' | 'buildType'> & { parts: BuildParts })[]
  configs: Omit<ConfigEntry, 'index'>[]
  hardware: Omit<HardwareEntry, 'index'>[]
  workloads: { id: string; benchmarkId: string; benchmark: string; name: string; params: Params }[]
  tests: {
    id: string
    name: string
    group: string | null
    position: number | null
    role: TestRole | null
    primaryMetric: string | null
    targetRate: number | null
  }[]
}

/** The parts of a build, as \`BuildParts\` names it. */
const BUILD_PARTS = `json_build_object('compiler', b.compiler, 'compilerVersion', b.compiler_version, 'lto', b.lto,
      'flags', b.flags, 'pgo', b.pgo, 'bolt', b.bolt, 'march', b.march, 'allocator', b.allocator,
      'buildType', b.build_type, 'commit', b.commit)`

const NEWS = `
  with news as materialized (select * from run where ${SINCE})
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, ${REMOVED},
    (select coalesce(json_agg(json_build_array(id, build_id, config_id, hardware_id, workload_id, test_set_id, metric_set_id,
      repeat, (extract(epoch from started_at) * 1000)::float8, floor(extract(epoch from received_at) * 1000)::float8, testbed,
      benchmark_version, client_version, replaces)), '[]')
      from news) as runs,
    (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'parts', ${BUILD_PARTS},
      'binarySha256', b.binary_sha256, 'versionId', v.id, 'version', v.name, 'versionSortKey', v.sort_key, 'productId', p.id, 'product', p.name)), '[]')
      from build b
      join version v on v.project_id = $1 and v.id = b.version_id
      join product p on p.project_id = $1 and p.id = v.product_id
      where b.project_id = $1 and b.id in (select build_id from news)) as builds,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'textSha256',
      encode(sha256(convert_to(text, 'UTF8')), 'hex'))), '[]')
      from config where project_id = $1 and id in (select config_id from news)) as configs,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'kernel', kernel, 'smt', smt, 'os', os,
      'storage', storage, 'fileSystem', file_system)), '[]')
      from hardware where project_id = $1 and id in (select hardware_id from news)) as hardware,
    (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name, 'params', w.params, 'benchmarkId', k.id,
      'benchmark', k.name)), '[]')
      from workload w join benchmark k on k.project_id = $1 and k.id = w.benchmark_id
      where w.project_id = $1 and w.id in (select workload_id from news)) as workloads,
    (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'group', group_name, 'position', position,
      'role', role, 'primaryMetric', primary_metric, 'targetRate', target_rate)), '[]')
      from test where project_id = $1 and benchmark_id in (
        select benchmark_id from workload where project_id = $1 and id in (select workload_id from news))) as tests`

/** Metric sets and test sets never change, so only unknown ones are read. */
async function loadMetricSets(scoped: Scoped, catalogue: Catalogue, runs: RunRow[]): Promise<void> {
  const unknown = unknownIds(runs, 6, (id) => catalogue.metricSets.get(id) !== undefined)
  if (unknown.length === 0) return
  const { rows } = await scoped.query<Metric & { set_id: string; position: number }>(METRIC_SETS, [
    scoped.projectId,
    unknown,
  ])
  for (const [id, entries] of Map.groupBy(rows, (row) => row.set_id)) {
    const metrics = entries.map(({ name, unit, better, about }) => ({
      name,
      unit,
      better,
      about: about ?? findKnownMetric(name)?.about ?? '',
    }))
    catalogue.metricSets.put(id, { metrics, positions: new Map(entries.map(({ name, position }) => [name, position])) })
  }
}

const METRIC_SETS = `
  select e.metric_set_id as set_id, e.position, m.name, m.unit, m.better, m.about
  from metric_set_entry e join metric m on m.project_id = $1 and m.id = e.metric_id
  where e.project_id = $1 and e.metric_set_id = any($2::uuid[])
  order by e.metric_set_id, e.position`

async function loadTestSets(scoped: Scoped, catalogue: Catalogue, runs: RunRow[]): Promise<void> {
  const unknown = unknownIds(runs, 5, (id) => catalogue.testSets.get(id) !== undefined)
  if (unknown.length === 0) return
  const { rows } = await scoped.query<{
    id: string
    items: [testId: string, clients: number, params: Params | null][]
  }>(TEST_SETS, [scoped.projectId, unknown])
  for (const { id, items: stored } of rows) {
    const items = stored.map(([testId, clients, params]): TestSetItem => {
      const test = catalogue.tests.get(testId)
      invariant(test !== undefined, 'the tests of the benchmark of each run were read before')
      return { test, clients, params }
    })
    const clients = [...new Set(items.map((item) => item.clients))].sort((a, b) => a - b)
    catalogue.testSets.put(id, { items, clients, testCount: new Set(items.map((item) => item.test)).size })
  }
}

const TEST_SETS = `
  select test_set_id as id, json_agg(json_build_array(test_id, clients, params)) as items
  from test_set_item where project_id = $1 and test_set_id = any($2::uuid[])
  group by test_set_id`

function unknownIds(runs: readonly RunRow[], column: 5 | 6, isKnown: (id: string) => boolean): string[] {
  return [...new Set(runs.map((run) => run[column]))].filter((id) => !isKnown(id))
}

function addRun(catalogue: Catalogue, row: RunRow): void {
  if (catalogue.run(row[0]) !== undefined) return
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
  const build = catalogue.builds.get(buildId)
  const config = catalogue.configs.get(configId)
  const hardware = catalogue.hardware.get(hardwareId)
  const workload = catalogue.workloads.get(workloadId)
  const testSet = catalogue.testSets.get(testSetId)
  const metricSet = catalogue.metricSets.get(metricSetId)
  invariant(
    build && config && hardware && workload && testSet && metricSet,
    'foreign keys hold and all were read before',
  )
  const version = benchmarkVersionOf({ version: ownVersion, client: clientVersion }) ?? ''
  catalogue.addRun({
    id,
    build,
    config,
    hardware,
    workload,
    benchmarkVersion: catalogue.benchmarkVersions.put(version, { name: version }),
    testSet,
    metricSet,
    repeat,
    startedAt,
    receivedAt,
    testbed,
    replaces,
  })
}
