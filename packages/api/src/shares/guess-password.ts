import type { RequestFacts } from '../access/request-facts.ts'
import { addressOf, tooManyResponse } from '../http/limit-request.ts'
import type { Services } from '../services.ts'
import { isPassword } from './secret.ts'

/**
 * Whether this is the password of a share. Every try is counted for the address and for the share, before anything is
 * compared: many addresses together may not guess for long either.
 *
 * @returns the answer for who tried too often, instead.
 */
export async function guessPassword(
  { limits }: Pick<Services, 'limits'>,
  request: RequestFacts,
  share: { id: string; passwordHash: string | null },
  password: string,
): Promise<boolean | Response> {
  const taken = await limits.take('share-password', [addressOf(request), { kind: 'share', id: share.id }])
  if (!taken.ok) return tooManyResponse(taken)
  return isPassword(password, share.passwordHash ?? '')
}
