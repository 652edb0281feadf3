import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formerTokenHasher, tokenHasher } from '@assay/api/access/token'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openAccounts } from '@assay/api/accounts/open-accounts'
import { createAttachmentStore } from '@assay/api/attachments/attachment-store'
import { createAuditSigner } from '@assay/api/audit/audit-signer'
import { EventHub } from '@assay/api/events/event-hub'
import { createAttachmentCheck } from '@assay/api/health/attachment-check'
import { createHeavyWork } from '@assay/api/http/heavy-work'
import { readLimits } from '@assay/api/http/limit-rules'
import { RateLimiter } from '@assay/api/http/rate-limit'
import type { ResolveTxt } from '@assay/api/identity-providers/mail-domain'
import { createOidcClient } from '@assay/api/identity-providers/oidc-client'
import type { Mailer } from '@assay/api/mail/mailer'
import { readQuotas } from '@assay/api/quotas/quota-settings'
import { handleRest } from '@assay/api/rest/handle-rest'
import { openVault } from '@assay/api/secrets/encrypt-secrets'
import { secretFingerprint } from '@assay/api/secrets/secret-fingerprint'
import type { Services } from '@assay/api/services'
import { INLINE_POOL, type WorkerPool } from '@assay/api/worker-pool/worker-pool'
import { openDatabase } from '@assay/db/open'
import { createTestDatabase } from '@assay/db/testing'
import type { TokenScope, Visibility } from '@assay/db/types'
import { insertToken } from './insert-token.ts'

const ORIGIN = 'http://assay.test'
const STORE_TIMEOUT_MS = 60_000

/**
 * Starts a server without a socket: real Postgres, real files, a fixed clock. Tests call its handlers.
 *
 * @param limits as in ASSAY_LIMITS; none by default.
 * @param quotas as in ASSAY_QUOTAS.
 * @param rewrite changes the text of every tenant-scoped statement.
 * @param people environment variables of sign-in, in addition to a secret for tests.
 */
export async function startTestServer({
  limits = 'off',
  quotas = '',
  rewrite = null,
  people: variables = {},
  mailer = { configured: false, sendMail: async () => 'not-configured' },
  publicUrl = ORIGIN,
  now = () => new Date('2026-11-21T12:00:00Z'),
  workers = INLINE_POOL,
  resolveTxt = async () => [],
}: {
  limits?: string
  quotas?: string
  rewrite?: ((sql: string) => string) | null
  people?: Record<string, string>
  mailer?: Mailer
  publicUrl?: string
  now?: () => Date
  workers?: WorkerPool
  resolveTxt?: ResolveTxt
} = {}) {
  const database = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'assay-api-'))
  const db = await openDatabase(database.url, { rewrite })
  const settings = readAccountSettings({ ASSAY_SECRET: 'a secret for tests, which is no secret', ...variables })
  // On a busy machine the database may take longer than half a second, after which production uses a smaller budget.
  const limiter = new RateLimiter(db.limits, readLimits(limits), { storeTimeoutMs: STORE_TIMEOUT_MS })
  const shared = { db, now, publicUrl, limits: limiter }
  const attachments = createAttachmentStore(directory)
  const addresses = { allowLoopback: true }
  const oidc = createOidcClient(addresses, now)
  const services: Services = {
    ...shared,
    attachments,
    uploadChunks: createAttachmentStore(join(directory, 'upload-chunks')),
    events: new EventHub(db.events),
    attachmentCheck: createAttachmentCheck({ db, attachments }),
    secretFingerprint: secretFingerprint('a secret for tests, which is no secret'),
    previousSecretFingerprint: null,
    accounts: openAccounts({ ...shared, dataDir: directory, settings, mailer, oidc }),
    mail: mailer,
    tokenHash: tokenHasher('a secret for tests, which is no secret'),
    formerTokenHashes: formerTokenHasher(settings.previousSecret),
    auditSigner: createAuditSigner('a secret for tests, which is no secret'),
    heavy: createHeavyWork(),
    quotas: readQuotas(quotas),
    vault: openVault('a secret for tests, which is no secret'),
    addresses,
    oidc,
    resolveTxt,
    workers,
  }
  const addProject = async (slug: string, visibility: Visibility = 'public') => {
    const project = await db.projects.ensure({ organization: 'lab', slug, name: slug, description: '', visibility })
    const addToken = async (scopes: TokenScope[], expiresAt: string | null = null) =>
      (await insertToken(db, project.id, { name: `for ${scopes.join(' and ')}`, scopes, expiresAt })).token
    return { project, addToken, token: await addToken(['read', 'upload', 'write']) }
  }
  return {
    services,
    db,
    directory,
    url: database.url,
    addProject,
    send: (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
      handleRest(new Request(`${ORIGIN}${path}`, init), services),
    async stop() {
      await services.events.stop()
      await db.close()
      await database.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
