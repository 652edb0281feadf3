import type { Database } from '@assay/db/types'
import type { RequestFacts } from './access/request-facts.ts'
import type { Person } from './access/resolve-access.ts'
import type { AttachmentStore } from './attachments/attachment-store.ts'
import type { RateLimiter } from './http/rate-limit.ts'

/** Knows who is signed in. */
export type People = { personOf(request: RequestFacts): Promise<Person | null> }

/** What every use-case is given: nothing in this package reaches for anything else. */
export type Services = {
  db: Database
  attachments: AttachmentStore
  now: () => Date
  /** Address under which people reach this server, without a trailing slash; links in receipts start with it. */
  publicUrl: string
  people: People
  /** Rate limits and quotas; they are shared with the other processes. */
  limits: RateLimiter
}
