import { expect, test } from 'vitest'
import type { Point, PointSet } from '../../compare/point.ts'
import { judgePair } from '../judge-versions.ts'
import { heatStyle, mergeSummaries, releaseStrips, type StoredSummary } from './release-strips.ts'
import { summarizeRelease } from './release-summary.ts'
import { overviewHeadline, percentWords, releaseLines } from './release-words.ts'

const ENVIRONMENT = { product: 'PostgreSQL', hardware: 'lab1', benchmark: 'sysbench', workload: 'cached' }

/** Creates five repeats of each test with noise of 0.2%, so that verdicts are certain. */
function setOf(values: Readonly<Record<string, Readonly<Record<string, number>>>>, metric = 'qps'): PointSet {
  const points = Object.entries(values).flatMap(([version, tests]) =>
    Object.entries(tests).flatMap(([name, value]) =>
      [1, 2, 3, 4, 5].map(
        (repeat): Point => ({
          runId: `${version}-${repeat}`,
          resultId: `${version}-${name}-${repeat}`,
          coordinates: { ...ENVIRONMENT, version, test: name, clients: '1' },
          values: { [metric]: value * (1 + (repeat - 3) * 0.001) },
          startedAt: repeat * 86_400_000,
        }),
      ),
    ),
  )
  const names = [...new Set(points.map(({ coordinates }) => coordinates.test ?? ''))]
  const tests = names.map((name, order) => ({
    name,
    group: null,
    order,
    role: 'measured' as const,
    primaryMetric: metric,
  }))
  return {
    points,
    tests,
    metrics: [{ name: metric, unit: '', better: metric === 'qps' ? 'higher' : 'lower', about: '' }],
  }
}

function summarized(set: PointSet, from = '17.6', to = '18.0') {
  const judged = judgePair(set, 'PostgreSQL', { from, to, kind: 'release' })
  return summarizeRelease(judged, set, { to, workload: 'cached' })
}

const FOUR_TESTS = setOf({
  '17.6': { scan: 100, point: 200, range: 50, old: 10 },
  '18.0': { scan: 70, point: 260, range: 50, new: 10 },
})

test('a summary counts each verdict once and names the largest changes', () => {
  const { summary, lines } = summarized(FOUR_TESTS)
  expect(summary).toMatchObject({
    ...{ compared: 3, regressions: 1, improvements: 1, noChange: 1, inconclusive: 0, notCompared: 1 },
    worst: [{ name: 'scan' }],
    best: [{ name: 'point' }],
  })
  expect(summary.geometricMean).toBeCloseTo((0.7 * 1.3 * 1) ** (1 / 3), 10)
  for (const { ratio, low, high } of lines) {
    expect(low).toBeLessThanOrEqual(ratio)
    expect(high).toBeGreaterThanOrEqual(ratio)
  }
})

test('an increase of a lower-is-better metric is a regression with a ratio below 1', () => {
  const { summary, lines } = summarized(setOf({ '17.6': { scan: 10 }, '18.0': { scan: 20 } }, 'p99_ms'))
  expect(summary).toMatchObject({ regressions: 1, improvements: 0 })
  expect(lines[0]?.ratio).toBeCloseTo(0.5, 10)
  expect(lines[0]?.low).toBeLessThanOrEqual(0.5)
})

const stored = (from: string, to: string, summary = summarized(FOUR_TESTS).summary): StoredSummary => ({
  ...ENVIRONMENT,
  from,
  to,
  summary,
})

test('a strip has one cell for each release and marks releases that were never compared', () => {
  const environments = [
    { ...ENVIRONMENT, versions: ['16.10', '17.6', '18.0'] },
    { ...ENVIRONMENT, hardware: 'lab2', versions: ['18.0'] },
  ]
  const [product] = releaseStrips(environments, [stored('17.6', '18.0')])
  expect(product?.versions).toEqual(['16.10', '17.6', '18.0'])
  expect(product?.strips.map(({ hardware, cells }) => [hardware, cells.map(({ kind }) => kind)])).toEqual([
    ['lab1', ['first', 'pending', 'compared']],
    ['lab2', ['first']],
  ])
  const { title, summary } = overviewHeadline(product === undefined ? [] : [product])
  expect(title).toBe('Newest releases: regressions in 1 test, improvements in 1')
  expect(summary).toContain('1 has nothing to compare.')
})

