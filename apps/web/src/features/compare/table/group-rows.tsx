import type { DimensionName } from '@assay/domain/compare/dimension'
import type { GridColumn, GridGroup } from '@assay/domain/compare/grid'
import style from './compare-table.module.css'
import type { TableLinks } from './compare-table.tsx'
import { RowHeader } from './row-header.tsx'
import { SummaryRows } from './summary-rows.tsx'
import { type Drawing, TableCell } from './table-cell.tsx'

type Props = {
  group: GridGroup
  /** Number of its first row, counted through all groups of the table. */
  firstRow: number
  tableIndex: number
  rowDimensions: readonly DimensionName[]
  columns: readonly GridColumn[]
  drawing: Drawing
  links: TableLinks
}

/** The rows of one group below its name, and what they say together. */
export function GroupRows({ group, firstRow, tableIndex, rowDimensions, columns, drawing, links }: Props) {
  return (
    <tbody>
      {group.name !== null && (
        <tr className={style.group}>
          <th scope="rowgroup" colSpan={columns.length + 1}>
            <span>{group.name}</span>
          </th>
        </tr>
      )}
      {group.rows.map((row, index) => (
        <tr
          key={row.values.join('\u0000')}
          data-row={firstRow + index}
          className={row.isBase ? style.baseRow : undefined}
        >
          <RowHeader
            row={row}
            chart={`${tableIndex}.${firstRow + index}`}
            rowDimensions={rowDimensions}
            links={links}
          />
          {row.cells.map((cell, column) => (
            // Columns have no identity but their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a column is what identifies it here
            <TableCell key={column} cell={cell} drawing={drawing} />
          ))}
        </tr>
      ))}
      {drawing.show !== 'absolute' && group.rows.length > 1 && <SummaryRows group={group} />}
    </tbody>
  )
}
