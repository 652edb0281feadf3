import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProfileTree } from './stack-profile.ts'
import { symbolWarning, unnamedPercent } from './unnamed-functions.ts'

const frame = (name: string) => ({ name, module: null })

test('the share of functions without a name is that of their own samples, wherever they are on stacks', () => {
  const names = fc.constantFrom('[unknown]', '0x7f3a21', 'deadbeef01', '??', 'main', 'exec_simple_query', 'add', 'face')
  const stacks = fc.array(fc.tuple(fc.array(names, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 99 })), {
    minLength: 1,
  })
  fc.assert(
    fc.property(stacks, (all) => {
      const tree = new ProfileTree()
      for (const [stack, weight] of all) tree.add(stack.map(frame), weight)
      const total = all.reduce((sum, [, weight]) => sum + weight, 0)
      const unnamed = all.filter(([stack]) =>
        ['[unknown]', '0x7f3a21', 'deadbeef01', '??'].includes(stack.at(-1) ?? ''),
      )
      const own = unnamed.reduce((sum, [, weight]) => sum + weight, 0)
      expect(unnamedPercent(tree.root())).toBeCloseTo((100 * own) / total, 9)
    }),
  )
})

test('a warning names both sides where one lacks symbols, one side where it is alone, and is absent otherwise', () => {
  expect(symbolWarning(2, null)).toBeNull()
  expect(symbolWarning(3, 4)).toBeNull()
  expect(symbolWarning(45, null)).toMatch(/^45% of the samples are in functions without a name/)
  expect(symbolWarning(1, 60)).toMatch(/cannot be compared: 1% .* 60% in the base/)
})