test('while a scan runs, the headline says how much is compared instead of a result', () => {
  const environments = [
    { ...ENVIRONMENT, versions: ['17.6', '18.0'] },
    { ...ENVIRONMENT, hardware: 'lab2', versions: ['17.6', '18.0'] },
  ]
  expect(overviewHeadline(releaseStrips(environments, [])).title).toBe(
    'Comparing the newest releases: 0 of 2 environments done',
  )
  const noChange = summarized(setOf({ '17.6': { scan: 10 }, '18.0': { scan: 10 } })).summary
  expect(overviewHeadline(releaseStrips(environments, [stored('17.6', '18.0', noChange)])).title).toBe(
    'Newest releases so far: no regressions',
  )
})

test('a release without a common test is "not compared", not "no regression"', () => {
  const { summary } = summarized(setOf({ '17.6': { old: 10 }, '18.0': { new: 10 } }))
  const products = releaseStrips([{ ...ENVIRONMENT, versions: ['17.6', '18.0'] }], [stored('17.6', '18.0', summary)])
  expect(products[0]?.strips[0]?.cells.at(-1)?.kind).toBe('not compared')
  expect(overviewHeadline(products).title).toBe('Nothing to compare yet')
})

test('workloads of one machine are merged, each ratio with the same weight', () => {
  const { summary } = summarized(FOUR_TESTS)
  const large = { ...summary, compared: 9, geometricMean: 1 }
  const merged = mergeSummaries([summary, large])
  expect(merged).toMatchObject({ compared: 12, regressions: 2, improvements: 2, notCompared: 2 })
  expect(merged.geometricMean).toBeCloseTo((summary.geometricMean ?? 0) ** (3 / 12), 10)
})

test.each([
  [
    { geometricMean: 0.85, regressions: 3, improvements: 0 },
    { tone: 'worse', step: 3, isInconclusive: false },
  ],
  [
    { geometricMean: 1.03, regressions: 0, improvements: 0 },
    { tone: 'better', step: 1, isInconclusive: true },
  ],
  [
    { geometricMean: 0.999, regressions: 0, improvements: 0, noChange: 0, inconclusive: 30 },
    { tone: 'neutral', step: 0, isInconclusive: true },
  ],
  [
    { geometricMean: 0.999, regressions: 0, improvements: 0, noChange: 1, inconclusive: 29 },
    { tone: 'neutral', step: 0, isInconclusive: false },
  ],
  [
    { geometricMean: 0.999, regressions: 1, improvements: 0 },
    { tone: 'worse', step: 1, isInconclusive: false },
  ],
  [
    { geometricMean: 1, regressions: 1, improvements: 1 },
    { tone: 'neutral', step: 0, isInconclusive: false },
  ],
])('the style of a cell with %o is %o', (counts, style) => {
  expect(heatStyle({ ...mergeSummaries([]), ...counts })).toEqual(style)
})

test('a cell is described in words', () => {
  const [product] = releaseStrips([{ ...ENVIRONMENT, versions: ['17.6', '18.0'] }], [stored('17.6', '18.0')])
  const [strip] = product?.strips ?? []
  const cell = strip?.cells.at(-1)
  expect(strip === undefined || cell === undefined ? [] : releaseLines(strip, cell)).toEqual([
    'PostgreSQL 18.0 vs 17.6 on lab1, sysbench',
    'Geometric mean −3% over 3 tests',
    '1 regression, 1 improvement, 1 no change, 0 inconclusive, 1 not compared',
    'Worst: scan −30%',
    'Best: point +30%',
  ])
  expect([percentWords(1), percentWords(0.994), percentWords(0.9949, 1)]).toEqual(['0%', '−1%', '−0.5%'])
})
