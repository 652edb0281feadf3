import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { type AttachmentStore, sha256Hex } from '@assay/api/attachments/attachment-store'
import type pg from 'pg'
import { z } from 'zod'
import { parseDatabaseUrl, withClient } from '../../lib/migrate/migration-connection.ts'
import { readPrismaFiles } from '../../lib/migrate/migration-files.ts'
import { readHistory } from '../../lib/migrate/migration-history.ts'
import { PlainError } from '../../lib/plain-error.ts'
import { sha256OfFile } from '../backup/hashed-file.ts'
import { setProject } from '../backup/tables.ts'
import { type ArchiveManifest, readArchiveManifest } from './archive-manifest.ts'
import { type ArchiveTable, listArchiveTables } from './archive-tables.ts'
import { archivedFile } from './export-project.ts'

type Target = { url: string; store: AttachmentStore }
type Imported = { manifest: ArchiveManifest; isNew: boolean; runs: number }

/** Rows of one statement; long ones, such as snapshots, are sent in smaller numbers. */
const MAX_ROWS = 500
const MAX_CHARACTERS = 4_000_000

/**
 * Imports an archive in one transaction. The project keeps its id and the ids of everything in it, so addresses, hashes
 * and links within it stay. An archive of a project that is here already changes it to the state of the archive.
 *
 * @param destination the organization, which exists, and the name of the project in it.
 */
