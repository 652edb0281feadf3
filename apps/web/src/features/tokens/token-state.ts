import { plural } from '@assay/domain/plural'
import type { Token } from '../../trpc/api-types.ts'

const DAY_MS = 24 * 3_600_000
/** Days before the expiry from which a warning is shown. */
const WARN_DAYS = 14
const ALARM_DAYS = 3

type TokenState = { text: string; urgent: boolean; usable: boolean }

/** Describes the current state of a token. */
export function tokenState(
  token: Pick<Token, 'expiresAt' | 'revokedAt' | 'leakedAt' | 'successorId'>,
  now: number,
): TokenState {
  const { expiresAt, revokedAt, leakedAt, successorId } = token
  if (leakedAt !== null) return { text: 'found in public, revoked', urgent: true, usable: false }
  if (revokedAt !== null) return { text: 'revoked', urgent: false, usable: false }
  const replaced = successorId === null ? '' : 'replaced, '
  if (expiresAt === null) return { text: `${replaced}does not expire`, urgent: false, usable: true }
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return { text: `${replaced}over`, urgent: false, usable: false }
  const days = Math.floor(left / DAY_MS)
  if (days < 1) return { text: `${replaced}expires today`, urgent: successorId === null, usable: true }
  const text = `${replaced}expires in ${plural(days, 'day')}`
  return { text, urgent: successorId === null && days <= ALARM_DAYS, usable: true }
}

/** True from 14 days before the expiry of a token without a successor. */
export function endsSoon(
  { expiresAt, revokedAt, successorId }: Pick<Token, 'expiresAt' | 'revokedAt' | 'successorId'>,
  now: number,
) {
  if (expiresAt === null || revokedAt !== null || successorId !== null) return false
  const left = Date.parse(expiresAt) - now
  return left > 0 && left <= WARN_DAYS * DAY_MS
}

/** "3 valid tokens, 1 expires within 14 days": the headline of a list of tokens. */
export function tokensTitle(
  tokens: readonly Pick<Token, 'expiresAt' | 'revokedAt' | 'leakedAt' | 'successorId'>[],
  now: number,
): string {
  if (tokens.length === 0) return 'No program has a token yet'
  const valid = tokens.filter((token) => tokenState(token, now).usable)
  const ending = valid.filter((token) => endsSoon(token, now)).length
  const words = [
    valid.length === 0 ? 'No valid tokens' : plural(valid.length, 'valid token'),
    ...(ending > 0 ? [`${ending} ${ending === 1 ? 'expires' : 'expire'} within ${WARN_DAYS} days`] : []),
    ...(valid.length < tokens.length ? [`${tokens.length - valid.length} revoked or expired`] : []),
  ]
  return words.join(', ')
}
