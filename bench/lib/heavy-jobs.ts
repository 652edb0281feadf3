import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databaseUrlOf } from './database.ts'
import type { HealthClient, HeavyWork, Scale } from './health-work.ts'

const API = '/api/v1/projects/demo'
const DEMO = { project: 'demo' }
const POLL_MS = 200

/** Jobs in the background, audit logs, exports of whole projects, and a backup. */
export function heavyJobs(client: HealthClient, scale: Scale): HeavyWork[] {
  const { get, query, sql, projectId } = client
  return [
    {
      name: 'hash chains of a long audit log',
      covers: ['chain-audit-logs'],
      prepare: () => addAuditEvents(client, Math.ceil(200_000 * scale)),
      run: () => finishJob(client, 'chain-audit-logs', {}),
    },
    {
      name: 'the verification of that log',
      covers: ['audit.verify', 'organizations.verifyAudit'],
      async run() {
        await query('organizations.verifyAudit', { organization: 'assay' })
        return (await query('audit.verify', DEMO)).status
      },
    },
    { name: 'its export as CSV', covers: [], run: () => get(`${API}/audit.csv`) },
    { name: 'its signed export', covers: [], run: () => get(`${API}/audit.jsonl`) },
    {
      name: 'messages to be sent',
      covers: ['deliver', 'process-outbox'],
      async run() {
        await sql.query(
          `select ask_for_job('deliver', json_build_object('projectId', $1::text, 'deliveryId', gen_random_uuid()), 'bench ' || n)
           from generate_series(1, $2::int) n`,
          [projectId, Math.ceil(2_000 * scale)],
        )
        await finishJob(client, 'process-outbox', {})
        return finishJobs(client, 'deliver')
      },
    },
    {
      name: 'raw files that expire',
      covers: ['apply-retention', 'remove-files'],
      async prepare() {
        await sql.query(
          `insert into retention (project_id, file_days, sample_days) values ($1, 1, 1) on conflict do nothing`,
          [projectId],
        )
        await sql.query(`update run set received_at = received_at - interval '100 days' where project_id = $1`, [
          projectId,
        ])
      },
      async run() {
        await finishJob(client, 'apply-retention', {})
        return finishJob(client, 'remove-files', { projectId })
      },
    },
    {
      name: 'plans that continue, and leases that expired',
      covers: ['advance-plans'],
      run: () => finishJob(client, 'advance-plans', {}),
    },
    { name: 'the export of an account', covers: [], run: () => get('/account/export') },
    {
      name: 'a backup',
      covers: [],
      run: () =>
        inFolder(async (folder) => {
          await runCommand(client, 'backup', folder)
          await runCommand(client, 'verify', folder)
        }),
    },
    {
      name: 'the export of a project',
      covers: [],
      run: () => inFolder((folder) => runCommand(client, 'export-project', 'assay/demo', join(folder, 'demo'))),
    },
  ]
}

async function addAuditEvents({ sql, projectId }: HealthClient, count: number): Promise<void> {
  await sql.query(
    `insert into audit_event (project_id, id, at, actor_kind, actor_name, action, object_kind, object_name, after)
     select $1, gen_random_uuid(), now() - n * interval '1 ms', 'server', 'bench', 'upload', 'run', 'run ' || n, '{"values": 600}'
     from generate_series(1, $2::int) n`,
    [projectId, count],
  )
}

/** Queues a job and waits until none of its name is left. */
async function finishJob(client: HealthClient, name: string, payload: object): Promise<number> {
  await client.sql.query('select ask_for_job($1, $2, $3)', [name, JSON.stringify(payload), `bench ${name}`])
  return finishJobs(client, name)
}

async function finishJobs({ sql }: HealthClient, name: string): Promise<number> {
  for (;;) {
    const { rows } = await sql.query<{ left: number }>(
      `select count(*)::int as left from graphile_worker.jobs
       where task_identifier = $1 and attempts < max_attempts and (run_at <= now() or locked_at is not null)`,
      [name],
    )
    if ((rows[0]?.left ?? 0) === 0) return 200
    await sleep(POLL_MS)
  }
}

/** @returns 200 when the work ended well */
async function inFolder(work: (folder: string) => Promise<unknown>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-health-folder-'))
  try {
    await work(folder)
    return 200
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runCommand({ product }: HealthClient, ...args: string[]): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const env = {
    ...process.env,
    ASSAY_DATA_DIR: product.dataDirectory,
    DATABASE_URL: await databaseUrlOf(product),
  }
  await promisify(execFile)(process.execPath, [join(root, 'bin/assay.mjs'), ...args], { cwd: root, env })
}
