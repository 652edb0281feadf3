// The tables, times and words of docs/accounts.md against the code (OWASP ASVS 6.1.2, 6.1.3, 7.1.2, 7.1.3).

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ProviderInput } from '../identity-providers/check-provider.ts'
import { readAccountSettings } from './account-settings.ts'
import { CONTEXT_WORDS, findPasswordProblem } from './password-strength.ts'
import { MAX_SIGN_IN_AGE_MS } from './recent-sign-in.ts'

const ROOT = new URL('../../../../', import.meta.url)
const text = readFileSync(new URL('docs/accounts.md', ROOT), 'utf8')
const section = (title: string) => text.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? ''
const ways = [...section('Ways to sign in').matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)]
  .map(([, way = '', offered = '']) => ({ way, offered }))
  .slice(2)
const HOUR = 3_600_000

/** Providers of the server, by the variable that turns each on. */
const OF_THE_SERVER = { github: 'GitHub', oidc: 'OpenID Connect of the server' } as const
const OF_AN_ORGANIZATION = { oidc: 'OpenID Connect of an organization', saml: 'SAML of an organization' } as const

test('every way to sign in is documented with what offers it, and no other one', () => {
  const variables = { ASSAY_GITHUB_CLIENT_ID: 'a', ASSAY_GITHUB_CLIENT_SECRET: 'b', ASSAY_OIDC_CLIENT_ID: 'a' }
  const all = readAccountSettings({
    ...variables,
    ASSAY_OIDC_CLIENT_SECRET: 'b',
    ASSAY_OIDC_ISSUER: 'https://id.test',
  })
  const server = (['github', 'oidc'] as const).filter((name) => all[name] !== null).map((name) => OF_THE_SERVER[name])
  const protocols = ProviderInput.options.map(({ shape }) => OF_AN_ORGANIZATION[shape.protocol.value])
  expect(ways.map(({ way }) => way)).toEqual(['password', 'passkey', ...server, ...protocols])
  for (const { offered } of ways) {
    for (const [, variable = ''] of offered.matchAll(/`(ASSAY_\w+)`/g)) {
      expect(readFileSync(new URL('.env.example', ROOT), 'utf8')).toContain(variable)
    }
  }
})

test('the times of sessions are those of the code, and sessions at once and at providers are described', () => {
  const { sessions } = readAccountSettings({})
  const documented = section('Sessions')
  expect(documented).toContain(`after ${sessions.idleMs / HOUR / 24} days without use`)
  expect(documented).toContain(`after ${sessions.ageMs / HOUR / 24} days in any case`)
  expect(documented.replaceAll('\n', ' ')).toContain(`within the last ${MAX_SIGN_IN_AGE_MS / 60_000} minutes`)
  expect(documented).toContain('any number of sessions at once')
  expect(documented).toContain('does not sign out at an identity provider')
})

test('the words that are easy to guess here are documented, and a password of two of them is refused', async () => {
  const [, listed = ''] = /Words that are easy to guess here([^.]+)\./.exec(text) ?? []
  expect([...listed.matchAll(/`(.+?)`/g)].map(([, word]) => word)).toEqual(CONTEXT_WORDS)
  for (const word of CONTEXT_WORDS) expect(await findPasswordProblem(`${word}-${word}-1`, []), word).not.toBeNull()
})
