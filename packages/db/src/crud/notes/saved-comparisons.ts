import { type NewSavedComparison, SavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { idFromName } from '../../id-from-name.ts'
import { deletedRow } from '../../scope/deleted-row.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ProjectQueries } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { asSource, sourceColumns } from './source.ts'

type Row = Prisma.SavedComparisonGetPayload<object>

export function savedComparisonQueries({ projectId, by, prisma }: TenantScope): ProjectQueries['savedComparisons'] {
  const keyOf = (slug: string) => ({ projectId_slug: { projectId, slug } })

  /** Returns null if the slug is taken and may not be replaced. */
  const store = async (tx: TenantTransaction, slug: string, comparison: NewSavedComparison, replace: boolean) => {
    const columns = columnsOf(comparison)
    const create = { projectId, id: idFromName('saved-comparison', slug), slug, ...columns }
    if (replace) {
      return tx.savedComparison.upsert({ where: keyOf(slug), create, update: { ...columns, updatedAt: new Date() } })
    }
    const [created] = await tx.savedComparison.createManyAndReturn({ data: [create], skipDuplicates: true })
    return created ?? null
  }

  return {
    async list() {
      const orderBy: Prisma.SavedComparisonOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }]
      return (await prisma.savedComparison.findMany({ where: { projectId }, orderBy })).map(asSavedComparison)
    },

    async find(slug) {
      const row = await prisma.savedComparison.findUnique({ where: keyOf(slug) })
      return row && asSavedComparison(row)
    },

    save: (slug, comparison, { replace }) =>
      prisma.$transaction(async (tx) => {
        await lockRow(tx, 'saved_comparison', projectId, idFromName('saved-comparison', slug))
        const row = await tx.savedComparison.findUnique({ where: keyOf(slug) })
        const before = row === null ? undefined : asSavedComparison(row)
        const stored = await store(tx, slug, comparison, replace)
        if (stored === null) return null
        const after = asSavedComparison(stored)
        const action = 'saved-comparison.saved'
        await writeAudit(tx, projectId, by, { action, object: named(after), before, after })
        return after
      }),

    remove: (slug) =>
      prisma.$transaction(async (tx) => {
        const row = await deletedRow(tx.savedComparison.delete({ where: keyOf(slug) }))
        if (row === null) return false
        const before = asSavedComparison(row)
        const action = 'saved-comparison.removed'
        await writeAudit(tx, projectId, by, { action, object: named(before), before })
        return true
      }),
  }
}

const asSavedComparison = (row: Row): SavedComparison =>
  SavedComparison.parse({
    ...row,
    source: asSource(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })

const named = ({ slug, title }: SavedComparison) => ({ kind: 'saved comparison', id: slug, name: title })

const columnsOf = ({ title, study, query, about, source, tldr }: NewSavedComparison) => ({
  title,
  study: study ?? null,
  query,
  about: about ?? null,
  tldr: tldr ?? null,
  ...sourceColumns(source),
})
