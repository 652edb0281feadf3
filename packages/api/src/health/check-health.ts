import type { Readiness } from '@assay/db/types'
import type { Services } from '../services.ts'
import type { AttachmentCount } from './attachment-check.ts'

/** The answer of /api/health/ready. */
type Health =
  | (Extract<Readiness, { ready: true }> & { attachments: AttachmentCount | null })
  | { ready: false; code: string; reason: string }

type Checked = Pick<Services, 'db' | 'secretFingerprint' | 'previousSecretFingerprint' | 'attachmentCheck'>

/**
 * Checks whether this server can work: the database answers and has every migration, the secret is the one that the
 * database was used with, and the referenced raw files exist. A restore of only one half fails one of these checks.
 */
export async function checkHealth(services: Checked): Promise<Health> {
  const { db, attachmentCheck } = services
  const readiness = await db.ready()
  if (!readiness.ready) return readiness
  if (!(await isSecretOfDatabase(services))) {
    return {
      ready: false,
      code: 'secret-differs',
      reason:
        'The secret of this server is not the one that the database was used with, so its sessions, tokens and webhooks cannot be read. Restore the file "secret" of the data directory or set ASSAY_SECRET to its value. To change the secret, keep the earlier one in ASSAY_SECRET_PREVIOUS, or run: assay accept-secret',
    }
  }
  const attachments = await attachmentCheck.read()
  if (attachments.refused === null) return { ...readiness, attachments: attachments.count }
  const { missing, referenced, example } = attachments.refused
  return {
    ready: false,
    code: 'attachments-missing',
    reason: `${missing} of ${referenced} raw files that the database refers to are not in the attachment store, such as ${example}. Restore them with assay restore, or set ASSAY_ALLOW_MISSING_ATTACHMENTS=1 to go on without them.`,
  }
}

/**
 * True when the database was used with this secret, or with the previous one, which is then replaced in the database.
 */
async function isSecretOfDatabase({ db, secretFingerprint, previousSecretFingerprint }: Checked): Promise<boolean> {
  const stored = await db.server.recordSecret(secretFingerprint)
  if (stored === secretFingerprint) return true
  if (stored !== previousSecretFingerprint) return false
  await db.server.acceptSecret(secretFingerprint)
  return true
}
