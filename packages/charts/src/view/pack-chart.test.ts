import type { ChartModel, ChartPoint } from '@assay/domain/publish/chart/chart-model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packChart, unpackChart } from './pack-chart.ts'

const point: fc.Arbitrary<ChartPoint> = fc
  .tuple(
    fc.record({ x: fc.nat(), y: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }) }),
    fc.record(
      { href: fc.constantFrom('/p/a/runs/1', '/p/a/runs/23', '/p/b', ''), note: fc.string(), low: fc.integer() },
      { requiredKeys: [] },
    ),
  )
  .map(([own, others]) => ({ ...own, ...others }))

const x: fc.Arbitrary<ChartModel['x']> = fc.oneof(
  fc.constant({ kind: 'log', label: 'clients', unit: '' } as const),
  fc
    .array(fc.oneof(fc.record({ name: fc.string() }), fc.record({ name: fc.string(), note: fc.string() })))
    .map((xValues) => ({ kind: 'ordered', label: 'version', places: xValues }) as const),
)

const model: fc.Arbitrary<ChartModel> = fc.record({
  ...{ id: fc.constant('c'), title: fc.string(), summary: fc.string(), draw: fc.constant('line'), x },
  y: fc.constant({ label: 'qps', unit: '', better: 'higher', format: 'value' } as const),
  series: fc.array(fc.record({ name: fc.string(), color: fc.nat(6), points: fc.array(point, { maxLength: 30 }) })),
})

test('a chart is the same after it was packed, sent as JSON, and unpacked', () => {
  fc.assert(
    fc.property(model, (given) => {
      // JSON has no negative zero.
      const sent = JSON.parse(JSON.stringify(given))
      expect(unpackChart(JSON.parse(JSON.stringify(packChart(given))))).toEqual(sent)
    }),
  )
})

test('a long series is at most half as long when packed', () => {
  const points = Array.from({ length: 1_000 }, (_, at) => ({ x: at, y: 1_000 + at, href: `/p/demo/runs/${1e9 + at}` }))
  const xValues = points.map(({ x: at }) => ({ name: String(at) }))
  const y = { label: 'qps', unit: '', better: 'higher', format: 'value' } as const
  const chart: ChartModel = {
    ...{ id: 'c', title: '', summary: '', draw: 'line', y, series: [{ name: 'a', color: 1, points }] },
    x: { kind: 'ordered', label: 'time', places: xValues },
  }
  expect(JSON.stringify(packChart(chart)).length).toBeLessThan(JSON.stringify(chart).length / 2)
})
