import type { Grid, GridTable } from '../../compare/grid.ts'
import { isPair, type PairMark, type PairTable, pairTables } from '../../compare/pairs/pair-table.ts'
import { heatCell } from '../../compare/render/heat-map.ts'
import type { SharedContent } from './shared-content.ts'

/** Rows that are legible in the preview of a chat. */
const MAX_ROWS = 9
const MAX_COLUMNS = 24

export type PreviewHeatCell = { tone: 'worse' | 'better' | 'none'; step: number; isMissing: boolean }

/** The lead figure of a shared link, small enough for a preview; positions are fractions of the width. */
export type PreviewFigure =
  | { kind: 'plot'; rows: { name: string; mark: PairMark }[]; scale: PairTable['scale']; left: number }
  | { kind: 'heat'; rows: { name: string; cells: PreviewHeatCell[] }[]; from: string; to: string; left: number }

/** The figure of the first comparison of a link: a plot of two versions, or a heat map; null without ratios. */
export function previewFigure({ figures }: Pick<SharedContent, 'figures'>): PreviewFigure | null {
  const [figure] = figures.flatMap((one) => (one.format === 2 ? [] : [one]))
  if (figure === undefined) return null
  const tables = isPair(figure.comparison) ? pairTables(figure.grid, null) : null
  return tables === null ? heatPreview(figure.grid) : plotPreview(tables)
}

/** The rows with the largest changes, significant ones first. */
function plotPreview(tables: readonly PairTable[]): PreviewFigure | null {
  const [first] = tables
  const all = tables.flatMap(({ groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ label, marks }) => {
        const mark = marks.at(-1)
        return mark === undefined || mark.at === null ? [] : [{ name: label, mark }]
      }),
    ),
  )
  if (first === undefined || all.length === 0) return null
  const rank = ({ state }: PairMark) => (state === 'regression' || state === 'improvement' ? 0 : 1)
  const distance = ({ at }: PairMark) => Math.abs((at ?? 0.5) - 0.5)
  const rows = all
    .toSorted((a, b) => rank(a.mark) - rank(b.mark) || distance(b.mark) - distance(a.mark))
    .slice(0, MAX_ROWS)
    .toSorted((a, b) => (a.mark.at ?? 0) - (b.mark.at ?? 0))
  return { kind: 'plot', rows, scale: first.scale, left: all.length - rows.length }
}

function heatPreview({ tables, show }: Grid): PreviewFigure | null {
  const table = tables.find(hasRatios)
  if (show === 'absolute' || table === undefined) return null
  const from = Math.max(0, table.columns.length - MAX_COLUMNS)
  const columns = table.columns.slice(from)
  const all = table.groups.flatMap(({ rows }) => rows)
  const rows = all.slice(0, MAX_ROWS).map(({ label, cells }) => ({
    name: label,
    cells: cells.slice(from).map((cell): PreviewHeatCell => {
      const { tone, step, state } = heatCell(cell)
      return { tone, step, isMissing: state === 'missing' }
    }),
  }))
  const [first, last] = [columns[0]?.label ?? '', columns.at(-1)?.label ?? '']
  return { kind: 'heat', rows, from: first, to: last, left: all.length - rows.length }
}

const hasRatios = ({ groups }: GridTable): boolean =>
  groups.some(({ rows }) => rows.some(({ cells }) => cells.some(({ ratio, isBase }) => ratio !== null && !isBase)))
