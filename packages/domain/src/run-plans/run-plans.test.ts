import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bisectRounds, type Measured, nextBisectStep } from './bisect.ts'
import { draftPlan, formatMachineTime } from './draft-plan.ts'
import { cheapestFirst, halveGaps, interleave } from './order-runs.ts'
import { NewRunPlan } from './run-plan.ts'

const plan = (more: Partial<NewRunPlan>) =>
  NewRunPlan.parse({ command: 'bench', kind: 'repeat', values: ['18.1'], ...more })

test('interleaved order gives both sides as many runs, and a linear drift cancels for an even number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: -10, max: 10, noNaN: true }), (count, drift) => {
      const order = interleave(count)
      const meanOf = (side: 'a' | 'b') => {
        const at = order.flatMap((one, index) => (one === side ? [drift * index] : []))
        expect(at).toHaveLength(count)
        return at.reduce((sum, one) => sum + one, 0) / count
      }
      const apart = Math.abs(meanOf('a') - meanOf('b'))
      // A then B in blocks would differ by drift * count.
      expect(apart).toBeLessThanOrEqual((count % 2 === 0 ? 0 : Math.abs(drift) / count) + 1e-9)
    }),
  )
})

test('the cheapest value comes first, one of unknown duration last, and none is lost', () => {
  const costs = fc.array(
    fc.record({
      value: fc.string(),
      runs: fc.integer({ min: 1, max: 9 }),
      secondsPerRun: fc.option(fc.double({ min: 0, max: 1e5, noNaN: true })),
    }),
  )
  fc.assert(
    fc.property(costs, (given) => {
      const ordered = cheapestFirst(given)
      expect(new Set(ordered)).toEqual(new Set(given))
      expect(ordered).toHaveLength(given.length)
      const seconds = ordered.map(({ runs, secondsPerRun }) =>
        secondsPerRun === null ? Infinity : runs * secondsPerRun,
      )
      expect(seconds).toEqual([...seconds].sort((a, b) => (a === b ? 0 : a - b)))
    }),
  )
})

test('halved gaps contain each value once, and their beginning covers the range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), (count) => {
      const range = Array.from({ length: count }, (_, at) => at)
      expect(halveGaps(range).sort((a, b) => a - b)).toEqual(range)
    }),
  )
  expect(halveGaps([0, 1, 2, 3, 4, 5, 6, 7, 8]).slice(0, 5)).toEqual([0, 8, 4, 2, 6])
})

/** Bisects values with a step at `change`; `measure` gives the measurements, and skipped values have none. */
function bisect(count: number, runs: number, measure: (at: number) => number, skipped: ReadonlySet<number>) {
  const values = Array.from({ length: count }, () => ({ measurements: [] as number[], isSkipped: false }))
  for (let rounds = 0; ; rounds++) {
    const step = nextBisectStep(values, runs)
    if (step.kind !== 'measure') return { step, rounds, values }
    const value = values[step.at]
    if (value === undefined) throw new Error('The step is one of the values.')
    if (skipped.has(step.at)) value.isSkipped = true
    else for (let run = 0; run < step.runs; run++) value.measurements.push(measure(step.at))
  }
}

test('a bisection finds the change in the number of rounds that was announced', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 300 }), fc.nat(), fc.constantFrom(0.5, 0.9, 1.2, 3), (count, at, ratio) => {
      const change = 1 + (at % (count - 1))
      const { step, rounds } = bisect(count, 2, (one) => (one < change ? 1_000 : 1_000 * ratio), new Set())
      expect(step).toEqual({ kind: 'found', good: change - 1, bad: change })
      expect(rounds).toBeLessThanOrEqual(bisectRounds(count))
    }),
  )
})

test('values that cannot be measured widen the answer, which still contains the change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 60 }), fc.nat(), fc.array(fc.nat({ max: 59 })), (count, at, broken) => {
      const change = 1 + (at % (count - 1))
      const skipped = new Set(broken.filter((one) => one > 0 && one < count - 1))
      const { step } = bisect(count, 1, (one) => (one < change ? 100 : 80), skipped)
      if (step.kind !== 'found') throw new Error(step.kind)
      expect(step.good < change && change <= step.bad).toBe(true)
      for (let one = step.good + 1; one < step.bad; one++) expect(skipped.has(one)).toBe(true)
    }),
  )
})

test('a value between both levels is measured again, and ends that do not differ are not a bisection', () => {
  const at = (...levels: number[]): Measured[] => levels.map((one) => ({ measurements: [one], isSkipped: false }))
  expect(nextBisectStep(at(100, 90, 81), 1)).toEqual({ kind: 'measure', at: 1, runs: 1 })
  expect(
    nextBisectStep(
      [at(100)[0], { measurements: [90, 90, 99], isSkipped: false }, at(81)[0]].flatMap((one) => one ?? []),
      1,
    ),
  ).toMatchObject({ kind: 'found' })
  expect(nextBisectStep(at(100, 50, 98), 1)).toEqual({ kind: 'same-ends' })
  expect(nextBisectStep([{ measurements: [], isSkipped: true }, ...at(1, 2)], 1)).toEqual({
    kind: 'unmeasured-end',
    at: 0,
  })
})

test('a draft states the machine time, and the part of it that is unknown', () => {
  const secondsOf = (value: string) => ({ '17.6': 600, '18.0': 60 })[value] ?? null
  const repeat = draftPlan(plan({ values: ['17.6', '19', '18.0'], repeats: 2 }), secondsOf)
  expect(repeat.values).toEqual(['18.0', '18.0', '17.6', '17.6', '19', '19'])
  expect(repeat.time).toEqual({ seconds: 1320, unknownRuns: 2 })
  expect(formatMachineTime(repeat.time)).toBe('0.37 machine hours (22 minutes), and 2 runs of unknown duration')
  expect(formatMachineTime({ seconds: 0, unknownRuns: 3 })).toBe('3 runs of unknown duration')
  const confirm = draftPlan(plan({ kind: 'confirm', values: ['17.6', '18.0'], repeats: 2 }), secondsOf)
  expect(confirm.values).toEqual(['17.6', '18.0', '18.0', '17.6'])
  const bisection = plan({ kind: 'bisect', values: ['17.6', 'a', 'b', 'c', '18.0'], repeats: 1, metric: 'qps' })
  expect(draftPlan(bisection, secondsOf)).toMatchObject({
    values: ['17.6', '18.0'],
    time: { seconds: 660 + 2 * 330, unknownRuns: 0 },
  })
})

test.each([
  [{ kind: 'interleave', values: ['1'] }, 'two values'],
  [{ kind: 'bisect', values: ['1', '2', '3'] }, 'metric'],
  [{ kind: 'bisect', values: ['1', '2'], metric: 'qps' }, 'three values'],
  [{ values: ['1', '1'] }, 'twice'],
  [{ parameters: { version: '1' } }, 'varies'],
] as const)('%j is refused: %s', (more, why) => {
  const parsed = NewRunPlan.safeParse({ command: 'bench', kind: 'repeat', values: ['18.1'], ...more })
  expect(parsed.error?.issues.map(({ message }) => message).join()).toContain(why)
})
