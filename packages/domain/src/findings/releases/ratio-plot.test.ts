import { expect, test } from 'vitest'
import { ratioPlot } from './ratio-plot.ts'
import type { ReleaseLine } from './release-summary.ts'

const line = (ratio: number, low: number | null = null, high: number | null = null): ReleaseLine => ({
  ...{ test: `test ${ratio}`, clients: '1', line: '', metric: 'qps', verdict: 'inconclusive' },
  ratio,
  low,
  high,
})

test('1.0 is in the middle, and a ratio is as far from it as its inverse', () => {
  const { dots, ticks, band } = ratioPlot([line(1.05), line(1 / 1.05), line(1)])
  expect(dots.map(({ at }) => at - 0.5).map((distance) => distance.toFixed(6))).toEqual([
    (-((dots[2]?.at ?? 0) - 0.5)).toFixed(6),
    '0.000000',
    ((dots[2]?.at ?? 0) - 0.5).toFixed(6),
  ])
  expect(ticks.find(({ ratio }) => ratio === 1)?.at).toBe(0.5)
  expect(band.from).toBeLessThan(0.5)
  expect(band.to).toBeGreaterThan(0.5)
})

test('one extreme ratio of many is drawn at the edge and does not compress the others', () => {
  const many = Array.from({ length: 30 }, (_, at) => line(0.97 + at / 500))
  const { dots } = ratioPlot([...many, line(3, 2.5, 3.5)])
  const spread = (dots[29]?.at ?? 0) - (dots[0]?.at ?? 0)
  expect(spread).toBeGreaterThan(0.15)
  expect(dots.at(-1)).toMatchObject({ outside: 'right', at: 1, from: 1, to: 1 })
})

test('marks and labels stay on the axis', () => {
  for (const ratios of [[0.2, 5], [1], [], [0.5, 0.9, 0.95]]) {
    const { dots, ticks } = ratioPlot(ratios.map((ratio) => line(ratio, ratio * 0.5, ratio * 2)))
    const positions = [...ticks.map(({ at }) => at), ...dots.flatMap(({ at, from, to }) => [at, from ?? 0, to ?? 0])]
    expect(positions.every((at) => at >= 0 && at <= 1)).toBe(true)
    for (const [index, { at }] of ticks.entries()) {
      expect(at - (ticks[index - 1]?.at ?? -1)).toBeGreaterThan(0.1)
    }
  }
})
