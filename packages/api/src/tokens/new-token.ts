import type { NewApiToken, TokenScope } from '@assay/db/types'
import { createToken } from '../access/token.ts'
import type { Services } from '../services.ts'

export const TOKEN_KINDS = ['runner', 'reader', 'service', 'auditor'] as const
type TokenKind = (typeof TOKEN_KINDS)[number]

/** Scopes of each kind. A runner's token cannot read, which limits the damage of a leak. */
const SCOPES_OF: Record<TokenKind, TokenScope[]> = {
  runner: ['upload'],
  reader: ['read'],
  service: ['read', 'upload', 'write'],
  auditor: ['audit'],
}

/** Lifetime of a token in days. */
export const TOKEN_DAYS = { min: 1, usual: 90, max: 366 } as const

/** Hours for which a rotated token still works. */
export const TOKEN_OVERLAP_HOURS = 24

export const HOUR_MS = 3_600_000

/** Creates a token and its stored hash, from a `kind`, or from the prefix and scopes of the token that it replaces. */
export function newToken(
  { now, tokenHash }: Pick<Services, 'now' | 'tokenHash'>,
  projectId: string,
  input: { name: string; days: number } & ({ kind: TokenKind } | { prefix: string; scopes: TokenScope[] }),
): { secret: string; stored: NewApiToken } {
  const kind = 'kind' in input ? input.kind : kindOf(input.prefix)
  const secret = createToken(kind)
  const stored = {
    projectId,
    name: input.name,
    prefix: `assay_${kind}`,
    lastFour: secret.slice(-4),
    scopes: 'kind' in input ? SCOPES_OF[input.kind] : input.scopes,
    expiresAt: new Date(now().getTime() + input.days * 24 * HOUR_MS).toISOString(),
    tokenSha256: tokenHash(secret),
  }
  return { secret, stored }
}

const kindOf = (prefix: string): TokenKind => TOKEN_KINDS.find((kind) => prefix === `assay_${kind}`) ?? 'service'
