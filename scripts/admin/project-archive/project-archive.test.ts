import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sha256Hex } from '@assay/api/attachments/attachment-store'
import { createTestDatabase, type TestDatabase } from '@assay/db/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DrillServer, fillServer, openDrillServer, readAnswers, storeOf, upload } from '../testing/drill-server.ts'
import { run } from '../testing/empty-database.ts'
import { LEFT_OUT, listArchiveTables } from './archive-tables.ts'
import { exportProject } from './export-project.ts'
import { importProject } from './import-project.ts'

let source: TestDatabase
let target: TestDatabase
let server: DrillServer
let other: DrillServer
let tokens: Record<string, string>
let folder: string

beforeAll(async () => {
  ;[source, target] = await Promise.all([createTestDatabase(), createTestDatabase()])
  // One secret, so that the copied token is accepted.
  const variables = { ASSAY_SECRET: 'a secret for tests, which is no secret' }
  server = openDrillServer(source.url, undefined, variables)
  other = openDrillServer(target.url, undefined, variables)
  tokens = await fillServer(server)
  folder = mkdtempSync(join(tmpdir(), 'assay-archive-'))
  await other.services.db.projects.ensure({
    ...{ organization: 'first', slug: 'neighbor', name: 'Neighbor', description: '', visibility: 'private' },
  })
})
afterAll(async () => {
  for (const one of [server, other]) {
    await one.stop()
    one.remove()
  }
  await Promise.all([source.drop(), target.drop()])
  rmSync(folder, { recursive: true })
})

const FIRST = { organization: 'first', slug: 'first' }
const archive = (name: string, since: Record<string, number> | null = null) =>
  exportProject({ url: source.url, store: storeOf(server.dataDir) }, join(folder, name), { ...FIRST, since })
const load = (name: string, destination = FIRST) =>
  importProject({ url: target.url, store: storeOf(other.dataDir) }, join(folder, name), destination)

