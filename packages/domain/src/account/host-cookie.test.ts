import { expect, test } from 'vitest'
import { findPreference, hostCookieName, writeHostCookie } from './host-cookie.ts'

test('under https a cookie is Secure and belongs to one host', () => {
  const url = 'https://assay.example.org'
  expect(hostCookieName('assay-x', url)).toBe('__Host-assay-x')
  expect(writeHostCookie('assay-x', '1', { url, maxAgeSeconds: 60 })).toBe(
    '__Host-assay-x=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
})

test('under plain http, as on localhost, browsers would refuse both', () => {
  const url = 'http://localhost:3000'
  expect(writeHostCookie('assay-x', '1', { url, maxAgeSeconds: 60, isForScripts: true })).toBe(
    'assay-x=1; Path=/; Max-Age=60; SameSite=Lax',
  )
})

test('a preference is found under either name', () => {
  const get = (all: Record<string, string>) => findPreference('assay-theme', (name) => all[name])
  expect([
    get({ 'assay-theme': 'dark' }),
    get({ '__Host-assay-theme': 'light', 'assay-theme': 'dark' }),
    get({}),
  ]).toEqual(['dark', 'light', undefined])
})
