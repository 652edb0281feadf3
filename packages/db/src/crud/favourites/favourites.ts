import type { KeptPage } from '@assay/domain/search/kept-page'
import { idFrom } from '../../identity.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FavouriteQueries } from '../../types.ts'

const MAX_RECENT_PAGES = 30

/** The pages that people keep, and those that they saw last, each person's own. */
export function favouriteQueries(scoped: TenantScope): FavouriteQueries {
  const { projectId } = scoped
  return {
    async list(personId) {
      const { rows } = await scoped.query<KeptPage>(
        `select path, name, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from favourite
         where project_id = $1 and user_id = $2 order by name, path`,
        [projectId, personId],
      )
      return rows
    },

    async keep(personId, { path, name }) {
      await scoped.query(
        `insert into favourite (project_id, id, user_id, path, name) values ($1, $2, $3, $4, $5)
         on conflict (project_id, user_id, path) do update set name = excluded.name`,
        [projectId, idFrom('favourite', personId, path), personId, path, name],
      )
    },

    async drop(personId, path) {
      const { rowCount } = await scoped.query(
        'delete from favourite where project_id = $1 and user_id = $2 and path = $3',
        [projectId, personId, path],
      )
      return rowCount === 1
    },

    async seen(personId) {
      const { rows } = await scoped.query<KeptPage>(
        `select path, name, to_char(seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from seen_page
         where project_id = $1 and user_id = $2 order by seen_at desc, path limit ${MAX_RECENT_PAGES}`,
        [projectId, personId],
      )
      return rows
    },

    /** Forgets what lies behind the last ones, so that the list of a person stays short for ever. */
    async noteSeen(personId, { path, name }, at) {
      await scoped.transaction(async (tx) => {
        await tx.query(
          `insert into seen_page (project_id, id, user_id, path, name, seen_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (project_id, user_id, path) do update set name = excluded.name, seen_at = excluded.seen_at`,
          [projectId, idFrom('seen-page', personId, path), personId, path, name, at],
        )
        await tx.query(
          `delete from seen_page where project_id = $1 and user_id = $2 and id in (
             select id from seen_page where project_id = $1 and user_id = $2 order by seen_at desc, path offset ${MAX_RECENT_PAGES})`,
          [projectId, personId],
        )
        return { commit: true, answer: null }
      })
    },
  }
}
