import type { StoredFigure } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { stepsComparisons } from '@assay/domain/compare/studies/steps/steps'
import { isKeyOf, projectKey, projectLabel } from '@assay/domain/projects/project-key'
import type { Figure, TextProblem } from '@assay/domain/publish/report/figure-block'
import { readReportText } from '@assay/domain/publish/report/report-text'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { parseFrozenFigure } from './read-frozen-figures.ts'

/** A figure of a text with the comparison that it shows. */
export type ResolvedFigure = Figure & {
  /** Title of the saved comparison; null for a link to a comparison. */
  title: string | null
  study: string | null
  /** Query of the address or of the saved comparison, with the additional parameters of a study. */
  query: string
  comparison: Comparison
  /** The frozen figure of a report, when the text refers to one. */
  stored?: StoredFigure
}

/** A section of a text: Markdown, a resolved figure, or a figure with its problems. */
type ResolvedBlock =
  | { kind: 'markdown'; text: string }
  | { kind: 'figure'; figure: ResolvedFigure | null; problems: TextProblem[] }

/**
 * Splits the text of a report and resolves the comparison of each figure; problems state the line and the next step.
 */
export async function resolveText(access: ProjectAccess, text: string): Promise<ResolvedBlock[]> {
  return Promise.all(
    readReportText(text).map(async (part): Promise<ResolvedBlock> => {
      if (part.kind === 'markdown') return part
      const { figure, problems, line } = part
      if (figure === null || problems.length > 0) return { kind: 'figure', figure: null, problems }
      const resolved = await resolveFigure(access, figure)
      if (resolved.ok) return { kind: 'figure', figure: resolved.value, problems: [] }
      return { kind: 'figure', figure: null, problems: [{ line: line + 1, message: resolved.error }] }
    }),
  )
}

/** Resolves the comparison that a figure shows, or returns the reason why it cannot be shown. */
export async function resolveFigure(access: ProjectAccess, figure: Figure): Promise<Result<ResolvedFigure, string>> {
  const resolved = await resolveReference(access, figure)
  if (!resolved.ok || resolved.value.stored !== undefined) return resolved
  return ok({ ...resolved.value, comparison: figureComparison(resolved.value) })
}

async function resolveReference(
  { project, queries }: ProjectAccess,
  figure: Figure,
): Promise<Result<ResolvedFigure, string>> {
  const { address } = figure
  if (!isKeyOf(address.project, projectKey(project))) {
    return err(
      `This comparison belongs to the project ${projectLabel(address.project)}; a text can only show comparisons of its own project, ${project.slug}`,
    )
  }
  if (address.kind === 'share') return err(`${IN_SPECS}: the content of a shared link`)
  if (figure.page) return err(`${IN_SPECS}: the whole page of a study`)
  if (address.kind === 'query') return understood(figure, { title: null, study: address.study, query: address.query })
  if (address.kind === 'report') return ofReport(queries, figure, address)
  const saved = await queries.savedComparisons.find(address.slug)
  if (saved === null) return err(`There is no saved comparison "${address.slug}" in this project`)
  return understood(figure, saved)
}

const IN_SPECS = 'Only specs can show this'

/** Finds the frozen figure of a published version of a report. */
async function ofReport(
  { reports }: ProjectAccess['queries'],
  figure: Figure,
  { slug, version: number, figure: at }: { slug: string; version: number; figure: number },
): Promise<Result<ResolvedFigure, string>> {
  const version = await reports.findVersion(slug, number)
  const id = version?.snapshotIds[at - 1]
  const [stored] = id === undefined ? [] : await reports.figures({ snapshotIds: [id] })
  const frozen = stored === undefined ? null : parseFrozenFigure(stored)
  if (stored === undefined || frozen?.format !== 1)
    return err(`There is no figure ${at} in version ${number} of a report "${slug}"`)
  const { title, study, query, comparison } = frozen
  return ok({ ...figure, title, study, query, comparison, stored })
}

/** Parses the query of a comparison; that of a study has additional parameters, which are invalid for a comparison. */
function understood(
  figure: Figure,
  { title, study, query }: Pick<ResolvedFigure, 'title' | 'study' | 'query'>,
): Result<ResolvedFigure, string> {
  const { comparison, problems } = fromQuery(query)
  if (study === null && problems[0] !== undefined) return err(`The address is not understood: ${problems[0]}`)
  return ok({ ...figure, title, study, query, comparison })
}

/**
 * Returns the comparison that a figure shows of a study. The page of steps has several, of which a figure shows the
 * relative one.
 */
const figureComparison = ({ study, comparison }: { study: string | null; comparison: Comparison }): Comparison =>
  study === 'steps' ? stepsComparisons(comparison).relative : comparison
