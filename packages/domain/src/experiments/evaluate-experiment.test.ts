import { expect, test } from 'vitest'
import type { Point } from '../compare/point.ts'
import { evaluateExperiment } from './evaluate-experiment.ts'
import { type Candidate, type Experiment, NewExperiment } from './experiment.ts'
import { bestSoFarChart, paretoChart, scoresChart } from './experiment-charts.ts'
import { lineageOf } from './lineage.ts'
import type { MeasuredRun } from './measured-run.ts'
import { noveltyByNumber } from './novelty.ts'

const METRICS = [
  { name: 'tps', unit: '1/s', better: 'higher', about: '' },
  { name: 'latency_ms_p99', unit: 'ms', better: 'lower', about: '' },
] as const
const TESTS = [{ name: 'scan', group: null, order: 0, role: 'measured', primaryMetric: 'tps' }] as const
const NOISE = [0, 0.006, -0.004, 0.002, -0.006, 0.004, 0.001, -0.003]

const { description: _none, ...definition } = NewExperiment.parse({
  ...{ slug: 'x', title: 'x', base: 'defaults', hardware: 'lab', benchmark: 'pgbench', workloads: ['small'] },
  ...{ budgetHours: 1, constraints: [{ metric: 'latency_ms_p99', max: 1.1 }], paretoMetrics: ['latency_ms_p99'] },
})
const EXPERIMENT: Experiment = {
  ...definition,
  ...{ id: 'e', description: null, createdBy: 'Ada', createdAt: '2026-11-28T00:00:00Z', endedAt: null },
}
const candidate = (number: number, changes: Partial<Candidate> = {}): Candidate => ({
  ...{ number, parents: [0], description: `change ${number}`, commit: null, diff: null },
  ...{ createdBy: 'Ada', createdAt: '2026-11-28T00:00:00Z', ...changes },
})

let position = 0
function run(number: number, ratio: number, p99: number, changes: Partial<MeasuredRun> = {}): MeasuredRun {
  position += 1
  const runId = `run ${position}`
  const noise = NOISE[position % NOISE.length] ?? 0
  const point: Point = {
    ...{ runId, resultId: runId, coordinates: { test: 'scan', clients: '4', workload: 'small' } },
    values: { tps: 1000 * ratio * Math.exp(noise), latency_ms_p99: 10 * p99 * Math.exp(noise) },
  }
  return {
    ...{ runId, candidate: number, position, machineSeconds: 60, isAttested: true, command: null, binarySha256: null },
    ...{ filesSha256: null, runnerKeyId: null, finishedRuns: null, failedRuns: null },
    ...{ workload: 'small', settings: {}, commands: ['pgbench'], points: [point], ...changes },
  }
}

/** Measures candidates with these ratios of throughput and p99 in turns with the base. */
function evaluate(ratios: readonly [number, number][], changes: Partial<MeasuredRun> = {}) {
  position = 0
  const runs = Array.from({ length: 14 }, () => [
    run(0, 1, 1),
    ...ratios.map(([ratio, p99], at) => run(at + 1, ratio, p99, changes)),
  ]).flat()
  const candidates = [candidate(0, { parents: [] }), ...ratios.map((_, at) => candidate(at + 1))]
  return evaluateExperiment({
    ...{ experiment: EXPERIMENT, candidates, attached: runs, showsHoldout: true },
    measured: { runs, tests: TESTS, metrics: METRICS },
  })
}

test('the best so far is the confirmed candidate with the highest lower limit, and its curve rises', () => {
  const { best, candidates, base } = evaluate([
    [1.2, 1],
    [1, 1],
    [1.4, 1],
  ])
  expect(candidates.map(({ decision }) => decision)).toEqual(['keep', 'reject', 'keep'])
  expect(best.at(-1)?.candidate).toBe(3)
  expect(best.map(({ low }) => low)).toEqual(best.map(({ low }) => low).toSorted((a, b) => a - b))
  expect(candidates.map(({ isBest }) => isBest)).toEqual([false, false, true])
  expect(base.luckiest).toBeGreaterThan(1)
  expect(base.luckiest).toBeLessThan(1.02)
})

test('a violated constraint rejects, however good the score is', () => {
  const [only] = evaluate([[1.5, 1.4]]).candidates
  expect(only).toMatchObject({ decision: 'reject', reason: 'The constraint on latency_ms_p99 is violated.' })
  expect(only?.score?.ratio).toBeGreaterThan(1.4)
})

test('the Pareto front has the candidates that no other beats in score and p99', () => {
  const { candidates } = evaluate([
    [1.3, 1.05],
    [1.2, 0.9],
    [1.15, 1],
  ])
  expect(candidates.map(({ isOnParetoFront }) => isOnParetoFront)).toEqual([true, true, false])
  const chart = paretoChart(candidates, 'latency_ms_p99', 'lower')
  expect(chart?.series.map(({ name, points }) => [name, points.length])).toEqual([
    ['Pareto front', 2],
    ['others', 1],
  ])
})

test('an excluded result is not counted and named, and an unattested candidate is never the best', () => {
  const flagged = evaluate([[1.2, 1]], { isAttested: false })
  expect(flagged.candidates[0]).toMatchObject({ decision: 'keep', isBest: false })
  expect(flagged.best).toEqual([])
  expect(bestSoFarChart(flagged)).toBeNull()
})

test('a shorter run is flagged, unless a record has the same command and program', () => {
  const short = (changes: Partial<MeasuredRun>) => {
    position = 0
    const runs = [run(0, 1, 1, changes), run(1, 1, 1, { ...changes, machineSeconds: 40 })]
    const measured = { runs, tests: TESTS, metrics: METRICS }
    const candidates = [candidate(0, { parents: [] }), candidate(1)]
    return evaluateExperiment({ experiment: EXPERIMENT, candidates, attached: runs, measured, showsHoldout: true })
      .candidates[0]?.flags
  }
  expect(short({})).toEqual(['the run took 40.0 s, the base 60.0 s'])
  expect(short({ command: 'pgbench', binarySha256: 'a'.repeat(64) })).toEqual([])
})

test('charts have every score with its interval, and the curve begins at the base', () => {
  const evaluation = evaluate([
    [1.2, 1],
    [1, 1],
  ])
  const chart = bestSoFarChart(evaluation)
  expect(chart?.x).toMatchObject({ label: 'machine time', unit: evaluation.budget.hours < 2 ? 'min' : 'h' })
  const [first] = chart?.series ?? []
  expect(first?.points[0]).toMatchObject({ x: 0, y: 1 })
  expect(first?.points.length).toBe(3)
  const scores = scoresChart(evaluation.candidates)?.series.flatMap(({ points }) => points) ?? []
  expect(scores.length).toBe(2)
  for (const { y, low, high } of scores) expect([low ?? 0, y, high ?? 0]).toEqual([low, y, high].toSorted())
})

test('a candidate is below its first parent, and one that repeats another has no novelty', () => {
  const all = [
    candidate(1, { diff: 'a = 1\nb = 2' }),
    candidate(2, { parents: [1, 0], diff: 'a = 1\nb = 3' }),
    candidate(3, { parents: [2], diff: 'a = 1\nb = 3' }),
  ]
  expect(lineageOf(all)).toMatchObject([
    { candidate: { number: 1 }, children: [{ candidate: { number: 2 }, children: [{ candidate: { number: 3 } }] }] },
  ])
  const novelty = noveltyByNumber(all)
  expect([1, 2, 3].map((number) => novelty.get(number))).toEqual([1, expect.closeTo(2 / 3, 6), 0])
})
