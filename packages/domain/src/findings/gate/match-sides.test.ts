import { resultsOf } from '@assay/testing/compare/results-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Point } from '../../compare/point.ts'
import { matchSides } from './match-sides.ts'
import { matchedOf, portableMatch } from './portable-match.ts'
import { unpairedWords } from './unpaired.ts'

const sidesOf = (base: string, candidate: string) => {
  const pointsOf = (header: string): readonly Point[] => {
    const columns = header.split('|').length
    return resultsOf(`test | ${header}\nscan | ${Array.from({ length: columns }, () => '100').join(' | ')}`).points
  }
  return { base: pointsOf(base), candidate: pointsOf(candidate) }
}
const configsOf = (points: readonly Point[]) => points.map(({ coordinates }) => coordinates.config).sort()

test('configs that the base lacks are compared with its only one', () => {
  const matched = matchSides(sidesOf('17.6 x10a', '18.0 x10b | 18.0 x10c | 18.0 x10d'))
  expect(configsOf(matched.base)).toEqual(['x10a'])
  expect(configsOf(matched.candidate)).toEqual(['x10b', 'x10c', 'x10d'])
  expect(matched.alone).toEqual([])
  expect(matched.notes.join()).toContain('x10b, x10c, x10d of the candidate are compared with x10a of the base')
})

test('if the base has several configs, only the one with the same name is matched', () => {
  const matched = matchSides(sidesOf('17.6 a | 17.6 b', '18.0 b | 18.0 c'))
  expect([configsOf(matched.base), configsOf(matched.candidate)]).toEqual([['b'], ['b']])
  expect(matched.alone.map(({ side }) => side)).toEqual(['base', 'candidate'])
})

test('a candidate with the version of its base keeps its other name when it comes from a thread', () => {
  const sides = sidesOf('17.6 a | 17.6 b', '17.6 a')
  const matched = matchedOf(sides, structuredClone(portableMatch(structuredClone(sides))))
  expect(matched).toEqual(matchSides(sides))
  expect(matched.sideBySide.sides.candidate[0]?.coordinates.version).toBe('17.6 (candidate)')
})

test('if nothing matches, the error lists the values of each side', () => {
  const sides = sidesOf('17.6 a | 17.6 b', '18.0 c')
  const { base, candidate, notes } = matchSides(sides)
  expect([base, candidate]).toEqual([[], []])
  const words = unpairedWords(sides, { base: 'Postgres 17.6', candidate: 'Postgres 18.0' }, notes)
  expect(words).toContain('the base has several values of config (a, b) and the candidate none of them')
  expect(words).toMatch(/Base: 2 results; hardware dell32; .*config a, b.* Candidate: 1 result; .*config c/)
})

test('every result is matched or named, and every matched candidate has exactly one config of the base', () => {
  const configs = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(configs, configs, (ofBase, ofCandidate) => {
      const header = (version: string, names: readonly string[]) =>
        names.map((name) => `${version} ${name}`).join(' | ')
      const sides = sidesOf(header('17.6', ofBase), header('18.0', ofCandidate))
      const matched = matchSides(sides)
      expect(matchedOf(sides, structuredClone(portableMatch(structuredClone(sides))))).toEqual(matched)
      const { base, candidate, alone } = matched
      const named = alone.reduce((sum, { results }) => sum + results, 0)
      expect(base.length + candidate.length + named).toBe(sides.base.length + sides.candidate.length)
      for (const config of configsOf(candidate)) {
        expect(ofBase.length === 1 || ofBase.some((name) => name === config)).toBe(true)
      }
    }),
  )
})
