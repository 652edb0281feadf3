import { createToken, hashToken } from '@assay/api/access/token'
import type { ApiToken, Database, TokenScope } from '@assay/db/types'

const ALL_SCOPES: readonly TokenScope[] = ['read', 'upload', 'write']

/** Stores a token of a project. @returns its secret text, and its row */
export async function insertToken(
  db: Pick<Database, 'tokens'>,
  projectId: string,
  {
    name = 'test',
    scopes = ALL_SCOPES,
    expiresAt = null,
  }: { name?: string; scopes?: readonly TokenScope[]; expiresAt?: string | null } = {},
): Promise<{ token: string; stored: ApiToken }> {
  const token = createToken('runner')
  const stored = await db.tokens.insert({
    ...{ projectId, name, prefix: 'assay_runner', lastFour: token.slice(-4), scopes: [...scopes], expiresAt },
    tokenSha256: hashToken(token),
  })
  return { token, stored }
}
