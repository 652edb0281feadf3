import type { Database } from '@assay/db/types'
import type { Accounts } from './accounts/accounts.ts'
import type { AttachmentStore } from './attachments/attachment-store.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Mailer } from './mail/mailer.ts'
import type { AddressRule } from './notifications/public-address.ts'
import type { Vault } from './notifications/vault.ts'

/** What every use-case is given: nothing in this package reaches for anything else. */
export type Services = {
  db: Database
  attachments: AttachmentStore
  now: () => Date
  /** Address under which people reach this server, without a trailing slash; links in receipts start with it. */
  publicUrl: string
  accounts: Accounts
  mail: Mailer
  /** What is stored of a token. */
  tokenHash: (token: string) => string
  /** Rate limits and quotas; they are shared with the other processes. */
  limits: RateLimiter
  /** Encrypts what must be read again. */
  vault: Vault
  /** Where messages of people's choosing may go. */
  addresses: AddressRule
}
