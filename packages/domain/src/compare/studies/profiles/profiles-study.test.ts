import { expect, test } from 'vitest'
import { compare } from '../../compare.ts'
import type { Point } from '../../point.ts'
import { renderText } from '../../render/render-text.ts'
import { FUNCTIONS, groupPoints, ofShares, profileStudy } from './profiles-study.ts'

const point = (resultId: string, coordinates: Point['coordinates'], values: Point['values']): Point => ({
  runId: 'run',
  resultId,
  coordinates: { product: 'RocksDB', version: '10.6', benchmark: 'db_bench', ...coordinates },
  values,
})
const tests = ['readrandom', 'readrandom2'].map((name, order) => ({
  name,
  group: null,
  order,
  role: 'measured' as const,
  primaryMetric: 'ops/s',
}))
const set = (points: Point[]) => ({ points, tests, metrics: [] })

const PROFILED = [
  point('a', { test: 'readrandom' }, { profile_functions: 900 }),
  point('b', { test: 'readrandom2' }, { profile_functions: 800 }),
  point('c', { test: 'readrandom2' }, { profile_functions: 1 }),
]
const SHARES = new Map([
  [
    'a',
    new Map([
      ['bloom', 18.35],
      ['libc+k', 37.3],
      ['other', 44.35],
    ]),
  ],
  [
    'b',
    new Map([
      ['bloom', 8.14],
      ['libc+k', 42.22],
      ['other', 49.64],
    ]),
  ],
])

test('groups of functions are rows by test, the largest share of the first test first', () => {
  const [study] = profileStudy(set(PROFILED))
  if (study === undefined) throw new Error('no study is offered')
  expect(study.comparison.columns).toEqual(['test'])
  const grid = compare(groupPoints(set(PROFILED), SHARES), study.comparison)
  const [table] = grid.tables
  const rows = table?.groups.flatMap((group) => group.rows) ?? []
  expect(rows.map(({ values, cells }) => [values[0], ...cells.map(({ value }) => value)])).toEqual([
    ['other', 44.35, 49.64],
    ['libc+k', 37.3, 42.22],
    ['bloom', 18.35, 8.14],
  ])
  expect(renderText(grid)).toContain('37.3')
})

test('published shares are shown together with computed ones', () => {
  const published = point(
    'p',
    { test: 'readrandom', version: 'published', [FUNCTIONS]: 'bloom' },
    { 'samples%': 18.35 },
  )
  const made = groupPoints(set([...PROFILED, published]), SHARES)
  expect(made.points).toHaveLength(7)
  expect(made.points.at(-1)).toBe(published)
})

test('a result whose profile cannot be read has no share, and there is no study without results', () => {
  expect(groupPoints(set(PROFILED), new Map()).points).toEqual([])
  expect(profileStudy(set([]))).toEqual([])
})

test('the study always compares shares of samples', () => {
  const [study] = profileStudy(set(PROFILED))
  const comparison = study === undefined ? null : ofShares({ ...study.comparison, metrics: ['qps'], asPublished: true })
  expect(comparison).toMatchObject({ metrics: ['samples%'], asPublished: false })
})

test('a group without samples of a product is not a row of its table', () => {
  const shares = new Map([
    [
      'a',
      new Map([
        ['bloom', 0],
        ['libc+k', 40],
        ['other', 60],
      ]),
    ],
    [
      'b',
      new Map([
        ['bloom', 0],
        ['libc+k', 50],
        ['other', 50],
      ]),
    ],
  ])
  const groups = groupPoints(set(PROFILED), shares).points.map(({ coordinates }) => coordinates[FUNCTIONS])
  expect(new Set(groups)).toEqual(new Set(['libc+k', 'other']))
})
