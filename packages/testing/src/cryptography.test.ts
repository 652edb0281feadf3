import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = join(ROOT, 'packages/api/src')

/** Calls of algorithms that take a key, and the name of each in the documentation. SHA-256 alone takes none. */
const CALLS: readonly [RegExp, (algorithm: string) => string][] = [
  [/createHmac\('([\w-]+)'/g, (hash) => `HMAC-${upper(hash)}`],
  [/hkdfSync\('([\w-]+)'/g, (hash) => `HKDF-${upper(hash)}`],
  [/create(?:Cipher|Decipher)iv\('([\w-]+)'/g, upper],
  [/\bscrypt(?:Sync)?\(()/g, () => 'scrypt, N 2^17, r 8, p 1'],
  [/^const isSigned = .*\n? +verify\(null(), /gm, () => 'Ed25519'],
]

function upper(name: string): string {
  return name.toUpperCase().replace(/^SHA(\d)/, 'SHA-$1')
}

function algorithmsOf(source: string): string {
  const names = CALLS.flatMap(([call, name]) => [...source.matchAll(call)].map(([, found = '']) => name(found)))
  return [...new Set(names)].join(', ')
}

test('the documented inventory of cryptography is that of the source files', () => {
  const used = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/'))
    .map((path) => ({ path, algorithms: algorithmsOf(readFileSync(join(SOURCES, path), 'utf8')) }))
    .filter(({ algorithms }) => algorithms !== '')
    .map(({ path, algorithms }) => `${path}: ${algorithms}`)
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('## Cryptography')[1] ?? ''
  const documented = [...text.matchAll(/^\| (.+?) \| .+? \| `(.+?)` \|$/gm)].map(
    ([, algorithms, path]) => `${path}: ${algorithms}`,
  )
  expect(used.sort()).toEqual(documented.sort())
})

test.each([
  ["createHmac('md5', key)", 'HMAC-MD5'],
  ["createCipheriv('aes-128-ecb', key, null)", 'AES-128-ECB'],
  ["createHash('sha256')", ''],
])('%s is found as %j', (source, algorithms) => {
  expect(algorithmsOf(source)).toBe(algorithms)
})

/** Implementations of cryptography in JavaScript or WebAssembly, which nobody validated. */
const OTHER_LIBRARY =
  /from '(?:@noble\/|@stablelib\/|argon2|bcrypt|crypto-js|elliptic|hash-wasm|js-sha|jsrsasign|libsodium|node-forge|scrypt-js|sjcl|tweetnacl|NobleCryptoPlugin)/

// packages/domain is not among them: browsers verify seals with its code, and OpenSSL is not in browsers.
test('no source computes hashes, signatures or codes without OpenSSL', () => {
  const found: string[] = []
  for (const folder of ['packages/api/src', 'packages/db/src', 'apps/cli/src', 'scripts']) {
    for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.m?ts$/.test(path) || path.includes('.test.') || path.includes('node_modules')) continue
      const source = readFileSync(join(ROOT, folder, path), 'utf8')
      if (OTHER_LIBRARY.test(source)) found.push(`${path} imports another library`)
      // The library of one-time codes has its own HMAC unless it gets one.
      if (!source.includes("from 'otplib'")) continue
      for (const [call, argument] of source.matchAll(/(?<!\w)(?:generateSecret|generateSync|verifySync)\(([^)]*)\)/g)) {
        if (!/\bcrypto\b/.test(argument ?? '')) found.push(`${path}: ${call} without crypto`)
      }
    }
  }
  expect(found).toEqual([])
})

/** Files whose random bytes are public, such as salts, or live for one request or sign-in. */
const NO_KEYS: ReadonlySet<string> = new Set([
  'packages/api/src/accounts/known-browsers.ts',
  'packages/api/src/accounts/password-hash.ts',
  'packages/api/src/accounts/spec-data.ts',
  'packages/api/src/identity-providers/provider-sign-in.ts',
  'packages/api/src/identity-providers/router.ts',
  'packages/api/src/secrets/encrypt-secrets.ts',
  'scripts/serve/secure-answer.ts',
])

test('the documented lifecycle of keys names every file of the server and its tools that creates one', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('### Keys')[1]?.split('\n## ')[0] ?? ''
  const documented = new Set([...text.matchAll(/`((?:packages|apps|scripts)\/[\w./-]+\.ts)`/g)].map(([, path]) => path))
  const creating = ['packages/api/src', 'apps/cli/src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.|node_modules|testing\//.test(path))
      .map((path) => `${folder}/${path}`)
      .filter((path) => /generateKeyPair|\brandomBytes\((?!length)/.test(readFileSync(join(ROOT, path), 'utf8')))
      .filter((path) => !NO_KEYS.has(path)),
  )
  expect(creating.sort()).toEqual([...documented].sort())
})
