import { hash } from 'node:crypto'
import { offeredStudies, studySource } from '@assay/api/comparisons/offered-studies'
import { selectStudy } from '@assay/api/comparisons/select-study'
import { exportShare } from '@assay/api/shares/export-share'
import { openShare } from '@assay/api/shares/open-share'
import { readStudyPage } from '@assay/api/studies/read-study-page'
import { scopeOf } from '@assay/db/open'
import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery, toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { studyHeadline } from '@assay/domain/compare/studies/pages/study-headline'
import { flatElements } from '@assay/domain/compare/studies/pages/study-page'
import { PICKED_STUDIES, type StudyChoice } from '@assay/domain/compare/studies/selection/study-choice'
import { studyChoices } from '@assay/domain/compare/studies/selection/study-choices'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import { figuresOf, readReportText } from '@assay/domain/publish/report/report-text'
import type { SharedContent, SharedFigure } from '@assay/domain/publish/share/shared-content'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import {
  EXPORTS,
  type ExportName,
  fileProblems,
  lackingIn,
  numbersOf,
  shownIn,
} from '@assay/testing/compare/export-problems'
import { countRatios, ratioProblems } from '@assay/testing/compare/ratio-problems'
import { anonymous } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadNotes } from '../scripts/setup/load-notes.ts'
import { loadReports } from '../scripts/setup/load-reports.ts'
import { DEMO_SAVED_COMPARISONS } from './demo-comparisons.ts'
import { everyDemoDocument } from './every-demo-result.ts'
import { readDemoReports } from './reports/demo-reports.ts'

// The stored demo: REST exports of saved comparisons, and the frozen figures of shares and reports. A frozen figure is
// checked as it was stored, not the comparison that it was computed from.

const FORMATS = Object.keys(EXPORTS) as ExportName[] // Object.keys loses the type of format names.
const NOW = new Date('2026-11-21T12:00:00Z')

let server: TestServer
let token: string
let project: Awaited<ReturnType<TestServer['addProject']>>['project']

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.addProject('demo')
  project = made.project
  token = made.token
  const queries = server.db.in(scopeOf(project))
  for (const document of everyDemoDocument()) {
    const digest = hash('sha256', runContent(document), 'hex')
    const runId = document.runId ?? runIdFromSha256(digest)
    expect(await queries.runs.upload({ document, runId, digest, onConflict: 'repeat' })).toMatchObject({ ok: true })
  }
  await loadNotes({ db: server.db, project })
  await loadReports(server.services, { project, role: null, queries }, NOW)
})
afterAll(() => server.stop())

async function read(path: string): Promise<string> {
  const answer = await server.send(path)
  const body = await answer.text()
  expect(answer.status, body.slice(0, 500)).toBe(200)
  return body
}

test.each(DEMO_SAVED_COMPARISONS)('$slug has the same cells by REST in every format', async ({ slug, query }) => {
  const exportOf = (path: string, format: string) => read(`/api/v1/projects/demo/${path}format=${format}`)
  const json = await exportOf(`compare?${query}&`, 'json')
  const grid = JSON.parse(json) as Grid // The JSON export has this type.
  expect(numbersOf(shownIn(grid)).length).toBeGreaterThan(0)
  expect(ratioProblems(grid, fromQuery(query).comparison)).toEqual([])
  for (const format of FORMATS) {
    const file = format === 'json' ? json : await exportOf(`compare?${query}&`, format)
    expect(fileProblems(format, file, grid), format).toEqual([])
  }
  // A saved comparison is exported by the same code, so that one format of each suffices.
  const format = formatInTurn(slug)
  expect(fileProblems(format, await exportOf(`saved-comparisons/${slug}/export?`, format), grid), format).toEqual([])
})

/** A format for each saved comparison, so that each format is that of some. */
const formatInTurn = (slug: string): ExportName =>
  FORMATS[DEMO_SAVED_COMPARISONS.findIndex((saved) => saved.slug === slug) % FORMATS.length] ?? 'json'

/** Creates a share and reads it at its address, without signing in. */
async function share(what: {
  query: string
  study: string | null
}): Promise<{ content: SharedContent; sha256: string }> {
  const answer = await server.send('/api/v1/projects/demo/shares', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Shared', what: { kind: 'comparison', ...what } }),
  })
  const body = await answer.text()
  expect(answer.status, `${what.study} ${what.query} ${body}`).toBe(201)
  const { secret } = JSON.parse(body) as { secret: string } // The response of a new share has this type.
  const opened = await openShare(server.services, { secret }, { caller: anonymous, proof: null })
  if (opened.kind !== 'open') throw new Error(`A new share is ${opened.kind}.`)
  return opened.share
}

test.each(DEMO_SAVED_COMPARISONS)('$slug is shared with the same cells', async ({ slug, query }) => {
  const { content, sha256 } = await share({ query, study: null })
  const [figure] = content.figures
  if (figure?.format !== 1) throw new Error('A comparison has format 1.')
  expectFrozen(figure)
  const format = formatInTurn(slug)
  if (format !== 'json') {
    const file = exportShare({ content, sha256 }, format, { origin: 'http://x', href: 'http://x/s' })
    expect(fileProblems(format, file, figure.grid), format).toEqual([])
  }
  const json = JSON.parse(exportShare({ content, sha256 }, 'json', { origin: '', href: '' })) as SharedContent
  expect(json.figures).toEqual(content.figures)
})

