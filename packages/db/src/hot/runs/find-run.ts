import { invariant } from '@assay/domain/result'
import { traceAddress } from '@assay/domain/run/trace-url'
import { UploadTestbed } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { ATTACHMENT_JSON, AttachmentRow } from '../../crud/attachments/attachments.ts'
import { asBuild, BUILDS } from '../../crud/dimensions/builds.ts'
import { asConfig, CONFIGS } from '../../crud/dimensions/configs.ts'
import { asHardware, HARDWARE } from '../../crud/dimensions/hardware.ts'
import { ValidityFlagRows, ValidityFlags, validityFlagColumns } from '../../crud/validity/validity-flags.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ResultDetails, RunDetails, TestDetails } from '../../types.ts'
import { fallbackMetricOfRuns } from '../run-index/fallback-metric-of-runs.ts'
import type { RunEntry, RunIndex, TestEntry } from '../run-index/run-index.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { summarizeRun } from './run-summary.ts'

/** Reads a run without the values of its samples; null if this project has no such run. */
export async function findRun(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  runId: string,
): Promise<RunDetails | null> {
  const { projectId } = scoped
  const runIndex = await runIndexes.fresh(projectId)
  const entry = runIndex.run(runId.toLowerCase())
  if (entry === undefined) return null
  const [run, tests, results, [flagRow]] = await Promise.all([
    scoped.query({ text: RUN, values: [projectId, entry.id] }),
    findTests(scoped, entry),
    scoped.query({ text: RESULTS, values: [projectId, entry.id] }),
    readRows(scoped, ValidityFlagRows, VALIDITY_FLAGS, [projectId, entry.id]),
  ])
  // The run was removed after the run index was read.
  if (run.rows[0] === undefined) return null
  const row = RunRow.parse(run.rows[0])
  invariant(flagRow !== undefined, 'a select without from has one row')
  const flags = new ValidityFlags(flagRow)
  return {
    ...summarizeRun(entry),
    digest: row.digest,
    uploadedBy: row.uploaded_by,
    finishedAt: row.finished_at?.toISOString() ?? null,
    clientVersion: row.client_version,
    benchmarkVersion: row.benchmark_version,
    workloadParams: entry.workload.params,
    notes: row.notes,
    newest: runIndex.isNewest(entry),
    sources: row.sources,
    buildDetails: asBuild(row.build),
    configDetails: asConfig(row.config),
    hardwareDetails: asHardware(row.hardware),
    testbed: row.testbed,
    traces: row.trace_ids.map((id) => ({ id, url: row.trace_url && traceAddress(row.trace_url, id) })),
    tests,
    metrics: [...entry.metricSet.metrics],
    results: sortResults(
      results.rows.map((result) => asResult(result, { run: entry, runIndex, flags })),
      tests,
    ),
    invalidations: flagRow.invalidations,
    attachments: row.attachments,
  }
}

const RUN = `
  select r.digest,
    case when r.uploaded_by_name is not null then json_build_object('kind', r.uploaded_by_kind, 'name', r.uploaded_by_name) end
      as uploaded_by,
    r.finished_at, r.client_version, r.benchmark_version, r.notes, r.testbed, coalesce(r.trace_ids, '{}') as trace_ids,
    (select url from trace_setting where project_id = $1) as trace_url,
    (${BUILDS} and b.id = r.build_id) as build,
    (${CONFIGS} and c.id = r.config_id) as config,
    (${HARDWARE} and h.id = r.hardware_id) as hardware,
    (select coalesce(json_agg(json_build_object('name', name, 'url', url) order by name collate "C", id), '[]')
      from run_source where project_id = $1 and run_id = $2) as sources,
    (select coalesce(json_agg(${ATTACHMENT_JSON} order by name collate "C", id), '[]')
      from attachment where project_id = $1 and run_id = $2) as attachments
  from run r where r.project_id = $1 and r.id = $2`

const RunRow = z.object({
  digest: z.string(),
  uploaded_by: z.object({ kind: z.enum(['person', 'token', 'server']), name: z.string() }).nullable(),
  finished_at: z.date().nullable(),
  client_version: z.string().nullable(),
  benchmark_version: z.string().nullable(),
  notes: z.string().nullable(),
  testbed: UploadTestbed.nullable(),
  trace_ids: z.array(z.string()),
  trace_url: z.string().nullable(),
  build: z.unknown(),
  config: z.unknown(),
  hardware: z.unknown(),
  sources: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
  attachments: z.array(AttachmentRow),
})

