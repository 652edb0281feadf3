import { expect, test } from 'vitest'
import { findingNeighbors } from './finding-neighbors.ts'

const of = (id: string) => findingNeighbors(['a', 'b', 'c'], { project: 'org/p', id, query: 'state=new' })

test('a finding leads to those before and after it in the list, whose filters stay', () => {
  const found = of('b')
  expect(found).toMatchObject({ position: 2, count: 3 })
  expect(found?.previous).toMatch(/\/findings\/a\?state=new$/)
  expect(found?.next).toMatch(/\/findings\/c\?state=new$/)
})

test('the ends of the list have one neighbor, and a finding outside of it has none', () => {
  expect(of('a')?.previous).toBeNull()
  expect(of('c')?.next).toBeNull()
  expect(of('d')).toBeNull()
})
