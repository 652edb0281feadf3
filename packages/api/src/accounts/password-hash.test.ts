import { randomBytes, scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPassword, isWeakHash } from './password-hash.ts'

const PASSWORD = 'orbit-salad-4-tunnel'

test('a new hash has the cost that OWASP recommends and a unique salt, and matches its password only', async () => {
  const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(one).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(two).not.toBe(one)
  expect(await isPassword(PASSWORD, one)).toBe(true)
  expect(await isPassword(`${PASSWORD} `, one)).toBe(false)
  expect(isWeakHash(one)).toBe(false)
})

test.each(['Orbit-salad-4-tunnel', ' orbit-salad-4-tunnel', 'orbit-salad-4-tunnel\n', 'orbit‑salad‑4‑tunnel'])(
  'a password counts exactly as it was typed: %j is another one',
  async (other) => {
    expect(await isPassword(other, await hashPassword(PASSWORD))).toBe(false)
  },
)

test('a long password counts to its last character', async () => {
  const long = PASSWORD.repeat(12)
  const hash = await hashPassword(`${long}a`)
  expect([await isPassword(`${long}a`, hash), await isPassword(`${long}b`, hash)]).toEqual([true, false])
})

test('hashes of earlier versions can be verified and count as weak', async () => {
  const salt = randomBytes(16)
  const link = `scrypt$${salt.toString('base64url')}$${scryptSync(PASSWORD, salt, 32).toString('base64url')}`
  const hex = salt.toString('hex')
  const key = scryptSync(PASSWORD, hex, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })
  for (const old of [link, `${hex}:${key.toString('hex')}`]) {
    expect(await isPassword(PASSWORD, old)).toBe(true)
    expect(await isPassword('another-password', old)).toBe(false)
    expect(isWeakHash(old)).toBe(true)
  }
})

test.each(['', ':', 'scrypt$$', 'scrypt$17$8$1$$', 'plain', 'scrypt$17$8$1$AAAAAAAAAAAAAAAAAAAAAA$'])(
  'the damaged hash %j matches no password, not even an empty one',
  async (damaged) => {
    expect(await isPassword('', damaged)).toBe(false)
    expect(await isPassword(PASSWORD, damaged)).toBe(false)
  },
)
