import { expect, test } from 'vitest'
import { headerBase } from './header-base.ts'

test('a header sets as base all that makes it unique, and leaves the other dimensions to the cell', () => {
  const dimensions = ['product', 'version', 'config', 'clients'] as const
  const values = ['MySQL', '8.4.7', 'z12a', '40']
  const baseOf = (named: number) =>
    Object.fromEntries(headerBase(dimensions, values, named).map(({ dimension, value }) => [dimension, value]))
  const full = { product: 'MySQL', version: '8.4.7', config: 'z12a' }
  for (const named of [1, 2, 3]) expect(baseOf(named)).toEqual(full)
  expect(baseOf(4)).toEqual({ ...full, clients: '40' })
  expect(headerBase(['clients', 'version'], ['1', '17.6'], 1)).toEqual([{ dimension: 'clients', value: '1' }])
})
