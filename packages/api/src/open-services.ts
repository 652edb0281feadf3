import path from 'node:path'
import { openDatabase } from '@assay/db/open'
import { tokenHasher } from './access/token.ts'
import { createAttachmentStore } from './attachments/attachment-store.ts'
import { readLimits } from './http/limit-rules.ts'
import { RateLimiter } from './http/rate-limit.ts'
import { openVault } from './notifications/vault.ts'
import { openPeople } from './people/open-people.ts'
import { type PeopleSettings, readPeopleSettings } from './people/people-settings.ts'
import { readSecret } from './people/secret.ts'
import type { Services } from './services.ts'

/** Opens what the use-cases need: the database and the folder of attachments. */
export function openServices({
  databaseUrl,
  dataDir,
  publicUrl,
  limits = '',
  people: settings = readPeopleSettings({}),
  loopbackTargets = false,
}: {
  databaseUrl: string
  dataDir: string
  publicUrl: string
  /** ASSAY_LIMITS, as `readLimits` reads it. */
  limits?: string
  /** How people sign in; by password and invitation unless said otherwise. */
  people?: PeopleSettings
  /** Whether messages may go to this machine itself; for development and tests. */
  loopbackTargets?: boolean
}): Services {
  const db = openDatabase(databaseUrl)
  const now = () => new Date()
  const shared = {
    db,
    now,
    limits: new RateLimiter(db.limits, readLimits(limits)),
    publicUrl: publicUrl.replace(/\/$/, ''),
  }
  const secret = readSecret({ dataDir, given: settings.secret })
  const people = openPeople({ ...shared, dataDir, settings })
  return {
    ...shared,
    attachments: createAttachmentStore(path.join(dataDir, 'attachments')),
    people,
    mail: people.mailer,
    tokenHash: tokenHasher(secret),
    vault: openVault(secret),
    addresses: { allowLoopback: loopbackTargets },
  }
}
