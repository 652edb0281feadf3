import type { LeakedScimToken, LeakedToken } from '@assay/db/types'
import { projectLabel, projectPath } from '@assay/domain/projects/project-key'
import { actorOf, type Caller } from '../access/resolve-access.ts'
import { isWellFormedToken } from '../access/token.ts'
import { logUnsentMail } from '../accounts/identity-mails.ts'
import { writeMail } from '../mail/mail.ts'
import type { Services } from '../services.ts'

/**
 * Revokes those of the tokens that belong to this server, and mails their owners. The reporter does not learn which
 * ones matched.
 */
export async function reportLeaked(services: Services, caller: Caller, tokens: readonly string[]): Promise<void> {
  // A malformed token belongs to nobody, so no query is needed.
  const ours = tokens.filter(isWellFormedToken)
  if (ours.length === 0) return
  const hashes = ours.flatMap((token) => [services.tokenHash(token), ...services.formerTokenHashes(token)])
  const by = { ...actorOf(caller), name: 'a report of leaked tokens' }
  const leaked = await services.db.tokens.revokeLeaked(hashes, services.now(), by)
  const directories = await services.db.scim.revokeLeaked(hashes, services.now(), by)
  if (!services.mail.configured) return
  for (const token of leaked) notifyOwners(services, token)
  for (const token of directories) notifyOrganization(services, token)
}

function notifyOrganization({ mail, publicUrl }: Services, { organization, recipients }: LeakedScimToken): void {
  for (const { name, email } of recipients) {
    const letter = writeMail({
      to: email,
      subject: `The SCIM token of ${organization} was found in public and revoked`,
      paragraphs: [
        `${name}, the SCIM token of ${organization} was reported as public and is revoked.`,
        'Your directory changes no members until you create a new token and enter it there. Check the audit log of the organization.',
      ],
      link: { label: 'Identity provider', url: `${publicUrl}/o/${organization}/identity-provider` },
    })
    void mail.sendMail(letter).catch(logUnsentMail)
  }
}

function notifyOwners({ mail, publicUrl }: Services, { name, project, recipients: people }: LeakedToken): void {
  for (const { name: person, email } of people) {
    const letter = writeMail({
      to: email,
      subject: `The token ${name} was found in public and revoked`,
      paragraphs: [
        `${person}, the token ${name} of ${projectLabel(project)} was reported as public and is revoked.`,
        'Check its use in the audit log, and create a new one.',
      ],
      link: { label: 'Tokens of this project', url: `${publicUrl}${projectPath(project)}/settings/tokens` },
    })
    // A response that waited for the mail server would tell the reporter that the token was ours.
    void mail.sendMail(letter).catch(logUnsentMail)
  }
}
