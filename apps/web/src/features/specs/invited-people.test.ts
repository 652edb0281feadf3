import { expect, test } from 'vitest'
import { readInvited } from './invited-people.ts'

const MEMBERS = [
  { personId: 'a', name: 'Ann Alvarez' },
  { personId: 'b', name: 'Sam' },
  { personId: 'c', name: 'Sam' },
]

test('people are read from lines, commas and addresses, each once', () => {
  const text = 'ann alvarez\nRita Outside <rita@lab.test>, walter@lab.test;\n\nwalter@lab.test'
  expect(readInvited(text, MEMBERS)).toEqual([
    { kind: 'member', personId: 'a', name: 'Ann Alvarez' },
    { kind: 'guest', reader: 'Rita Outside', email: 'rita@lab.test' },
    { kind: 'guest', reader: 'walter', email: 'walter@lab.test' },
  ])
})

test('a name that no member has, or that two have, is not guessed', () => {
  expect(readInvited('Nina\nSam', MEMBERS)).toEqual([
    { kind: 'unknown', line: 'Nina' },
    { kind: 'unknown', line: 'Sam' },
  ])
})
