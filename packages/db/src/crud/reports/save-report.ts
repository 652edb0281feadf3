import { randomUUID } from 'node:crypto'
import type { ReportContent } from '@assay/domain/publish/report/report-content'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { Actor } from '../../types.ts'
import { writeAudit } from '../audit/audit.ts'
import { lockReport } from './lock-report.ts'
import type { ReportSave } from './report-types.ts'

type Save = { slug: string; content: ReportContent; revision: number }

/** Length of an editing session. A draft is stored every few seconds, but the audit log gets one row per session. */
const SITTING_MS = 10 * 60 * 1000

/**
 * Stores a text based on a revision. If another person has stored a later one, that stays current and this text is
 * stored as a copy. A text that is already stored, for example because a response was lost, counts as saved.
 */
export function saveReport(scoped: TenantScope, { slug, content, revision }: Save): Promise<ReportSave | null> {
  const { projectId, by, prisma } = scoped
  return prisma.$transaction(async (tx): Promise<ReportSave | null> => {
    const stored = await lockReport(tx, projectId, slug)
    if (stored === null) return null
    const { title, tldr, text } = content
    if (stored.title === title && stored.tldr === tldr && stored.text === text) {
      return { outcome: 'saved', revision: stored.revision }
    }
    const object = { kind: 'report', id: stored.id, name: title }
    if (stored.revision !== revision) {
      const copyId = randomUUID()
      const author = { authorId: by.id, authorName: by.name }
      const copy = { projectId, id: copyId, reportId: stored.id, title, tldr, text, basedOn: revision, ...author }
      await tx.reportConflictingCopy.create({ data: copy })
      await writeAudit(tx, projectId, by, { action: 'report.copy-kept', object, after: { basedOn: revision } })
      return { outcome: 'kept', copyId }
    }
    const next = revision + 1
    const savedAt = new Date()
    const savedBy = { savedByKind: by.kind, savedById: by.id, savedByName: by.name }
    const authors = stored.authors.includes(by.name) ? stored.authors : [...stored.authors, by.name]
    await tx.report.update({
      where: { projectId_id: { projectId, id: stored.id } },
      data: { title, tldr, text, revision: next, savedAt, authors, ...savedBy },
    })
    if (beginsSitting(stored, by, savedAt)) {
      await writeAudit(tx, projectId, by, { action: 'report.saved', object, after: { revision: next } })
    }
    return { outcome: 'saved', revision: next }
  })
}

type Stored = { savedById: string | null; savedByName: string; savedAt: Date }

const beginsSitting = (stored: Stored, by: Actor, now: Date): boolean =>
  stored.savedById !== by.id || stored.savedByName !== by.name || stored.savedAt.getTime() < now.getTime() - SITTING_MS
