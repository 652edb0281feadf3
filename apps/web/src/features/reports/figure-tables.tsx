import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { endsWithNewest } from '@assay/domain/compare/page-grid/newest-column'
import type { PageGrid, PageTable } from '@assay/domain/compare/page-grid/page-grid'
import { withParameters } from '@assay/domain/compare/page-grid/page-query'
import { cellMarker, hasMarks } from '@assay/domain/compare/verdict-marks'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { comparePath } from '../../paths.ts'
import { CHART_PARAMETER } from '../compare/surface/chart-parameter.ts'
import type { ShownGrid } from '../compare/surface/shown-grid.ts'
import style from '../compare/table/compare-table.module.css'
import type { CellDrawing } from '../compare/table/pivot-cell.tsx'
import { PivotHead } from '../compare/table/pivot-head.tsx'
import { type PivotItem, pivotItems, summaryKinds } from '../compare/table/pivot-items.ts'
import { PivotLine } from '../compare/table/pivot-row.tsx'
import { PivotTitle } from '../compare/table/pivot-title.tsx'
import cellStyle from '../compare/table/table-cells.module.css'

export type FigureTablesProps = {
  page: PageGrid
  comparison: Comparison
  /** The comparison as its query. */
  query: string
  /** Null for a reader who cannot open the project, for whom nothing is a link. */
  project: string | null
  /** Ids of cells that a text links to, by `table.row.column`. */
  ids: Readonly<Record<string, string>>
}

/** The tables of a figure with all their rows, as on the compare page, to which the links lead. Works without a script. */
export function FigureTables({ page, comparison, query, project, ids }: FigureTablesProps) {
  const hrefWith =
    project === null
      ? null
      : (changes: Readonly<Record<string, string | null>>) => comparePath(project, withParameters(query, changes))
  const shown: ShownGrid = { page, comparison, query, hrefWith }
  return page.grid.tables.map((table, index) => {
    const prepared = page.tables[index]
    // Tables that the figure does not show have no columns.
    if (prepared === undefined || table.columns.length === 0) return null
    const drawing: CellDrawing = {
      ...{ project, table: index, show: page.grid.show, digits: prepared.digits, noteNumbers: page.noteNumbers, ids },
      ...{ markOf: cellMarker(page.grid), isHeat: false, newest: null, isNewestFixed: false },
      ...{ base: { column: null, row: null }, hasBaseValues: false },
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: the position of a table is its identity
    return <FigureTable key={index} {...{ table, prepared, grid: page.grid, shown, drawing }} />
  })
}

type TableProps = { table: GridTable; prepared: PageTable; grid: Grid; shown: ShownGrid; drawing: CellDrawing }

function FigureTable({ table, prepared, grid, shown, drawing }: TableProps) {
  const { hrefWith } = shown
  const about = [table.metric, table.key.label].filter(Boolean).join(', ')
  const name = showBidiControls(table.baseLabel === null ? about : `${about}, relative to ${table.baseLabel}`)
  const show = shown.comparison.show === 'absolute' ? { show: null } : {}
  const links = {
    chartHref: (chart: string) => hrefWith?.({ [CHART_PARAMETER]: chart }) ?? null,
    baseHref: (rowIndex: number) => {
      const base = prepared.rows[rowIndex]?.base ?? null
      return base === null ? null : (hrefWith?.({ base, ...show }) ?? null)
    },
  }
  const classes = [
    style.table,
    cellStyle.cells,
    hasMarks(grid) && cellStyle.judged,
    endsWithNewest(grid, table) && style.newestLast,
  ]
  const lineOf = (item: PivotItem, at: number) => (
    <PivotLine
      key={item.kind === 'row' ? `row ${item.rowIndex}` : `${item.kind} ${at}`}
      item={item}
      columns={table.columns.length}
      companions={[]}
      tabColumn="every"
      namedColumn={-1}
      drawing={drawing}
      links={links}
    />
  )
  const groups = Map.groupBy(pivotItems(table, summaryKinds(grid.show, false)), ({ group }) => group)
  return (
    <section className={style.section}>
      <PivotTitle table={table} grid={grid} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={style.scroll} tabIndex={0} aria-label={`Table: ${name}`}>
        <table className={classes.filter(Boolean).join(' ')} data-table={drawing.table}>
          <caption className="visually-hidden">{name}</caption>
          <PivotHead
            table={table}
            prepared={{ ...prepared, newest: null }}
            grid={grid}
            shown={shown}
            isNewestFixed={false}
          />
          {[...groups].map(([group, lines]) => (
            <tbody key={group}>{lines.map(lineOf)}</tbody>
          ))}
        </table>
      </section>
    </section>
  )
}
