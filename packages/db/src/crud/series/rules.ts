import { type RulePlace, StoredRule } from '@assay/domain/findings/series/rule'
import { idFrom } from '../../identity.ts'
import { isUuid } from '../../is-uuid.ts'
import type { Statements, TenantScope } from '../../scope/tenant-scope.ts'
import type { RuleQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

const RULE = `json_build_object('id', id, 'place', json_build_object('test', test, 'metric', metric, 'hardware', hardware),
  'rule', rule, 'updatedAt', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

export function ruleQueries(scoped: TenantScope): RuleQueries {
  const { projectId, by } = scoped
  return {
    async list() {
      const { rows } = await scoped.query<{ found: unknown }>(
        `select ${RULE} as found from series_rule where project_id = $1 order by test, metric, hardware`,
        [projectId],
      )
      return rows.map(({ found }) => StoredRule.parse(found))
    },

    save: (place, rule) =>
      scoped.transaction(async (tx) => {
        const id = idFrom('series-rule', place.test, place.metric, place.hardware)
        const before = await locked(tx, projectId, id)
        const { rows } = await tx.query<{ found: unknown }>(
          `insert into series_rule (project_id, id, test, metric, hardware, rule) values ($1, $2, $3, $4, $5, $6)
           on conflict (project_id, id) do update set rule = excluded.rule, updated_at = current_timestamp
           returning ${RULE} as found`,
          [projectId, id, place.test, place.metric, place.hardware, JSON.stringify(rule)],
        )
        const saved = StoredRule.parse(rows[0]?.found)
        await writeAudit(tx, projectId, by, {
          action: 'series-rule.saved',
          object: objectOf(id, place),
          ...(before !== null && { before: before.rule }),
          after: rule,
        })
        return { commit: true, answer: saved }
      }),

    remove: (id) =>
      scoped.transaction(async (tx) => {
        const before = isUuid(id) ? await locked(tx, projectId, id) : null
        if (before === null) return { commit: false, answer: false }
        await tx.query('delete from series_rule where project_id = $1 and id = $2', [projectId, id])
        await writeAudit(tx, projectId, by, {
          action: 'series-rule.removed',
          object: objectOf(id, before.place),
          before: before.rule,
        })
        return { commit: true, answer: true }
      }),
  }
}

async function locked(tx: Statements, projectId: string, id: string): Promise<StoredRule | null> {
  const { rows } = await tx.query<{ found: unknown }>(
    `select ${RULE} as found from series_rule where project_id = $1 and id = $2 for update`,
    [projectId, id],
  )
  return rows[0] === undefined ? null : StoredRule.parse(rows[0].found)
}

const objectOf = (id: string, { test, metric, hardware }: RulePlace) => ({
  kind: 'series-rule',
  id,
  name: [test, metric, hardware].map((name) => name || 'any').join(', '),
})
