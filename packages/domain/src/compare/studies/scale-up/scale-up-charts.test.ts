import { expect, test } from 'vitest'
import type { Cell } from '../../grid.ts'
import { bucketsOf, type ScaleUpSubject, type ScaleUpTest } from './scale-up.ts'
import { scaleUpCharts } from './scale-up-charts.ts'
import { bucketName, scaleUpSentence } from './scale-up-sentence.ts'

const noCell = { footnotes: [] as const } as unknown as Cell // Charts and sentences read only the footnotes of cells.

function measured(name: string, group: string | null, byClients: Record<number, number>, max: number): ScaleUpTest {
  const points = Object.entries(byClients).map(([clients, scaleUp]) => {
    return { clients: Number(clients), scaleUp, efficiency: scaleUp / Number(clients), cell: noCell }
  })
  const atMost = points.find(({ clients }) => clients === max) ?? null
  return { name, group, points, atMost, knee: { clients: 8, isLast: false }, reasons: [] }
}

function subject(tests: ScaleUpTest[], clients: number[]): ScaleUpSubject {
  const mostClients = clients.at(-1) ?? 1
  const buckets = bucketsOf(tests, mostClients)
  return {
    label: 'MariaDB 11.8.3',
    values: ['MariaDB', '11.8.3'],
    clients,
    baseClients: 1,
    mostClients,
    tests,
    buckets,
  }
}

const curves = subject(
  [
    measured('point-query', 'reads', { 1: 1, 8: 8, 48: 41.08 }, 48),
    measured('update-one', 'writes', { 1: 1, 8: 5, 48: 7.14 }, 48),
  ],
  [1, 8, 48],
)

test('curves are drawn with the line of perfect scaling, on one scale, and with their knee', () => {
  const charts = scaleUpCharts(curves, 'a')
  expect(charts.map(({ id, title, draw }) => [id, title, draw])).toEqual([
    ['a-0', 'reads, MariaDB 11.8.3', 'line'],
    ['a-1', 'writes, MariaDB 11.8.3', 'line'],
  ])
  for (const { y } of charts) expect(y.room).toEqual({ low: 0, high: 48 })
  const [first] = charts
  expect(first?.series.map(({ name, dashed }) => [name, dashed ?? false])).toEqual([
    ['point-query', false],
    ['perfect', true],
  ])
  expect(first?.series[0]?.points[1]).toEqual({ x: 8, y: 8, note: 'no gain of 5% beyond' })
  expect(first?.series[1]?.points.at(-1)).toEqual({ x: 48, y: 48 })
  expect(first?.summary).toBe('From 1 to 48 clients: 41.08 (point-query).')
})

test('two numbers of clients are drawn as bars with a mark for perfect scaling', () => {
  const [chart] = scaleUpCharts(subject([measured('reads', null, { 1: 1, 48: 30 }, 48)], [1, 48]), 'b')
  expect(chart).toMatchObject({
    draw: 'rows',
    title: 'all tests, MariaDB 11.8.3',
    x: { kind: 'ordered', places: [{ name: 'reads' }] },
    series: [{ name: 'at 48 clients', points: [{ x: 0, y: 30 }] }],
    marks: [{ axis: 'y', at: 48, label: 'perfect: 48' }],
  })
})

test('a subject is described in sentences', () => {
  const reason = { metric: 'cs/o', unit: '', atBase: noCell, atMost: noCell, ratio: 3.78 }
  const slow = { ...measured('update-one', null, { 1: 1, 48: 2.8 }, 48), reasons: [reason] }
  expect(scaleUpSentence(subject([measured('scan', null, { 1: 1, 48: 46.56 }, 48), slow], [1, 48]))).toBe(
    'From 1 to 48 clients 1 of 2 tests scale more than 40 times; the best is scan with 46.56. The worst is update-one with 2.80: 3.78 times the context switches per operation there.',
  )
})

test('names of buckets are their edges', () => {
  expect(bucketsOf([], 48).map(bucketName)).toEqual([
    'more than 40',
    '30 to 40',
    '20 to 30',
    '10 to 20',
    'less than 10',
  ])
  expect(bucketsOf([], 40).map(bucketName)[1]).toBe('25 to 33.3')
})
