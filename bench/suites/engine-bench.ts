import { compare } from '@assay/domain/compare/compare'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { PointSet } from '@assay/domain/compare/point'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import type { Line } from '../lib/print-table.ts'
import { timeCalls } from '../lib/timing.ts'

const COLUMNS = 15
const REPEATS = 2

/** The comparison engine alone: 40 x 15 cells of two repeats each, and ten times as many rows. */
export async function benchEngine(): Promise<Line[]> {
  const [small, large] = [pointSet(40), pointSet(400)]
  const one = await timeCalls(50, async () => compare(small, DEFAULT_COMPARISON))
  const ten = await timeCalls(20, async () => compare(large, DEFAULT_COMPARISON))
  return [
    { what: 'engine, 40 x 15 cells', value: one.median, unit: 'ms' },
    {
      what: 'engine, 400 x 15 cells',
      value: ten.median,
      unit: 'ms',
      base: one.median,
      baseName: 'a tenth of it',
      goal: 'about 10',
    },
  ]
}

function pointSet(rows: number): PointSet {
  const tests = Array.from({ length: rows }, (_, order) => {
    return {
      name: `test-${order}`,
      group: `group ${order % 4}`,
      order,
      role: 'measured' as const,
      primaryMetric: 'qps',
    }
  })
  const points = tests.flatMap(({ name, order }) =>
    Array.from({ length: COLUMNS * REPEATS }, (_, i) => ({
      runId: `run-${i}`,
      resultId: `${name}-${i}`,
      coordinates: { test: name, version: `${10 + Math.floor(i / REPEATS)}.0`, repeat: `${1 + (i % REPEATS)}` },
      values: { qps: 100 + ((order * 7 + i) % 50) },
    })),
  )
  return { points, tests, metrics: KNOWN_METRICS }
}
