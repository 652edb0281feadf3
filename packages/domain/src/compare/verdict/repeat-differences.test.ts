import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Point } from '../point.ts'
import { namedDifferences, repeatDifferences } from './repeat-differences.ts'
import { areRepeats, setsOfRepeats } from './repeat-groups.ts'

const point = (coordinates: Point['coordinates'], facts?: Record<string, string>): Point => ({
  runId: 'r',
  resultId: 'r',
  coordinates: { product: 'p', version: '1', test: 't', ...coordinates },
  values: { qps: 1 },
  ...(facts === undefined ? {} : { facts }),
})

const words = (...points: Point[]) =>
  namedDifferences(points).map(({ property, values }) => `${property}: ${values.join(', ')}`)

test('results that differ in any component of build, config, workload, machine or its state are not repeats', () => {
  const same = { build: 'b', compiler: 'gcc', flags: '-O2', config: 'c', hardware: 'h', workload: 'w', clients: '1' }
  expect(words(point({ ...same, repeat: '1' }), point({ ...same, repeat: '2', group: 'g' }))).toEqual([])
  for (const name of ['compiler', 'flags', 'config', 'hardware', 'workload', 'clients', 'param:range'] as const)
    expect(words(point(same), point({ ...same, [name]: 'other' }))).toHaveLength(1)
  for (const fact of ['commit', 'build type', 'config text', 'kernel', 'governor', 'SMT', 'storage'])
    expect(words(point(same, { [fact]: '1' }), point(same, { [fact]: '2' }))).toEqual([`${fact}: 1, 2`])
})

test('an unstated value is a difference for a dimension, but not for a fact or a benchmark version', () => {
  expect(words(point({ flags: '-O2' }), point({}))).toEqual(['flags: , -O2'])
  expect(words(point({}, { kernel: '6.8' }), point({}), point({ benchmarkVersion: '1' }))).toEqual([])
  expect(words(point({ benchmarkVersion: '1' }), point({}), point({ benchmarkVersion: '2' }))).toEqual([
    'benchmarkVersion: 1, 2',
  ])
})

test('a commit that follows from its version, and a label that follows from its flags, are not named', () => {
  const mixed = [
    point({ version: '1', build: 'gcc -O2 aaa', flags: '-O2' }, { commit: 'aaa' }),
    point({ version: '2', build: 'gcc -O3 bbb', flags: '-O3' }, { commit: 'bbb' }),
  ]
  expect(words(...mixed)).toEqual(['flags: -O2, -O3', 'version: 1, 2'])
  expect(areRepeats(mixed)).toBe(false)
})

const someValue = fc.constantFrom('1', '2')
const somePoint = fc
  .record(
    { version: someValue, flags: someValue, benchmarkVersion: someValue, repeat: someValue, 'param:x': someValue },
    { requiredKeys: ['version'] },
  )
  .chain((coordinates) =>
    fc
      .option(fc.dictionary(fc.constantFrom('commit', 'kernel'), someValue), { nil: undefined })
      .map((facts) => point(coordinates, facts)),
  )

test('the differences of some results are those of their pairs, in any order', () => {
  fc.assert(
    fc.property(fc.array(somePoint, { minLength: 1, maxLength: 6 }), (points) => {
      const forward = [...repeatDifferences(points).keys()].sort()
      expect([...repeatDifferences(points.toReversed()).keys()].sort()).toEqual(forward)
      for (const [i, a] of points.entries()) {
        for (const b of points.slice(i + 1)) {
          for (const property of repeatDifferences([a, b]).keys()) expect(forward).toContain(property)
        }
      }
    }),
  )
})

test('sets of repeats contain every result once, contain only repeats, and never separate equal results', () => {
  fc.assert(
    fc.property(fc.array(somePoint, { maxLength: 8 }), (points) => {
      const sets = setsOfRepeats(points)
      expect(sets.flat()).toHaveLength(points.length)
      expect(new Set(sets.flat())).toEqual(new Set(points))
      for (const set of sets) expect(areRepeats(set)).toBe(true)
      if (areRepeats(points)) expect(sets.length).toBeLessThan(2)
    }),
  )
})
