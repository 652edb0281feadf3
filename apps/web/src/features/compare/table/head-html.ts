import { valueLabel } from '@assay/domain/compare/axis-label'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { headerBase } from '@assay/domain/compare/page-grid/header-base'
import { columnHeaders, type HeaderCell } from '@assay/domain/compare/page-grid/header-levels'
import { type Html, html } from '../../../ui/html.ts'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { withHeaderBase, withNextRowSort, withNextSort } from '../change-comparison.ts'
import style from './compare-table.module.css'
import type { TableLinks } from './table-links.ts'

type Head = { table: GridTable; grid: Grid; links: TableLinks }

/** Renders the headers: a line for each column dimension. A header sets the base, its arrow sorts. */
export function headHtml(head: Head): Html {
  const { table, grid, links } = head
  const { levels } = columnHeaders(table.columns)
  const rowsName = grid.rowDimensions.map(dimensionLabel).join(', ') || 'All results'
  if (levels.length === 0) {
    return html`
      <thead>
        <tr><th scope="col" class="${style.corner}">${rowsName}</th><th scope="col">all</th></tr>
      </thead>`
  }
  const lines = levels.map(({ dimension, cells }, level) => {
    const isLast = level === levels.length - 1
    const isSorted = links.comparison.sort.kind === 'name'
    return html`
      <tr>
        <th scope="col" class="${style.corner}"${isLast && html` aria-sort="${isSorted ? 'ascending' : 'none'}"`}>
          <span class="${style.cornerLine}">
            ${isLast && rowSortHtml(rowsName, links)}
            <span class="${style.dimension}">${labelOf(grid.columnDimensions[dimension])}</span>
          </span>
        </th>
        ${cells.map((cell) => headerHtml({ ...head, cell, dimension, isLast }))}
      </tr>`
  })
  return html`<thead>${lines}</thead>`
}

function rowSortHtml(rowsName: string, { comparison, hrefTo }: TableLinks): Html {
  const [sign, next] = comparison.sort.kind === 'name' ? [' ↓', 'the benchmark’s order'] : ['', 'name']
  return html`
    <a href="${hrefTo(withNextRowSort(comparison))}" data-soft="" class="${style.rowsName}">
      ${rowsName}<span aria-hidden="true">${sign}</span><span class="visually-hidden"> sort by ${next}</span>
    </a>`
}

type Header = Head & { cell: HeaderCell; dimension: number; isLast: boolean }

function headerHtml({ cell, dimension, isLast, table, grid, links }: Header): Html {
  const column = table.columns[cell.firstColumn]
  const { sort } = links.comparison
  const sorted = isLast && sort.kind === 'column' && sort.column === cell.firstColumn ? sort.direction : null
  // The last line names a column, so its base has all its dimensions; a header above names some of them, and its base
  // includes those that depend on them.
  const named = isLast ? grid.columnDimensions.length : dimension + 1
  const values = column?.values ?? []
  const base = withHeaderBase(links.comparison, grid.columnDimensions, values, named)
  const baseName = headerBase(grid.columnDimensions, values, named)
    .map((entry) => valueLabel(entry.dimension, entry.value))
    .join(' ')
  const isBase = isLast && column?.isBase === true
  const scope = isLast
    ? html`scope="col" aria-sort="${sorted ?? 'none'}"`
    : html`scope="colgroup" class="${style.upper}"`
  return html`
    <th ${scope}${cell.span > 1 && html` colspan="${cell.span}"`}${isBase && html` class="${style.base}"`}>
      ${isBase && html`<span class="${style.baseMark}" aria-hidden="true">base</span>`}
      <a href="${links.hrefTo(base)}" data-soft="" title="Divide by ${baseName}">
        ${breakable(cell.value === '' ? '–' : cell.value)}
        <span class="visually-hidden">${isBase ? ' the base' : ' use as base'}</span>
      </a>
      ${isLast && column?.note !== undefined && html`<span class="${style.note}">${column.note}</span>`}
      ${isLast && sortHtml({ column: cell.firstColumn, label: column?.label ?? '', sorted, links })}
    </th>`
}

type Sort = { column: number; label: string; sorted: 'ascending' | 'descending' | null; links: TableLinks }

/** Sorts rows by a column: descending, then ascending, then in the benchmark's order. */
function sortHtml({ column, label, sorted, links }: Sort): Html {
  const [sign, next] =
    sorted === null
      ? ['↕', 'largest first']
      : sorted === 'descending'
        ? ['↓', 'smallest first']
        : ['↑', 'in the benchmark’s order']
  const href = links.hrefTo(withNextSort(links.comparison, column))
  return html`
    <a href="${href}" data-soft="" class="${sorted === null ? style.sort : style.sorted}" title="Sort by ${label}, ${next}">
      <span aria-hidden="true">${sign}</span><span class="visually-hidden">sort by ${label}, ${next}</span>
    </a>`
}

/** Allows line breaks after separators in a name, because configs are long and columns of ratios are narrow. */
const breakable = (name: string): Html[] => name.split(/(?<=[_+,/-])/).map((part) => html`${part}<wbr>`)

const labelOf = (dimension: DimensionName | undefined) => (dimension === undefined ? '' : dimensionLabel(dimension))
