import type { Database } from '@assay/db/types'
import type { Accounts } from './accounts/accounts.ts'
import type { AttachmentStore } from './attachments/attachment-store.ts'
import type { AuditSigner } from './audit/audit-signer.ts'
import type { EventHub } from './events/event-hub.ts'
import type { AttachmentCheck } from './health/attachment-check.ts'
import type { HeavyWork } from './http/heavy-work.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { ResolveTxt } from './identity-providers/mail-domain.ts'
import type { OidcClient } from './identity-providers/oidc-client.ts'
import type { Mailer } from './mail/mailer.ts'
import type { AddressRule } from './notifications/ssrf-guard.ts'
import type { QuotaSettings } from './quotas/quota-settings.ts'
import type { Vault } from './secrets/encrypt-secrets.ts'
import type { WorkerPool } from './worker-pool/worker-pool.ts'

/** Dependencies of every use-case; this package uses no others. */
export type Services = {
  db: Database
  attachments: AttachmentStore
  /** Chunks of uploads that are not complete yet. */
  uploadChunks: AttachmentStore
  /** Tells open pages of changes that any process stored. */
  events: EventHub
  now: () => Date
  /** Public address of this server, without a trailing slash; links in receipts begin with it. */
  publicUrl: string
  accounts: Accounts
  mail: Mailer
  /** Hashes a token for storage. */
  tokenHash: (token: string) => string
  /** Returns the other hashes under which a token may still be stored. */
  formerTokenHashes: (token: string) => string[]
  /** Rate limits and quotas; they are shared with the other processes. */
  limits: RateLimiter
  /** Quotas of new organizations, and how many of them a person can own. */
  quotas: QuotaSettings
  /** Makes callers take turns with comparisons and other heavy calls. */
  heavy: HeavyWork
  /** Identifies the secret of this server without revealing it. */
  secretFingerprint: string
  /** Fingerprint of the previous secret, ASSAY_SECRET_PREVIOUS; null without one. */
  previousSecretFingerprint: string | null
  /** Compares the raw files of the database with those of the store. */
  attachmentCheck: AttachmentCheck
  /** Signs audit logs. */
  auditSigner: AuditSigner
  /** Encrypts secrets that must be read again. */
  vault: Vault
  /** Decides to which addresses webhooks can be sent, and which identity providers can be reached. */
  addresses: AddressRule
  /** Signs in by identity providers of organizations. */
  oidc: OidcClient
  /** Reads TXT records, by which mail domains are verified. */
  resolveTxt: ResolveTxt
  /** Runs parsing and file generation away from the event loop. */
  workers: WorkerPool
}
