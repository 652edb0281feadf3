import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestFacts } from '../access/request-facts.ts'

/** The request that the identity library handles, and the kind of password change that it makes. */
export type IdentityRequest = {
  request: RequestFacts
  password?: 'changed' | 'reset'
  hasSecondFactor?: boolean
  /** Identity providers of organizations that vouch for the sessions that are created. */
  providers?: readonly string[]
}
export const identityRequest = new AsyncLocalStorage<IdentityRequest>()
