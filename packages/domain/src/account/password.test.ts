import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

const strong = { score: 4, warning: '' }

test('a password has 12 to 128 characters, and an emoji counts as one', () => {
  expect(passwordProblem('short', strong)).toBe('Use at least 12 characters; this password has 5.')
  expect(passwordProblem('🦊'.repeat(11), strong)).toMatch(/at least 12/)
  expect(passwordProblem('🦊'.repeat(12), strong)).toBeNull()
  expect(passwordProblem('x'.repeat(129), strong)).toMatch(/at most 128/)
})

test('the problem of an easily guessed password names the reason', () => {
  expect(passwordProblem('aaaaaaaaaaaa', { score: 0, warning: 'Repeats are easy.' })).toBe(
    'This password is easy to guess. Repeats are easy.',
  )
  expect(passwordProblem('correct horse', { score: 2, warning: '' })).toMatch(/easy to guess/)
})
