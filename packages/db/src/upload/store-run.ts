import { invariant } from '@assay/domain/result'
import type { PoolClient } from 'pg'
import { idFrom } from '../identity.ts'
import { CopyRows } from './copy-rows.ts'
import type { UploadPlan } from './plan-upload.ts'
import { asTimestamp } from './timestamp.ts'

export type StoredReceipt = { status: 'stored' | 'already'; digest: string; receivedAt: Date }

/**
 * Writes the run and everything below it, unless its id is taken: then answers what is stored. A twin that is being
 * uploaded at this moment is waited for.
 */
export async function storeRun(client: PoolClient, projectId: string, plan: UploadPlan): Promise<StoredReceipt> {
  const receivedAt = await insertRun(client, projectId, plan)
  if (receivedAt === null) {
    const stored = await findReceipt(client, projectId, plan.run.id)
    // The same figures may have been met in another place, with other files.
    if (stored.digest === plan.digest) await insertProvenance(client, projectId, plan)
    return { status: 'already', ...stored }
  }
  await copyResults(client, projectId, plan)
  await copyCommands(client, projectId, plan)
  await copySamples(client, projectId, plan)
  await insertProvenance(client, projectId, plan)
  return { status: 'stored', digest: plan.digest, receivedAt }
}

async function insertRun(client: PoolClient, projectId: string, plan: UploadPlan): Promise<Date | null> {
  const { run, document, digest } = plan
  const { rows } = await client.query<{ received_at: Date }>({
    name: 'insert-run',
    text: `
      insert into run (project_id, id, build_id, config_id, hardware_id, workload_id, metric_set_id, test_set_id, repeat,
        started_at, finished_at, benchmark_version, client_version, notes, digest)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      on conflict (project_id, id) do nothing
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
      run.repeat,
      document.startedAt === undefined ? null : asTimestamp(document.startedAt),
      document.finishedAt === undefined ? null : asTimestamp(document.finishedAt),
      document.benchmark.version ?? null,
      document.clientVersion ?? null,
      document.notes ?? null,
      digest,
    ],
  })
  return rows[0]?.received_at ?? null
}

async function findReceipt(client: PoolClient, projectId: string, runId: string) {
  const { rows } = await client.query<{ digest: string; received_at: Date }>(
    'select digest, received_at from run where project_id = $1 and id = $2',
    [projectId, runId],
  )
  const row = rows[0]
  invariant(row !== undefined, 'the run id was taken, and runs are never deleted')
  return { digest: row.digest, receivedAt: row.received_at }
}

async function copyResults(client: PoolClient, projectId: string, plan: UploadPlan): Promise<void> {
  const rows = new CopyRows()
  for (const { id, testId, params, result } of plan.results) {
    rows.row(7).uuid(projectId).uuid(id).uuid(plan.run.id).uuid(testId).integer(result.clients)
    if (params === null) rows.null()
    else rows.jsonb(params)
    rows.doubles(result.values)
  }
  await rows.send(client, 'result', ['project_id', 'id', 'run_id', 'test_id', 'clients', 'params', 'values'])
}

async function copyCommands(client: PoolClient, projectId: string, plan: UploadPlan): Promise<void> {
  const rows = new CopyRows()
  let count = 0
  for (const { id, result } of plan.results) {
    if (result.command === undefined) continue
    rows.row(3).uuid(projectId).uuid(id).text(result.command)
    count += 1
  }
  if (count > 0) await rows.send(client, 'result_command', ['project_id', 'id', 'command'])
}

async function copySamples(client: PoolClient, projectId: string, plan: UploadPlan): Promise<void> {
  const rows = new CopyRows()
  let count = 0
  for (const { id, result } of plan.results) {
    for (const series of result.samples ?? []) {
      const metricId = plan.metricIds.get(series.metric)
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
      count += 1
    }
  }
  const columns = ['project_id', 'id', 'result_id', 'metric_id', 'interval_seconds', 'start_seconds', 'values']
  if (count > 0) await rows.send(client, 'sample_series', columns)
}

/** Where the figures were met and the raw files that came along: added to what is known, whoever comes first. */
async function insertProvenance(client: PoolClient, projectId: string, { run, document }: UploadPlan): Promise<void> {
  const { source, attachments = [] } = document
  if (source !== undefined) {
    const url = source.url ?? null
    await client.query(
      `insert into run_source (project_id, id, run_id, name, url) values ($1, $2, $3, $4, $5)
       on conflict (project_id, id) do nothing`,
      [projectId, idFrom('run_source', run.id, source.name, url), run.id, source.name, url],
    )
  }
  if (attachments.length === 0) return
  const rows = attachments.map(({ name, sha256, sizeBytes, mediaType }) => ({
    id: idFrom('attachment', run.id, name, sha256),
    name,
    sha256,
    size_bytes: sizeBytes,
    media_type: mediaType ?? null,
  }))
  await client.query(
    `insert into attachment (project_id, id, run_id, name, sha256, size_bytes, media_type)
     select $1, id, $2, name, sha256, size_bytes, media_type
     from jsonb_to_recordset($3) as sent (id uuid, name text, sha256 text, size_bytes bigint, media_type text)
     order by id
     on conflict (project_id, id) do update
       set media_type = least(attachment.media_type collate "C", excluded.media_type collate "C"),
           size_bytes = least(attachment.size_bytes, excluded.size_bytes)`,
    [projectId, run.id, JSON.stringify(rows)],
  )
}
