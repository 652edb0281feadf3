import type { Connection } from '../../connection.ts'
import { FOUND_COLUMNS, FoundShareRow } from './share-rows.ts'
import type { ShareDirectory } from './share-types.ts'

const FOUND = `
  select ${FOUND_COLUMNS}
  from share s join project p on p.id = s.project_id join organization o on o.id = p.organization_id`

/** Finds shares by their address, without a tenant scope, because the project is not known yet. */
export function shareDirectory({ pool, prisma }: Pick<Connection, 'pool' | 'prisma'>): ShareDirectory {
  const find = async (name: string, where: string, values: unknown[]) => {
    const { rows } = await pool.query({ name, text: `${FOUND} where ${where}`, values })
    return rows.length === 0 ? null : FoundShareRow.parse(rows[0])
  }
  return {
    findBySecret: ({ secretSha256, projectId }) =>
      projectId === null
        ? find('find-share', 's.secret_sha256 = $1', [secretSha256])
        : find('find-share-of-project', 's.secret_sha256 = $1 and s.project_id = $2', [secretSha256, projectId]),
    // Slugs are unique within a project; if several projects of an organization use one, the first publication is
    // found.
    findPublished: (organization, slug) =>
      find('find-published', 'o.slug = $1 and s.slug = $2 order by s.revoked_at is not null, s.created_at limit 1', [
        organization,
        slug,
      ]),

    async readContent({ projectId, id }) {
      const where = { projectId_id: { projectId, id } }
      return (await prisma.share.findUnique({ where, select: { content: true } }))?.content ?? ''
    },

    async listPublished(organization, at, limit) {
      const shares = await prisma.share.findMany({
        where: {
          slug: { not: null },
          revokedAt: null,
          passwordHash: null,
          AND: [
            { OR: [{ embargoUntil: null }, { embargoUntil: { lte: at } }] },
            { OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
          ],
          ...(organization !== null && { project: { organization: { slug: organization } } }),
        },
        select: {
          ...{ slug: true, title: true, createdByName: true, createdAt: true },
          project: { select: { organization: { select: { slug: true } } } },
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: limit,
      })
      return shares.map(({ slug, title, createdByName, createdAt, project }) => ({
        organization: project.organization.slug,
        slug: slug ?? '',
        title,
        by: createdByName,
        createdAt: createdAt.toISOString(),
      }))
    },

    async countView({ projectId, id }, at) {
      await prisma.share.updateMany({ where: { projectId, id }, data: { views: { increment: 1 }, lastViewAt: at } })
    },
  }
}
