import { expect, test } from 'vitest'
import { cameFrom, nextPath } from './next-path.ts'

test('only paths of this server are gone to', () => {
  expect(nextPath('/p/demo?a=1#b')).toBe('/p/demo?a=1#b')
  for (const elsewhere of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '',
  ]) {
    expect(nextPath(elsewhere), elsewhere).toBe('')
  }
  expect(nextPath('/./../account')).toBe('/account')
})

test('signing in leads back to the page it was asked for on', () => {
  expect(cameFrom('http://localhost:3000/p/demo/runs?a=b', 'localhost:3000')).toBe('/p/demo/runs?a=b')
  expect(cameFrom('http://evil.test/p', 'localhost:3000')).toBe('')
  expect(cameFrom('http://localhost:3000/sign-up', 'localhost:3000')).toBe('')
  expect(cameFrom(null, 'localhost:3000')).toBe('')
})
