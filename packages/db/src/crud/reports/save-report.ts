import { randomUUID } from 'node:crypto'
import type { ReportContent } from '@assay/domain/publish/report/report-content'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import type { ReportSave } from './report-types.ts'

type Save = { slug: string; content: ReportContent; revision: number }

/** A draft is stored every few seconds while somebody types; the audit log gets one row for a sitting of this length. */
const SITTING = '10 minutes'

/**
 * Stores a text over the revision that it was written on. Where somebody else has stored a later one, neither is lost:
 * theirs stays and this one is kept beside it. A text that is stored already, as when an answer got lost, is saved.
 */
export function saveReport(scoped: TenantScope, { slug, content, revision }: Save): Promise<ReportSave | null> {
  const { projectId, by } = scoped
  return scoped.transaction<ReportSave | null>(async (tx) => {
    const { rows } = await tx.query<Locked>(LOCK, [projectId, slug, by.id, by.name])
    const [stored] = rows
    if (stored === undefined) return { commit: false, answer: null }
    const { title, tldr, text } = content
    if (stored.title === title && stored.tldr === tldr && stored.text === text) {
      return { commit: false, answer: { outcome: 'saved', revision: stored.revision } }
    }
    const object = { kind: 'report', id: stored.id, name: title }
    if (stored.revision !== revision) {
      const copyId = randomUUID()
      await tx.query(KEEP, [projectId, copyId, stored.id, title, tldr, text, revision, by.id, by.name])
      await writeAudit(tx, projectId, by, { action: 'report.copy-kept', object, after: { basedOn: revision } })
      return { commit: true, answer: { outcome: 'kept', copyId } }
    }
    const next = revision + 1
    await tx.query(REPLACE, [projectId, stored.id, title, tldr, text, next, by.kind, by.id, by.name])
    if (stored.begins)
      await writeAudit(tx, projectId, by, { action: 'report.saved', object, after: { revision: next } })
    return { commit: true, answer: { outcome: 'saved', revision: next } }
  })
}

type Locked = { id: string; revision: number; title: string; tldr: string; text: string; begins: boolean }

const LOCK = `
  select id, revision, title, tldr, text,
    saved_by_id is distinct from $3 or saved_by_name <> $4 or saved_at < clock_timestamp() - interval '${SITTING}' as begins
  from report where project_id = $1 and slug = $2 for update`

const KEEP = `
  insert into report_copy (project_id, id, report_id, title, tldr, text, based_on, author_id, author_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const REPLACE = `
  update report set title = $3, tldr = $4, text = $5, revision = $6, saved_at = clock_timestamp(),
    authors = case when $9 = any(authors) then authors else authors || $9::text end,
    saved_by_kind = $7, saved_by_id = $8, saved_by_name = $9
  where project_id = $1 and id = $2`
