import { SERVER } from '@assay/db/open'
import { expect } from 'vitest'
import type { TestServer } from './test-server.ts'

export const SCHEMAS = ['urn:ietf:params:scim:schemas:core:2.0:User']
/** The body of a user as an identity provider sends it. */
export const ada = (more: object = {}) => ({
  schemas: SCHEMAS,
  userName: 'Ada@example.org',
  externalId: '00u1',
  name: { givenName: 'Ada', familyName: 'Love' },
  emails: [{ value: 'ada@example.org', type: 'work', primary: true }],
  title: 'is not stored',
  active: true,
  ...more,
})

export const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

/** The forms of Okta, of Entra ID before its flag for compliance, and of one operation per attribute. */
export const DISABLING = [
  patch({ op: 'replace', value: { active: false } }),
  patch({ op: 'Replace', path: 'active', value: 'False' }),
  patch({ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }),
]

/** Verifies a mail domain of an organization as the operator does. */
export async function verifyDomain(server: TestServer, slug: string, domain: string) {
  const found = await server.db.organizations.findBySlug(slug)
  const id = found?.id ?? ''
  await server.db.identityProviders.addDomain(id, { domain, txtValue: 'x' }, SERVER)
  expect(await server.db.identityProviders.verifyDomain(id, { domain, as: 'operator', at: new Date() }, SERVER)).toBe(
    'done',
  )
}
