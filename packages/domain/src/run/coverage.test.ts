import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'

const environment = (hardware: string, ...versions: string[]) => ({
  ...{ product: 'PostgreSQL', hardware },
  versions: versions.map((version) => ({ version })),
})

test('a version that several workloads measured is counted once', () => {
  const environments = [environment('a', '17', '18'), environment('a', '18'), environment('b', '18')]
  expect(coverageOf(environments)).toEqual([
    { product: 'PostgreSQL', hardware: 'a', versions: 2 },
    { product: 'PostgreSQL', hardware: 'b', versions: 1 },
  ])
})
