import { expect, test } from 'vitest'
import { countDoubled, countLost } from './count-lost-keys.ts'

const answer = { typed: 'because', joins: 'newest' } as const
const points = { typed: 'because', joins: 'all' } as const

test('a key counts as kept when the server stores it or the field shows it', () => {
  expect(countLost({ ...answer, stored: [], field: 'because' })).toBe(0)
  expect(countLost({ ...answer, stored: ['because'], field: '' })).toBe(0)
  expect(countLost({ ...answer, stored: ['bec'], field: 'because' })).toBe(0)
  expect(countLost({ ...points, stored: ['bec'], field: 'ause' })).toBe(0)
  expect(countLost({ ...answer, stored: ['bec'], field: 'beca' })).toBe(3)
  expect(countLost({ ...points, stored: ['bec'], field: '' })).toBe(4)
  expect(countLost({ ...answer, stored: [], field: '' })).toBe(7)
})

test('a text stored twice counts as doubled, and a longer text that replaces it does not', () => {
  expect(countDoubled({ ...answer, stored: ['bec', 'because'] })).toBe(0)
  expect(countDoubled({ ...answer, stored: ['because', 'because'] })).toBe(7)
  expect(countDoubled({ ...points, stored: ['bec', 'ause'] })).toBe(0)
  expect(countDoubled({ ...points, stored: ['because', 'because'] })).toBe(7)
  expect(countDoubled({ ...points, stored: ['bec', 'because'] })).toBe(3)
})
