import { resultsOf } from '@assay/testing/compare/results-of'
import { expect, test } from 'vitest'
import { compare } from '../../compare/compare.ts'
import { DEFAULT_COMPARISON } from '../../compare/comparison.ts'
import { numberFootnotes } from '../../compare/render/footnote-marks.ts'
import { annotationKind, NewAnnotation } from './annotation.ts'
import { affectedVersions, type KnownBug, NewKnownBug, touches } from './known-bug.ts'
import { slugOf } from './slug-of.ts'
import { withNotes } from './with-notes.ts'

const bug: KnownBug = {
  id: '0193a0b1-0000-7abc-8def-0123456789ab',
  slug: 'postgres-7',
  bug: '7',
  product: 'Postgres',
  title: 'Scans read every block twice',
  about: null,
  link: null,
  affectedFrom: '18',
  fixedIn: '18.2',
  tests: ['scan*'],
  workloads: [],
  source: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
}
const scan = (version: string) => ({ product: 'Postgres', version, test: 'scan_range=100' })

test('a bug affects versions by number, from the first affected to before the fixed one', () => {
  const touched = ['17.6', '18beta1', '18', '18.0', '18.1', '18.2', '18.10'].filter((v) => touches(bug, scan(v)))
  expect(touched).toEqual(['18', '18.0', '18.1'])
  expect(touches({ ...bug, fixedIn: null }, scan('19.1'))).toBe(true)
  expect(touches({ ...bug, affectedFrom: null }, scan('9.6'))).toBe(true)
})

test('a bug affects only its product, tests and workloads; an unknown dimension does not exclude a result', () => {
  expect(touches(bug, { ...scan('18.0'), product: 'MySQL' })).toBe(false)
  expect(touches(bug, { ...scan('18.0'), test: 'hot-points' })).toBe(false)
  expect(touches(bug, { product: 'Postgres', version: '18.0' })).toBe(true)
  expect(touches({ ...bug, workloads: ['cached'] }, { ...scan('18.0'), workload: 'IO-bound' })).toBe(false)
})

test('a bug with unknown versions affects no results, and its text states it', () => {
  const unknown = { ...bug, affectedFrom: null, fixedIn: null }
  expect(touches(unknown, scan('18.0'))).toBe(false)
  expect(affectedVersions(unknown)).toBe('versions not known')
  expect(affectedVersions(bug)).toBe('from 18, fixed in 18.2')
  expect(affectedVersions({ affectedFrom: null, fixedIn: '9.8' })).toBe('before 9.8')
})

test('input is strict: a misspelled field, a link that runs a script and a blank title are refused', () => {
  const sent = { bug: '7', product: 'Postgres', title: 'Slow' }
  expect(NewKnownBug.safeParse(sent).success).toBe(true)
  for (const wrong of [{ fixed: '18' }, { link: 'javascript:alert(1)' }, { title: '  ' }]) {
    expect(NewKnownBug.safeParse({ ...sent, ...wrong }).success).toBe(false)
  }
  expect(NewAnnotation.safeParse({ text: 'about nothing' }).success).toBe(false)
})

test('notes and bugs appear on the cells that they concern, and on no others', () => {
  const set = resultsOf(`
    test       | 17.6 | 18.0
    scan       | 100  | 50
    hot-points | 100  | 101`)
  const annotation = {
    id: bug.id,
    runId: null,
    coordinates: { version: '18.0', test: 'hot-points' },
    text: 'one more index',
    author: 'Ada',
    createdAt: bug.createdAt,
  } as const
  const marked = withNotes(set, { bugs: [bug], annotations: [annotation], bugHref: (slug) => `/bugs/${slug}` })
  const grid = compare(marked, DEFAULT_COMPARISON)
  expect(numberFootnotes(grid).notes).toEqual([
    {
      number: 1,
      code: 'known-bug',
      text: 'Known bug Postgres 7 (from 18, fixed in 18.2): Scans read every block twice.',
      href: '/bugs/postgres-7',
    },
    { number: 2, code: 'annotation', text: 'Ada: one more index.' },
  ])
  const marks = grid.tables[0]?.groups.flatMap(({ rows }) =>
    rows.map(({ cells }) => cells.map((c) => c.footnotes.length)),
  )
  expect(marks).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect(annotationKind(annotation)).toBe('cell')
  expect(withNotes(set, { bugs: [], annotations: [], bugHref: String })).toBe(set)
})

test('a slug is made of the letters and digits of a title', () => {
  expect(slugOf('Postgres 18: é, io_uring!', 'x')).toBe('postgres-18-e-io-uring')
  expect(slugOf('数据库', 'saved')).toBe('saved')
})
