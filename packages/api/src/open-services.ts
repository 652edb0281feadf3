import { openDatabase } from '@assay/db/open'
import { formerTokenHasher, tokenHasher } from './access/token.ts'
import { type AccountSettings, readAccountSettings } from './accounts/account-settings.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import { readServerSecret } from './accounts/server-secret.ts'
import { openAttachmentStore, openChunkStore } from './attachments/open-attachment-store.ts'
import type { S3Settings } from './attachments/s3-attachment-store.ts'
import { createAuditSigner } from './audit/audit-signer.ts'
import { EventHub } from './events/event-hub.ts'
import { createAttachmentCheck } from './health/attachment-check.ts'
import { createHeavyWork } from './http/heavy-work.ts'
import { readLimits } from './http/limit-rules.ts'
import { RateLimiter } from './http/rate-limit.ts'
import { createResolveTxt } from './identity-providers/mail-domain.ts'
import { createOidcClient } from './identity-providers/oidc-client.ts'
import { readQuotas } from './quotas/quota-settings.ts'
import { openVault } from './secrets/encrypt-secrets.ts'
import { secretFingerprint } from './secrets/secret-fingerprint.ts'
import type { Services } from './services.ts'
import { INLINE_POOL, type WorkerPool } from './worker-pool/worker-pool.ts'

/** Opens the dependencies of the use-cases, such as the database and the folder of attachments. */
export function openServices({
  databaseUrl,
  directUrl,
  replicaUrl,
  s3,
  dataDir,
  publicUrl,
  limits = '',
  quotas = '',
  accounts: settings = readAccountSettings({}),
  loopbackTargets = false,
  targetHosts,
  workers = INLINE_POOL,
  allowMissingAttachments = false,
  onSession,
}: {
  databaseUrl: string
  /** DATABASE_DIRECT_URL, if `databaseUrl` is the address of a pooler. */
  directUrl?: string | undefined
  /** DATABASE_REPLICA_URL, a standby for reads of pages. */
  replicaUrl?: string | undefined
  dataDir: string
  /** The bucket of raw files; without one they are in a folder of the data directory. */
  s3?: S3Settings | undefined
  publicUrl: string
  /** ASSAY_LIMITS, parsed by `readLimits`. */
  limits?: string
  /** ASSAY_QUOTAS, parsed by `readQuotas`. */
  quotas?: string
  /** Configuration of sign-in; by default password and invitation. */
  accounts?: AccountSettings
  /** True allows webhooks to this machine itself; for development and tests. */
  loopbackTargets?: boolean
  /** Hosts that webhooks and requests to identity providers may reach; every public host by default. */
  targetHosts?: readonly string[] | undefined
  /** The worker threads of a server; other programs run the work on their event loop. */
  workers?: WorkerPool
  /** True reports the server as ready although raw files are missing. */
  allowMissingAttachments?: boolean
  /** Is called with the id of the process of each session of the database. */
  onSession?: ((processId: number) => void) | undefined
}): Services {
  const db = openDatabase({ url: databaseUrl, directUrl, replicaUrl }, { onSession })
  const now = () => new Date()
  const shared = {
    db,
    now,
    limits: new RateLimiter(db.limits, readLimits(limits)),
    publicUrl: publicUrl.replace(/\/$/, ''),
  }
  const secret = readServerSecret({ dataDir, given: settings.secret })
  const attachments = openAttachmentStore({ dataDir, s3 })
  const addresses = { allowLoopback: loopbackTargets, hosts: targetHosts }
  const oidc = createOidcClient(addresses, now)
  const accounts = openAccounts({ ...shared, dataDir, settings, oidc })
  return {
    ...shared,
    attachments,
    uploadChunks: openChunkStore({ dataDir, s3 }),
    events: new EventHub(db.events),
    attachmentCheck: createAttachmentCheck({ db, attachments }, { allowMissing: allowMissingAttachments }),
    secretFingerprint: secretFingerprint(secret),
    previousSecretFingerprint:
      settings.previousSecret === undefined ? null : secretFingerprint(settings.previousSecret),
    accounts,
    mail: accounts.mailer,
    tokenHash: tokenHasher(secret),
    heavy: createHeavyWork(),
    quotas: readQuotas(quotas),
    formerTokenHashes: formerTokenHasher(settings.previousSecret),
    auditSigner: createAuditSigner(secret, settings.previousSecret),
    vault: openVault(secret, settings.previousSecret),
    addresses,
    oidc,
    resolveTxt: createResolveTxt(),
    workers,
  }
}
