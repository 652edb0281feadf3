import { foldedText } from '@assay/testing/run/folded-text'
import { treeOf } from '@assay/testing/run/tree-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareProfiles, type ProfileChange } from './compare-profiles.ts'
import { functionsOf } from './functions-of.ts'
import type { ProfileNode } from './stack-profile.ts'
import { invertProfile, mergeProfiles } from './transform-profile.ts'

const A = treeOf({ 'main;read': 60, 'main;work;read': 30, main: 10 })

const anyTree = fc
  .array(
    fc.tuple(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 100 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((stacks) => {
    const sums: Record<string, number> = {}
    for (const [names, weight] of stacks) sums[names.join(';')] = (sums[names.join(';')] ?? 0) + weight
    return treeOf(sums)
  })

test('a profile is the sum of its stacks in any order', () => {
  expect(A.total).toBe(100)
  expect(A.children).toHaveLength(1)
  expect(A).toEqual(treeOf({ main: 10, 'main;work;read': 30, 'main;read': 60 }))
})

test('merging adds weights, and inverting twice gives the profile back', () => {
  fc.assert(
    fc.property(anyTree, anyTree, (a, b) => {
      expect(mergeProfiles([a, b]).total).toBe(a.total + b.total)
      expect(invertProfile(invertProfile(a))).toEqual(a)
      expect(invertProfile(a).total).toBe(a.total)
    }),
  )
})

test('in the inverted tree a function with two callers occurs once, with its callers below it', () => {
  expect(foldedText(invertProfile(A))).toEqual(['main 10', 'read;main 60', 'read;work;main 30'])
})

test('a profile compared with itself has no change, for any number of samples', () => {
  const changes = (node: ProfileChange): number[] => [node.after - node.before, ...node.children.flatMap(changes)]
  fc.assert(
    fc.property(anyTree, fc.integer({ min: 1, max: 50 }), (tree, times) => {
      const longer = mergeProfiles(Array.from({ length: times }, () => tree))
      for (const change of changes(compareProfiles({ base: tree, mine: longer }))) expect(change).toBeCloseTo(0, 9)
    }),
  )
})

test('shares before and after include functions of only one profile', () => {
  const { before, after, children } = compareProfiles({
    base: treeOf({ 'main;read': 3, 'main;sort': 1 }),
    mine: treeOf({ 'main;read': 100, 'main;hash': 100 }),
  })
  expect([before, after]).toEqual([100, 100])
  expect(children[0]?.children.map((node) => [node.name, node.before, node.after])).toEqual([
    ['hash', 0, 50],
    ['read', 75, 50],
    ['sort', 25, 0],
  ])
})

test('functions with the same name in two shared objects are added in a comparison', () => {
  const node = (module: string): ProfileNode => ({ name: 'read', module, self: 5, total: 5, children: [] })
  const base: ProfileNode = { name: 'all', module: null, self: 0, total: 10, children: [node('a'), node('b')] }
  expect(compareProfiles({ base, mine: base }).children).toMatchObject([{ name: 'read', before: 100, after: 100 }])
})

test('a function counts once per stack, even when it calls itself', () => {
  expect(functionsOf(treeOf({ 'f;f;g': 2, 'f;g;f': 3 }))).toEqual([
    { name: 'f', module: null, self: 3, total: 5 },
    { name: 'g', module: null, self: 2, total: 5 },
  ])
})
