import type { Report, ReportSave } from '@assay/db/types'
import { Slug } from '@assay/domain/findings/notes/note-text'
import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { ReportContent } from '@assay/domain/publish/report/report-content'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'

// Use-cases of reports for REST and tRPC. Callers have checked the access.

export const ReportDraft = z
  .strictObject({
    ...ReportContent.shape,
    /** The revision that the draft is based on; absent for a new report. */
    revision: z.int32().min(1).nullish(),
  })
  .meta({ id: 'ReportDraft', description: 'The text of a report, and which stored one it was written on' })

/** Outcome of saving a draft: saved, or stored as a copy because another person saved first. */
export const DraftAnswer = z
  .object({
    slug: Slug,
    outcome: z.enum(['saved', 'kept']),
    revision: z.int().nullable(),
    copyId: z.uuid().nullable(),
  })
  .meta({ id: 'DraftAnswer' })
export type DraftAnswer = z.infer<typeof DraftAnswer>

/** Creates a report under the given slug, or under one derived from its title; a duplicate title gets a number. */
export async function createReport(
  { queries }: ProjectAccess,
  input: unknown,
  slug?: string,
): Promise<Result<Report, AppError>> {
  const content = parseInput(ReportContent, input)
  if (!content.ok) return content
  const wanted = slug ?? slugOf(content.value.title, 'report')
  const slugs = slug === undefined ? [wanted, ...MORE.map((number) => `${wanted}-${number}`)] : [wanted]
  for (const one of slugs) {
    const made = await queries.reports.create(one, content.value)
    if (made !== null) return ok(made)
  }
  return err(appError('conflict', `There is a report ${JSON.stringify(wanted)} already. Choose another title.`))
}

const MORE = [2, 3, 4, 5, 6, 7, 8, 9]

/** Saves a draft over the revision that it is based on; without a revision the report must be new. */
export async function saveDraft(
  access: ProjectAccess,
  slug: string,
  input: unknown,
): Promise<Result<DraftAnswer, AppError>> {
  const draft = parseInput(ReportDraft, input)
  if (!draft.ok) return draft
  const { revision, ...content } = draft.value
  if (revision == null) {
    const made = await createReport(access, content, slug)
    return made.ok ? ok(answerOf(slug, { outcome: 'saved', revision: made.value.revision })) : made
  }
  const saved = await access.queries.reports.save(slug, content, revision)
  return saved === null ? err(noReport()) : ok(answerOf(slug, saved))
}

const answerOf = (slug: string, save: ReportSave): DraftAnswer =>
  save.outcome === 'saved'
    ? { slug, outcome: 'saved', revision: save.revision, copyId: null }
    : { slug, outcome: 'kept', revision: null, copyId: save.copyId }

export async function removeReport({ queries }: ProjectAccess, slug: string): Promise<Result<null, AppError>> {
  const removed = await queries.reports.remove(slug)
  if (removed === 'removed') return ok(null)
  if (removed === null) return err(noReport())
  return err(
    appError(
      'conflict',
      'A report with published versions cannot be deleted. Revoke its links to close it to readers.',
    ),
  )
}

export const noReport = () =>
  appError('not-found', 'There is no such report in this project. Choose one from the list of reports.')
