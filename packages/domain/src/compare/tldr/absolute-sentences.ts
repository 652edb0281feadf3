import { isExcluded } from '../band.ts'
import { formatRatio } from '../format-cell.ts'
import type { Grid } from '../grid.ts'
import { cellFormatter, tableTitle } from '../render/shown-table.ts'
import type { TldrSentence } from './tldr.ts'
import { rowsOf } from './tldr-blocks.ts'

/**
 * Sentences for a comparison without a base, about the columns that differ most: "scan: 120 in 9.5.0 to 210 in 5.6.51,
 * a factor of 1.75".
 */
export function absoluteSentences(grid: Grid): TldrSentence[] {
  return grid.tables.flatMap((table, tableIndex) => {
    if (table.better === 'neither' || table.columns.length < 2) return []
    const format = cellFormatter(table)
    const title = tableTitle(grid, table)
    return rowsOf(table).flatMap(({ label, cells }, row): TldrSentence[] => {
      const known = cells
        .flatMap((cell, column) =>
          cell.value === null || cell.value <= 0 || isExcluded(cell.footnotes)
            ? []
            : [{ cell, value: cell.value, column }],
        )
        .sort((a, b) => a.value - b.value)
      const [least, most] = [known[0], known.at(-1)]
      if (least === undefined || most === undefined || least === most) return []
      const number = ({ cell, column }: typeof least) => ({
        number: format(cell, 'absolute'),
        cell: { table: tableIndex, row, column },
      })
      const columnOf = ({ column }: typeof least) => table.columns[column]?.label ?? ''
      const factor = most.value / least.value
      return [
        {
          parts: [
            `${title === '' ? '' : `${title}, `}${label === '' ? 'all results' : label}: `,
            number(least),
            ` in ${columnOf(least)} to `,
            number(most),
            ` in ${columnOf(most)}, a factor of ${formatRatio(factor)}`,
          ],
          effect: Math.log(factor),
        },
      ]
    })
  })
}
