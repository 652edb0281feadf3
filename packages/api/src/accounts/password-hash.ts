import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { PASSWORD_COST as COST, type ScryptCost as Cost } from './password-cost.ts'

type StoredHash = { cost: Cost; salt: Buffer | string; key: Buffer }

/** Cost of link passwords that were hashed before the cost was stored with the hash. */
const COST_OF_OLD_LINKS: Cost = { logN: 14, r: 8, p: 1 }
/**
 * Cost of account passwords that were hashed before the cost was stored with the hash; the identity library's default.
 */
const COST_OF_OLD_ACCOUNTS: Cost = { logN: 14, r: 16, p: 1 }

const SALT_BYTES = 16
const KEY_BYTES = 32

/**
 * Maximum number of concurrent hashes. Each needs 128 MB and a thread of the pool that file access and compression also
 * use.
 */
const MAX_CONCURRENT_HASHES = 2

/** Hashes a password for storage: `scrypt$LOG_N$R$P$SALT$KEY`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST, KEY_BYTES)
  return ['scrypt', COST.logN, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares a password with a stored hash of this or an earlier form. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const hash = readStoredHash(stored)
  if (hash === null) return false
  return timingSafeEqual(await derive(password, hash.salt, hash.cost, hash.key.length), hash.key)
}

/** True for a hash of an earlier form, and for one that is cheaper to attack than a new one. */
export function isWeakHash(stored: string): boolean {
  const hash = readStoredHash(stored)
  return hash !== null && (!statesCost(stored) || hash.cost.logN < COST.logN || hash.cost.r < COST.r)
}

const statesCost = (stored: string): boolean => stored.split('$').length === 6

function readStoredHash(stored: string): StoredHash | null {
  const parts = stored.split('$')
  if (parts.length === 6 && parts[0] === 'scrypt') {
    const [, logN, r, p, salt = '', key = ''] = parts
    const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
    return checked({ cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') })
  }
  if (parts.length === 3 && parts[0] === 'scrypt') {
    const [, salt = '', key = ''] = parts
    return checked({
      cost: COST_OF_OLD_LINKS,
      salt: Buffer.from(salt, 'base64url'),
      key: Buffer.from(key, 'base64url'),
    })
  }
  // The identity library hashes with the hexadecimal text of the salt, not with its bytes.
  const [salt = '', key = ''] = stored.split(':')
  return checked({ cost: COST_OF_OLD_ACCOUNTS, salt, key: Buffer.from(key, 'hex') })
}

const checked = (hash: StoredHash): StoredHash | null => (hash.key.length < 16 || hash.salt.length < 8 ? null : hash)

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer | string, { logN, r, p }: Cost, bytes: number): Promise<Buffer> {
  if (running >= MAX_CONCURRENT_HASHES) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    const N = 2 ** logN
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
        error === null ? resolve(key) : reject(error),
      )
    })
  } finally {
    // The slot goes to the next waiting call, or becomes free.
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
