import type { ReportVersion } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { freezeFigure } from './freeze-figure.ts'
import { resolveText } from './resolve-figures.ts'
import { noReport } from './write-reports.ts'

type Make = { slug: string; revision: number; note: string | null; now: Date }

/** Publishes a draft as a version: freezes every comparison in it, and stores text and figures together. */
export async function publishVersion(
  services: Services,
  access: ProjectAccess,
  { slug, revision, note, now }: Make,
): Promise<Result<ReportVersion, AppError>> {
  const { reports } = access.queries
  const draft = await reports.find(slug)
  if (draft === null) return err(noReport())
  const parts = await resolveText(access, draft.content.text)
  const problems = parts.flatMap((part) => (part.kind === 'figure' ? part.problems : []))
  if (problems[0] !== undefined) {
    const { line, message } = problems[0]
    const locations = problems.map((problem) => ({ pointer: '/text', ...problem }))
    return err(appError('document-invalid', `Line ${line}: ${message}. No version was published.`, locations))
  }
  const resolved = parts.flatMap((part) => (part.kind === 'figure' && part.figure !== null ? [part.figure] : []))
  const figures = []
  // Figures are frozen sequentially, because each may read thousands of results.
  for (const figure of resolved) figures.push(await freezeFigure(services, access, figure, now))
  const made = await reports.addVersion(slug, { revision, note, figures })
  if (made === null) return err(noReport())
  if (made !== 'changed') return ok(made)
  return err(appError('conflict', 'The draft has changed since you opened it. Read it again, then publish.'))
}
