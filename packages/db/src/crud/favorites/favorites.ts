import { idFromName } from '../../id-from-name.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FavoriteQueries } from '../../types.ts'

const MAX_RECENT_PAGES = 30

/** Queries for the pages that each person saved or viewed recently. */
export function favoriteQueries({ projectId, prisma }: TenantScope): FavoriteQueries {
  return {
    async list(userId) {
      const rows = await prisma.favorite.findMany({
        where: { projectId, userId },
        select: { path: true, name: true, createdAt: true },
        orderBy: [{ name: 'asc' }, { path: 'asc' }],
      })
      return rows.map(({ createdAt, ...page }) => ({ ...page, at: createdAt.toISOString() }))
    },

    async keep(userId, { path, name }) {
      const key = { projectId, userId, path }
      await prisma.favorite.upsert({
        where: { projectId_userId_path: key },
        create: { ...key, id: idFromName('favourite', userId, path), name },
        update: { name },
      })
    },

    async drop(userId, path) {
      const { count } = await prisma.favorite.deleteMany({ where: { projectId, userId, path } })
      return count === 1
    },

    async seen(userId) {
      const rows = await prisma.seenPage.findMany({
        where: { projectId, userId },
        select: { path: true, name: true, seenAt: true },
        orderBy: [{ seenAt: 'desc' }, { path: 'asc' }],
        take: MAX_RECENT_PAGES,
      })
      return rows.map(({ seenAt, ...page }) => ({ ...page, at: seenAt.toISOString() }))
    },

    /** Also deletes older pages, so that the list of a person stays short. */
    async noteSeen(userId, { path, name }, seenAt) {
      const key = { projectId, userId, path }
      await prisma.$transaction(async (tx) => {
        await tx.seenPage.upsert({
          where: { projectId_userId_path: key },
          create: { ...key, id: idFromName('seen-page', userId, path), name, seenAt },
          update: { name, seenAt },
        })
        const older = await tx.seenPage.findMany({
          where: { projectId, userId },
          select: { id: true },
          orderBy: [{ seenAt: 'desc' }, { path: 'asc' }],
          skip: MAX_RECENT_PAGES,
        })
        if (older.length === 0) return
        await tx.seenPage.deleteMany({ where: { projectId, id: { in: older.map(({ id }) => id) } } })
      })
    },
  }
}
