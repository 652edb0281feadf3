import { randomBytes } from 'node:crypto'
import type { NewChannel } from '@assay/db/types'
import type { ChannelKind, ChannelOptions } from '@assay/domain/notifications/channel-options'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ChannelOwner } from './channel-owner.ts'
import { ownerCanRead } from './owner-can-read.ts'
import { parseWebhookAddress } from './post-webhook.ts'

const SHOWN_CHARACTERS = 4

/**
 * Checks the address of a new channel and seals it. @returns the row to store and the signing secret, which is shown
 * only once.
 */
export async function prepareChannel(
  services: Pick<Services, 'db' | 'vault' | 'addresses' | 'mail'>,
  owner: ChannelOwner,
  { kind, address, options }: { kind: ChannelKind; address: string; options: ChannelOptions },
): Promise<Result<{ stored: NewChannel; secret: string | null }, AppError>> {
  const of = { projectId: owner.project.id, personId: owner.personId, kind, ...options }
  if (kind === 'mail') {
    const checked = await mailAddress(services, owner, address)
    if (!checked.ok) return checked
    const { shown, sealed } = checked.value
    return ok({ stored: { ...of, shown, addressSealed: sealed, secretSealed: null }, secret: null })
  }
  const checked = checkWebAddress(address, services)
  if (!checked.ok) return checked
  const secret = kind === 'webhook' ? newSigningSecret() : null
  const stored = {
    ...of,
    shown: `${checked.value.origin}/…${address.slice(-SHOWN_CHARACTERS)}`,
    addressSealed: services.vault.seal(checked.value.href),
    secretSealed: secret === null ? null : services.vault.seal(secret),
  }
  return ok({ stored, secret })
}

/** Creates a signing secret: a prefix that secret scanners find, and 256 random bits. */
export const newSigningSecret = (): string => `assay_hook_${randomBytes(32).toString('base64url')}`

/** Checks an address that a person or token entered: https, and public. */
export function checkWebAddress(address: string, { addresses }: Pick<Services, 'addresses'>): Result<URL, AppError> {
  try {
    return ok(parseWebhookAddress(address, addresses))
  } catch (error) {
    // Our own message explains a refused address; Node's message for an address that does not parse would not.
    const why = URL.canParse(address) && error instanceof Error ? error.message : 'This is not a URL.'
    return err(appError('query-invalid', `${why} Enter the whole address, which begins with https://.`))
  }
}

/** A person's own mail goes to the address of the account. Mail of a project goes only to members. */
async function mailAddress(
  services: Pick<Services, 'db' | 'vault' | 'mail'>,
  { project, personId }: ChannelOwner,
  given: string,
): Promise<Result<{ shown: string; sealed: string | null }, AppError>> {
  if (!services.mail.configured) {
    return err(
      appError('query-invalid', 'This server sends no mail: ASSAY_SMTP_URL is not set. Choose a webhook or Slack.'),
    )
  }
  if (personId !== null) {
    const own = await services.db.channels.findMailAddress(personId)
    if (own?.verified === true) return ok({ shown: own.email, sealed: null })
    return err(
      appError('query-invalid', 'The address of your account is not verified. Verify it on your account page first.'),
    )
  }
  const address = given.trim().toLowerCase()
  const person = await services.db.accounts.findByEmail(address)
  const known = person?.emailVerified === true && (await isMember(services, project, person.id))
  if (known) return ok({ shown: address, sealed: services.vault.seal(address) })
  const nobody = `No member of ${project.organization.name} who may read ${project.name} has verified this address.`
  return err(appError('query-invalid', `${nobody} Mail goes to members only; invite the address first.`))
}

/** Membership is checked also in a public project, because other readers did not ask for mail. */
const isMember = (
  services: Pick<Services, 'db'>,
  project: ChannelOwner['project'],
  personId: string,
): Promise<boolean> => ownerCanRead(services, { ...project, visibility: 'internal' }, personId)
