import { badgeWords } from './badge-words.ts'
import { takesNoPart } from './band.ts'
import type { Grid, GridGroup, GridTable } from './grid.ts'
import { cellFormatter, printedColumns, tableTitle, type View, viewsOf } from './shown-table.ts'

/** What a star means, with the words of the badges that are there. */
const starNote = (words: readonly string[]) => `* not comparable: ${words.join(', ')}`

/**
 * The table that people paste into posts: `Relative to:`, a `col-N :` line for each column, then for each group a
 * header that ends in the group's name, and tab-separated rows with the label last. Several tables follow each
 * other, each after a title, with two empty lines between them.
 */
export function renderText(grid: Grid): string {
  const blocks = grid.tables.flatMap((table) =>
    viewsOf(grid).map((view) => {
      const title = tableTitle(grid, table)
      return `${title === '' ? '' : `${oneLine(title)}\n`}${renderTable(table, view)}`
    }),
  )
  return blocks.length === 0 ? 'No results.\n' : blocks.join('\n\n')
}

function renderTable(table: GridTable, view: View): string {
  const columns = printedColumns(table, view)
  const format = cellFormatter(table)
  const legend = columns.map(({ column }, i) => `col-${i + 1} : ${oneLine(column.label)}`)
  const base = view === 'relative' && table.baseLabel !== null ? [`Relative to: ${oneLine(table.baseLabel)}`] : []
  const groups = table.groups.map((group) => [...renderGroup(group), ''])
  const words = badgeWords([table]).excluded
  const star = words.length === 0 ? [] : ['', starNote(words)]
  return [...base, ...legend, '', ...groups.flat().slice(0, -1), ...star, ''].join('\n')

  function renderGroup({ name, rows }: GridGroup): string[] {
    const header = [...columns.map((_, i) => `col-${i + 1}`), ...(name === null ? [] : [oneLine(name)])]
    const lines = rows.map(({ cells, label }) => {
      const numbers = columns.map(({ index }) => {
        const cell = cells[index]
        return cell === undefined ? '' : `${format(cell, view)}${takesNoPart(cell.footnotes) ? '*' : ''}`
      })
      return [...numbers, oneLine(label)].join('\t')
    })
    return [header.join('\t'), ...lines]
  }
}

/** A name with a tab or a line break in it would make another table. */
const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ')
