import type { Comparison } from '@assay/domain/compare/comparison'
import type { numberFootnotes } from '@assay/domain/compare/footnote-marks'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { cellFormatter } from '@assay/domain/compare/shown-table'
import style from './compare-table.module.css'
import { GroupRows } from './group-rows.tsx'
import { TableHead } from './table-head.tsx'
import { TableTitle } from './table-title.tsx'

/** What every part of the table needs to make its links. */
export type TableLinks = {
  project: string
  comparison: Comparison
  hrefTo: (comparison: Comparison) => string
  /** The address that opens the chart of a row. */
  chartHref: (chart: string) => string
}

type Props = {
  table: GridTable
  index: number
  grid: Grid
  links: TableLinks
  marksOf: ReturnType<typeof numberFootnotes>['marksOf']
}

/** One table of a comparison, drawn by the server; the page's script only finds its cells by their place. */
export function CompareTable({ table, index, grid, links, marksOf }: Props) {
  const drawing = { show: grid.show, format: cellFormatter(table), marksOf, project: links.project }
  const name = [table.metric, table.key.label].filter(Boolean).join(', ')
  let firstRow = 0
  return (
    <section className={style.section}>
      <TableTitle table={table} grid={grid} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={style.scroll} tabIndex={0} aria-label={`Table: ${name}`}>
        <table className={style.table} data-table={index}>
          <caption className="visually-hidden">
            {table.baseLabel === null ? name : `${name}, relative to ${table.baseLabel}`}
          </caption>
          <TableHead table={table} grid={grid} links={links} />
          {table.groups.map((group) => {
            const start = firstRow
            firstRow += group.rows.length
            return (
              <GroupRows
                key={`${group.name}`}
                group={group}
                firstRow={start}
                tableIndex={index}
                rowDimensions={grid.rowDimensions}
                columnCount={table.columns.length}
                drawing={drawing}
                links={links}
              />
            )
          })}
        </table>
      </section>
    </section>
  )
}
