import { gridFigure } from '@assay/charts/figure/grid-figure'
import { pairFigure } from '@assay/charts/figure/pair-figure'
import { thumbnailFigure } from '@assay/charts/figure/thumbnail-figure'
import { FIGURE_THEMES } from '@assay/charts/scales/figure-theme'
import { comparisonHeadline } from '@assay/domain/compare/comparison-headline'
import { isPair, pairTables } from '@assay/domain/compare/pairs/pair-table'
import { thumbnailOf } from '@assay/domain/publish/chart/thumbnail'
import { api } from '../../trpc/server-caller.ts'
import { comparisonTitle } from './head/comparison-title.ts'
import { arithmeticSentence, countSentence } from './head/count-sentence.ts'
import { readCompanions } from './read-companions.ts'

/** `plot` is the lead figure of the page, `table` its tables, `thumbnail` the lead figure for lists of pages. */
export const FIGURE_KINDS = ['plot', 'table', 'thumbnail'] as const
export type FigureKind = (typeof FIGURE_KINDS)[number]

type Asked = { project: string; query: string; kind: FigureKind; theme: keyof typeof FIGURE_THEMES }

/** Draws a comparison as an SVG file, with the marks and numbers of its page. */
export async function readFigure({ project, query, kind, theme }: Asked): Promise<string> {
  const { comparisons } = await api()
  if (kind === 'thumbnail') {
    const { comparison, grid } = await comparisons.grid({ project, query })
    const label = comparisonHeadline(grid, comparison, comparisonTitle(comparison, []))
    return thumbnailFigure(thumbnailOf(grid, comparison), label, FIGURE_THEMES[theme])
  }
  const [{ comparison, grid }, { metrics, studies }] = await Promise.all([
    comparisons.grid({ project, query }),
    comparisons.builder({ project, query }),
  ])
  const pair = isPair(comparison)
  const title = comparisonHeadline(grid, comparison, comparisonTitle(comparison, studies))
  const subtitle = pair
    ? `${arithmeticSentence(comparison)}.`
    : `${countSentence(grid)} ${arithmeticSentence(comparison)}.`
  const tables =
    pair && kind === 'plot' ? pairTables(grid, await readCompanions(project, { comparison, grid }, metrics)) : null
  const text = { title, subtitle }
  return tables === null ? gridFigure(grid, text, FIGURE_THEMES[theme]) : pairFigure(tables, text, FIGURE_THEMES[theme])
}
