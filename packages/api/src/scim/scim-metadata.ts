import { USER_SCHEMA } from './scim-user.ts'

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0'

/** Features of this service (RFC 7643, section 5). */
export const SERVICE_PROVIDER_CONFIG = {
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token of the organization.', primary: true },
  ],
}

const list = (resources: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

export const RESOURCE_TYPES = list([
  { schemas: [`${SCHEMAS}:ResourceType`], id: 'User', name: 'User', endpoint: '/Users', schema: USER_SCHEMA },
])

const text = (name: string, required = false) => ({
  name,
  type: 'string',
  multiValued: false,
  required,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: name === 'userName' ? 'server' : 'none',
})

export const USER_SCHEMAS = list([
  {
    schemas: [`${SCHEMAS}:Schema`],
    id: USER_SCHEMA,
    name: 'User',
    attributes: [
      text('userName', true),
      text('displayName'),
      { ...text('active'), type: 'boolean' },
      {
        ...text('name'),
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map((one) => text(one)),
      },
      {
        ...text('emails'),
        type: 'complex',
        multiValued: true,
        subAttributes: ['value', 'type'].map((one) => text(one)),
      },
    ],
  },
])
