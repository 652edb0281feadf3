import { expect, test } from 'vitest'
import { noiseFloors } from '../compare/noise/noise-floor.ts'
import type { Point, PointSet } from '../compare/point.ts'
import { findingTitle } from './finding-words.ts'
import { groupChanges } from './group-changes.ts'
import { judgeVersions } from './judge-versions.ts'

/** Creates results from throughput by version and test, on a machine with known noise of 1%. */
function lab(
  measured: Record<string, Record<string, number>>,
  config: (version: string) => string = () => 'c',
): PointSet {
  const names = [...new Set(Object.values(measured).flatMap(Object.keys))]
  const points = Object.entries(measured).flatMap(([version, tests]) =>
    Object.entries(tests).map(([name, qps]): Point => {
      const coordinates = {
        product: 'MySQL',
        version,
        config: config(version),
        hardware: 'pn53',
        benchmark: 'sysbench',
        workload: 'cached',
        test: name,
        clients: '1',
      }
      return { runId: version, resultId: `${version} ${name}`, coordinates, values: { qps } }
    }),
  )
  return {
    points,
    tests: names.map((name, order) => ({ name, group: null, order, role: 'measured', primaryMetric: 'qps' })),
    metrics: [{ name: 'qps', unit: 'queries/s', better: 'higher', about: '' }],
    floors: noiseFloors([
      {
        hardware: 'pn53',
        benchmark: 'sysbench',
        workload: 'cached',
        test: 'a',
        group: null,
        clients: '1',
        metric: 'qps',
        degreesOfFreedom: 20,
        squares: 20 * 0.01 ** 2,
        at: null,
      },
    ]),
  }
}
const titles = (set: PointSet) => groupChanges(judgeVersions(set, 'MySQL')).map(findingTitle)

test('a release that slows some tests is one finding with the number of judged tests', () => {
  expect(titles(lab({ '5.7.44': { a: 100, b: 100, c: 100 }, '8.0.44': { a: 80, b: 86, c: 100.2 } }))).toEqual([
    'MySQL 5.7.44 to 8.0.44 on pn53: 2 of 3 tests regressed by a median of 17%',
  ])
})

test('a change names the runs of both versions', () => {
  const [judged] = judgeVersions(lab({ '5.7.44': { a: 100 }, '8.0.44': { a: 80 } }), 'MySQL')
  expect(judged?.change).toMatchObject({ runIds: ['8.0.44'], baseRunIds: ['5.7.44'] })
})

test('a slow drift is reported if it is large, although no single step is', () => {
  const slide = { '8.0.1': { a: 100 }, '8.0.2': { a: 96 }, '8.0.3': { a: 92 }, '8.0.4': { a: 88 } }
  expect(titles(lab(slide))).toEqual(['MySQL 8.0.1 to 8.0.4 on pn53: a regressed by 12%'])
})

test('results of equal configs are compared, and all results when no configs are equal', () => {
  const set = lab({ '5.7.44': { a: 100 }, '8.0.44': { a: 80 } }, (version) => (version < '8' ? 'x10a' : 'x10b'))
  expect(titles(set)).toHaveLength(1)
  const other = {
    ...set.points[1],
    coordinates: { ...set.points[1]?.coordinates, config: 'x10a' },
    values: { qps: 100 },
  }
  // The array has two points.
  expect(titles({ ...set, points: [...set.points, other as Point] })).toEqual([])
})

test('noise gives no finding, and neither does unknown noise', () => {
  expect(titles(lab({ '5.7.44': { a: 100, b: 100 }, '8.0.44': { a: 97.5, b: 102 } }))).toEqual([])
  const { floors: _floors, ...unknown } = lab({ '5.7.44': { a: 100 }, '8.0.44': { a: 60 } })
  expect(titles(unknown)).toEqual([])
})
