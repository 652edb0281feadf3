import { expect, test } from 'vitest'
import { endsSoon, tokenState, tokensTitle } from './token-state.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const token = (days: number | null, changes: object = {}) => ({
  expiresAt: days === null ? null : new Date(NOW + days * 24 * 3_600_000).toISOString(),
  revokedAt: null,
  leakedAt: null,
  successorId: null,
  ...changes,
})

test('a token has a warning 14 days before it expires, and an urgent one 3 days before', () => {
  expect([14.1, 14, 3.5, 0.5, -1].map((days) => endsSoon(token(days), NOW))).toEqual([false, true, true, true, false])
  expect(tokenState(token(5), NOW)).toEqual({ text: 'expires in 5 days', urgent: false, usable: true })
  expect(tokenState(token(3.5), NOW)).toEqual({ text: 'expires in 3 days', urgent: true, usable: true })
  expect(tokenState(token(0.5), NOW)).toEqual({ text: 'expires today', urgent: true, usable: true })
  expect(tokenState(token(0), NOW)).toMatchObject({ text: 'over', usable: false })
  expect(tokenState(token(null), NOW).text).toBe('does not expire')
})

test('a rotated, revoked or leaked token shows that state', () => {
  const at = '2026-11-20T00:00:00Z'
  expect(endsSoon(token(1, { successorId: 'x' }), NOW)).toBe(false)
  expect(tokenState(token(1, { successorId: 'x' }), NOW)).toMatchObject({
    text: 'replaced, expires in 1 day',
    urgent: false,
  })
  expect(tokenState(token(9, { revokedAt: at }), NOW).text).toBe('revoked')
  expect(tokenState(token(9, { revokedAt: at, leakedAt: at }), NOW)).toMatchObject({ urgent: true, usable: false })
})

test('the headline of tokens says how many are valid, expire soon and are not valid any more', () => {
  const revoked = token(30, { revokedAt: new Date(NOW).toISOString() })
  expect(tokensTitle([], NOW)).toBe('No program has a token yet')
  expect(tokensTitle([token(null)], NOW)).toBe('1 valid token')
  expect(tokensTitle([token(5), token(60), token(-1), revoked], NOW)).toBe(
    '2 valid tokens, 1 expires within 14 days, 2 revoked or expired',
  )
  expect(tokensTitle([revoked], NOW)).toBe('No valid tokens, 1 revoked or expired')
})
