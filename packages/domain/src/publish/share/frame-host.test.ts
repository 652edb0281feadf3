import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameHost, frameAncestors } from './frame-host.ts'

test.each([
  'example.com',
  '*.example.com',
  'https://blog.example.com',
  'http://localhost:8080',
  'a-b.example',
  'Example.COM',
])('%s is a site', (host) => {
  expect(FrameHost.parse(host)).toBe(host.toLowerCase())
})

test.each([
  '',
  '*',
  "'self'",
  'example.com/path',
  'a b',
  'a;script-src *',
  'javascript:',
  '-a.example',
  'a..b',
  'a,b',
  'exa\nmple',
])('%j is not a site', (host) => {
  expect(FrameHost.safeParse(host).success).toBe(false)
})

test('no accepted host can end a directive', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      const read = FrameHost.safeParse(text)
      if (read.success) expect(read.data).toMatch(/^[\w.:/*-]+$/)
    }),
  )
})

test('null allows every site, an empty list none', () => {
  expect(frameAncestors(null)).toBe('https: http:')
  expect(frameAncestors([])).toBe("'none'")
  expect(frameAncestors(['a.example', '*.b.example'])).toBe('a.example *.b.example')
})
