import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connection.ts'
import { lockRowAbove } from '../../scope/lock-row.ts'
import { asConfig, asStatement, statementsOn } from '../../scope/statements.ts'
import { inTransaction, withClient } from '../../transaction.ts'
import type { OrganizationStore } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { auditChain, SERVER_LOG } from '../audit/audit-chain-queries.ts'
import { ORGANIZATION_AUDIT, readAudit } from '../audit/read-audit.ts'
import { insertQuotas } from '../quotas/quota-store.ts'
import { invitationQueries } from './invitations.ts'
import { memberQueries } from './members.ts'
import { linkPolicyQueries } from './organization-link-policy.ts'
import { projectSettings } from './project-settings.ts'
import { secondFactorPolicyQueries } from './second-factor-policy.ts'

const ORGANIZATION = { id: true, slug: true, name: true } as const

export function organizationStore(connection: Connection): OrganizationStore {
  const { pool, prisma } = connection
  return {
    async findFor(slug, userId) {
      const found = await prisma.membership.findFirst({
        where: { userId, organization: { slug } },
        select: { role: true, organization: { select: ORGANIZATION } },
      })
      return found && { ...found.organization, role: found.role }
    },

    findBySlug: (slug) => prisma.organization.findUnique({ where: { slug }, select: ORGANIZATION }),

    async listFor(userId) {
      const found = await prisma.membership.findMany({
        where: { userId },
        select: { role: true, organization: { select: ORGANIZATION } },
        orderBy: { organization: { slug: 'asc' } },
      })
      return found.map(({ organization, role }) => ({ ...organization, role }))
    },

    create: ({ slug, name, quotas, maxOwned }, userId, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'app_user', userId)
        const owned = await tx.membership.count({ where: { userId, role: 'owner' } })
        if (maxOwned !== null && owned >= maxOwned) return 'owns-too-many'
        const [made] = await tx.organization.createManyAndReturn({
          data: [{ id: randomUUID(), slug, name }],
          select: ORGANIZATION,
          skipDuplicates: true,
        })
        if (made === undefined) return 'taken'
        await insertQuotas(tx, made.id, quotas)
        await tx.membership.create({ data: { organizationId: made.id, userId, role: 'owner' } })
        const object = { kind: 'organization', id: made.id, name }
        await writeDirectoryEvent(tx, made.id, by, { action: 'organization.made', object, after: { slug, name } })
        return made
      }),

    rename: (id, name, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'organization', id)
        const before = await tx.organization.findUnique({ where: { id }, select: { name: true } })
        await tx.organization.updateMany({ where: { id }, data: { name } })
        const object = { kind: 'organization', id, name }
        await writeDirectoryEvent(tx, id, by, { action: 'organization.renamed', object, before, after: { name } })
      }),

    ...linkPolicyQueries(prisma),
    ...secondFactorPolicyQueries(prisma),
    ...memberQueries(prisma),
    ...invitationQueries(prisma),
    ...projectSettings(connection),
    events: (id, query) => readAudit(pool, ORGANIZATION_AUDIT, id, query),
    auditChain: (id) =>
      auditChain({
        log: id === null ? SERVER_LOG : { kind: 'organization', id },
        on: { query: (statement, values) => pool.query(asConfig(asStatement(statement, values))) },
        transaction: (work) =>
          withClient(pool, (client) =>
            inTransaction(client, async () => ({ commit: true, answer: await work(statementsOn(client)) })),
          ),
      }),
    async ids() {
      return (await prisma.organization.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id)
    },
  }
}
