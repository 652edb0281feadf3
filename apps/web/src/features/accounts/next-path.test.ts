import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cameFrom, nextPath } from './next-path.ts'

/** The origin to which a browser navigates from a page of this server when it is sent to `path`. */
const originOf = (path: string) => new URL(path, 'https://assay.test/sign-in').origin

/** Fragments from which addresses of other hosts can be composed. */
const PARTS = [
  ...['/', '//', '\\', '/\\', '/.', '/..', '/./', '/../', '/%2e%2e', '/%2E', '/%2f', '%5c', '/;', '/@', ':', '?', '#'],
  ...['\t', '\n', '\r', ' ', '\u3002', '\u2024', 'evil.test', '@evil.test', 'evil.test:443', 'p/demo', 'account'],
  ...['http:', 'https:', 'HTTPS:/', 'javascript:', 'data:', '[::1]', '%00', '\u0000'],
]
const target = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 4 })), { maxLength: 8 })

test('no generated target leads to another host, and sanitizing is idempotent', () => {
  fc.assert(
    fc.property(target, (parts) => {
      for (const text of [parts.join(''), `/${parts.join('')}`]) {
        const path = nextPath(text)
        if (path === '') return
        expect(originOf(path)).toBe('https://assay.test')
        expect(nextPath(path)).toBe(path)
      }
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  '/..//evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  '/%2e%2e//evil.test',
  '/..//..//evil.test',
  '//evil.test',
  '/\\evil.test',
  '/..\\\\evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  '/\t/evil.test',
  '',
])('%j leads nowhere', (elsewhere) => {
  expect(nextPath(elsewhere)).toBe('')
})

test('paths of this server are accepted', () => {
  expect(nextPath('/p/demo?a=1#b')).toBe('/p/demo?a=1#b')
  expect(nextPath('/./../account')).toBe('/account')
  expect(nextPath('/p/demo?next=//evil.test')).toBe('/p/demo?next=//evil.test')
})

test('signing in leads back to the page from which it started', () => {
  expect(cameFrom('http://localhost:3000/p/demo/runs?a=b', 'localhost:3000')).toBe('/p/demo/runs?a=b')
  expect(cameFrom('http://localhost:3000//evil.test', 'localhost:3000')).toBe('')
  expect(cameFrom('http://localhost:3000/..//evil.test', 'localhost:3000')).toBe('')
  expect(cameFrom('http://evil.test/p', 'localhost:3000')).toBe('')
  expect(cameFrom('http://localhost:3000/sign-up', 'localhost:3000')).toBe('')
  expect(cameFrom(null, 'localhost:3000')).toBe('')
})
