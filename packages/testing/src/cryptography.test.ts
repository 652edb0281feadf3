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
