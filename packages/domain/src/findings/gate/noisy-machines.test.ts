import { expect, test } from 'vitest'
import { withoutNoisyMachines } from './noisy-machines.ts'

const cell = (hardware: string, sd: number | null) => {
  const noise = sd === null ? null : { source: 'test' as const, sd, degreesOfFreedom: 9 }
  const counts = { repeats: { own: 3, base: 3 }, repeatsNeeded: null, rankP: null, medians: null, p: null, q: null }
  return { hardware, cell: { verdict: { verdict: 'same' as const, reason: null, interval: null, noise, ...counts } } }
}

test('a machine is excluded by the median of its tests, and one without known noise is kept', () => {
  const cells = [
    ...[0.01, 0.02, 0.5].map((sd) => cell('quiet', sd)),
    ...[0.01, 0.08, 0.09].map((sd) => cell('noisy', sd)),
    cell('unknown', null),
  ]
  const { cells: compared, noisyMachines } = withoutNoisyMachines(cells, 0.05)
  expect(noisyMachines).toEqual([{ hardware: 'noisy', noise: 0.08 }])
  expect(compared).toEqual(cells.filter(({ hardware }) => hardware !== 'noisy'))
  expect(withoutNoisyMachines(cells, undefined)).toEqual({ cells, noisyMachines: [] })
})
