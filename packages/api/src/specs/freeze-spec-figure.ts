import { hash } from 'node:crypto'
import type { ShareSource, StoredFigure } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { hasPage, PAGE_OF_STUDY, type PagedStudy } from '@assay/domain/compare/studies/pages/page-of-study'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { isKeyOf, projectKey } from '@assay/domain/projects/project-key'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import { type Reproduction, reproduceFigure } from '@assay/domain/publish/report/reproduce-figure'
import { cellsOfGrid } from '@assay/domain/publish/share/figure-elements'
import { freezePage } from '@assay/domain/publish/share/freeze-page'
import { maskNames } from '@assay/domain/publish/share/mask'
import { reproducePage } from '@assay/domain/publish/share/reproduce-page'
import type { Mask, SharedContent, SharedFigure } from '@assay/domain/publish/share/shared-content'
import { err, ok, type Result } from '@assay/domain/result'
import { evidenceGrid, pageGrid } from '@assay/domain/specs/evidence/evidence-grid'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'
import { resolveFigure } from '../reports/resolve-figures.ts'
import type { Services } from '../services.ts'
import { freezeStudy } from '../shares/freeze-study.ts'
import { ownParameters, readStudyPage } from '../studies/read-study-page.ts'

// Figures that only specs can contain: the whole page of a study, and the content of a shared link.

/** Freezes a figure that only specs can contain; null for figures that reports can contain as well. */
export async function freezeSpecFigure(
  services: Services,
  access: ProjectAccess,
  figure: Figure,
  now: Date,
): Promise<Result<StoredFigure, string> | null> {
  const { address } = figure
  if (address.kind === 'share') return copyShared(access, address)
  return figure.page ? freezeWholePage(services, access, figure, now) : null
}

/** Copies the frozen figure of a shared link. */
async function copyShared(
  { project, queries }: ProjectAccess,
  { project: of, id, figure: number }: { project: string; id: string; figure: number },
): Promise<Result<StoredFigure, string>> {
  const stored = isKeyOf(of, projectKey(project)) ? await queries.shares.snapshot(id) : null
  if (stored === null) return err('there is no such link in this project')
  if (stored.revokedAt !== null) return err(`this link was revoked on ${stored.revokedAt.slice(0, 10)}`)
  if (hash('sha256', stored.content, 'hex') !== stored.sha256)
    return err('the content of the link differs from its stored hash')
  // The hash proves that createShare wrote the content.
  const { figures, title, by, sharedAt } = JSON.parse(stored.content) as SharedContent
  const figure = figures[number - 1]
  if (figure === undefined) return err(`the link "${title}" has no figure ${number}`)
  return ok(toStoredFigure({ ...figure, shared: { title, by, sharedAt, sha256: stored.sha256, figure: number } }))
}

async function freezeWholePage(
  services: Services,
  access: ProjectAccess,
  figure: Figure,
  now: Date,
): Promise<Result<StoredFigure, string>> {
  const resolved = await resolveFigure(access, { ...figure, page: false })
  if (!resolved.ok) return resolved
  const { title, study, query } = resolved.value
  if (resolved.value.stored !== undefined || !hasPage(study)) {
    return err('"show: page" is for a study; a comparison has tables, charts and a tl;dr')
  }
  const { comparison, own } = studyRequestOf(study, query)
  const frozen = await freezeStudy(services, access, { kind: study, title: title ?? '', query, comparison, own }, now)
  return frozen === null ? err('no stored result matches it') : ok(toStoredFigure({ ...frozen, title }))
}

function toStoredFigure(figure: SharedFigure): StoredFigure {
  const content = canonicalJson(figure)
  return { content, sha256: hash('sha256', content, 'hex') }
}

/** Returns the comparison of a study's address, and the additional parameters of the page. */
function studyRequestOf(study: PagedStudy, query: string) {
  const given = new URLSearchParams(query)
  const own = ownParameters(study, Object.fromEntries(given))
  for (const name of PAGE_OF_STUDY[study].parameters) given.delete(name)
  return { comparison: fromQuery(given).comparison, own }
}

export type CurrentComparison = { grid: Grid | null; reproduction: Reproduction }

/**
 * Compares frozen figures with current results. Figures of one text often need the same comparison, which is read once.
 */
export function createCurrentComparison(
  services: Services,
  access: ProjectAccess,
): (frozen: SharedFigure) => Promise<CurrentComparison> {
  const grids = new Map<string, Promise<Grid>>()
  const pages = new Map<string, ReturnType<typeof readStudyPage>>()
  const gridOf = (comparison: Comparison) =>
    once(grids, canonicalJson(comparison), async () => (await readComparison(access, comparison)).grid)
  const pageOf = (study: PagedStudy, request: { comparison: Comparison; own: Readonly<Record<string, string>> }) =>
    once(pages, canonicalJson({ study, ...request }), () => readStudyPage(services, access, study, request))
  return async (frozen) => {
    const source = await sourceOf(access, frozen)
    if (source === null) return { grid: null, reproduction: allGone(frozen) }
    const { comparison, study, masks } = source
    if (frozen.format === 1) {
      const grid = maskNames(await gridOf(comparison), masks)
      return { grid, reproduction: reproduceFigure(frozen.grid, grid) }
    }
    if (study === null) return { grid: null, reproduction: allGone(frozen) }
    const page = maskNames(freezePage(await pageOf(study.kind, { comparison, own: study.own })), masks)
    return { grid: pageGrid(page.parts), reproduction: reproducePage(frozen.page, page) }
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? ask()
  known.set(key, answer)
  return answer
}

type Source = {
  comparison: Comparison
  study: { kind: PagedStudy; own: Readonly<Record<string, string>> } | null
  masks: readonly Mask[]
}

/**
 * The comparison behind a frozen figure; for a shared link its source, because names in the figure may be masked. Null
 * when the source is in another project.
 */
async function sourceOf({ queries }: ProjectAccess, frozen: SharedFigure): Promise<Source | null> {
  if (frozen.shared !== undefined) {
    const { sha256, figure } = frozen.shared
    const source = await queries.shares.source(sha256)
    return source === null ? null : ofShare(source, figure - 1)
  }
  if (frozen.format === 1) return { comparison: frozen.comparison, study: null, masks: [] }
  if (!hasPage(frozen.study)) return null
  const { comparison } = studyRequestOf(frozen.study, frozen.query)
  return { comparison, study: { kind: frozen.study, own: frozen.own }, masks: [] }
}

function ofShare({ comparisons, studies, masks }: ShareSource, at: number): Source | null {
  const comparison = comparisons[at]
  if (comparison === undefined) return null
  const request = studies?.[at] ?? null
  const kind = request?.kind ?? null
  return { comparison, study: hasPage(kind) ? { kind, own: request?.own ?? {} } : null, masks }
}

function allGone(frozen: SharedFigure): Reproduction {
  const cells = cellsOfGrid(evidenceGrid(frozen)).filter(({ value }) => value !== null)
  return { kind: 'gone', cells: cells.length }
}
