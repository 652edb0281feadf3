import { lockRowAbove } from '../../scope/lock-row.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import type { DirectoryClient } from './directory-client.ts'
import type { SecondFactorPolicyQueries } from './organization-types.ts'

/** Queries for the requirement of a second factor for all members. */
export function secondFactorPolicyQueries(prisma: DirectoryClient): SecondFactorPolicyQueries {
  return {
    async secondFactorPolicy(id) {
      const select = { requireSecondFactor: true }
      const [{ requireSecondFactor }, membersWithout] = await Promise.all([
        prisma.organization.findUniqueOrThrow({ where: { id }, select }),
        prisma.membership.count({
          where: {
            organizationId: id,
            user: { passkeys: { none: {} }, NOT: { totp: { confirmedAt: { not: null } } } },
          },
        }),
      ])
      return { isRequired: requireSecondFactor, membersWithout }
    },

    requireSecondFactor: (id, isRequired, by) =>
      prisma.$transaction(async (tx) => {
        await lockRowAbove(tx, 'organization', id)
        const { name, requireSecondFactor } = await tx.organization.findUniqueOrThrow({ where: { id } })
        await tx.organization.update({ where: { id }, data: { requireSecondFactor: isRequired } })
        const object = { kind: 'organization', id, name }
        const change = { object, before: { required: requireSecondFactor }, after: { required: isRequired } }
        await writeDirectoryEvent(tx, id, by, { action: 'organization.second-factor-changed', ...change })
      }),
  }
}
