import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partialSort } from './partial-sort.ts'

test('the first items equal those of the sorted list, ties in their original order', () => {
  const item = fc.record({ key: fc.integer({ min: 0, max: 9 }), id: fc.nat() })
  const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 0, max: 12 }), (items, count) => {
      expect(partialSort(items, count, byKey)).toEqual(items.toSorted(byKey).slice(0, count))
    }),
  )
})
