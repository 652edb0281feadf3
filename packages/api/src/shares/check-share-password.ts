import type { RequestFacts } from '../access/request-facts.ts'
import { isPassword } from '../accounts/password-hash.ts'
import { addressOf, tooManyResponse } from '../http/limit-request.ts'
import type { Services } from '../services.ts'

/**
 * Checks the password of a share. Every attempt is counted for the address and for the share before the comparison, so
 * that many addresses together cannot guess it either.
 *
 * @returns a response when there were too many attempts
 */
export async function checkSharePassword(
  { limits }: Pick<Services, 'limits'>,
  request: RequestFacts,
  share: { id: string; passwordHash: string | null },
  password: string,
): Promise<boolean | Response> {
  const taken = await limits.take('share-password', [addressOf(request), { kind: 'share', id: share.id }])
  if (!taken.ok) return tooManyResponse(taken)
  return isPassword(password, share.passwordHash ?? '')
}
