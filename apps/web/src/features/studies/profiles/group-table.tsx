import type { ListedProfile } from '@assay/api/profiles/list-profiles'
import type { Comparison } from '@assay/domain/compare/comparison'
import { formatAbsolute } from '@assay/domain/compare/format-cell'
import type { Grid, GridRow, GridTable } from '@assay/domain/compare/grid'
import { absoluteDigits } from '@assay/domain/compare/render/absolute-digits'
import { OTHER_GROUP } from '@assay/domain/run/cpu-profile/group-rules'
import { profileOfColumn } from '@assay/domain/run/cpu-profile/profile-label'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import style from './profiles.module.css'
import { shareId } from './share-id.ts'

type Props = {
  grid: Grid
  comparison: Comparison
  profiles: readonly ListedProfile[]
  /** Returns the address that draws a profile. */
  hrefOf: (profile: ListedProfile) => string
}

/**
 * Percent of samples by group of functions, a table for each machine or benchmark; each column links to its flame
 * graph.
 */
export function GroupTables({ grid, comparison, profiles, hrefOf }: Props) {
  return grid.tables.map((table, tableIndex) => {
    const all = table.groups.flatMap((group) => group.rows)
    const rows = otherLast(all)
    const labels = columnLabels(table)
    const caption = ['Percent of samples', table.key.label].filter((part) => part !== '').join(', ')
    return (
      <div key={caption} className={style.table}>
        {table.key.label !== '' && <h3>{table.key.label}</h3>}
        <DataTable
          caption={caption}
          columns={columnsOf(table, all, labels, tableIndex)}
          rows={rows}
          rowKey={(row) => row.values.join(' ')}
        />
        <ul className={style.graphs} aria-label="Flame graphs">
          {table.columns.flatMap((column, index) => {
            const profile = profileOfColumn(profiles, { table, column }, comparison)
            if (profile === undefined) return []
            return [
              <li key={column.label}>
                <a href={hrefOf(profile)}>Flame graph of {labels[index]}</a>
              </li>,
            ]
          })}
        </ul>
      </div>
    )
  })
}

/** Functions without a group are listed below the groups. */
function otherLast(rows: readonly GridRow[]): GridRow[] {
  const isOther = ({ values }: GridRow) => values.includes(OTHER_GROUP)
  return [...rows.filter((row) => !isOther(row)), ...rows.filter(isOther)]
}

/** Labels columns by the dimensions that differ; a single column by all its dimensions. */
function columnLabels({ columns }: GridTable): string[] {
  const differs = (index: number) => new Set(columns.map(({ values }) => values[index])).size > 1
  const known = (value: string) => value !== '' && value !== 'unknown'
  return columns.map(({ values, label }) => {
    const informative = values.filter((value, index) => known(value) && differs(index))
    return (informative.length > 0 ? informative : values.filter(known)).join(' ') || label
  })
}

function columnsOf(
  table: GridTable,
  rows: readonly GridRow[],
  labels: readonly string[],
  tableIndex: number,
): Column<GridRow>[] {
  const digits = absoluteDigits(rows.flatMap(({ cells }) => cells))
  return [
    { key: 'group', header: 'Group of functions', heads: true, cell: ({ values }) => values.join(' ') },
    ...table.columns.map((column, index): Column<GridRow> => {
      return {
        key: column.label,
        header: labels[index] ?? column.label,
        numeric: true,
        about: 'percent of samples',
        cell: (row) => {
          const cell = row.cells[index]
          const text = formatAbsolute(cell?.value ?? null, digits(cell?.metric ?? ''))
          return (
            <span id={shareId(tableIndex, rows.indexOf(row), index)} className={style.share}>
              {text}
            </span>
          )
        },
      }
    }),
  ]
}
