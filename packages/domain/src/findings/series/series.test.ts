import { makeSeries } from '@assay/testing/findings/make-series'
import { expect, test } from 'vitest'
import type { Point, PointSet } from '../../compare/point.ts'
import { applyRule } from './apply-rule.ts'
import { buildLines, type SeriesRun } from './build-lines.ts'
import { countRuleFlags } from './count-rule-flags.ts'
import { driftOf } from './drift.ts'
import { judgeLine } from './judge-line.ts'
import { ruleFor } from './rule.ts'
import { readSeriesQuery, type SeriesQuery, writeSeriesQuery } from './series-query.ts'

const NOTHING: SeriesQuery = readSeriesQuery('').query

/** Creates results of versions 1.0, 1.1 ... from their values; several values of a version are repeats. */
function setOf(values: readonly (number | readonly number[])[], more: Partial<Point> = {}): PointSet {
  const points = values.flatMap((found, i) =>
    [found].flat().map(
      (value, repeat): Point => ({
        runId: `run-${i}-${repeat + 1}`,
        resultId: `result-${i}-${repeat + 1}`,
        values: { qps: value },
        ...more,
        coordinates: {
          product: 'Postgres',
          version: `1.${i}`,
          test: 'scan',
          hardware: 'lab',
          repeat: `${repeat + 1}`,
          ...more.coordinates,
        },
      }),
    ),
  )
  const tests = [{ name: 'scan', group: null, order: 0, role: 'measured' as const, primaryMetric: 'qps' }]
  return { points, tests, metrics: [{ name: 'qps', unit: 'operations/s', better: 'higher', about: '' }] }
}

const linesOf = (set: PointSet, query: Partial<SeriesQuery> = {}, runs = new Map<string, SeriesRun>()) =>
  buildLines(set, runs, { ...NOTHING, ...query })

test('versions are in order, with the median of their repeats', () => {
  const { places, lines } = linesOf(setOf([[10, 30, 20], 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]))
  expect(places.slice(-3)).toEqual(['1.8', '1.9', '1.10'])
  expect(lines).toHaveLength(1)
  expect(lines[0]?.name).toBe('')
  expect(lines[0]?.positions[0]).toMatchObject({ value: 20, values: [10, 30, 20], counts: true, version: '1.0' })
})

test('results that differ in more than version and repeat are separate lines', () => {
  const [a, b] = [
    setOf([1, 2], { coordinates: { hardware: 'lab' } }),
    setOf([3, 4], { coordinates: { hardware: 'pn53' } }),
  ]
  const { lines } = linesOf({ ...a, points: [...a.points, ...b.points] }, { color: 'hardware' })
  expect(lines.map(({ name, colour, positions }) => [name, colour, positions.map(({ value }) => value)])).toEqual([
    ['lab', 'lab', [1, 2]],
    ['pn53', 'pn53', [3, 4]],
  ])
})

test('each start time is an x value, and commits are ordered by first run; results without one are counted', () => {
  const set = setOf([1, 2, 3])
  const runs = new Map<string, SeriesRun>([
    ['run-0-1', { startedAt: Date.UTC(2026, 1, 2), commit: 'bbb' }],
    ['run-1-1', { startedAt: Date.UTC(2026, 1, 1), commit: 'ccc' }],
    ['run-2-1', { startedAt: null, commit: null }],
  ])
  expect(linesOf(set, { order: 'time' }, runs)).toMatchObject({
    places: ['2026-02-01 00:00:00', '2026-02-02 00:00:00'],
    left: 1,
  })
  expect(linesOf(set, { order: 'commit' }, runs)).toMatchObject({ places: ['ccc', 'bbb'], left: 1 })
})

test('a point that a flag excludes is shown but not judged', () => {
  const [all, bad] = [setOf(makeSeries(1, { count: 20 })), 12]
  const points = all.points.map((point, i) =>
    i === bad ? { ...point, values: { qps: 1 }, footnotes: [{ code: 'invalidated', text: 'disk was full' }] } : point,
  )
  const line = linesOf({ ...all, points }).lines[0]
  if (line === undefined) throw new Error('one line')
  expect(line.positions[bad]).toMatchObject({ counts: false, notes: ['disk was full'] })
  expect(judgeLine(line, { method: 'levels' }, 'higher').levels[0]?.low).toBeGreaterThan(900)
})

const slower = setOf(makeSeries(3, { count: 24, level: (i) => (i < 15 ? 1 : 0.8), sd: 0.01 }))

test.each([
  ['higher', 'worse'],
  ['lower', 'better'],
  ['neither', 'changed'],
] as const)(
  'a decrease is described by the direction of the metric: %s is better, so it is %s',
  (better, direction) => {
    const [line] = linesOf(slower).lines
    if (line === undefined) throw new Error('one line')
    const judged = judgeLine(line, { method: 'levels' }, better)
    expect(judged.changes).toMatchObject([{ place: 15, after: 14, direction, runId: 'run-15-1' }])
    expect(judged.changes[0]?.ratio).toBeCloseTo(0.8, 2)
    expect(judged.levels.map(({ from, to }) => [from, to])).toEqual([
      [0, 14],
      [15, 23],
    ])
    expect(judged.pending).toBe(2)
  },
)

