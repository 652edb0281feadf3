import { expect, test } from 'vitest'
import { changedSince } from './changed-since.ts'

const now = new Date('2026-11-21T12:00:00Z')
const at = (revision: number, firstAt: string) => ({ revision, firstAt })

test('a reader of revision 3 sees a notice on revision 5, for a day after opening it', () => {
  const before = [at(3, '2026-11-01T12:00:00Z'), at(1, '2026-10-01T12:00:00Z')]
  expect(changedSince(before, { revision: 5, now })).toBe(3)
  expect(changedSince([...before, at(5, '2026-11-21T11:00:00Z')], { revision: 5, now })).toBe(3)
  expect(changedSince([...before, at(5, '2026-11-19T11:00:00Z')], { revision: 5, now })).toBeNull()
})

test('there is no notice for a first-time reader, or without an older reading', () => {
  expect(changedSince([], { revision: 5, now })).toBeNull()
  expect(changedSince([at(5, '2026-11-21T11:00:00Z')], { revision: 5, now })).toBeNull()
})