export async function importProject(
  { url, store }: Target,
  folder: string,
  destination: { organization: string; slug: string },
): Promise<Imported> {
  const manifest = readArchiveManifest(folder)
  for (const { file, sha256 } of manifest.tables) {
    if ((await sha256OfFile(join(folder, file))) !== sha256) throw new PlainError(`${join(folder, file)} is damaged.`)
  }
  // Files come first, because a row must never refer to a file that does not exist.
  for (const sha256 of manifest.files) {
    const content = await promisify(gunzip)(await readFile(join(folder, archivedFile(sha256))))
    if (sha256Hex(content) !== sha256) throw new PlainError(`The raw file ${sha256} of ${folder} is damaged.`)
    await store.put(manifest.project.id, content)
  }
  return withClient(parseDatabaseUrl(url), async (client) => {
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
    try {
      const imported = await load(client, { folder, manifest, destination })
      await client.query('commit')
      return { manifest, ...imported }
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

type Loading = { folder: string; manifest: ArchiveManifest; destination: { organization: string; slug: string } }

async function load(
  client: pg.Client,
  { folder, manifest, destination }: Loading,
): Promise<Omit<Imported, 'manifest'>> {
  const { project, tables: archived } = manifest
  const { applied } = await readHistory(client, readPrismaFiles().migrations)
  const unknown = manifest.migrations.filter((name) => !applied.includes(name))
  if (unknown.length > 0) {
    throw new PlainError(`The archive is of a newer version of Assay (${unknown.at(-1)}). Update this server first.`)
  }
  const isNew = await ensureProject(client, manifest, destination)
  await setProject(client, project.id)
  const before = isNew ? [] : await listRuns(client, project.id)
  const tables = await listArchiveTables(client)
  if (manifest.removedRuns.length > 0) await removeRuns(client, tables, manifest)
  const sources = tables.flatMap((table) => {
    const source = archived.find(({ name }) => name === table.name)
    // A table that is newer than the archive stays as it is.
    return source === undefined ? [] : [{ table, source }]
  })
  const ids = new Map<string, Set<string>>()
  for (const { table, source } of sources) {
    ids.set(table.name, await loadTable(client, table, { ...source, path: join(folder, source.file) }))
  }
  for (const { table } of sources.toReversed()) {
    const isPart = table.ofRuns !== null && manifest.since !== null
    if (!isNew && !isPart) await deleteOthers(client, table, project.id, ids.get(table.name) ?? new Set())
  }
  const after = await listRuns(client, project.id)
  const changed = [...(ids.get('run') ?? [])].map((key) => z.array(z.string()).parse(JSON.parse(key))[1] ?? '')
  await recordChanges(client, project.id, { stored: changed, removed: before.filter((id) => !after.includes(id)) })
  await writeAudit(client, manifest)
  return { isNew, runs: after.length }
}

async function ensureProject(
  client: pg.Client,
  { project, since }: ArchiveManifest,
  destination: Loading['destination'],
) {
  const { rows } = await client.query('select id from organization where slug = $1', [destination.organization])
  const [organization] = z.array(z.object({ id: z.string() })).parse(rows)
  if (organization === undefined) {
    throw new PlainError(`There is no organization ${destination.organization} here. Create it, or name another one.`)
  }
  const existing = await client.query('select organization_id, slug from project where id = $1', [project.id])
  const [here] = z.array(z.object({ organization_id: z.string(), slug: z.string() })).parse(existing.rows)
  if (here !== undefined) {
    if (here.organization_id === organization.id && here.slug === destination.slug) return false
    throw new PlainError(`This project is here already, under the name ${here.slug}. Import it under that name.`)
  }
  if (since !== null) {
    throw new PlainError('The archive continues an earlier one, which was not imported here. Import that one first.')
  }
  const { id, name, description, visibility, createdAt } = project
  const inserted = await client.query(
    `insert into project (id, organization_id, slug, name, description, visibility, created_at)
     values ($1, $2, $3, $4, $5, $6::visibility, $7) on conflict do nothing`,
    [id, organization.id, destination.slug, name, description, visibility, createdAt],
  )
  if (inserted.rowCount === 1) return true
  throw new PlainError(`${destination.organization} has a project ${destination.slug} already. Choose another name.`)
}

const Ids = z.array(z.object({ id: z.string() }))

async function listRuns(client: pg.Client, projectId: string): Promise<string[]> {
  return Ids.parse((await client.query('select id from run where project_id = $1', [projectId])).rows).map(
    ({ id }) => id,
  )
}

type TableFile = { path: string; columns: string[]; rows: number }

/** Inserts the rows of a file, and changes those that differ. Returns their primary keys. */
async function loadTable(client: pg.Client, table: ArchiveTable, file: TableFile): Promise<Set<string>> {
  const { name, primaryKey } = table
  const columns = table.columns.filter((column) => file.columns.includes(column))
  const list = (of: string) => columns.map((column) => `${of}"${column}"`).join(', ')
  const key = primaryKey.map((column) => `"${column}"`).join(', ')
  const statement = `
    insert into "${name}" (${list('')}) select ${list('')} from json_populate_recordset(null::"${name}", $1::json)
    on conflict (${key}) do update set (${list('')}) = row (${list('excluded.')})
    where (${list(`"${name}".`)}) is distinct from (${list('excluded.')})`
  const keys = new Set<string>()
  let rows = 0
  let batch: string[] = []
  let size = 0
  const flushBatch = async () => {
    if (batch.length > 0) await client.query(statement, [`[${batch.join(',')}]`])
    rows += batch.length
    batch = []
    size = 0
  }
  for await (const line of createInterface({ input: createReadStream(file.path).pipe(createGunzip()) })) {
    const row = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
    keys.add(JSON.stringify(primaryKey.map((column) => row[column])))
    batch.push(line)
    size += line.length
    if (batch.length >= MAX_ROWS || size >= MAX_CHARACTERS) await flushBatch()
  }
  await flushBatch()
  if (rows !== file.rows) throw new PlainError(`${file.path} has ${rows} rows, and ${file.rows} are expected.`)
  return keys
}

/** Deletes the rows of a table that the archive does not have. */
async function deleteOthers(
  client: pg.Client,
  { name, primaryKey }: ArchiveTable,
  projectId: string,
  keys: Set<string>,
) {
  const key = `json_build_array(${primaryKey.map((column) => `"${column}"`).join(', ')})::jsonb`
  await client.query(
    `delete from "${name}" where project_id = $1 and not exists (
       select from unnest($2::jsonb[]) as archived where archived = ${key})`,
    [projectId, [...keys]],
  )
}

/** Deletes removed runs with everything that belongs to them, children first. */
async function removeRuns(
  client: pg.Client,
  tables: readonly ArchiveTable[],
  { project, removedRuns }: ArchiveManifest,
) {
  for (const table of ['annotation', 'invalidation']) {
    await client.query(`delete from ${table} where project_id = $2 and run_id = any($1::uuid[])`, [
      removedRuns,
      project.id,
    ])
  }
  for (const { name, ofRuns } of tables.toReversed()) {
    if (ofRuns === null) continue
    await client.query(`delete from "${name}" where project_id = $2 and ${ofRuns}`, [removedRuns, project.id])
  }
}

/** Tells running servers, whose run indexes are in memory, which runs were stored and removed. */
async function recordChanges(client: pg.Client, projectId: string, runs: { stored: string[]; removed: string[] }) {
  const record = async (ids: string[], removed: boolean) => {
    await client.query(
      `with changed as (
         select id, ('x' || right(id::text, 1))::bit(4)::int as slot,
           row_number() over (partition by right(id::text, 1) order by id) as position from unnest($2::uuid[]) as id),
       counter as (
         insert into run_counter (project_id, slot, number) select $1, slot, count(*) from changed group by slot
         on conflict (project_id, slot) do update set number = run_counter.number + excluded.number
         returning slot, number)
       insert into run_change (project_id, slot, number, run_id, removed)
       select $1, slot, number - (select count(*) from changed c where c.slot = counter.slot) + position, id, $3
       from changed join counter using (slot)`,
      [projectId, ids, removed],
    )
  }
  await record(runs.stored, false)
  await record(runs.removed, true)
}

async function writeAudit(client: pg.Client, { project, createdAt, since }: ArchiveManifest): Promise<void> {
  await client.query(
    `insert into audit_event (id, project_id, actor_kind, actor_name, action, object_kind, object_id, object_name, after)
     values (gen_random_uuid(), $1, 'server', 'operator', 'project.imported', 'project', $4, $2, $3)`,
    [project.id, project.slug, JSON.stringify({ createdAt, incremental: since !== null }), project.id],
  )
}
