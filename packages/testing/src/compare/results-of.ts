import type { Point, PointSet, TestInfo } from '@assay/domain/compare/point'
import { KNOWN_METRICS } from '@assay/domain/run/metric'

/**
 * Parses results that are written as a table: a test in each row, `version config` above each column (a repeated
 * heading is the second repeat), `-` for a missing value. `groups` assigns tests to groups.
 */
export function resultsOf(
  table: string,
  {
    groups = {},
    metric = 'qps',
    coordinates = {},
  }: { groups?: Record<string, string>; metric?: string; coordinates?: Point['coordinates'] } = {},
): PointSet {
  const [header = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((field) => field.trim()))
  const servers = header.slice(1)
  const tests = rows.map(([name = ''], order): TestInfo => {
    return { name, group: groups[name] ?? null, order, role: 'measured', primaryMetric: metric }
  })
  const points = rows.flatMap(([test = '', ...values]) =>
    values.flatMap((text, column): Point[] => {
      if (text === '-') return []
      const server = servers[column] ?? ''
      const [version = '', config = 'default'] = server.split(' ')
      const repeat = String(servers.slice(0, column + 1).filter((name) => name === server).length)
      return [
        {
          runId: `${server} ${repeat}`,
          resultId: `${server} ${repeat} ${test}`,
          coordinates: {
            product: 'Postgres',
            version,
            config,
            hardware: 'dell32',
            clients: '24',
            test,
            repeat,
            ...coordinates,
          },
          values: { [metric]: Number(text) },
        },
      ]
    }),
  )
  return { points, tests, metrics: KNOWN_METRICS }
}

/** Merges several sets; tests with the same name are one test. */
export function together(...sets: PointSet[]): PointSet {
  const tests = new Map(sets.flatMap((set) => set.tests).map((info) => [info.name, info]))
  return { points: sets.flatMap((set) => set.points), tests: [...tests.values()], metrics: KNOWN_METRICS }
}
