import { randomBytes } from 'node:crypto'
import type { NewTarget } from '@assay/db/types'
import type { TargetKind, TargetOptions } from '@assay/domain/notifications/channel-options'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { TargetOwner } from './channel-owner.ts'
import { mayStillRead } from './owner-can-read.ts'
import { checkedTarget } from './post-webhook.ts'

const SHOWN_SIGNS = 4

/** What is stored of a target, and the secret by which its messages are signed, which is shown this once. */
export async function newTarget(
  services: Pick<Services, 'db' | 'vault' | 'addresses' | 'mail'>,
  owner: TargetOwner,
  { kind, address, options }: { kind: TargetKind; address: string; options: TargetOptions },
): Promise<Result<{ stored: NewTarget; secret: string | null }, AppError>> {
  const of = { projectId: owner.project.id, personId: owner.personId, kind, ...options }
  if (kind === 'mail') {
    const checked = await mailAddress(services, owner, address)
    if (!checked.ok) return checked
    const { shown, sealed } = checked.value
    return ok({ stored: { ...of, shown, addressSealed: sealed, secretSealed: null }, secret: null })
  }
  const checked = webAddress(address, services)
  if (!checked.ok) return checked
  const secret = kind === 'webhook' ? newSecret() : null
  const stored = {
    ...of,
    shown: `${checked.value.origin}/…${address.slice(-SHOWN_SIGNS)}`,
    addressSealed: services.vault.seal(checked.value.href),
    secretSealed: secret === null ? null : services.vault.seal(secret),
  }
  return ok({ stored, secret })
}

/** A prefix that scanners find, and 256 random bits. */
export const newSecret = (): string => `assay_hook_${randomBytes(32).toString('base64url')}`

function webAddress(address: string, { addresses }: Pick<Services, 'addresses'>): Result<URL, AppError> {
  try {
    return ok(checkedTarget(address, addresses))
  } catch (error) {
    // What it says of an address that is none is Node's; of one that is refused, ours.
    const why = URL.canParse(address) && error instanceof Error ? error.message : 'It is not an address.'
    return err(appError('query-invalid', `${why} Give the whole address, which begins with https://.`))
  }
}

/** A person's own mail goes to the address of the account; a project's to somebody who may read it, lest it pesters strangers. */
async function mailAddress(
  services: Pick<Services, 'db' | 'vault' | 'mail'>,
  { project, personId }: TargetOwner,
  given: string,
): Promise<Result<{ shown: string; sealed: string | null }, AppError>> {
  if (!services.mail.configured) {
    return err(appError('query-invalid', 'This server sends no mail: ASSAY_SMTP_URL is not set. Choose another way.'))
  }
  if (personId !== null) {
    const own = await services.db.telling.addressOf(personId)
    if (own?.verified === true) return ok({ shown: own.email, sealed: null })
    return err(
      appError('query-invalid', 'The address of your account is not verified. Do that first, on your account.'),
    )
  }
  const address = given.trim().toLowerCase()
  const person = await services.db.accounts.findByEmail(address)
  const known = person?.emailVerified === true && (await isMember(services, project, person.id))
  if (known) return ok({ shown: address, sealed: services.vault.seal(address) })
  const nobody = `No member of ${project.organization.name} who may read ${project.name} has verified this address.`
  return err(appError('query-invalid', `${nobody} Mail goes to members only.`))
}

/** Of a public project too: a stranger did not ask for mail. */
const isMember = (
  services: Pick<Services, 'db'>,
  project: TargetOwner['project'],
  personId: string,
): Promise<boolean> => mayStillRead(services, { ...project, visibility: 'internal' }, personId)
