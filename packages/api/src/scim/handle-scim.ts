import { SERVER } from '@assay/db/open'
import type { Actor, Organization, ScimFilter } from '@assay/db/types'
import { parseStrictJson } from '@assay/domain/json/strict-json'
import { z } from 'zod'
import { addressPrefix, requestFacts } from '../access/request-facts.ts'
import { isWellFormedToken } from '../access/token.ts'
import { MAX_ANONYMOUS_BYTES } from '../http/body-size-limits.ts'
import { addressOf } from '../http/limit-request.ts'
import { readBytes } from '../http/read-body.ts'
import { quotaError } from '../quotas/quota-error.ts'
import type { Services } from '../services.ts'
import { RESOURCE_TYPES, SERVICE_PROVIDER_CONFIG, USER_SCHEMAS } from './scim-metadata.ts'
import { applyPatch, PatchRequest } from './scim-patch.ts'
import { refusal, scimError, scimResponse } from './scim-response.ts'
import { asResource, attributesOf, fieldsOf, ScimAttributes } from './scim-user.ts'

export const SCIM_PATH = '/api/scim/v2'

const MAX_PAGE = 200

type Call = { services: Services; request: Request; organization: Organization; by: Actor; baseUrl: string }

/** Handles a request of an organization's directory (SCIM 2.0, RFC 7644), which its token names. */
export async function handleScim(request: Request, services: Services): Promise<Response> {
  const facts = requestFacts(request.headers)
  const token = /^Bearer (\S{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // A malformed token belongs to nobody, so no query is needed.
  const isToken = token !== undefined && isWellFormedToken(token)
  const hashes = isToken ? [services.tokenHash(token), ...services.formerTokenHashes(token)] : []
  const organization = hashes.length === 0 ? null : await services.db.scim.findByToken(hashes)
  const subject = organization === null ? addressOf(facts) : ({ kind: 'token', id: `scim ${organization.id}` } as const)
  const counted = await services.limits.take('api', [subject])
  if (!counted.ok) return scimError(429, `Too many requests. Try again in ${counted.retryAfterSeconds} s.`)
  if (organization === null) return scimError(401, 'Send the token of the organization as Authorization: Bearer.')
  const by: Actor = { ...SERVER, name: 'SCIM', requestId: facts.requestId, address: addressPrefix(facts.address) }
  const call = { services, request, organization, by, baseUrl: `${services.publicUrl}${SCIM_PATH}` }
  try {
    return await route(call)
  } catch (error) {
    const quota = quotaError(error)
    if (quota !== null) return scimError(403, quota.detail)
    throw error
  }
}

function route(call: Call): Promise<Response> | Response {
  const { pathname } = new URL(call.request.url)
  const [resource = '', id, ...rest] = pathname.slice(SCIM_PATH.length + 1).split('/')
  const { method } = call.request
  if (rest.length > 0) return scimError(404, 'Page not found.')
  if (resource === 'Users' && id === undefined) {
    if (method === 'GET') return list(call)
    if (method === 'POST') return create(call)
  }
  if (resource === 'Users' && id !== undefined) {
    if (method === 'GET') return read(call, id)
    if (method === 'PUT') return replace(call, id)
    if (method === 'PATCH') return patch(call, id)
    if (method === 'DELETE') return remove(call, id)
  }
  if (method === 'GET' && id === undefined) {
    if (resource === 'ServiceProviderConfig') return scimResponse(SERVICE_PROVIDER_CONFIG)
    if (resource === 'ResourceTypes') return scimResponse(RESOURCE_TYPES)
    if (resource === 'Schemas') return scimResponse(USER_SCHEMAS)
    if (resource === 'Groups') return scimResponse(listOf([], 0, 1))
  }
  return scimError(404, 'Page not found. Users can be read, created, changed and deleted.')
}

async function list({ services, request, organization, baseUrl }: Call): Promise<Response> {
  const query = new URL(request.url).searchParams
  const filter = readFilter(query.get('filter'))
  if (filter === 'invalid') {
    const detail = 'Filter by id, userName, externalId or emails.value with eq, such as userName eq "ada@example.org".'
    return scimError(400, detail, 'invalidFilter')
  }
  const startIndex = Math.max(1, wholeNumber(query.get('startIndex'), 1))
  const take = Math.min(MAX_PAGE, Math.max(0, wholeNumber(query.get('count'), 100)))
  const page = { filter, skip: startIndex - 1, take }
  const { total, users } = await services.db.scim.list(organization.id, page)
  return scimResponse(
    listOf(
      users.map((user) => asResource(user, baseUrl)),
      total,
      startIndex,
    ),
  )
}

const listOf = (resources: object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

async function create({ services, request, organization, by, baseUrl }: Call): Promise<Response> {
  const body = await readScim(request, ScimAttributes)
  if (body instanceof Response) return body
  const fields = fieldsOf(body)
  if (fields === null) return NO_ADDRESS()
  const made = await services.db.scim.create(organization.id, fields, services.now(), by)
  if (typeof made === 'string') return refusal(made)
  const resource = asResource(made, baseUrl)
  return scimResponse(resource, 201, { location: resource.meta.location })
}

async function read({ services, organization, baseUrl }: Call, id: string): Promise<Response> {
  const user = await services.db.scim.find(organization.id, id)
  return user === null ? refusal('not-there') : scimResponse(asResource(user, baseUrl))
}

async function replace(call: Call, id: string): Promise<Response> {
  const body = await readScim(call.request, ScimAttributes)
  return body instanceof Response ? body : change(call, id, body)
}

async function patch(call: Call, id: string): Promise<Response> {
  const body = await readScim(call.request, PatchRequest)
  if (body instanceof Response) return body
  const user = await call.services.db.scim.find(call.organization.id, id)
  if (user === null) return refusal('not-there')
  const changed = applyPatch(attributesOf(user), body)
  return changed.ok ? change(call, id, changed.value) : scimError(400, changed.error, 'invalidValue')
}

async function change(
  { services, organization, by, baseUrl }: Call,
  id: string,
  attributes: ScimAttributes,
): Promise<Response> {
  const fields = fieldsOf(attributes)
  if (fields === null) return NO_ADDRESS()
  const changed = await services.db.scim.change(organization.id, { id, fields }, services.now(), by)
  return typeof changed === 'string' ? refusal(changed) : scimResponse(asResource(changed, baseUrl))
}

async function remove({ services, organization, by }: Call, id: string): Promise<Response> {
  const removed = await services.db.scim.remove(organization.id, id, services.now(), by)
  return removed === 'done' ? scimResponse(null, 204) : refusal(removed)
}

const FILTER = /^(id|userName|externalId|emails(?:\[[^\]]{1,60}\])?(?:\.value)?) eq "((?:[^"\\]|\\.){0,254})"$/i
const FIELDS: Readonly<Record<string, ScimFilter['field']>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
}

function readFilter(text: string | null): ScimFilter | null | 'invalid' {
  if (text === null) return null
  const [, path = '', value = ''] = FILTER.exec(text.trim()) ?? []
  if (path === '') return 'invalid'
  return { field: FIELDS[path.toLowerCase()] ?? 'email', value: value.replaceAll(/\\(.)/g, '$1') }
}

async function readScim<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  const bytes = await readBytes(request, { packed: MAX_ANONYMOUS_BYTES, unpacked: MAX_ANONYMOUS_BYTES })
  if (!bytes.ok) return scimError(413, bytes.error.detail)
  const json = parseStrictJson(bytes.value.toString('utf8'))
  if (!json.ok) return scimError(400, 'The body is not JSON.', 'invalidSyntax')
  const parsed = schema.safeParse(json.value)
  return parsed.success ? parsed.data : scimError(400, z.prettifyError(parsed.error), 'invalidValue')
}

const NO_ADDRESS = () => scimError(400, 'emails, or else userName, must be a mail address.', 'invalidValue')

const wholeNumber = (text: string | null, otherwise: number): number =>
  text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise
