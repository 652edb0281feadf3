import { decodeProductVersion } from './decode-product-version.ts'
import { applyFirst, type Fields } from './fields.ts'
import type { ImportProfile } from './profile/profile.ts'

/**
 * A decoded server name. `problem` is set when the name is certainly a server but its product or version is unknown.
 */
export type ServerName = { name: string; fields: Fields; problem: string | null }

/**
 * Decodes the name of the server under test from a directory, or from a column or row of a table:
 * `x.my8407_rel_o2nofp.z12a_c8r32.pk1` is MySQL 8.4.7, build rel_o2nofp, config z12a_c8r32.
 *
 * @returns null when the name is not a server name.
 */
export function decodeServerName(
  profile: ImportProfile,
  name: string,
  where: 'directory' | 'table',
): ServerName | null {
  for (const rule of profile.servers) {
    if (rule.tablesOnly === true && where === 'directory') continue
    const fields = applyFirst([rule], name)?.fields
    if (fields === undefined) continue
    const { dbms, build, ...others } = fields
    if (dbms === undefined) return { name, fields, problem: null }
    const decoded = decodeProductVersion(profile, dbms, build)
    if (decoded.fields !== null) return { name, fields: { ...decoded.fields, ...others }, problem: null }
    if (rule.sure === true)
      return { name, fields: { ...others, ...(build === undefined ? {} : { build }) }, problem: decoded.problem }
  }
  return null
}
