import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../compare.ts'
import { fromQuery } from '../comparison-url.ts'
import type { Point, PointSet } from '../point.ts'
import { renderCsv } from '../render/render-csv.ts'
import { renderHtml } from '../render/render-html.ts'
import { renderJson } from '../render/render-json.ts'
import { renderMarkdown } from '../render/render-markdown.ts'
import { renderText } from '../render/render-text.ts'

const grid = (set: PointSet, query: string) => compare(set, fromQuery(query).comparison)
const cellsOf = (set: PointSet, query: string) =>
  grid(set, query).tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))

/** Creates one result per value; `parts` states how their builds differ. */
function builds(...parts: [value: number, coordinates: Point['coordinates'], facts?: Record<string, string>][]) {
  const [model] = resultsOf('test | 18.0\na | 1').points
  const points = parts.map(([qps, coordinates, facts = {}], i): Point => {
    return {
      ...model!, // the table contains one result
      runId: `run ${i}`,
      resultId: `result ${i}`,
      coordinates: { ...model!.coordinates, compiler: 'gcc 13.2', ...coordinates },
      values: { qps },
      facts,
    }
  })
  return { ...resultsOf('test | 18.0\na | 1'), points }
}

const pgo = builds(
  [1000, { build: 'gcc 13.2 -O2', flags: '-O2' }],
  [1120, { build: 'gcc 13.2 -O2 +PGO', flags: '-O2 +PGO' }],
)
const MIX = 'Mixes results that are not repeats of each other: flags -O2, -O2 +PGO.'
const WARNING =
  'Flags are on no axis and differ: -O2, -O2 +PGO. Some cells mix them as if they were repeats: filter them or put them on an axis.'

test('builds with different flags share a compiler column with a mark and a warning, for any base', () => {
  for (const base of ['first-column', 'none', 'flags:-O2', 'build:gcc 13.2 -O2']) {
    const query = `columns=compiler&base=${encodeURIComponent(base)}`
    expect(cellsOf(pgo, query)[0]).toMatchObject({ value: 1060, repeats: 2, footnotes: [{ code: 'mixed', text: MIX }] })
    expect(grid(pgo, query).warnings).toContainEqual({ code: 'hidden-dimension-mixed', text: WARNING })
  }
})

test('with flags on an axis they are two columns with distinct labels, and nothing is mixed', () => {
  const made = grid(pgo, 'columns=compiler,flags')
  expect(made.tables[0]?.columns.map(({ label }) => label)).toEqual(['gcc 13.2 -O2', 'gcc 13.2 -O2 +PGO'])
  expect(made.warnings).toEqual([])
  expect(cellsOf(pgo, 'columns=compiler,flags').map(({ ratio, footnotes }) => [ratio, footnotes])).toEqual([
    [1, []],
    [1.12, []],
  ])
})

test('the commits of one version are never repeats', () => {
  const commits = builds(
    [1000, { build: 'gcc 13.2 aaaaaaa' }, { commit: 'aaaaaaa' }],
    [1010, { build: 'gcc 13.2 bbbbbbb' }, { commit: 'bbbbbbb' }],
    [700, { build: 'gcc 13.2 ccccccc' }, { commit: 'ccccccc' }],
  )
  const [cell] = cellsOf(commits, 'columns=version')
  expect(cell?.footnotes.map(({ text }) => text)).toEqual([
    'Mixes results that are not repeats of each other: commit aaaaaaa, bbbbbbb, ccccccc.',
  ])
  expect(grid(commits, 'columns=version').warnings.map(({ text }) => text)).toEqual([
    'Commit is on no axis and differs: aaaaaaa, bbbbbbb, ccccccc. Some cells mix them as if they were repeats: filter build or put it on an axis.',
    'Nothing is compared. Of 1 cell: 1 of the base itself.',
  ])
  expect(cellsOf(commits, 'columns=version,build').map(({ value }) => value)).toEqual([1000, 1010, 700])
})

test('a thousand commits of a branch are listed by twelve of their first digits, and the others are counted', () => {
  const commits = Array.from({ length: 1_000 }, (_, i) => `${(4096 + i).toString(16)}${'a'.repeat(36)}`)
  const set = builds(
    ...commits.map((commit, i): [number, Point['coordinates'], Record<string, string>] => [
      1000 + (i % 7),
      { build: `gcc 13.2 ${commit}` },
      { commit },
    ]),
  )
  const [cell] = cellsOf(set, 'columns=version')
  const listed = /: commit (\w{12}, ){11}\w{12} and 988 more\./
  expect(cell?.footnotes.map(({ text }) => text)).toEqual([expect.stringMatching(listed)])
  expect(grid(set, 'columns=version').warnings[0]?.text).toMatch(/differs: (\w{12}, ){11}\w{12} and 988 more\./)
})

test('a ratio to a mixed base has a mark and no verdict', () => {
  const set = builds(
    [1000, { version: '17.0', flags: '-O2' }],
    [1120, { version: '17.0', flags: '-O3' }],
    [500, { flags: '-O2' }],
  )
  const [, cell] = cellsOf(set, 'columns=version')
  expect(cell?.footnotes).toMatchObject([{ code: 'base:mixed', text: expect.stringContaining('flags -O2, -O3') }])
  expect(cell?.verdict).toMatchObject({ verdict: 'cannot-tell', reason: 'not-repeats' })
})

test('every format has the mark and its text', () => {
  const made = grid(pgo, 'columns=compiler')
  expect(renderText(made)).toContain('1.00[1]')
  for (const [format, render] of Object.entries({ renderText, renderCsv, renderMarkdown, renderHtml }))
    expect(render(made).replaceAll('\\', ''), format).toContain(MIX)
  expect(renderJson({ ...made })).toContain(MIX)
})

test('a fact that belongs to its version, config or machine is not a difference between them', () => {
  const versions = builds(
    [
      1,
      { version: '1', config: 'a', build: 'gcc aaaaaaa', benchmarkVersion: 'pgbench 1' },
      { commit: 'aaaaaaa', 'config text': '1' },
    ],
    [
      2,
      { version: '2', config: 'b', build: 'gcc bbbbbbb', benchmarkVersion: 'pgbench 2' },
      { commit: 'bbbbbbb', 'config text': '2' },
    ],
  )
  expect(grid(versions, 'columns=version,config').warnings).toEqual([])
  const clients = builds(
    [1, { version: '1', benchmarkVersion: 'sysbench 1.0.20' }, { 'config text': '1' }],
    [2, { version: '2', benchmarkVersion: 'sysbench 1.1.0' }, { 'config text': '2' }],
  )
  expect(grid(clients, 'columns=version').warnings.map(({ text }) => text)).toEqual([
    'Benchmark version is on no axis and differs: sysbench 1.0.20, sysbench 1.1.0. Filter it or put it on an axis to compare like with like.',
    'The config text differs between results that are compared: 1, 2.',
  ])
})