/** Columns of a test that the run index lacks. */
const TestRow = z.object({
  id: z.string(),
  connectionsPerClient: z.number().nullable(),
  targetRate: z.number().nullable(),
})

const TESTS = `
  select id, connections_per_client as "connectionsPerClient", target_rate as "targetRate"
  from test where project_id = $1 and benchmark_id = $2`

async function findTests(scoped: TenantScope, run: RunEntry): Promise<TestDetails[]> {
  const entries = new Map<string, TestEntry>(run.testSet.items.map(({ test }) => [test.id, test]))
  const rows = await readRows(scoped, TestRow, TESTS, [scoped.projectId, run.workload.benchmarkId])
  const fallback = fallbackMetricOfRuns([run.metricSet])
  const tests = rows.flatMap(({ id, connectionsPerClient, targetRate }): TestDetails[] => {
    const test = entries.get(id)
    if (test === undefined) return []
    const { name, group, position: order, role, primaryMetric } = test
    return [
      { id, name, group, order, role, primaryMetric: primaryMetric ?? fallback, connectionsPerClient, targetRate },
    ]
  })
  return tests.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
}

const VALIDITY_FLAGS = `select ${validityFlagColumns('= $2')}`

const RESULTS = `
  select r.id, r.test_id, r.clients, coalesce(r.params, '{}') as params, array_to_json(r.values) as values, r.failure,
    c.command,
    (select coalesce(json_agg(json_build_object('id', s.id, 'metric', m.name, 'intervalSeconds', s.interval_seconds,
      'startSeconds', s.start_seconds, 'count', cardinality(s.values)) order by m.name), '[]')
      from sample_series s join metric m on m.project_id = $1 and m.id = s.metric_id
      where s.project_id = $1 and s.result_id = r.id) as samples,
    (select coalesce(json_agg(nullif(h.operation, '') order by h.operation), '[]')
      from histogram h where h.project_id = $1 and h.result_id = r.id) as histograms
  from result r
  left join result_command c on c.project_id = $1 and c.id = r.id
  where r.project_id = $1 and r.run_id = $2`

const params = z.record(z.string(), z.union([z.string(), z.number()]))

const ResultRow = z.object({
  id: z.string(),
  test_id: z.string(),
  clients: z.number(),
  params,
  values: z.array(z.number().nullable()),
  failure: z.string().nullable(),
  command: z.string().nullable(),
  histograms: z.array(z.string().nullable()),
  samples: z.array(
    z.object({
      id: z.string(),
      metric: z.string(),
      intervalSeconds: z.number(),
      startSeconds: z.number(),
      count: z.number(),
    }),
  ),
})

type Around = { run: RunEntry; runIndex: RunIndex; flags: ValidityFlags }

function asResult(raw: unknown, { run, runIndex, flags }: Around): ResultDetails {
  const { test_id, samples, ...row } = ResultRow.parse(raw)
  const { metrics } = run.metricSet
  const test = runIndex.tests.get(test_id)
  invariant(test !== undefined, 'a run is in the runIndex together with its tests')
  return {
    ...row,
    test: test.name,
    badges: flags.find(run.id, row.id) ?? [],
    samples: samples.map((series) => {
      const metric = metrics.find(({ name }) => name === series.metric)
      invariant(metric !== undefined, 'checkDocument refuses samples of a metric that is not in metricNames')
      return { ...series, metric }
    }),
  }
}

function sortResults(results: ResultDetails[], tests: readonly TestDetails[]): ResultDetails[] {
  const positions = new Map(tests.map(({ name }, position) => [name, position]))
  const keyed = results.map((result) => ({ result, params: JSON.stringify(result.params) }))
  keyed.sort(
    (a, b) =>
      (positions.get(a.result.test) ?? 0) - (positions.get(b.result.test) ?? 0) ||
      a.result.clients - b.result.clients ||
      (a.params < b.params ? -1 : 1),
  )
  return keyed.map(({ result }) => result)
}
