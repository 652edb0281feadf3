import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Candidate } from './experiment.ts'
import { noveltyByNumber } from './novelty.ts'

type Facts = Pick<Candidate, 'description' | 'diff' | 'commit'>
const candidatesOf = (all: readonly Facts[]): Candidate[] =>
  all.map((facts, number) => ({
    ...facts,
    number,
    parents: [0],
    createdBy: 'search',
    createdAt: '2026-11-29T00:00:00Z',
  }))

/** The definition, without the index. */
function distance(one: Facts, earlier: readonly Facts[]): number {
  const similarities = earlier.map((other) => {
    if (one.commit !== null && one.commit === other.commit) return 1
    const byDiff = one.diff !== null && other.diff !== null
    const [a = new Set(), b = new Set()] = [one, other].map(
      ({ diff, description }) =>
        new Set((byDiff ? (diff ?? '').split('\n') : description.split(' ')).filter((part) => part !== '')),
    )
    const shared = [...a].filter((part) => b.has(part)).length
    const all = a.size + b.size - shared
    return all === 0 ? 0 : shared / all
  })
  return 1 - Math.max(0, ...similarities)
}

const parts = (separator: string) =>
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 }).map((all) => all.join(separator))
const facts = fc.record({
  description: parts(' '),
  diff: fc.option(parts('\n')),
  commit: fc.option(fc.constantFrom('c1', 'c2', 'c3', 'c4'), { freq: 2 }),
})

test('the novelty of each candidate is its distance from the most similar earlier one', () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 12 }), (all) => {
      const novelty = noveltyByNumber(candidatesOf(all))
      expect(novelty.has(0)).toBe(false)
      for (const [number, one] of all.entries()) {
        if (number > 0) expect(novelty.get(number)).toBeCloseTo(distance(one, all.slice(0, number)), 12)
      }
    }),
  )
})

test('each line is compared once for each earlier candidate that has it', () => {
  let trims = 0
  const counted = (text: string) =>
    Object.assign(Object.create(String.prototype), { split: () => text.split('\n').map(countedLine) })
  const countedLine = (line: string) => ({
    trim() {
      trims += 1
      return line
    },
  })
  const all = Array.from({ length: 50 }, (_, at) => ({ description: 'x', diff: counted(`a\nb\n${at}`), commit: null }))
  noveltyByNumber(candidatesOf(all))
  expect(trims, '3 lines of 50 candidates').toBe(150)
})
