import { showBidiControls } from '@assay/domain/json/readable-text'
import type { Where } from 'better-auth'
import type { Row } from './identity-events.ts'

/** Tokens of GitHub and OIDC. They are not stored, because Assay never acts for a person there. */
const NOT_STORED = new Set(['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'])

/** Replaces the tokens of sessions by their hashes in rows and filters, and leaves out tokens of providers. */
export function hashSessionTokens(hashSession: (token: string) => string) {
  const seal = (model: string, row: Row): Row => {
    if (model === 'session' && typeof row.token === 'string') return { ...row, token: hashSession(row.token) }
    if (typeof row.name === 'string') return { ...row, name: showBidiControls(row.name) }
    if (model !== 'account') return row
    return Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_STORED.has(name)))
  }
  const sealWhere = (model: string, where: Where[]): Where[] =>
    model === 'session' ? where.map((one) => (one.field === 'token' ? { ...one, ...sealTokens(one) } : one)) : where
  const sealTokens = ({ value }: Where) => ({
    value: Array.isArray(value) ? value.map((one) => hashSession(String(one))) : hashSession(String(value)),
  })
  /**
   * A caller that found a session by its token gets that token back in the row; other callers get the stored hash.
   */
  const unseal = <T>(model: string, where: Where[] | undefined, row: T): T => {
    const asked = model === 'session' ? where?.find(({ field }) => field === 'token') : undefined
    if (asked === undefined || typeof row !== 'object' || row === null) return row
    const tokens = [asked.value].flat().map(String)
    const token = tokens.find((one) => 'token' in row && hashSession(one) === row.token)
    return token === undefined ? row : { ...row, token }
  }

  return { seal, sealWhere, unseal }
}
