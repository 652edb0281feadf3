import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { FrozenRun } from '@assay/domain/publish/report/frozen-figure'
import { maskNames } from '@assay/domain/publish/share/mask'
import { inMaskedOrder, sortFilters, sortRuns } from '@assay/domain/publish/share/masked-order'
import type { Mask, SharedContent, SharedFigure } from '@assay/domain/publish/share/shared-content'
import { type KnownNames, type Masking, maskedProducts } from './masking.ts'

/** Content before it is masked. */
type UnmaskedContent = {
  figures: readonly SharedFigure[]
  requests: readonly { comparison: Comparison }[]
  /** Draws the charts of each figure of a report from the tables that it shows. */
  redraw?: readonly ((grid: Grid) => ChartModel[])[]
}

/** Pages of these studies list settings or functions of the product, which identify it without its name. */
const REVEALING_STUDIES: ReadonlySet<string> = new Set(['configs', 'profiles'])

/**
 * Returns the reason why a study cannot be shared under masks: it lists what only one product has, or several masked products in the order
 * of their names. Null for everything else.
 */
export function revealedByStudy(
  { figures, requests }: UnmaskedContent,
  masking: Masking,
  known: KnownNames,
): string | null {
  if (masking.masks === null) return null
  const products = maskedProducts({ figures, requests }, masking, known)
  if (products.length === 0) return null
  const studies = figures.flatMap((figure) =>
    figure.format === 2 || figure.charts !== undefined ? (figure.study ?? []) : [],
  )
  const revealing = studies.find((study) => REVEALING_STUDIES.has(study))
  if (revealing !== undefined)
    return `The study "${revealing}" lists settings or functions that identify a product without its name. Share a comparison instead, or send "masks": null. Nothing was shared.`
  if (studies.length === 0 || products.length === 1) return null
  return `The study "${studies[0]}" lists several masked products (${products.length}) in the order of their names, which reveals them. Filter by one product, share a comparison instead, or list all products but one in "tell", which keeps their names. Nothing was shared.`
}

/** The content with names replaced, and without what else identifies a product. */
export function maskContent(plain: SharedContent, unmasked: UnmaskedContent, masks: readonly Mask[]): SharedContent {
  const masked = maskNames({ ...plain, figures: plain.figures.map((one) => withoutOrigins(one, masks)) }, masks)
  const figures = masked.figures.map((figure, at) => {
    // A query can write a name in its own encoding (`SQL%20Server`), so it is written again from the comparison.
    const comparison = maskNames(unmasked.requests[at]?.comparison, masks)
    return inOrder(figure, { comparison, redraw: unmasked.redraw?.[at] }, masks)
  })
  return { ...masked, figures }
}

function inOrder(
  figure: SharedFigure,
  { comparison, redraw }: { comparison: Comparison | undefined; redraw: ((grid: Grid) => ChartModel[]) | undefined },
  masks: readonly Mask[],
): SharedFigure {
  if (figure.format === 2) {
    const query = comparison === undefined ? figure.query : toQuery(sortFilters(comparison))
    const page = { ...figure.page, comparison: sortFilters(figure.page.comparison) }
    return { ...figure, page, query, runs: sortRuns(figure.runs) }
  }
  const sorted = inMaskedOrder(figure, masks)
  const charts = redraw === undefined || figure.study !== null ? figure.charts : redraw(sorted.grid)
  return { ...sorted, query: toQuery(sorted.comparison), ...(charts === undefined ? {} : { charts }) }
}

/**
 * Commits, links, commands and the hash of a published config identify a product as well as its name does, and so may
 * the flags of its build.
 */
const withoutOrigins = (figure: SharedFigure, masks: readonly Mask[]): SharedFigure => ({
  ...figure,
  runs: figure.runs.map((run): FrozenRun => {
    const { commands: _, ...facts } = run
    const hidesBuilds = masks.some(({ kind }) => kind === 'build' || kind === 'flags')
    return { ...facts, commit: null, sources: [], configSha256: null, flags: hidesBuilds ? null : run.flags }
  }),
})
