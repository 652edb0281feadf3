import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestSubsets } from './best-subsets.ts'
import { squaresAround } from './step-model.ts'

const series = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 10, maxLength: 60 })
const positions = fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { maxLength: 6 })

test('the minimum squares by number of cuts equal a brute-force search', () => {
  fc.assert(
    fc.property(series, positions, (values, anywhere) => {
      const cuts = anywhere.filter((cut) => cut < values.length).sort((a, b) => a - b)
      const found = bestSubsets(Float64Array.from(values), cuts)
      expect(found).toHaveLength(cuts.length + 1)
      for (const [count, squares] of found.entries()) {
        const all = subsetsOf(cuts)
          .filter((subset) => subset.length === count)
          .map((subset) => squaresAround(Float64Array.from(values), subset))
        expect(squares).toBeCloseTo(Math.min(...all), 6)
      }
    }),
  )
})

function subsetsOf([first, ...others]: readonly number[]): number[][] {
  if (first === undefined) return [[]]
  const without = subsetsOf(others)
  return without.concat(without.map((subset) => [first, ...subset]))
}
