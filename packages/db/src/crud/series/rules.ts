import { type RuleScope, SeriesRule, type StoredRule } from '@assay/domain/findings/series/rule'
import { idFromName } from '../../id-from-name.ts'
import { isUuid } from '../../is-uuid.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RuleQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'

export function ruleQueries({ projectId, by, prisma }: TenantScope): RuleQueries {
  return {
    async list() {
      const orderBy: Prisma.SeriesRuleOrderByWithRelationInput[] = [
        { test: 'asc' },
        { metric: 'asc' },
        { hardware: 'asc' },
      ]
      return (await prisma.seriesRule.findMany({ where: { projectId }, orderBy })).map(asRule)
    },

    save: (scope, rule) =>
      prisma.$transaction(async (tx) => {
        const id = idFromName('series-rule', scope.test, scope.metric, scope.hardware)
        const where = { projectId_id: { projectId, id } }
        await lockRow(tx, 'series_rule', projectId, id)
        const before = await tx.seriesRule.findUnique({ where })
        const saved = await tx.seriesRule.upsert({
          where,
          create: { projectId, id, ...scope, rule },
          update: { rule, updatedAt: new Date() },
        })
        await writeAudit(tx, projectId, by, {
          action: 'series-rule.saved',
          object: objectOf(id, scope),
          ...(before !== null && { before: before.rule }),
          after: rule,
        })
        return asRule(saved)
      }),

    async remove(id) {
      if (!isUuid(id)) return false
      return prisma.$transaction(async (tx) => {
        const before = await deletedRow(tx.seriesRule.delete({ where: { projectId_id: { projectId, id } } }))
        if (before === null) return false
        const object = objectOf(id, before)
        await writeAudit(tx, projectId, by, { action: 'series-rule.removed', object, before: before.rule })
        return true
      })
    },
  }
}

const asRule = ({ id, test, metric, hardware, rule, updatedAt }: Prisma.SeriesRuleGetPayload<object>): StoredRule => ({
  id,
  place: { test, metric, hardware },
  rule: SeriesRule.parse(rule),
  updatedAt: updatedAt.toISOString(),
})

const objectOf = (id: string, { test, metric, hardware }: RuleScope) => ({
  kind: 'series-rule',
  id,
  name: [test, metric, hardware].map((name) => name || 'any').join(', '),
})
