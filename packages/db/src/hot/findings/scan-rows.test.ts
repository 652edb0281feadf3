import type { Point } from '@assay/domain/compare/point'
import { noiseOfEnvironment } from '@assay/testing/noise/noise-of-environment'
import { expect, test } from 'vitest'
import { Noise } from './scan-rows.ts'

test('a stored noise estimate is read with all of its parts', () => {
  const points = Array.from({ length: 60 }, (_, at): Point => {
    const coordinates = {
      product: 'P',
      version: `${10 + (at % 12)}.0`,
      hardware: 'h',
      benchmark: 'b',
      test: `t${at % 5}`,
    }
    const values = { qps: 1000 + 7 * ((at * 37) % 11) }
    return { runId: `${at}`, resultId: `${at}`, coordinates: { ...coordinates, workload: 'w', clients: '1' }, values }
  })
  const estimate = noiseOfEnvironment(points, [])
  expect(estimate.nearest?.lines).toHaveLength(5)
  expect(Noise.parse(JSON.parse(JSON.stringify(estimate)))).toEqual(estimate)
})
