import { treeOf } from '@assay/testing/run/tree-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { groupProfile } from './group-profile.ts'
import { parseGroupRules } from './group-rules.ts'

const rules = (text: string) => unwrap(parseGroupRules(text))
const percents = (stacks: Record<string, number>, text: string) =>
  Object.fromEntries(groupProfile(treeOf(stacks), rules(text)).percents)

test('a stack belongs to the first rule that matches any of its functions', () => {
  const stacks = { 'main;bloom;memcmp': 10, 'main;sort;memcmp': 30, 'main;sort': 60 }
  expect(percents(stacks, 'bloom = bloom\nlibc = memcmp')).toEqual({ bloom: 10, libc: 30, other: 60 })
  expect(percents(stacks, 'libc = memcmp\nbloom = bloom')).toEqual({ libc: 40, bloom: 0, other: 60 })
})

test('leaf: matches only the innermost function', () => {
  expect(percents({ 'main;wait': 25, 'main;wait;work': 75 }, 'waiting = leaf:wait')).toEqual({ waiting: 25, other: 75 })
})

test('excluded samples are not in the total', () => {
  const {
    percents: shares,
    leftOut,
    counted,
  } = groupProfile(
    treeOf({ 'main;futex_wait': 900, 'main;work': 75, 'main;rest': 25 }),
    rules('!idle = leaf:futex_*\nwork = work'),
  )
  expect(Object.fromEntries(shares)).toEqual({ work: 75, other: 25 })
  expect([leftOut, counted]).toEqual([900, 100])
})

test('a profile of only idle threads has no shares', () => {
  expect(groupProfile(treeOf({ futex_wait: 9 }), rules('!idle = futex_wait')).percents.size).toBe(0)
})

test('shares add up to 100 for any rules', () => {
  const name = fc.constantFrom('a', 'b', 'ab', 'c')
  const stacks = fc.dictionary(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join(';')),
    fc.integer({ min: 1, max: 50 }),
    { minKeys: 1, maxKeys: 8 },
  )
  const patterns = fc.array(fc.constantFrom('a', 'b*', '*b', 'leaf:a', 'leaf:*'), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(stacks, patterns, patterns, (weights, one, two) => {
      const sum = Object.values(percents(weights, `one = ${one.join(';')}\ntwo = ${two.join('; ')}`))
      expect(sum.reduce((total, percent) => total + percent, 0)).toBeCloseTo(100, 9)
    }),
  )
})

test('a rule has a name and patterns, and may leave out its group or match innermost functions only', () => {
  expect(rules('# about\n\n a b =  x ; leaf: y;\n! idle=z')).toEqual([
    {
      name: 'a b',
      isLeftOut: false,
      patterns: [
        { text: 'x', leafOnly: false },
        { text: 'y', leafOnly: true },
      ],
    },
    { name: 'idle', isLeftOut: true, patterns: [{ text: 'z', leafOnly: false }] },
  ])
})

test.each([
  ['nonsense', 'expected a name, an equals sign'],
  ['a = x\nb =', 'b has no pattern'],
  ['a = x\na = y', 'a is there already'],
  ['other = x', 'other is what no rule names'],
  ['x'.repeat(7_000), 'expected at most'],
])('%j is refused with a reason', (text, reason) => {
  const parsed = parseGroupRules(text)
  expect(parsed.ok ? '' : parsed.error.message).toContain(reason)
})
