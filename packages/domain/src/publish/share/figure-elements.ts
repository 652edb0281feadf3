import { dimensionWord } from '../../compare/axis-label.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { DimensionName } from '../../compare/dimension.ts'
import type { Cell, Grid } from '../../compare/grid.ts'
import type { FactTable } from '../../compare/studies/pages/fact-table.ts'
import { flatElements, type StudyElement, type StudyPage } from '../../compare/studies/pages/study-page.ts'
import { NO_TLDR, type Tldr } from '../../compare/tldr/tldr.ts'
import type { ChartModel } from '../chart/chart-model.ts'
import { baseNotice } from '../report/base-notice.ts'
import type { FigureView } from '../report/figure-block.ts'
import { figureCharts } from './figure-chart.ts'
import type { SharedFigure } from './shared-content.ts'

/** Page elements of a figure of any format; those of a comparison are its charts and tables. */
export function figureElements(figure: SharedFigure): readonly StudyElement[] {
  const notice = noticeOf(figure)
  if (figure.format === 2) return [...notice, ...wordsAbove(figure.page), ...figure.page.parts]
  const { grid, comparison, show = ALL_PARTS } = figure
  const models = show.includes('chart') ? (figure.charts ?? figureCharts(grid)) : []
  return [
    ...notice,
    ...filterWords(comparison),
    ...(models.length === 0 ? [] : [{ kind: 'charts' as const, models }]),
    ...(show.includes('table') ? [{ kind: 'grid' as const, grid, comparison }] : []),
  ]
}

/** A correction that became known after the figure was frozen; it is shown above the figure. */
function noticeOf(figure: SharedFigure): StudyElement[] {
  const text = baseNotice(figure)
  return text === null ? [] : [{ kind: 'text', text }]
}

const ALL_PARTS: readonly FigureView[] = ['table', 'tldr', 'chart']

/** Elements above a study: its filters and its warnings. */
const wordsAbove = ({ comparison, warnings }: StudyPage): StudyElement[] => [
  ...filterWords(comparison),
  ...warnings.map(({ text }) => ({ kind: 'text' as const, text })),
]

/** The filters of a comparison as a sentence. */
function filterWords({ filters }: Comparison): StudyElement[] {
  const chosen = Object.entries(filters).flatMap(([dimension, values]) =>
    // The keys of filters are names of dimensions.
    values === undefined ? [] : [`${dimensionWord(dimension as DimensionName)} ${values.join(', ')}`],
  )
  return chosen.length === 0 ? [] : [{ kind: 'text', text: `Of ${chosen.join('; ')}.`, soft: true }]
}

export function tldrOf(figure: SharedFigure): Tldr {
  if (figure.format === 2) return figure.page.tldr
  return (figure.show ?? ALL_PARTS).includes('tldr') ? figure.tldr : NO_TLDR
}

/** The grids of a page with names that distinguish them. */
export function gridsOf(parts: readonly StudyElement[]): { name: string; grid: Grid }[] {
  return flatElements(parts).flatMap(({ section, part }) => {
    if (part.kind === 'grid') return [{ name: `${section}|${part.label ?? ''}`, grid: part.grid }]
    return part.kind === 'metrics' ? [{ name: `${section}|${part.title}`, grid: part.grid }] : []
  })
}

export const factsOf = (parts: readonly StudyElement[]): FactTable[] =>
  flatElements(parts).flatMap(({ part }) => (part.kind === 'facts' ? [part.table] : []))

export const cellsOfGrid = ({ tables }: Grid): Cell[] =>
  tables.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))

export const chartsAmong = (parts: readonly StudyElement[]): ChartModel[] =>
  flatElements(parts).flatMap(({ part }) => (part.kind === 'charts' ? part.models : []))
