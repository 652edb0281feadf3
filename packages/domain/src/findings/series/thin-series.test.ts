import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JudgedLine } from './judge-line.ts'
import { type DrawnLine, thinSeries } from './thin-series.ts'

const MAX_POINTS = 60

type Drawn = { values: readonly number[]; cuts: readonly number[]; noted: readonly number[] }

function lineOf({ values, cuts, noted }: Drawn): JudgedLine {
  const starts = [...new Set(cuts.map((cut) => cut % values.length))].filter((at) => at > 0).sort((a, b) => a - b)
  const [direction, by] = ['worse', 'level'] as const
  return {
    ...{
      name: 'l',
      colour: '',
      product: 'P',
      workload: 'w',
      test: 't',
      hardware: 'h',
      clients: '1',
      parameters: [],
      metric: 'qps',
    },
    positions: values.map((value, xIndex) => ({
      ...{
        place: xIndex,
        value,
        values: [value - 1, value, value + 1],
        runIds: [`run ${xIndex}`],
        version: `1.${xIndex}`,
      },
      ...{ binary: null, counts: true, notes: noted.includes(xIndex) ? [`note ${xIndex}`] : [] },
    })),
    changes: starts.map((xIndex) => ({
      place: xIndex,
      after: xIndex - 1,
      ratio: 0.9,
      direction,
      runId: `run ${xIndex}`,
      by,
    })),
    levels: starts.map((to) => ({ from: 0, to, mean: 1, low: 0, high: 2 })),
    ...{ rule: { method: 'levels' }, pending: 0, unable: null, movement: null, drifts: [] },
  }
}

const index = fc.nat(1_999)
const lines = fc.record({
  values: fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 2_000, size: 'max' }),
  cuts: fc.array(index, { maxLength: 5 }),
  noted: fc.array(index, { maxLength: 3 }),
})

const drawn = (line: JudgedLine) => {
  const xValues = line.positions.map(({ place }) => `x${place}`)
  const { lines: own, ...series } = thinSeries({ places: xValues, lines: [line] }, MAX_POINTS)
  return { ...series, line: own[0] as DrawnLine } // One line is returned for each that is passed.
}

test('every stretch keeps its extremes, and the order, values and runs of points are those of the series', () => {
  fc.assert(
    fc.property(lines, (given) => {
      const line = lineOf(given)
      const { places, thinned, line: result } = drawn(line)
      const remaining = result.points.place.map((xIndex) => Number(places[xIndex]?.slice(1)))
      expect(remaining).toEqual([...new Set(remaining)].sort((a, b) => a - b))
      for (const [i, at] of remaining.entries()) {
        const { value, runIds, version } = line.positions[at] ?? {}
        const { points } = result
        expect([points.value[i], points.runId[i], points.version[i]]).toEqual([value, runIds?.[0], version])
        expect([points.low[i], points.high[i]]).toEqual([(value ?? 0) - 1, (value ?? 0) + 1])
      }
      // A point that was left out lies between a lower and a higher one near it.
      const fixed = line.changes.length * 2 + line.levels.length * 2 + given.noted.length
      const stretch = Math.ceil(given.values.length / Math.max(1, Math.floor((MAX_POINTS - fixed) / 2)))
      for (const [at, value] of given.values.entries()) {
        const near = remaining
          .filter((other) => Math.abs(other - at) < stretch)
          .map((other) => given.values[other] ?? 0)
        expect([Math.min(...near) <= value, Math.max(...near) >= value]).toEqual([true, true])
      }
      expect(thinned).toEqual({ points: remaining.length, of: given.values.length })
      expect(remaining.length).toBeLessThanOrEqual(Math.max(MAX_POINTS, 2 * fixed + 2))
    }),
    { numRuns: 60 },
  )
})

test('a change keeps both of its points, a level its ends, and a note its point', () => {
  fc.assert(
    fc.property(lines, (given) => {
      const line = lineOf(given)
      const { places, line: result } = drawn(line)
      const isDrawn = new Set(result.points.place)
      const named = (xIndex: number) => (isDrawn.has(xIndex) ? places[xIndex] : undefined)
      expect(result.changes.map(({ after, place }) => [named(after), named(place)])).toEqual(
        line.changes.map(({ after, place }) => [`x${after}`, `x${place}`]),
      )
      expect(result.levels.map(({ from, to }) => [named(from), named(to)])).toEqual(
        line.levels.map(({ from, to }) => [`x${from}`, `x${to}`]),
      )
      const noted = [...new Set(given.noted)].filter((at) => at < given.values.length).sort((a, b) => a - b)
      expect(Object.values(result.points.notes)).toEqual(noted.map((at) => [`note ${at}`]))
    }),
    { numRuns: 60 },
  )
})

test('a short series keeps every point', () => {
  const { places, thinned } = drawn(lineOf({ values: [3, 1, 2], cuts: [], noted: [] }))
  expect([places, thinned]).toEqual([['x0', 'x1', 'x2'], { points: 3, of: 3 }])
})
