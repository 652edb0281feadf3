import { expect, test } from 'vitest'
import { minutesAfter } from './meeting-drafts.ts'

test('stored minutes are not a draft any more', () => {
  expect(minutesAfter({ text: 'A', over: '', sent: 'A' }, 'A', '')).toBeNull()
})

test('minutes that were typed during the request are based on the stored ones', () => {
  const after = minutesAfter({ text: 'AB', over: '', sent: 'A' }, 'A', '')
  expect(after).toEqual({ text: 'AB', over: 'A', sent: 'A', replaced: '' })
})

test('a request without minutes leaves their draft as it is', () => {
  expect(minutesAfter(null, undefined, '')).toBeNull()
  expect(minutesAfter({ text: 'A', over: '' }, undefined, '')).toEqual({ text: 'A', over: '' })
})
