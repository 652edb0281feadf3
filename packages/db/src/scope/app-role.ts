import { invariant } from '@assay/domain/result'
import type { Pool } from 'pg'
import { z } from 'zod'
import { readRows } from './statements.ts'

/**
 * The role that the migration raise_walls creates: it owns nothing and sees only rows of the project of the current
 * scope.
 */
export const APP_ROLE = 'assay_app'

const FIND = `
  select me.rolsuper or me.rolbypassrls as bypasses,
    exists (select from pg_roles app where app.rolname = '${APP_ROLE}' and pg_has_role(me.oid, app.oid, 'member')) as may
  from pg_roles me where me.rolname = current_user`

/**
 * Returns true if statements in a scope can switch to the role. Without the role, FORCE still applies row-level
 * security to the owner of the tables, and a warning is logged once. A user who bypasses row-level security is refused.
 */
export async function findAppRole(pool: Pool): Promise<boolean> {
  const rows = await readRows(pool, z.object({ bypasses: z.boolean(), may: z.boolean() }), FIND)
  const row = rows[0]
  invariant(row !== undefined, 'the current user is a role')
  if (row.may) return true
  if (row.bypasses) {
    throw new Error(
      `Row security does not apply to this database user, and the role ${APP_ROLE} that it should set does not exist. docs/security.md describes how to create it.`,
    )
  }
  console.warn(
    `The database has no role ${APP_ROLE} that Assay can set; row-level security applies to the owner of the tables instead. docs/security.md describes how to create it.`,
  )
  return false
}
