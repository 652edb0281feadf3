import { randomUUID } from 'node:crypto'
import type { ReportContent } from '@assay/domain/publish/report/report-content'
import { invariant } from '@assay/domain/result'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantClient, TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { lockReport } from './lock-report.ts'
import { asReport, asSummary, asVersion, WITH_NEWEST, WITH_SLUG, WITH_VERSIONS } from './report-rows.ts'
import type { NewVersion, Report, ReportQueries, ReportSummary, ReportVersion, StoredFigure } from './report-types.ts'
import { saveReport } from './save-report.ts'
import { readFigures, storeFigures } from './stored-figures.ts'

export function reportQueries(scoped: TenantScope): ReportQueries {
  const { projectId, prisma } = scoped
  return {
    list: (of = { drafts: false }) => listReports(scoped, of),
    find: (slug) => findReport(scoped, slug),
    create: (slug, content) => createReport(scoped, slug, content),
    save: (slug, content, revision) => saveReport(scoped, { slug, content, revision }),
    removeCopy: (slug, id) => removeCopy(scoped, slug, id),
    addVersion: (slug, version) => prisma.$transaction((tx) => addVersion(tx, scoped, slug, version)),
    findVersion: (slug, number) =>
      findNewest(prisma, { projectId, report: { slug }, ...(number !== undefined && { number }) }),
    findVersionById: async (id) => (isUuid(id) ? findNewest(prisma, { projectId, id }) : null),
    figures: ({ snapshotIds }) => figuresOfVersion(scoped, snapshotIds),
    remove: (slug) => removeReport(scoped, slug),
  }
}

/** Lists reports, newest change first. */
async function listReports({ projectId, prisma }: TenantScope, of: { drafts: boolean }): Promise<ReportSummary[]> {
  const rows = await prisma.report.findMany({ where: { projectId }, include: WITH_NEWEST, orderBy: { id: 'asc' } })
  return rows
    .flatMap((row) => asSummary(row, of) ?? [])
    .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
}

async function findReport({ projectId, prisma }: TenantScope, slug: string): Promise<Report | null> {
  const where = { projectId_slug: { projectId, slug } }
  const row = await prisma.report.findUnique({ where, include: WITH_VERSIONS })
  return row && asReport(row)
}

/** Returns null if the slug is taken. */
const createReport = (
  { projectId, by, prisma }: TenantScope,
  slug: string,
  { title, tldr, text }: ReportContent,
): Promise<Report | null> =>
  prisma.$transaction(async (tx) => {
    const savedBy = { savedByKind: by.kind, savedById: by.id, savedByName: by.name }
    const content = { title, tldr, text, revision: 1, authors: [by.name] }
    const row = { projectId, id: randomUUID(), slug, ...content, ...savedBy }
    const { count } = await tx.report.createMany({ data: [row], skipDuplicates: true })
    if (count === 0) return null
    const object = { kind: 'report', id: row.id, name: title }
    await writeAudit(tx, projectId, by, { action: 'report.created', object })
    const where = { projectId_id: { projectId, id: row.id } }
    return asReport(await tx.report.findUniqueOrThrow({ where, include: WITH_VERSIONS }))
  })

async function removeCopy({ projectId, by, prisma }: TenantScope, slug: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return prisma.$transaction(async (tx) => {
    const copy = await tx.reportConflictingCopy.findFirst({ where: { projectId, id, report: { slug } } })
    if (copy === null) return false
    const { count } = await tx.reportConflictingCopy.deleteMany({ where: { projectId, id } })
    if (count === 0) return false
    const { reportId, title, text, authorName } = copy
    const object = { kind: 'report', id: reportId, name: title }
    const before = { author: authorName, text }
    await writeAudit(tx, projectId, by, { action: 'report.copy-removed', object, before })
    return true
  })
}

async function figuresOfVersion({ projectId, prisma }: TenantScope, ids: readonly string[]): Promise<StoredFigure[]> {
  return (await readFigures(prisma, projectId, ids)).map((figure) => {
    invariant(figure !== null, 'figures are stored in the transaction of their version')
    return figure
  })
}

const removeReport = ({ projectId, by, prisma }: TenantScope, slug: string) =>
  prisma.$transaction(async (tx) => {
    // The lock makes a concurrent publication wait, which then finds no report.
    const report = await lockReport(tx, projectId, slug)
    if (report === null) return null
    const { id: reportId, title, tldr, text } = report
    if ((await tx.reportVersion.count({ where: { projectId, reportId } })) > 0) return 'has-versions'
    await tx.report.delete({ where: { projectId_id: { projectId, id: reportId } } })
    const object = { kind: 'report', id: reportId, name: title }
    await writeAudit(tx, projectId, by, { action: 'report.removed', object, before: { title, tldr, text } })
    return 'removed'
  })

async function addVersion(
  tx: TenantTransaction,
  { projectId, by }: TenantScope,
  slug: string,
  { revision, note, figures }: NewVersion,
): Promise<ReportVersion | 'changed' | null> {
  const report = await lockReport(tx, projectId, slug)
  if (report === null) return null
  if (report.revision !== revision) return 'changed'
  const { id: reportId, title, tldr, text, authors } = report
  const snapshotIds = await storeFigures(tx, projectId, figures)
  const { _max } = await tx.reportVersion.aggregate({ where: { projectId, reportId }, _max: { number: true } })
  const number = (_max.number ?? 0) + 1
  const content = { title, tldr, text, authors }
  const row = { projectId, id: randomUUID(), reportId, number, ...content, note, madeByName: by.name, snapshotIds }
  const made = asVersion(await tx.reportVersion.create({ data: row, include: WITH_SLUG }))
  const after = { number, note, figures: figures.map(({ sha256 }) => sha256) }
  const object = { kind: 'report', id: reportId, name: title }
  await writeAudit(tx, projectId, by, { action: 'report.version-made', object, after })
  return made
}

async function findNewest(client: TenantClient, where: Prisma.ReportVersionWhereInput): Promise<ReportVersion | null> {
  const found = await client.reportVersion.findFirst({ where, include: WITH_SLUG, orderBy: { number: 'desc' } })
  return found && asVersion(found)
}
