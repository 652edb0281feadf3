import { expect, test } from 'vitest'
import { nearestLookup, nearestReleases } from './nearest-release.ts'
import type { ReleaseSteps } from './pair-steps.ts'
import { sizeOfStep } from './step-grid.ts'

const environment = { hardware: 'h', benchmark: 'b', workload: 'w' }
const resultKey = { ...environment, product: 'P', test: 't', clients: '1', metric: 'qps', line: 'gcc' }

/** Steps of one line through some values of ln(value). */
const stepsThrough = (logs: readonly number[], line = 'gcc'): ReleaseSteps[] =>
  logs.slice(1).map((log, at): ReleaseSteps => {
    const step = log - (logs[at] ?? 0)
    const lines: ReleaseSteps['lines'] = [['t', '1', [sizeOfStep(step)], [step < 0 ? 1 : 0], line]]
    return { from: `1.${at}`, to: `1.${at + 1}`, metrics: ['qps'], lines }
  })

const lookup = (releases: readonly ReleaseSteps[]) => {
  // The result after a round trip through JSON, as the database stores it.
  const stored = JSON.parse(JSON.stringify(nearestReleases(environment, releases)))
  const nearest = nearestLookup([stored])
  return (version: string, more = {}) => nearest({ ...resultKey, version, ...more })
}

test('a lasting change is close to a neighbor, and an outlier is far from both', () => {
  const at = lookup(stepsThrough([0, 0.01, -0.5, -0.51, 0.3, -0.51]))
  for (const version of ['1.0', '1.1', '1.2', '1.3']) expect(at(version)?.distance).toBeLessThan(0.013)
  expect(at('1.4')?.distance).toBeGreaterThan(0.75)
  expect(at('1.4')?.distance).toBeLessThan(1.1)
  expect([0, 1, 2, 3, 4, 5].map((version) => at(`1.${version}`)?.neighbors)).toEqual([1, 2, 2, 2, 2, 1])
})

test('stored distances are never smaller than the real ones, and at most a quarter larger', () => {
  for (let distance = 0.001; distance < 2; distance *= 1.07) {
    const found = lookup(stepsThrough([0, distance]))('1.0')?.distance ?? 0
    // Sizes of steps are rounded to a grid of 5%.
    expect(found).toBeGreaterThan(distance * 0.97)
    expect(found).toBeLessThan(distance * 1.3)
  }
})

test('the distance is unknown for a line, version or metric without releases, and for steps between medians', () => {
  const at = lookup(stepsThrough([0, 0]))
  expect(at('1.0')).not.toBeNull()
  expect(at('2.0')).toBeNull()
  expect(at('1.0', { line: 'clang' })).toBeNull()
  expect(at('1.0', { metric: 'latency_ms_p95' })).toBeNull()
  expect(at('1.0', { workload: 'other' })).toBeNull()
  const medians = stepsThrough([0, 0]).map((step) => ({
    ...step,
    lines: step.lines.map((line): ReleaseSteps['lines'][number] => [line[0], line[1], line[2], line[3], line[4], 0.5]),
  }))
  expect(lookup(medians)('1.0')).toBeNull()
})

test('a release that changed many tests makes no outlier of the first run', () => {
  const quiet = [0, 0.01, 0.02, 0.01]
  const lines = (changed: number) =>
    Array.from({ length: 10 }, (_, at) => stepsThrough([at < changed ? 0.3 : 0, ...quiet.slice(1)], `line${at}`))
  const releases = (changed: number) =>
    lines(changed).reduce((all, own) =>
      all.map((release, at) => ({ ...release, lines: [...release.lines, ...(own[at]?.lines ?? [])] })),
    )
  const first = (changed: number) => lookup(releases(changed))('1.0', { line: 'line0' })
  expect(first(1)?.distance).toBeGreaterThan(0.25)
  expect(first(4)).toBeNull()
  expect(lookup(releases(4))('1.0', { line: 'line9' })?.distance).toBeLessThan(0.02)
})
