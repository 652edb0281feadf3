import { expect, test } from 'vitest'
import { contentPolicy } from './content-security-policy.ts'
import { securityHeaders } from './security-headers.ts'

const headersOf = (path: string, isHttps = false) =>
  new Map(securityHeaders({ path, nonce: 'bm9uY2U=', isHttps }).map(([name, value]) => [name.toLowerCase(), value]))

const directives = (path: string) =>
  new Map(
    (headersOf(path).get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources] as const
    }),
  )

const PATHS = [
  '/',
  '/p/demo/compare',
  '/embed/x',
  '/published/lab/x',
  '/published/lab/x/embed',
  '/published/lab/embed',
  '/api/v1/runs',
  '/_next/static/a.js',
  '/s/x',
  '/sign-in',
  '/account',
  '//api/',
  '/apix',
]

test('scripts run only when this response names them', () => {
  for (const path of PATHS) {
    const scripts = directives(path).get('script-src') ?? directives(path).get('default-src') ?? ['absent']
    expect(
      scripts.every((source) => ["'none'", "'nonce-bm9uY2U='", "'strict-dynamic'"].includes(source)),
      path,
    ).toBe(true)
    expect(headersOf(path).get('content-security-policy')).not.toContain('unsafe-eval')
    expect(directives(path).get('base-uri')).toEqual(["'none'"])
    expect(directives(path).get('default-src')).toEqual(["'none'"])
  }
})

test('styles are allowed in attributes, and nothing else inline', () => {
  for (const path of PATHS) {
    for (const [name, sources] of directives(path)) {
      expect(sources.includes("'unsafe-inline'"), `${path} ${name}`).toBe(name === 'style-src-attr')
    }
  }
})

test('only embeds can be framed by other sites', () => {
  for (const path of PATHS) {
    const framed = path === '/published/lab/x/embed' || path.startsWith('/embed/')
    expect(directives(path).get('frame-ancestors'), path).toEqual(framed ? ['https:', 'http:'] : ["'none'"])
    expect(headersOf(path).get('x-frame-options'), path).toBe(framed ? undefined : 'DENY')
    expect(headersOf(path).get('cross-origin-resource-policy'), path).toBe(framed ? 'cross-origin' : 'same-origin')
  }
})

test('forms submit to this server, and those of the sign-in page to the identity providers', () => {
  for (const path of PATHS) {
    const own = !/sign-in|account/.test(path)
    expect(["'self'", "'none'"].includes(directives(path).get('form-action')?.join(' ') ?? ''), path).toBe(own)
  }
})

test('browsers are instructed to require https when people use https', () => {
  expect(headersOf('/').has('strict-transport-security')).toBe(false)
  expect(headersOf('/', true).get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})

test('the author of an embed decides who can frame it, and nobody can frame other pages', () => {
  const policyOf = (path: string) =>
    contentPolicy(path, 'bm9uY2U=', 'blog.example')
      .header.split('; ')
      .find((line) => line.startsWith('frame-ancestors'))
  expect(policyOf('/embed/x')).toBe('frame-ancestors blog.example')
  expect(policyOf('/s/x')).toBe("frame-ancestors 'none'")
})
