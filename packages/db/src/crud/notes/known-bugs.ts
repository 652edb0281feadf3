import { KnownBug, type NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { idFromName } from '../../id-from-name.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { asSource, sourceColumns } from './source.ts'

const BY_PRODUCT: Prisma.KnownBugOrderByWithRelationInput[] = [{ product: 'asc' }, { bug: 'asc' }, { id: 'asc' }]

export function knownBugQueries({ projectId, by, prisma }: TenantScope): ProjectQueries['knownBugs'] {
  const keyOf = (slug: string) => ({ projectId_slug: { projectId, slug } })
  return {
    async list() {
      return (await prisma.knownBug.findMany({ where: { projectId }, orderBy: BY_PRODUCT })).map(asKnownBug)
    },

    async find(slug) {
      const row = await prisma.knownBug.findUnique({ where: keyOf(slug) })
      return row && asKnownBug(row)
    },

    async save(bug) {
      const slug = slugOf(`${bug.product} ${bug.bug}`, 'bug')
      const id = idFromName('known-bug', slug)
      return prisma.$transaction(async (tx) => {
        await lockRow(tx, 'known_bug', projectId, id)
        const row = await tx.knownBug.findUnique({ where: keyOf(slug) })
        const before = row === null ? undefined : asKnownBug(row)
        const columns = columnsOf(bug)
        const saved = asKnownBug(
          await tx.knownBug.upsert({
            where: keyOf(slug),
            create: { projectId, id, slug, ...columns },
            update: { ...columns, updatedAt: new Date() },
          }),
        )
        await writeAudit(tx, projectId, by, { action: 'known-bug.saved', object: named(saved), before, after: saved })
        return saved
      })
    },

    remove: (slug) =>
      prisma.$transaction(async (tx) => {
        const row = await deletedRow(tx.knownBug.delete({ where: keyOf(slug) }))
        if (row === null) return false
        const before = asKnownBug(row)
        await writeAudit(tx, projectId, by, { action: 'known-bug.removed', object: named(before), before })
        return true
      }),
  }
}

const asKnownBug = (row: Prisma.KnownBugGetPayload<object>): KnownBug =>
  KnownBug.parse({
    ...row,
    source: asSource(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })

const named = ({ slug, product, bug }: KnownBug) => ({ kind: 'known bug', id: slug, name: `${product} ${bug}` })

const columnsOf = (bug: NewKnownBug) => ({
  bug: bug.bug,
  product: bug.product,
  title: bug.title,
  about: bug.about ?? null,
  link: bug.link ?? null,
  affectedFrom: bug.affectedFrom ?? null,
  fixedIn: bug.fixedIn ?? null,
  tests: bug.tests,
  workloads: bug.workloads,
  ...sourceColumns(bug.source),
})
