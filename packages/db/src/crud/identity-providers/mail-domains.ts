import { SQL_STATE, sqlState } from '../../postgres-error.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { IdentityProviderStore, MailDomain } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import type { DirectoryClient } from '../organizations/directory-client.ts'

type MailDomainQueries = Pick<IdentityProviderStore, 'addDomain' | 'verifyDomain' | 'removeDomain'>

/** Queries for the mail domains of organizations. */
export function mailDomainQueries(prisma: DirectoryClient): MailDomainQueries {
  return {
    addDomain: (organizationId, { domain, txtValue }, by) =>
      prisma.$transaction(async (tx) => {
        const { count } = await tx.mailDomain.createMany({
          data: [{ organizationId, domain, txtValue }],
          skipDuplicates: true,
        })
        if (count === 1) {
          await writeDirectoryEvent(tx, organizationId, by, { action: 'mail-domain.added', object: objectOf(domain) })
        }
        const where = { organizationId_domain: { organizationId, domain } }
        return asMailDomain(await tx.mailDomain.findUniqueOrThrow({ where }))
      }),

    async verifyDomain(organizationId, { domain, as, at }, by) {
      const verifying = prisma.$transaction(async (tx) => {
        const where = { organizationId, domain }
        const found = await tx.mailDomain.findFirst({ where })
        if (found === null) return 'not-there'
        const data = { verifiedAt: at, verifiedBy: as }
        const { count } = await tx.mailDomain.updateMany({ where: { ...where, verifiedAt: null }, data })
        if (count === 0) return 'done'
        const change = { object: objectOf(domain), after: { by: as } }
        await writeDirectoryEvent(tx, organizationId, by, { action: 'mail-domain.verified', ...change })
        return 'done'
      })
      return verifying.catch((error: unknown) => {
        if (sqlState(error) === SQL_STATE.uniqueViolation) return 'taken'
        throw error
      })
    },

    removeDomain: (organizationId, domain, by) =>
      prisma.$transaction(async (tx) => {
        const where = { organizationId_domain: { organizationId, domain } }
        if ((await deletedRow(tx.mailDomain.delete({ where }))) === null) return false
        await writeDirectoryEvent(tx, organizationId, by, { action: 'mail-domain.removed', object: objectOf(domain) })
        return true
      }),
  }
}

export const asMailDomain = ({
  domain,
  txtValue,
  verifiedAt,
  verifiedBy,
}: Prisma.MailDomainGetPayload<object>): MailDomain => ({
  domain,
  txtValue,
  verifiedAt: verifiedAt?.toISOString() ?? null,
  verifiedBy: verifiedBy === 'dns' || verifiedBy === 'operator' ? verifiedBy : null,
})

const objectOf = (domain: string) => ({ kind: 'mail-domain', id: null, name: domain })
