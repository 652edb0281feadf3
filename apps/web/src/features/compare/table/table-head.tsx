import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { withBase, withNextRowSort } from '../change-comparison.ts'
import { BreakableName } from './breakable-name.tsx'
import style from './compare-table.module.css'
import type { TableLinks } from './compare-table.tsx'
import { columnHeaders, type HeaderCell } from './header-levels.ts'
import { SortLink } from './sort-link.tsx'

type Props = { table: GridTable; grid: Grid; links: TableLinks }

/** The headers: a line for each column dimension. A header divides by what it names, its arrow sorts. */
export function TableHead({ table, grid, links }: Props) {
  const { levels } = columnHeaders(table.columns)
  const rowsName = grid.rowDimensions.map(dimensionLabel).join(', ') || 'All results'
  const { sort } = links.comparison
  if (levels.length === 0) {
    return (
      <thead>
        <tr>
          <th scope="col" className={style.corner}>
            {rowsName}
          </th>
          <th scope="col">all</th>
        </tr>
      </thead>
    )
  }
  return (
    <thead>
      {levels.map(({ dimension, cells }, level) => {
        const isLast = level === levels.length - 1
        return (
          <tr key={dimension}>
            <th
              scope="col"
              className={style.corner}
              aria-sort={isLast ? (sort.kind === 'name' ? 'ascending' : 'none') : undefined}
            >
              <span className={style.dimension}>{labelOf(grid.columnDimensions[dimension])}</span>
              {isLast && (
                <a href={links.hrefTo(withNextRowSort(links.comparison))} data-soft="" className={style.rowsName}>
                  {rowsName}
                  <span aria-hidden="true">{sort.kind === 'name' ? ' ↓' : ''}</span>
                  <span className="visually-hidden">
                    {' '}
                    sort by {sort.kind === 'name' ? 'the benchmark’s order' : 'name'}
                  </span>
                </a>
              )}
            </th>
            {cells.map((cell) => (
              <ColumnHeader
                key={cell.firstColumn}
                cell={cell}
                dimension={dimension}
                isLast={isLast}
                table={table}
                grid={grid}
                links={links}
              />
            ))}
          </tr>
        )
      })}
    </thead>
  )
}

type HeaderProps = Props & { cell: HeaderCell; dimension: number; isLast: boolean }

function ColumnHeader({ cell, dimension, isLast, table, grid, links }: HeaderProps) {
  const column = table.columns[cell.firstColumn]
  const { sort } = links.comparison
  const sorted = isLast && sort.kind === 'column' && sort.column === cell.firstColumn ? sort.direction : undefined
  // The last line names a column, so its base is all of it; a line above names a part.
  const named = isLast ? grid.columnDimensions.length : dimension + 1
  const dimensions = grid.columnDimensions.slice(0, named)
  const base = withBase(links.comparison, dimensions, column?.values.slice(0, named) ?? [])
  const isBase = isLast && column?.isBase === true
  return (
    <th
      scope={isLast ? 'col' : 'colgroup'}
      colSpan={cell.span > 1 ? cell.span : undefined}
      aria-sort={isLast ? (sorted ?? 'none') : undefined}
      className={[isBase ? style.base : '', isLast ? '' : style.upper].join(' ').trim() || undefined}
    >
      {isBase && (
        <span className={style.baseMark} aria-hidden="true">
          base
        </span>
      )}
      <a href={links.hrefTo(base)} data-soft="" title={`Divide by ${cell.value}`}>
        <BreakableName name={cell.value === '' ? '–' : cell.value} />
        <span className="visually-hidden">{isBase ? ' the base' : ' use as base'}</span>
      </a>
      {isLast && <SortLink column={cell.firstColumn} label={column?.label ?? ''} sorted={sorted} links={links} />}
    </th>
  )
}

const labelOf = (dimension: DimensionName | undefined) => (dimension === undefined ? '' : dimensionLabel(dimension))
