import { expect, test } from 'vitest'
import { createToken, hashToken, isWellFormedToken } from './token.ts'

test('a new token is well-formed, and no two are alike', () => {
  const tokens = Array.from({ length: 200 }, () => createToken('runner'))
  expect(tokens.every(isWellFormedToken)).toBe(true)
  expect(new Set(tokens).size).toBe(200)
  expect(tokens[0]).toMatch(/^assay_runner_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/)
})

test('a token with any one character changed is refused without a query', () => {
  const token = createToken('reader')
  for (let at = 'assay_reader_'.length; at < token.length; at++) {
    const other = token.charAt(at) === 'x' ? 'y' : 'x'
    expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
  }
})

test('the stored form does not contain the token', () => {
  const token = createToken('runner')
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
  expect(token).not.toContain(hashToken(token))
})