test('a slide of 1% per version is not a step, but is flagged as drift from 10% on', () => {
  const slide = (versions: number) =>
    linesOf(setOf(Array.from({ length: versions }, (_, i) => 1000 * 0.99 ** i))).lines[0]
  const drifts = (versions: number) => driftOf({ product: 'RocksDB', positions: slide(versions)?.positions ?? [] })
  expect(drifts(13)).toMatchObject([
    { against: 'last release', version: '1.11', isFlagged: false },
    { against: 'first of the major version', version: '1.0', isFlagged: true },
  ])
  expect(drifts(9)[1]).toMatchObject({ isFlagged: false })
})

test('the major version follows the scheme of the product, as for findings', () => {
  const line = linesOf(setOf([1])).lines[0]?.positions[0]
  if (line === undefined) throw new Error('one position')
  const firstOf = (product: string, ...versions: string[]) =>
    driftOf({
      product,
      positions: versions.map((version, index) => ({ ...line, version, value: 10 - index, place: index })),
    }).find(({ against }) => against === 'first of the major version')?.version
  expect(firstOf('MySQL', '8.0.11', '8.0.44', '8.4.0', '8.4.6', '8.4.7')).toBe('8.4.0')
  expect(firstOf('MySQL', '5.6.51', '5.7.10', '5.7.44')).toBeUndefined()
  expect(firstOf('RocksDB', '9.0.1', '9.5.2', '9.11.2')).toBe('9.0.1')
  expect(firstOf('PostgreSQL', '16.9', '17.0', '17.5', '17.6')).toBe('17.0')
  expect(firstOf('MariaDB', '10.6.2', '10.11.2', '10.11.9', '10.11.14')).toBe('10.11.2')
})

test('a rule that cannot run states how many points are excluded by flags', () => {
  const [line] = linesOf(setOf([1000, 990, 980])).lines
  if (line === undefined) throw new Error('one line')
  const short = { ...line, positions: line.positions.map((position, at) => ({ ...position, counts: at === 0 })) }
  const unable = (of: typeof line) => judgeLine(of, { method: 'levels' }, 'higher').unable
  expect(unable(line)).toBe('It needs 6 points, and there are 3.')
  expect(unable(short)).toBe('It needs 6 points, and there are 1. 2 more points are excluded by validity flags.')
})

test('beta versions are not a base of a drift', () => {
  const line = linesOf(setOf([1])).lines[0]?.positions[0]
  if (line === undefined) throw new Error('one position')
  const at = (version: string, value: number, index: number) => ({ ...line, version, value, place: index })
  expect(
    driftOf({ product: 'Postgres', positions: [at('17.6', 10, 0), at('18beta1', 9, 1), at('18.0', 8, 2)] }),
  ).toMatchObject([{ against: 'last release', version: '17.6', ratio: 0.8 }])
})

test('the most specific rule for a series applies', () => {
  const rule = (
    method: 'iqr' | 't-test' | 'z-score',
    scope: Partial<Record<'test' | 'metric' | 'hardware', string>>,
  ) => ({
    place: { test: '', metric: '', hardware: '', ...scope },
    rule: { method },
  })
  const rules = [rule('iqr', {}), rule('t-test', { test: 'scan' }), rule('z-score', { hardware: 'lab', metric: 'qps' })]
  const of = (test: string, hardware = 'lab') => ruleFor(rules, { test, metric: 'qps', hardware }).method
  expect([of('scan'), of('other'), of('other', 'pn53'), of('scan', 'pn53')]).toEqual([
    'z-score',
    'z-score',
    'iqr',
    't-test',
  ])
  expect(ruleFor([], { test: 'a', metric: 'b', hardware: 'c' }).method).toBe('levels')
})

test('a trial counts flags, false ones among repeats, and missed changes', () => {
  const repeated = setOf(
    makeSeries(3, { count: 24, level: (i) => (i < 15 ? 1 : 0.8), sd: 0.01 }).map((value) => [value, 1.08 * value]),
  )
  const { lines } = linesOf(repeated)
  expect(countRuleFlags({ method: 'levels' }, lines)).toMatchObject({
    lines: 1,
    flags: 1,
    known: 1,
    missed: 0,
    equalPairs: 24,
    falseFlags: 0,
  })
  const wide = countRuleFlags({ method: 'percentage', limit: 0.5 }, lines)
  expect(wide).toMatchObject({ flags: 0, missed: 1, falseFlags: 0 })
  expect(countRuleFlags({ method: 'percentage', limit: 0.01 }, lines).falseFlags).toBeGreaterThan(10)
})

test('a rule that cannot run states the reason', () => {
  expect(applyRule({ method: 'z-score' }, makeSeries(1, { count: 12 })).unable).toBe(
    'It needs 30 earlier points, and there are 11.',
  )
  expect(applyRule({ method: 'levels' }, [1, 2]).unable).toBe('It needs 6 points, and there are 2.')
})

test('the URL of a series contains its state', () => {
  const query: SeriesQuery = {
    filters: { test: ['scan'], hardware: ['lab', 'pn53'] },
    metric: 'latency_ms_p95',
    order: 'time',
    color: 'hardware',
    method: 'e-divisive',
    from: '2026-01-01 00:00:00',
    to: null,
    run: null,
  }
  expect(readSeriesQuery(writeSeriesQuery(query))).toEqual({ query, problems: [] })
  expect(writeSeriesQuery(NOTHING)).toBe('')
  expect(readSeriesQuery('rule=magic&order=name&colour=shape').problems).toHaveLength(3)
})
