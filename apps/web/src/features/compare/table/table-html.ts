import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { endsWithNewest } from '@assay/domain/compare/page-grid/newest-column'
import type { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import { cellFormatter } from '@assay/domain/compare/render/shown-table'
import { cellMarker, hasMarks } from '@assay/domain/compare/verdict-marks'
import { type Html, html } from '../../../ui/html.ts'
import { groupHtml } from './body-html.ts'
import style from './compare-table.module.css'
import { headHtml } from './head-html.ts'
import cellStyle from './table-cells.module.css'
import type { TableLinks } from './table-links.ts'
import { tableTitleHtml } from './table-title-html.ts'

type Table = {
  table: GridTable
  index: number
  grid: Grid
  links: TableLinks
  marksOf: ReturnType<typeof numberFootnotes>['marksOf']
}

/**
 * Renders one table of a comparison. The script of the page finds cells by row and column. The table scrolls inside a
 * region, which is a tab stop so that the keyboard can scroll it.
 */
export function tableHtml({ table, index, grid, links, marksOf }: Table): Html {
  const about = [table.metric, table.key.label].filter(Boolean).join(', ')
  const name = table.baseLabel === null ? about : `${about}, relative to ${table.baseLabel}`
  const drawing = {
    show: grid.show,
    format: cellFormatter(table),
    marksOf,
    markOf: cellMarker(grid),
    project: links.project,
  }
  let firstRow = 0
  const groups = table.groups.map((group) => {
    const start = firstRow
    firstRow += group.rows.length
    return groupHtml({
      group,
      firstRow: start,
      tableIndex: index,
      rowDimensions: grid.rowDimensions,
      columnCount: table.columns.length,
      drawing,
      links,
    })
  })
  return html`
    <section class="${style.section}">
      ${tableTitleHtml(table, grid)}
      <section class="${style.scroll}" tabindex="0" aria-label="Table: ${name}">
        <table class="${style.table} ${cellStyle.cells}${hasMarks(grid) && html` ${cellStyle.judged}`}${endsWithNewest(grid, table) && html` ${style.newestLast}`}" data-table="${index}">
          <caption class="visually-hidden">${name}</caption>
          ${headHtml({ table, grid, links })}
          ${groups.map((rows) => html`<tbody>${rows}</tbody>`)}
        </table>
      </section>
    </section>`
}
