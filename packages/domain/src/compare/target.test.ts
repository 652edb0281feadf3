import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import { fromQuery, toQuery } from './comparison-url.ts'
import type { PointSet } from './point.ts'

const QUERY = 'rows=version&columns=test&metrics=background/s&base=target'

function resultsAt(clients: string, rates: Record<string, number>): PointSet {
  const points = Object.entries(rates).map(([version, rate]) => ({
    runId: version,
    resultId: `${version}-${clients}`,
    coordinates: { version, clients, test: 'qp1000' },
    values: { 'background/s': rate, 'point_queries/s': 357 },
    footnotes: rate < 950 ? [{ code: 'missed-target', text: 'Missed.' }] : [],
  }))
  const tests = [
    { name: 'qp1000', group: null, order: 1, role: 'measured', primaryMetric: 'point_queries/s', targetRate: 1000 },
  ] as const
  return { points, tests, metrics: [] }
}

const cellsOf = (set: PointSet, query = QUERY) =>
  compare(set, fromQuery(query).comparison).tables[0]?.groups[0]?.rows.map(({ cells: [cell] }) => cell) ?? []

test('a background rate below 95% of its target is worse; at 95% it is not', () => {
  const cells = cellsOf(resultsAt('1', { '1': 924, '2': 950, '3': 997, '4': 1050 }))
  expect(cells.map((cell) => [cell?.value, cell?.baseValue, cell?.band])).toEqual([
    [924, 1000, 'worse'],
    [950, 1000, 'neutral'],
    [997, 1000, 'neutral'],
    [1050, 1000, 'neutral'],
  ])
  expect(cells[0]?.ratio).toBe(0.924)
})

test('the target is the sum over all clients', () => {
  expect(cellsOf(resultsAt('12', { '1': 11_390 }))).toMatchObject([{ baseValue: 12_000, band: 'worse' }])
  const mixed = {
    ...resultsAt('1', {}),
    points: [...resultsAt('1', { '1': 990 }).points, ...resultsAt('2', { '1': 990 }).points],
  }
  expect(cellsOf(mixed)).toMatchObject([{ baseValue: null, band: 'none' }])
})

test('other metrics have no target, and the URL restores the base', () => {
  expect(cellsOf(resultsAt('1', { '1': 997 }), QUERY.replace('background/s', 'primary'))).toMatchObject([
    { value: 357, baseValue: null, ratio: null, band: 'none' },
  ])
  expect(toQuery(fromQuery(QUERY).comparison)).toBe(QUERY)
})

test('columns with different units show their unit, and targets are shown with their columns', () => {
  const set = resultsAt('1', { '1': 997 })
  const mixed: PointSet = {
    points: [
      ...set.points,
      {
        runId: '1',
        resultId: 'i',
        coordinates: { version: '1', clients: '1', test: 'l.i0' },
        values: { 'inserts/s': 9 },
      },
    ],
    tests: [...set.tests, { name: 'l.i0', group: null, order: 0, role: 'measured', primaryMetric: 'inserts/s' }],
    metrics: [],
  }
  const notesOf = (points: PointSet, query: string) =>
    compare(points, fromQuery(query).comparison).tables[0]?.columns.map(({ note }) => note)
  expect(notesOf(mixed, 'rows=version&columns=test&base=first-row')).toEqual(['inserts/s', 'point queries/s'])
  expect(notesOf(set, 'rows=version&columns=test&base=first-row')).toEqual([undefined])
  expect(notesOf(set, QUERY)).toEqual(['target 1000/s'])
})
