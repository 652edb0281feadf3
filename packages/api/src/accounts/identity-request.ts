import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestFacts } from '../access/request-facts.ts'

/** The request that the identity library handles, and the kind of password change that it makes. */
type IdentityRequest = { request: RequestFacts; password?: 'changed' | 'reset'; hasSecondFactor?: boolean }
export const identityRequest = new AsyncLocalStorage<IdentityRequest>()
