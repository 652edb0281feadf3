import { expect, test } from 'vitest'
import { startExperimentPath } from './start-experiment-link.tsx'

const FILTERS = { hardware: ['lab3'], benchmark: ['sysbench'], workload: ['cached', 'io-bound'] }

test('the form gets the base, machine, benchmark and workloads of the comparison', () => {
  const path = startExperimentPath('lab~db', { filters: FILTERS }, '17.6') ?? ''
  expect(Object.fromEntries(new URL(path, 'http://localhost').searchParams)).toEqual({
    ...{ base: '17.6', hardware: 'lab3', benchmark: 'sysbench', workload: 'cached\nio-bound' },
  })
})

test('a comparison of several machines or without a base cannot be the environment of an experiment', () => {
  expect(startExperimentPath('p', { filters: { ...FILTERS, hardware: ['a', 'b'] } }, '17.6')).toBeNull()
  expect(startExperimentPath('p', { filters: FILTERS }, null)).toBeNull()
})
