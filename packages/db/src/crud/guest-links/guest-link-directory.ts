import type { Connection } from '../../connection.ts'
import type { GuestLinkDirectory } from './guest-link-types.ts'

/** Finds links of guests by their secret, without a tenant scope, because the project is not known before. */
export function guestLinkDirectory({ prisma }: Pick<Connection, 'prisma'>): GuestLinkDirectory {
  return {
    async findBySecret(secretSha256) {
      const link = await prisma.specReviewer.findFirst({
        where: { secretSha256 },
        select: { id: true, projectId: true, spec: { select: { project: { select: { slug: true } } } } },
      })
      return link && { reviewerId: link.id, projectId: link.projectId, project: link.spec.project.slug }
    },
  }
}
