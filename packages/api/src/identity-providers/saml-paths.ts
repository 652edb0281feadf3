import { AUTH_PATH } from '../accounts/identity-names.ts'

/** Paths of SAML for an organization, below the path of the identity library. */
export const ASSERTIONS = /^\/sso\/([a-z0-9-]{1,63})\/assertions$/
export const METADATA = /^\/sso\/([a-z0-9-]{1,63})\/metadata$/

/** True for requests that the page of a provider makes the browser send to us, from another site. */
export const isSamlResponse = (method: string, path: string): boolean =>
  method === 'POST' && path.startsWith(AUTH_PATH) && ASSERTIONS.test(path.slice(AUTH_PATH.length))
