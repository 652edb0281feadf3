import { seededRandom } from '@assay/testing/seeded-random'
import { expect, test } from 'vitest'
import type { ReleaseSteps } from './pair-steps.ts'
import { degreesOfReleases } from './release-effect.ts'
import { sizeOfStep } from './step-grid.ts'

const TESTS = 32
const sd = 0.01

/** Steps of releases with a variance of which all tests share a fraction, `shared`. */
function releases(count: number, shared: number, seed: number): ReleaseSteps[] {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, (_, at) => {
    const together = normal()
    const lines = Array.from({ length: TESTS }, (_, number): ReleaseSteps['lines'][number] => {
      const step = sd * Math.SQRT2 * (Math.sqrt(shared) * together + Math.sqrt(1 - shared) * normal())
      return [`t${number}`, '1', [sizeOfStep(step)], [step < 0 ? 1 : 0], '']
    })
    return { from: `${at}.0`, to: `${at + 1}.0`, metrics: ['qps'], lines }
  })
}

const degrees = (steps: ReleaseSteps[]) => degreesOfReleases(steps, () => ({ sd })).get('qps')

test.each([1, 2, 3])('tests that shift together know no more than their releases (seed %i)', (seed) => {
  const alone = degrees(releases(20, 0, seed)) ?? 0
  expect(alone).toBeGreaterThan(50)
  const together = degrees(releases(20, 0.9, seed)) ?? 0
  expect(together).toBeLessThan(60)
  expect(together).toBeLessThan(alone / 2)
})

test('one release with a change in all tests does not look like a shift of every run', () => {
  const steps = releases(20, 0, 4).map((release, at): ReleaseSteps => {
    if (at !== 7) return release
    return { ...release, lines: release.lines.map(([name, clients]) => [name, clients, [sizeOfStep(0.5)], [1], '']) }
  })
  expect(degrees(steps)).toBeGreaterThan(50)
})

test('few releases or few tests do not show how tests shift', () => {
  expect(degrees(releases(4, 0.9, 5))).toBeUndefined()
  const narrow = releases(20, 0.9, 5).map((release) => ({ ...release, lines: release.lines.slice(0, 3) }))
  expect(degrees(narrow)).toBeUndefined()
})