const send = async (at: DrillServer, method: string, path: string, body: unknown) => {
  const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' }
  const answer = await at.send(`/api/v1/projects/first${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect([path, answer.status, answer.ok ? '' : await answer.text()]).toEqual([path, expect.any(Number), ''])
  return answer
}

async function read(at: DrillServer, path: string): Promise<string> {
  const answer = await at.send(`/api/v1/projects/first${path}`, {
    headers: { authorization: `Bearer ${tokens.first}` },
  })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

/** A validity flag that concerns a result as a whole. */
const FLAG = `
  insert into result_badge (project_id, id, run_id, result_id, code, text)
  select result.project_id, gen_random_uuid(), run_id, result.id, 'ignored-errors', 'The client ignored 3 errors.'
  from result join project on project.id = result.project_id where slug = 'first' order by run_id, result.id limit 1`

/** Copies the token, which an archive does not have, so that both servers answer the same requests. */
async function copyToken(): Promise<void> {
  const [row] = await run(
    source.url,
    `select row_to_json(api_token)::text as token from api_token join project on project.id = project_id where slug = 'first'`,
  )
  const text = Object(row).token.replaceAll("'", "''")
  await run(target.url, `insert into api_token select * from json_populate_record(null::api_token, '${text}')`)
}

/** Answers about the first project, without those of the second. */
const answersOf = async (at: DrillServer) =>
  (await readAnswers(at, tokens)).filter((answer) => answer.includes('/first/'))

/** Every row of the exported tables, as the archive has them. */
async function rowsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found: string[] = []
    for (const { name, columns, expressions } of await listArchiveTables(client)) {
      const list = columns.map((column, at) => `${expressions[at]} as "${column}"`).join(', ')
      const { rows } = await client.query(
        `select row_to_json(line)::text as line from (select ${list} from "${name}" where project_id = (select id from project where slug = 'first')) as line`,
      )
      found.push(...rows.map((row) => `${name} ${Object(row).line}`))
    }
    return found.sort()
  } finally {
    await client.end()
  }
}

test('every table below a project is in the archive, or is left out for a reason', async () => {
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  const names = (await listArchiveTables(client)).map(({ name }) => name)
  await client.end()
  expect(names.sort()).toEqual([
    ...['annotation', 'attachment', 'benchmark', 'build', 'candidate', 'candidate_run', 'config', 'experiment'],
    ...['finding', 'finding_environment', 'finding_event'],
    ...[
      'hardware',
      'histogram',
      'import_profile',
      'invalidation',
      'known_bug',
      'metric',
      'metric_set',
      'metric_set_entry',
    ],
    ...['pinned_base', 'product', 'profile', 'report', 'report_figure', 'report_version', 'result', 'result_badge'],
    ...[
      'result_command',
      'retention',
      'run',
      'run_source',
      'runner_key',
      'sample_series',
      'saved_comparison',
      'series_rule',
      'share',
    ],
    ...['spec', 'spec_attachment', 'spec_block_name', 'spec_event', 'spec_feedback', 'spec_import', 'spec_link'],
    ...[
      'spec_placement',
      'spec_response',
      'spec_reviewer',
      'spec_revision',
      'spec_round',
      'spec_seal',
      'spec_seal_link',
    ],
    ...['spec_search_text', 'test', 'test_set', 'test_set_item', 'trace_setting', 'version', 'workload'],
  ])
  expect(Object.values(LEFT_OUT)).not.toContain('')
})

test('an archive is imported to the same content, and later ones continue it', async () => {
  const comparison = 'rows=test&columns=version&base=version:17.6'
  await send(server, 'PUT', '/saved-comparisons/releases', { title: 'Releases', query: comparison })
  await send(server, 'POST', '/shares', { what: { kind: 'comparison', query: comparison }, title: 'Shared' })
  await send(server, 'POST', '/specs', {
    kind: 'functional',
    title: 'Datatypes',
    text: '# Datatypes\n\nNumbers are added.',
  })
  await run(source.url, FLAG)
  await archive('whole').then(({ files, tables }) => {
    expect(files).toHaveLength(3)
    expect(tables.find(({ name }) => name === 'run')).toMatchObject({ rows: 3 })
  })
  expect(await load('whole')).toMatchObject({ isNew: true, runs: 3 })
  await copyToken()
  expect(await rowsOf(target.url)).toEqual(await rowsOf(source.url))
  const ids = (await run(source.url, 'select id from share')).map((row) => Object(row).id)
  for (const path of ['/saved-comparisons/releases/export', '/specs/FS-1', ...ids.map((id) => `/shares/${id}`)]) {
    expect(await read(other, path)).toBe(await read(server, path))
  }
  expect((await answersOf(server)).filter((answer) => !/ 200 /.test(answer))).toEqual([])
  expect(await answersOf(other)).toEqual(await answersOf(server))

  // Later: a new run, a removed one, a changed note and a deleted comparison.
  await upload(server, tokens.first ?? '', { slug: 'first', repeat: 4, version: '18.2' })
  await send(server, 'PUT', '/saved-comparisons/others', { title: 'Others', query: comparison })
  const removed = '00000000-0000-4000-8000-100000000001'
  await send(server, 'DELETE', `/runs/${removed}`, undefined)
  await send(server, 'DELETE', '/saved-comparisons/releases', undefined)
  const { horizon } = JSON.parse(readFileSync(join(folder, 'whole', 'archive.json'), 'utf8'))
  const { removedRuns, tables, files } = await archive('later', horizon)
  expect(removedRuns).toEqual([removed])
  expect([tables.find(({ name }) => name === 'run')?.rows, files.length]).toEqual([1, 1])
  expect(await load('later')).toMatchObject({ isNew: false, runs: 3 })
  expect(await rowsOf(target.url)).toEqual(await rowsOf(source.url))
  // The other server had the runs in memory, and knows the changes.
  expect(await read(other, '/runs')).toBe(await read(server, '/runs'))

  // A whole archive of the changed project gives the same again, and importing twice changes nothing.
  await archive('again')
  for (let time = 0; time < 2; time++) expect(await load('again')).toMatchObject({ isNew: false, runs: 3 })
  expect(await rowsOf(target.url)).toEqual(await rowsOf(source.url))
})

test('results are lines with names, for programs that read nothing else', async () => {
  const lines = gunzipSync(readFileSync(join(folder, 'whole', 'results.ndjson.gz')))
    .toString()
    .trim()
    .split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ product: 'Postgres', version: '17.6', test: expect.any(String), metric: expect.any(String) },
    ...{
      value: expect.any(Number),
      better: expect.stringMatching(/higher|lower/),
      flags: ['ignored-errors'],
      excluded: false,
    },
  })
  const { results } = JSON.parse(readFileSync(join(folder, 'whole', 'archive.json'), 'utf8'))
  expect([lines.length, sha256Hex(readFileSync(join(folder, 'whole', results.file)))]).toEqual([
    results.rows,
    results.sha256,
  ])
})

test('an archive has no secrets and no addresses', async () => {
  const { tables } = JSON.parse(readFileSync(join(folder, 'whole', 'archive.json'), 'utf8'))
  for (const { name, file } of tables) {
    const text = gunzipSync(readFileSync(join(folder, 'whole', file))).toString()
    expect([name, /assay_runner_|@assay\.test|sealed/.exec(text)?.[0]]).toEqual([name, undefined])
  }
})

test('a damaged, foreign or misplaced archive is refused, and nothing changes', async () => {
  const before = await rowsOf(target.url)
  await expect(load('nowhere')).rejects.toThrow(/not a complete archive/)
  await expect(load('again', { organization: 'nobody', slug: 'first' })).rejects.toThrow(/no organization nobody/)
  await expect(load('again', { organization: 'first', slug: 'elsewhere' })).rejects.toThrow(
    /here already, under the name first/,
  )
  await expect(archive('again')).rejects.toThrow(/exists already/)
  appendFileSync(join(folder, 'again', 'tables', 'run.ndjson.gz'), 'x')
  await expect(load('again')).rejects.toThrow(/run\.ndjson\.gz is damaged/)
  expect(await rowsOf(target.url)).toEqual(before)
})
