import { expect, test } from 'vitest'
import { mayBeDerivedRunId, runIdFromSha256 } from './run-identity.ts'

test('a derived run id is a version 8 UUID of the IETF variant', () => {
  const id = runIdFromSha256('f'.repeat(64))
  expect(id).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff')
  expect(mayBeDerivedRunId(id)).toBe(true)
  expect(mayBeDerivedRunId('0190a1b2-c3d4-7000-8000-000000000000')).toBe(false)
})
