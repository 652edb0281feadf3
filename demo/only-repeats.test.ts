import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { offeredStudies } from '@assay/api/comparisons/offered-studies'
import { openDatabase, scopeOf } from '@assay/db/open'
import { createTestDatabase } from '@assay/db/testing'
import type { Database, ProjectQueries } from '@assay/db/types'
import { compare } from '@assay/domain/compare/compare'
import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { pointsNeeded } from '@assay/domain/compare/points-needed'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_SAVED_COMPARISONS } from './demo-comparisons.ts'

// Figures of the demo's reports and its shares are saved comparisons, so these and the suggested studies cover all
// comparisons.

const directory = fileURLToPath(new URL('documents/', import.meta.url))
const documents = readdirSync(directory)
  .flatMap((name): unknown => JSON.parse(gunzipSync(readFileSync(directory + name)).toString('utf8')))
  .map((document) => UploadDocument.parse(document))

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let project: ProjectQueries
const byRun = new Map<string, UploadDocument>()
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  const stored = await db.projects.ensure({
    organization: 'lab',
    slug: 'demo',
    name: 'demo',
    description: '',
    visibility: 'public',
  })
  project = db.in(scopeOf(stored))
  for (const document of documents) {
    const digest = hash('sha256', runContent(document), 'hex')
    const runId = document.runId ?? runIdFromSha256(digest)
    expect(await project.runs.upload({ document, runId, digest, onConflict: 'repeat' })).toMatchObject({ ok: true })
    byRun.set(runId, document)
  }
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function gridOf(comparison: Comparison): Promise<Grid> {
  const { metrics, allSteps } = comparison
  return compare(
    await project.cells.list({ filters: pointsNeeded(comparison), metrics, allSteps, newestOnly: true }),
    comparison,
  )
}

/** The properties that repeats share, derived from the documents without the engine, except tests and parameters. */
const identityOf = ({ product, version, build, config, hardware, testbed, benchmark, workload }: UploadDocument) =>
  JSON.stringify([product, version, build, config, hardware, testbed, benchmark, workload])

const cellsOf = ({ tables }: Grid) =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))

/** Runs of one cell whose documents differ, in cells without a warning. */
function silentMixes(grid: Grid): string[][] {
  return cellsOf(grid).flatMap(({ runIds, footnotes }) => {
    const identities = new Set(runIds.flatMap((id) => byRun.get(id) ?? []).map(identityOf))
    return identities.size < 2 || footnotes.some(({ code }) => code === 'mixed') ? [] : [[...identities]]
  })
}

test('every cell of every saved comparison contains repeats only, or warns of the mix', async () => {
  for (const { slug, query } of DEMO_SAVED_COMPARISONS) {
    const { comparison, problems } = fromQuery(query)
    expect(problems, slug).toEqual([])
    // Some published tables have ratios only.
    const grid = await gridOf({ ...comparison, metrics: [...comparison.metrics, 'relative_qps'] })
    expect(cellsOf(grid).filter(({ value }) => value !== null).length, slug).toBeGreaterThan(0)
    expect(silentMixes(grid), slug).toEqual([])
  }
})

test('no study that the overview suggests has a mixed cell', async () => {
  const studies = await offeredStudies(project)
  expect(studies.length).toBeGreaterThan(5)
  for (const { name, comparison } of studies) {
    const grid = await gridOf(comparison)
    expect(silentMixes(grid), name).toEqual([])
    const notes = cellsOf(grid).flatMap(({ footnotes }) => footnotes.filter(({ code }) => code === 'mixed'))
    expect([...new Set(notes.map(({ text }) => text))], name).toEqual([])
  }
})
