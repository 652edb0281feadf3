import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { AttachmentStore } from '@assay/api/attachments/attachment-store'
import { FLAT_RESULTS } from '@assay/db/flat-value-statements'
import type pg from 'pg'
import { z } from 'zod'
import { parseDatabaseUrl, withClient } from '../../lib/migrate/migration-connection.ts'
import { readPrismaFiles } from '../../lib/migrate/migration-files.ts'
import { readHistory } from '../../lib/migrate/migration-history.ts'
import { PlainError } from '../../lib/plain-error.ts'
import { assayVersion, inSnapshot } from '../backup/create-backup.ts'
import { flush } from '../backup/hashed-file.ts'
import { setProject } from '../backup/tables.ts'
import { type ArchiveManifest, type Horizon, writeArchiveManifest } from './archive-manifest.ts'
import { listArchiveTables } from './archive-tables.ts'

type Source = { url: string; store: AttachmentStore }
type Wanted = { organization: string; slug: string; since: Horizon | null }

const PAGE = 500

/**
 * Writes the archive of a project into a new folder: its tables, its results as one line for each value, and its raw
 * files, from one snapshot while the server runs.
 */
export async function exportProject(source: Source, folder: string, wanted: Wanted): Promise<ArchiveManifest> {
  const unfinished = `${folder}.unfinished-${randomUUID()}`
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const manifest = await withClient(parseDatabaseUrl(source.url), (client) =>
      inSnapshot(client, () => write(client, source.store, unfinished, wanted)),
    )
    writeArchiveManifest(unfinished, manifest)
    await flush(unfinished)
    await rename(unfinished, folder).catch((cause: unknown) => {
      throw new PlainError(`${folder} exists already. Name a new folder.`, { cause })
    })
    return manifest
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function write(client: pg.Client, store: AttachmentStore, folder: string, wanted: Wanted) {
  const project = await findProject(client, wanted)
  await setProject(client, project.id)
  const horizon = await readHorizon(client, project.id)
  const { since } = wanted
  const changed = since === null ? null : await readChanges(client, project.id, since)
  const runs = changed === null ? null : changed.stored
  const tables: ArchiveManifest['tables'] = []
  for (const { name, columns, expressions, ofRuns } of await listArchiveTables(client)) {
    const isPart = ofRuns !== null && runs !== null
    const list = columns.map((column, at) => `${expressions[at]} as "${column}"`).join(', ')
    const rows = `select ${list} from only "${name}" where project_id = '${project.id}' ${isPart ? `and ${ofRuns}` : ''}`
    const lines = readLines(
      client,
      `select row_to_json(line)::text as line from (${rows}) as line`,
      isPart ? [runs] : [],
    )
    tables.push({ name, columns, ...(await writeLines(folder, `tables/${name}.ndjson.gz`, lines)) })
  }
  const results = await writeLines(folder, 'results.ndjson.gz', readLines(client, FLAT_RESULTS, [project.id, runs]))
  const files = await writeFiles(client, store, { folder, projectId: project.id, runs })
  const { applied, pending } = await readHistory(client, readPrismaFiles().migrations)
  const manifest: ArchiveManifest = {
    ...{ format: 1, createdAt: new Date().toISOString(), assay: assayVersion(), project, horizon, since },
    ...{ migrations: applied.filter((migration) => !pending.includes(migration)) },
    ...{ removedRuns: changed?.removed ?? [], tables, results, files },
  }
  return manifest
}

const ProjectRow = z.object({
  ...{ id: z.string(), organization: z.string(), slug: z.string(), name: z.string(), description: z.string() },
  ...{ visibility: z.enum(['public', 'internal', 'private']), createdAt: z.date().transform((at) => at.toISOString()) },
})

async function findProject(client: pg.Client, { organization, slug }: Wanted): Promise<ArchiveManifest['project']> {
  const { rows } = await client.query(
    `select project.id, organization.slug as organization, project.slug, project.name, description, visibility,
       project.created_at as "createdAt"
     from project join organization on organization.id = organization_id
     where organization.slug = $1 and project.slug = $2`,
    [organization, slug],
  )
  if (rows[0] === undefined) throw new PlainError(`There is no project ${organization}/${slug}.`)
  return ProjectRow.parse(rows[0])
}

async function readHorizon(client: pg.Client, projectId: string): Promise<Horizon> {
  const { rows } = await client.query('select slot, number::int from run_counter where project_id = $1', [projectId])
  const found = z.array(z.object({ slot: z.int(), number: z.int() })).parse(rows)
  return Object.fromEntries(found.map(({ slot, number }) => [String(slot), number]))
}

/** Runs that were stored and removed after a horizon. A run whose flags changed counts as stored. */
async function readChanges(client: pg.Client, projectId: string, since: Horizon) {
  const { rows } = await client.query(
    `select distinct run_change.run_id as id, run.id is null as removed
     from run_change left join run on run.project_id = run_change.project_id and run.id = run_change.run_id
     where run_change.project_id = $1 and run_change.number > coalesce(($2::jsonb ->> slot::text)::bigint, 0)`,
    [projectId, JSON.stringify(since)],
  )
  const changes = z.array(z.object({ id: z.string(), removed: z.boolean() })).parse(rows)
  const idsOf = (removed: boolean) => changes.filter((one) => one.removed === removed).map(({ id }) => id)
  return { stored: idsOf(false), removed: idsOf(true) }
}

const Line = z.array(z.object({ line: z.string() }))

async function* readLines(client: pg.Client, query: string, values: unknown[]): AsyncGenerator<string> {
  await client.query(`declare lines no scroll cursor for ${query}`, values)
  for (let page = PAGE; page === PAGE; ) {
    const { rows } = await client.query(`fetch ${PAGE} from lines`)
    page = rows.length
    for (const { line } of Line.parse(rows)) yield line
  }
  await client.query('close lines')
}

async function writeLines(folder: string, file: string, lines: AsyncIterable<string>) {
  const hash = createHash('sha256')
  const hashed = new PassThrough()
  hashed.on('data', (chunk: Buffer) => hash.update(chunk))
  let rows = 0
  async function* content() {
    for await (const line of lines) {
      rows += 1
      yield `${line}\n`
    }
  }
  await pipeline(content(), createGzip(), hashed, createWriteStream(join(folder, file), { mode: 0o600 }))
  return { file, sha256: hash.digest('hex'), rows }
}

/** Copies the raw files of runs. A file that the store has lost is left out, as it is on this server. */
async function writeFiles(
  client: pg.Client,
  store: AttachmentStore,
  { folder, projectId, runs }: { folder: string; projectId: string; runs: string[] | null },
): Promise<string[]> {
  const { rows } = await client.query(
    `select distinct sha256 from attachment
     where project_id = $1 and ($2::uuid[] is null or run_id = any($2::uuid[])) order by sha256`,
    [projectId, runs],
  )
  const files: string[] = []
  for (const { sha256 } of z.array(z.object({ sha256: z.string() })).parse(rows)) {
    const content = await store.get(projectId, sha256)
    if (content === null) continue
    const path = join(folder, archivedFile(sha256))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, await promisify(gzip)(content), { mode: 0o600 })
    files.push(sha256)
  }
  return files
}

export const archivedFile = (sha256: string): string => join('attachments', sha256.slice(0, 2), `${sha256}.gz`)
