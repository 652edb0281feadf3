import type { ListedProfile } from '@assay/api/profiles/list-profiles'
import type { Comparison } from '@assay/domain/compare/comparison'
import { absoluteDigits, formatAbsolute } from '@assay/domain/compare/format-cell'
import type { Grid, GridRow, GridTable } from '@assay/domain/compare/grid'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { profileOfColumn } from './profile-label.ts'
import style from './profiles.module.css'

type Props = {
  grid: Grid
  comparison: Comparison
  profiles: readonly ListedProfile[]
  /** The address that draws a profile. */
  hrefOf: (profile: ListedProfile) => string
}

/** Percent of samples by group of functions, a table for each machine or benchmark; each column leads to its flame graph. */
export function GroupTables({ grid, comparison, profiles, hrefOf }: Props) {
  return grid.tables.map((table) => {
    const rows = table.groups.flatMap((group) => group.rows)
    const caption = ['Percent of samples', table.key.label].filter((part) => part !== '').join(', ')
    return (
      <div key={caption} className={style.table}>
        {table.key.label !== '' && <h3>{table.key.label}</h3>}
        <DataTable
          caption={caption}
          columns={columnsOf(table, rows)}
          rows={rows}
          rowKey={(row) => row.values.join(' ')}
        />
        <ul className={style.graphs} aria-label="Flame graphs">
          {table.columns.flatMap((column) => {
            const profile = profileOfColumn(profiles, { table, column }, comparison)
            if (profile === undefined) return []
            return [
              <li key={column.label}>
                <a href={hrefOf(profile)}>Flame graph of {column.label}</a>
              </li>,
            ]
          })}
        </ul>
      </div>
    )
  })
}

function columnsOf(table: GridTable, rows: readonly GridRow[]): Column<GridRow>[] {
  const digits = absoluteDigits(rows.flatMap(({ cells }) => cells))
  return [
    { key: 'group', header: 'Group of functions', heads: true, cell: (row) => row.label },
    ...table.columns.map((column, index): Column<GridRow> => {
      return {
        key: column.label,
        header: column.label,
        numeric: true,
        about: 'percent of samples',
        cell: ({ cells }) => {
          const cell = cells[index]
          return formatAbsolute(cell?.value ?? null, digits(cell?.metric ?? ''))
        },
      }
    }),
  ]
}
