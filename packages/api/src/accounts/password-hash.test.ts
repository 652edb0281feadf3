import { randomBytes, scryptSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { hashPassword, isPassword, isWeakHash } from './password-hash.ts'

const PASSWORD = 'orbit-salad-4-tunnel'

/** Made once, because a hash is slow on purpose. */
let hash: string
beforeAll(async () => {
  hash = await hashPassword(PASSWORD)
})

test('a new hash has the cost that OWASP recommends and a unique salt, and matches its password only', async () => {
  const other = await hashPassword(PASSWORD)
  expect(hash).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(other).not.toBe(hash)
  expect(await isPassword(PASSWORD, hash)).toBe(true)
  expect(await isPassword(`${PASSWORD} `, hash)).toBe(false)
  expect(isWeakHash(hash)).toBe(false)
})

test.each(['Orbit-salad-4-tunnel', ' orbit-salad-4-tunnel', 'orbit-salad-4-tunnel\n', 'orbit‑salad‑4‑tunnel'])(
  'a password counts exactly as it was typed: %j is another one',
  async (other) => {
    expect(await isPassword(other, hash)).toBe(false)
  },
)

test('a long password counts to its last character', async () => {
  const long = PASSWORD.repeat(12)
  const ofLong = await hashPassword(`${long}a`)
  expect([await isPassword(`${long}a`, ofLong), await isPassword(`${long}b`, ofLong)]).toEqual([true, false])
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
