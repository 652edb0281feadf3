import { invariant } from '@assay/domain/result'
import { documentFlags, VALIDITY_VERSION } from '@assay/domain/run/validity/flag-results'
import { z } from 'zod'
import { auditStep } from '../../crud/audit/audit.ts'
import { insertProfiles } from '../../crud/profiles/store-profiles.ts'
import { type FlaggedResult, insertFlags } from '../../crud/validity/store-flags.ts'
import { idFromName } from '../../id-from-name.ts'
import type { Statement, Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { Actor, Change } from '../../types.ts'
import { recordRunChange } from '../run-index/run-changes.ts'
import { insertResults, insertSeries, type NewResult, type NewSeries } from './insert-arrays.ts'
import { insertHistograms } from './insert-histograms.ts'
import { insertRows } from './insert-rows.ts'
import type { UploadPlan } from './plan-upload.ts'

/** A run with its final repeat number. */
export type PlacedRun = {
  plan: UploadPlan
  /** Number of other runs with its coordinates and repeat number; null if it does not matter. */
  siblings: number | null
}

const Received = z.object({ received_at: z.date() })

/**
 * Stores a run with all of its rows in one batch, in a transaction of its own unless the caller began one. It waits for
 * a concurrent upload of the same run, or of one with the same coordinates.
 *
 * @returns the time when the run was received.
 * @throws a unique violation in the table `run` if the id is taken, regardless of the content; a foreign key violation
 * if the number of siblings is another one, because then no row is inserted for the run.
 */
export async function storeRun(
  tx: Statements,
  { projectId, by }: Pick<TenantScope, 'projectId' | 'by'>,
  { plan, siblings }: PlacedRun,
): Promise<Date> {
  const runId = plan.run.id
  const lock = siblings === null ? [] : [lockCoordinates(projectId, plan)]
  const results = await tx.batch([
    ...lock,
    insertRun(projectId, by, { plan, siblings }),
    insertResults(projectId, runId, resultRows(plan)),
    ...insertCommands(projectId, plan),
    ...insertSeries(projectId, seriesRows(plan)),
    ...insertHistograms(projectId, plan),
    ...insertFlags(projectId, runId, judgeResults(plan)),
    ...provenance(projectId, plan),
    auditStep(projectId, by, uploaded(plan)),
    recordRunChange(projectId, runId, false),
  ])
  return Received.parse(results[lock.length]?.rows[0]).received_at
}

function uploaded({ run, document, digest }: UploadPlan): Change {
  const { product, version, config, hardware, workload } = document
  const after = { product, version, config: config.name, hardware: hardware.name, workload: workload.name, digest }
  return { action: 'run.uploaded', object: { kind: 'run', id: run.id, name: run.id }, after }
}

/** Digest and time of the run that is stored under an id; null if there is none. */
export async function findReceipt(scoped: TenantScope, runId: string) {
  const rows = await readRows(
    scoped,
    z.object({ digest: z.string(), received_at: z.date() }),
    'select digest, received_at from run where project_id = $1 and id = $2',
    [scoped.projectId, runId],
  )
  const row = rows[0]
  return row === undefined ? null : { digest: row.digest, receivedAt: row.received_at }
}

/** Adds the source of figures that are already stored, and the raw files that were sent with them. */
export async function addProvenance(scoped: TenantScope, plan: UploadPlan): Promise<void> {
  const steps = provenance(scoped.projectId, plan)
  if (steps.length > 0) await scoped.batch(steps)
}

/** Serializes uploads with the same coordinates, so that the second counts the first. */
function lockCoordinates(projectId: string, { run }: UploadPlan): Statement {
  const coordinates = [projectId, run.buildId, run.configId, run.hardwareId, run.workloadId]
  return {
    name: 'lock-coordinates',
    text: `select pg_advisory_xact_lock(hashtextextended('run ' || $1, 0))`,
    values: [coordinates.join(' ')],
  }
}

function insertRun(projectId: string, by: Actor, { plan, siblings }: PlacedRun): Statement {
  const { run, document, digest } = plan
  return {
    name: 'insert-run',
    text: `
      insert into run (project_id, id, build_id, config_id, hardware_id, workload_id, metric_set_id, test_set_id, repeat,
        started_at, finished_at, benchmark_version, client_version, notes, testbed, validity_version, digest,
        uploaded_by_kind, uploaded_by_id, uploaded_by_name, replaces, trace_ids)
      select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7::uuid, $8::uuid, $9::int,
        $10::timestamptz, $11::timestamptz, $12, $13, $14, $15::jsonb, $16::int, $17, $18::actor_kind, $19::uuid, $20, $22::boolean, $23::text[]
      where $21::int is null or $21::int = (
        select count(*) from run where project_id = $1::uuid and id <> $2::uuid and build_id = $3::uuid
          and config_id = $4::uuid and hardware_id = $5::uuid and workload_id = $6::uuid and repeat = $9::int)
        or exists (select from run where project_id = $1::uuid and id = $2::uuid)
      returning received_at`,
    values: [
      projectId,
      run.id,
      run.buildId,
      run.configId,
      run.hardwareId,
      run.workloadId,
      run.metricSetId,
      run.testSetId,
      String(run.repeat),
      document.startedAt === undefined ? null : asTimestamp(document.startedAt),
      document.finishedAt === undefined ? null : asTimestamp(document.finishedAt),
      document.benchmark.version ?? null,
      document.clientVersion ?? null,
      document.notes ?? null,
      document.testbed === undefined ? null : JSON.stringify(document.testbed),
      String(VALIDITY_VERSION),
      digest,
      by.kind,
      by.id,
      by.name,
      siblings === null ? null : String(siblings),
      String(run.replaces),
      document.traceIds ?? null,
    ],
  }
}

function resultRows({ results }: UploadPlan): NewResult[] {
  return results.map(({ id, testId, params, result: { clients, values, status, statusReason } }) => {
    const failure = status === 'failed' ? (statusReason ?? 'no reason is stated') : null
    return { id, testId, clients, params, values, failure }
  })
}

function judgeResults({ document, results }: UploadPlan): FlaggedResult[] {
  const badges = new Map(documentFlags(document).map((own, index) => [document.results[index], own]))
  return results.map(({ id, result }) => ({ resultId: id, badges: badges.get(result) ?? [] }))
}

function insertCommands(projectId: string, { results }: UploadPlan): Statement[] {
  const rows = results.flatMap(({ id, result: { command } }) => (command === undefined ? [] : [{ id, command }]))
  return insertRows(projectId, 'result_command', { id: 'uuid', command: 'text' }, rows)
}

function seriesRows({ results, metricIds }: UploadPlan): NewSeries[] {
  return results.flatMap(({ id, result }) =>
    (result.samples ?? []).map(({ metric, intervalSeconds, startSeconds = 0, values }) => {
      const metricId = metricIds.get(metric)
      invariant(metricId !== undefined, 'checkDocument refuses samples of a metric that is not in metricNames')
      const seriesId = idFromName('sample_series', id, metricId)
      return { id: seriesId, resultId: id, metricId, intervalSeconds, startSeconds, values }
    }),
  )
}

/**
 * Statements that add the source of the figures and the uploaded raw files to the stored ones, in any order of uploads.
 */
function provenance(projectId: string, plan: UploadPlan): Statement[] {
  const { run, document } = plan
  const { source, attachments = [] } = document
  const steps: Statement[] = []
  if (source !== undefined) {
    const url = source.url ?? null
    steps.push({
      name: 'insert-source',
      text: `
        insert into run_source (project_id, id, run_id, name, url) values ($1, $2, $3, $4, $5)
        on conflict (project_id, id) do nothing`,
      values: [projectId, idFromName('run_source', run.id, source.name, url), run.id, source.name, url],
    })
  }
  if (attachments.length === 0) return steps
  const rows = attachments.map(({ name, sha256, sizeBytes, mediaType }) => ({
    id: idFromName('attachment', run.id, name, sha256),
    name,
    sha256,
    size_bytes: sizeBytes,
    media_type: mediaType ?? null,
  }))
  steps.push({
    name: 'insert-attachments',
    text: `
      insert into attachment (project_id, id, run_id, name, sha256, size_bytes, media_type)
      select $1::uuid, id, $2::uuid, name, sha256, size_bytes, media_type
      from jsonb_to_recordset($3::jsonb) as sent (id uuid, name text, sha256 text, size_bytes bigint, media_type text)
      order by id
      on conflict (project_id, id) do update
        set media_type = least(attachment.media_type collate "C", excluded.media_type collate "C"),
            size_bytes = least(attachment.size_bytes, excluded.size_bytes)`,
    values: [projectId, run.id, JSON.stringify(rows)],
  })
  return [...steps, ...insertProfiles(projectId, plan)]
}

/**
 * Formats a point in time for Postgres. The document may use any year from 0 to 9999 in any time zone; in UTC that can
 * be a year that ISO 8601 writes with a sign and Postgres with "BC", or an offset that Postgres refuses.
 */
function asTimestamp(iso: string): string {
  const date = new Date(iso)
  const year = date.getUTCFullYear()
  const time = date
    .toISOString()
    .replace(/^[+-]?\d+-/, '')
    .replace('T', ' ')
    .replace('Z', '+00')
  return year > 0 ? `${String(year).padStart(4, '0')}-${time}` : `${String(1 - year).padStart(4, '0')}-${time} BC`
}
