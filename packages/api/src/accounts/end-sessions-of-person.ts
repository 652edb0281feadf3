import { SERVER } from '@assay/db/open'
import type { Database } from '@assay/db/types'

/**
 * Ends all sessions of the person with this address, for the operator of a server: after a lost device, or when an account
 * is suspected to be used by somebody else.
 *
 * @returns the name of the person and the number of ended sessions; null when nobody has the address.
 */
export async function endSessionsOf(
  { accounts }: Pick<Database, 'accounts'>,
  email: string,
): Promise<{ name: string; ended: number } | null> {
  const person = await accounts.findByEmail(email.trim().toLowerCase())
  if (person === null) return null
  return { name: person.name, ended: await accounts.endSessions(person.id, null, SERVER) }
}
