import { invariant } from '@assay/domain/result'
import { documentBadges, VALIDITY_VERSION } from '@assay/domain/validity/result-badges'
import type { Pool, PoolClient } from 'pg'
import { idFrom } from '../identity.ts'
import { insertProfiles } from '../profiles/store-profiles.ts'
import { type BadgedResult, copyBadges } from '../validity/copy-badges.ts'
import { CopyRows } from './copy-rows.ts'
import { inOneTrip, type Step } from './one-trip.ts'
import type { UploadPlan } from './plan-upload.ts'
import { asTimestamp } from './timestamp.ts'

/** The constraint that says that the id of a run is taken. */
export const RUN_KEY = 'run_pkey'

/**
 * Writes the run and everything below it in one trip; a transaction of its own unless the caller began one. A twin
 * that is being uploaded at this moment is waited for.
 *
 * @returns when the run was received.
 * @throws a violation of RUN_KEY when the id is taken, by whatever content.
 */
export async function storeRun(client: PoolClient, projectId: string, plan: UploadPlan): Promise<Date> {
  const steps = [insertRun(projectId, plan), copyResults(projectId, plan), ...copyCommands(projectId, plan)]
  const judged = copyBadges(projectId, plan.run.id, judgeResults(plan))
  const below = [...copySamples(projectId, plan), ...judged, ...provenance(projectId, plan)]
  const rows = await inOneTrip(client, [...steps, ...below])
  const receivedAt = rows[0]?.[0]
  invariant(receivedAt != null, 'an insert without conflict returns its row')
  return new Date(Number(receivedAt))
}

/** What is stored under the id of a run; null when nothing is. */
export async function findReceipt(pool: Pool, projectId: string, runId: string) {
  const { rows } = await pool.query<{ digest: string; received_at: Date }>(
    'select digest, received_at from run where project_id = $1 and id = $2',
    [projectId, runId],
  )
  const row = rows[0]
  return row === undefined ? null : { digest: row.digest, receivedAt: row.received_at }
}

/** Adds where the same figures were met this time and the raw files that came along. */
export async function addProvenance(client: PoolClient, projectId: string, plan: UploadPlan): Promise<void> {
  await inOneTrip(client, provenance(projectId, plan))
}

function insertRun(projectId: string, { run, document, digest }: UploadPlan): Step {
  return {
    name: 'insert-run',
    text: `
      insert into run (project_id, id, build_id, config_id, hardware_id, workload_id, metric_set_id, test_set_id, repeat,
        started_at, finished_at, benchmark_version, client_version, notes, testbed, validity_version, digest)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      returning floor(extract(epoch from received_at) * 1000)::text`,
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
    ],
  }
}

function copyResults(projectId: string, { run, results }: UploadPlan): Step {
  const rows = new CopyRows()
  for (const { id, testId, params, result } of results) {
    rows.row(7).uuid(projectId).uuid(id).uuid(run.id).uuid(testId).integer(result.clients)
    if (params === null) rows.null()
    else rows.jsonb(params)
    rows.doubles(result.values)
  }
  return copyStep('result', ['project_id', 'id', 'run_id', 'test_id', 'clients', 'params', 'values'], rows)
}

function judgeResults({ document, results }: UploadPlan): BadgedResult[] {
  const badges = new Map(documentBadges(document).map((own, place) => [document.results[place], own]))
  return results.map(({ id, result }) => ({ resultId: id, badges: badges.get(result) ?? [] }))
}

function copyCommands(projectId: string, { results }: UploadPlan): Step[] {
  const rows = new CopyRows()
  for (const { id, result } of results) {
    if (result.command !== undefined) rows.row(3).uuid(projectId).uuid(id).text(result.command)
  }
  return rows.count === 0 ? [] : [copyStep('result_command', ['project_id', 'id', 'command'], rows)]
}

function copySamples(projectId: string, { results, metricIds }: UploadPlan): Step[] {
  const rows = new CopyRows()
  for (const { id, result } of results) {
    for (const series of result.samples ?? []) {
      const metricId = metricIds.get(series.metric)
      invariant(metricId !== undefined, 'checkDocument refuses samples of a metric that is not in metricNames')
      rows
        .row(7)
        .uuid(projectId)
        .uuid(idFrom('sample_series', id, metricId))
        .uuid(id)
        .uuid(metricId)
      rows
        .double(series.intervalSeconds)
        .double(series.startSeconds ?? 0)
        .doubles(series.values)
    }
  }
  const columns = ['project_id', 'id', 'result_id', 'metric_id', 'interval_seconds', 'start_seconds', 'values']
  return rows.count === 0 ? [] : [copyStep('sample_series', columns, rows)]
}

function copyStep(table: string, columns: readonly string[], rows: CopyRows): Step {
  const text = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`
  return { name: `copy-${table}`, text, rows: rows.finish() }
}

/** Where the figures were met and the raw files that came along: added to what is known, whoever comes first. */
function provenance(projectId: string, plan: UploadPlan): Step[] {
  const { run, document } = plan
  const { source, attachments = [] } = document
  const steps: Step[] = []
  if (source !== undefined) {
    const url = source.url ?? null
    steps.push({
      name: 'insert-source',
      text: `
        insert into run_source (project_id, id, run_id, name, url) values ($1, $2, $3, $4, $5)
        on conflict (project_id, id) do nothing`,
      values: [projectId, idFrom('run_source', run.id, source.name, url), run.id, source.name, url],
    })
  }
  if (attachments.length === 0) return steps
  const rows = attachments.map(({ name, sha256, sizeBytes, mediaType }) => ({
    id: idFrom('attachment', run.id, name, sha256),
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
