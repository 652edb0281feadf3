import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { RemovedFileQueries } from './run-types.ts'

/** Raw files of removed runs. A file that another run also uses stays. */
export const removedFileQueries = ({ projectId, prisma }: TenantScope): RemovedFileQueries => ({
  waiting: () =>
    prisma.runRemoval.findMany({
      where: { projectId, filesDeletedAt: null },
      select: { id: true, files: true },
      orderBy: [{ removedAt: 'asc' }, { id: 'asc' }],
    }),
  async used(files) {
    const rows = await prisma.attachment.findMany({
      where: { projectId, sha256: { in: [...files] } },
      select: { sha256: true },
      distinct: ['sha256'],
    })
    return new Set(rows.map(({ sha256 }) => sha256))
  },
  async done(id) {
    await prisma.runRemoval.updateMany({
      where: { projectId, id, filesDeletedAt: null },
      data: { filesDeletedAt: new Date() },
    })
  },
})
