import type { Connection } from '../../connection.ts'
import { ofSecret } from '../shares/secret-key.ts'
import type { GuestLinkDirectory } from './guest-link-types.ts'

/** Finds guest links by their secret, without a tenant scope, because the project is not known yet. */
export function guestLinkDirectory({ prisma }: Pick<Connection, 'prisma'>): GuestLinkDirectory {
  return {
    async findBySecret(key) {
      const link = await prisma.specReviewer.findFirst({
        where: ofSecret(key),
        select: { id: true, projectId: true },
      })
      if (link === null) return null
      return { reviewerId: link.id, projectId: link.projectId }
    },
  }
}
