import { sessionNumbers } from '@assay/domain/compare/noise/measurement-session'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRuns, type GeneratedRun, makeRunIndex } from '../../testing/generate-run-index.ts'
import { bench, repeatedRuns } from './repeated-runs.ts'

const MACHINES = ['lab1', 'lab2']

const generatedRuns = fc.array(
  fc.record({
    ...{ version: fc.nat(1), compiler: fc.constant(0), config: fc.nat(1), hardware: fc.nat(MACHINES.length - 1) },
    ...{ workload: fc.constant(0), testSet: fc.constant(1), metricSet: fc.constant(0) },
    benchmarkVersion: fc.nat(2),
    repeat: fc.integer({ min: 1, max: 3 }),
    startedAt: fc.option(fc.nat(30).map((hour) => hour * 3_600_000)),
    replaces: fc.boolean(),
  }),
  { maxLength: 40, size: 'max' },
)

function setsOf(index: ReturnType<typeof makeRunIndex>) {
  return MACHINES.flatMap((machine) => repeatedRuns(index, bench(machine, 'sysbench')))
}

test('repeats found as runs arrive equal those of the whole index, and unchanged sets stay the same objects', () => {
  fc.assert(
    fc.property(fc.array(generatedRuns, { minLength: 1, maxLength: 4 }), (batches) => {
      const index = makeRunIndex([])
      const all: GeneratedRun[] = []
      for (const batch of batches) {
        const before = setsOf(index)
        addRuns(index, batch)
        all.push(...batch)
        const now = setsOf(index)
        const fresh = setsOf(makeRunIndex(all))
        expect(now.map((runs) => runs.map(({ id }) => id))).toEqual(fresh.map((runs) => runs.map(({ id }) => id)))
        const added = index.runs.slice(-batch.length)
        for (const runs of before) {
          const isTouched = added.some(
            (run) => batch.length > 0 && run.hardware === runs[0]?.hardware && run.build === runs[0]?.build,
          )
          const startsInside = added.some(({ startedAt }) => batch.length > 0 && startedAt !== null)
          if (!isTouched && !startsInside) expect(now).toContain(runs)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('a run that starts between two repeats makes a new set, because it separates their sessions', () => {
  const run = { version: 0, compiler: 0, config: 0, hardware: 0, workload: 0, testSet: 1, metricSet: 0 }
  const made = (changes: Partial<GeneratedRun>): GeneratedRun => ({
    ...{ ...run, benchmarkVersion: 0, repeat: 1, startedAt: 1_000, replaces: false },
    ...changes,
  })
  const index = makeRunIndex([made({}), made({ repeat: 2, startedAt: 3_000 })])
  const [before] = setsOf(index)
  addRuns(index, [made({ config: 1, startedAt: 4_000 })])
  expect(setsOf(index)[0]).toBe(before)
  addRuns(index, [made({ config: 1, repeat: 2, hardware: 1, startedAt: 2_000 })])
  expect(setsOf(index)[0]).toBe(before)
  addRuns(index, [made({ config: 1, repeat: 2, startedAt: 2_000 })])
  expect(setsOf(index)[0]).not.toBe(before)
  expect(setsOf(index)[0]).toEqual(before)
})

test('starts between repeats separate the same sessions as all starts of the machine', () => {
  fc.assert(
    fc.property(generatedRuns, fc.nat(), (runs, chosen) => {
      const index = makeRunIndex(runs)
      const machine = index.runs.filter((run) => run.hardware === index.runs[0]?.hardware)
      const own = machine.filter((_, i) => (chosen >> (i % 20)) % 2 === 1)
      const others = machine.flatMap((run) => (own.includes(run) ? [] : (run.startedAt ?? [])))
      const starts = own.map(({ startedAt }) => startedAt)
      const between = index.machineStarts.between(own)
      expect(sessionNumbers(starts, between)).toEqual(sessionNumbers(starts, others))
    }),
    { numRuns: 500 },
  )
})

test('the list of a machine stays the same until one of its sets changes', () => {
  const run = { version: 0, compiler: 0, config: 0, workload: 0, testSet: 1, metricSet: 0, benchmarkVersion: 0 }
  const made = (hardware: number, repeat: number): GeneratedRun => ({
    ...{ ...run, hardware, repeat, startedAt: repeat * 1_000, replaces: false },
  })
  const index = makeRunIndex([made(0, 1), made(0, 2), made(1, 1)])
  const listOf = (machine: string) => repeatedRuns(index, bench(machine, 'sysbench'))
  const [first, second] = [listOf('lab1'), listOf('lab2')]
  expect([listOf('lab1') === first, listOf('lab2') === second]).toEqual([true, true])
  addRuns(index, [made(1, 2)])
  expect(listOf('lab1')).toBe(first)
  expect([second.length, listOf('lab2').length]).toEqual([0, 1])
})