/** Stacks are files, which are not stored here; published shares are values. */
const hasShares = ({ study: { comparison } }: StudyChoice): boolean => comparison.filters.hardware?.[0] === 'ser7'

test('the studies that the demo suggests, and those of its saved comparisons, are shared with all cells of their tables', async () => {
  const offered = await offeredStudies(server.db.in(scopeOf(project)))
  const [published] = studyChoices('profiles', await studySource(server.db.in(scopeOf(project)))).filter(hasShares)
  const studies = [
    ...offered.map(({ kind, comparison }) => ({
      study: kind,
      query: toQuery(kind === 'profiles' && published !== undefined ? published.study.comparison : comparison),
    })),
    ...DEMO_SAVED_COMPARISONS.flatMap(({ query, study }) => (study == null ? [] : [{ study, query }])),
  ]
  let ratios = 0
  for (const what of studies) {
    const { content, sha256 } = await share(what)
    const grids = content.figures.flatMap(gridsIn)
    for (const { grid, comparison } of grids) {
      expect(ratioProblems(grid, comparison), what.query).toEqual([])
      ratios += countRatios(grid)
    }
    for (const format of FORMATS.filter((name) => name !== 'json')) {
      const file = exportShare({ content, sha256 }, format, { origin: '', href: '' })
      const shown = grids.map(({ grid }) => grid)
      expect(lackingIn(file, format, shown), `${format} of ${what.study} ${what.query}`).toEqual([])
    }
  }
  expect(studies.length).toBeGreaterThan(10)
  expect(ratios).toBeGreaterThan(1000)
})

test('the frozen figures of every report obey the same rules, by REST too', async () => {
  const reports = readDemoReports()
  for (const { slug } of reports) {
    const body = await read(`/api/v1/projects/demo/reports/${slug}/export?format=json`)
    const { figures, content } = JSON.parse(body) as ExportedReport
    const textFigures = figuresOf(readReportText(content.text))
    expect(figures).toHaveLength(textFigures.length)
    const shown = figures.flatMap(({ figure }, at) => {
      expectFrozen(figure)
      const block = textFigures[at]
      if (block?.show.includes('table') !== true) return []
      const own = figure.grid.tables.filter((_, index) => block.tables?.includes(index + 1) ?? true)
      return [{ ...figure.grid, tables: own }]
    })
    for (const format of ['markdown', 'html'] as const) {
      const file = await read(`/api/v1/projects/demo/reports/${slug}/export?format=${format}`)
      expect(lackingIn(file, format, shown), `${slug} as ${format}`).toEqual([])
    }
  }
  expect(reports.length).toBeGreaterThan(1)
})

/** The fields of an exported report that these tests read. */
type ExportedReport = { figures: { figure: FrozenFigure }[]; content: { text: string } }

function expectFrozen({ grid, comparison }: Pick<FrozenFigure, 'grid' | 'comparison'>): void {
  expect(numbersOf(shownIn(grid)).length).toBeGreaterThan(0)
  expect(ratioProblems(grid, comparison)).toEqual([])
}

/** Returns the tables of a frozen figure that the engine computed. */
function gridsIn(figure: SharedFigure): { grid: Grid; comparison: Comparison }[] {
  if (figure.format === 1) return [figure]
  return flatElements(figure.page.parts).flatMap(({ part }) => {
    if (part.kind !== 'grid') return []
    const tables = part.grid.tables.filter((_, index) => part.only?.includes(index) ?? true)
    return [{ comparison: part.comparison, grid: { ...part.grid, tables } }]
  })
}

/** Names of metrics, which a headline says in words. */
const RAW_METRIC = /relative_qps|\b(?:cpu|cs|r|rKB|wKB|w)\/o\b|_us\/|latency_ms/
const MAX_HEADLINE = 200

test('every study that a picker offers has results, and a headline that says what they are in words', async () => {
  const access = { project, role: null, queries: server.db.in(scopeOf(project)) }
  const source = await studySource(access.queries)
  for (const kind of PICKED_STUDIES) {
    const choices = studyChoices(kind, source).filter((choice) => kind !== 'profiles' || hasShares(choice))
    expect(choices.length, kind).toBeGreaterThan(0)
    for (const { values } of choices) {
      const query = (await selectStudy(access.queries, kind, values)) ?? 'none'
      const { comparison, problems } = fromQuery(query)
      const page = await readStudyPage(server.services, access, kind, { comparison, own: {} })
      const headline = studyHeadline(page)
      const where = `${kind} ${query}: ${headline}`
      expect(problems, where).toEqual([])
      expect(page.headline, where).not.toBeNull()
      expect(headline, where).toMatch(/\d/)
      expect(headline, where).not.toMatch(RAW_METRIC)
      expect(headline.length, where).toBeLessThanOrEqual(MAX_HEADLINE)
      expect(
        [values.product, values.hardware].some((name) => name !== undefined && headline.includes(name)),
        where,
      ).toBe(true)
    }
  }
})
