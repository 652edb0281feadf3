import type { ScimRefusal } from '@assay/db/types'

const MEDIA_TYPE = 'application/scim+json; charset=utf-8'

export const scimResponse = (body: object | null, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: { ...headers, ...(body !== null && { 'content-type': MEDIA_TYPE }), 'cache-control': 'no-store' },
  })

/** An error as RFC 7644, section 3.12, describes it. */
export function scimError(status: number, detail: string, scimType?: string): Response {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return scimResponse({ schemas, status: String(status), detail, ...(scimType && { scimType }) }, status, headers)
}

export function refusal(reason: ScimRefusal): Response {
  switch (reason) {
    case 'not-there':
      return scimError(404, 'There is no such user.')
    case 'taken':
      return scimError(409, 'There is a user with this userName.', 'uniqueness')
    case 'foreign-address':
      return scimError(400, 'The address is in no mail domain that is verified for the organization.', 'invalidValue')
    case 'unconfirmed-account':
      return scimError(
        409,
        'There is an account with this address, which was never confirmed and is not a member. Its owner must sign in and be invited first.',
        'uniqueness',
      )
    case 'last-owner':
      return scimError(
        409,
        'This is the last owner of the organization. Make another member an owner first.',
        'mutability',
      )
  }
}
