import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import type { PageHead, PageTable } from '@assay/domain/compare/page-grid/page-grid'
import { sortParameter } from '@assay/domain/compare/page-grid/page-query'
import type { ColumnBug } from '@assay/domain/compare/render/heat-context'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { Fragment, type MouseEvent, memo } from 'react'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import { isPlainClick } from '../surface/is-plain-click.ts'
import type { ShownGrid } from '../surface/shown-grid.ts'
import style from './compare-table.module.css'
import edges from './edge-columns.module.css'
import history from './history-cell.module.css'
import headStyle from './pivot-head.module.css'
import { companionEdge } from './pivot-row.tsx'

type Sort = Comparison['sort']
type Props = {
  table: GridTable
  prepared: PageTable
  grid: Grid
  shown: ShownGrid
  isNewestFixed: boolean
  /** Column of the base whose values are shown; null when its ratios are. */
  valuesOf?: number | null
  hasHistory?: boolean
  bugs?: readonly (readonly ColumnBug[])[]
}

const NO_BUGS: NonNullable<Props['bugs']> = []

/**
 * Headers with a line for each column dimension. A header sets the base, its arrow sorts. A wide table has a hundred of
 * them, so their links have names as attributes and not as elements.
 */
export const PivotHead = memo(function PivotHead({
  table,
  prepared,
  grid,
  shown,
  isNewestFixed,
  valuesOf = null,
  hasHistory = false,
  bugs = NO_BUGS,
}: Props) {
  const { levels, newest } = prepared
  const companions = newest?.companions ?? []
  const last = companions.length - 1 + (hasHistory ? 1 : 0)
  const newestName = newest === null ? '' : (table.columns[newest.column]?.label ?? '')
  const rowsName = grid.rowDimensions.map(dimensionLabel).join(', ') || 'All results'
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
  const isByName = shown.page.sort.kind === 'name'
  return (
    <thead>
      {bugs.map((line) => (
        <BugLine key={line[0]?.href} line={line} columns={table.columns.length} rest={last + 1} />
      ))}
      {levels.map(({ dimension, heads }, level) => {
        const isLast = level === levels.length - 1
        return (
          <tr key={dimension}>
            <th scope="col" className={style.corner} aria-sort={isLast ? (isByName ? 'ascending' : 'none') : undefined}>
              <span className={style.cornerLine}>
                {isLast && (
                  <SortLink
                    shown={shown}
                    next={isByName ? { kind: 'order' } : { kind: 'name' }}
                    className={style.rowsName}
                  >
                    {rowsName}
                    <span aria-hidden="true">{isByName ? ' ↓' : ''}</span>
                    {shown.hrefWith !== null && (
                      <span className="visually-hidden"> sort by {isByName ? 'the benchmark’s order' : 'name'}</span>
                    )}
                  </SortLink>
                )}
                <span className={style.dimension}>{dimensionLabel(dimension)}</span>
              </span>
            </th>
            {(isNewestFixed && newest !== null ? withApart(heads, newest.column) : heads).map((head) => (
              <ColumnHead
                key={head.firstColumn}
                head={head}
                isLast={isLast}
                isNewest={isNewestFixed && head.firstColumn === newest?.column && head.span === 1}
                hasValues={head.firstColumn === valuesOf}
                table={table}
                shown={shown}
              />
            ))}
            {isLast
              ? companions.map(({ metric, label }, at) => (
                  <th
                    key={metric}
                    scope="col"
                    className={edges.companion}
                    style={companionEdge(last - at)}
                    title={`${metric} of ${newestName}, relative to ${table.baseLabel ?? 'the base'}`}
                  >
                    {label}
                  </th>
                ))
              : last >= 0 && <td colSpan={last + 1} className={edges.companion} style={companionEdge(0)} />}
            {isLast && hasHistory && (
              <th
                scope="col"
                className={edges.companion}
                style={companionEdge(0)}
                title="Ratios over the columns, on one scale for all rows"
              >
                history
              </th>
            )}
          </tr>
        )
      })}
    </thead>
  )
})

/** Separates a column from the head of its group, because it stays in place while the group scrolls away. */
const withApart = (heads: readonly PageHead[], column: number): readonly PageHead[] =>
  heads.flatMap((head) => {
    const [first, end] = [head.firstColumn, head.firstColumn + head.span]
    if (column < first || column >= end) return head
    const parts = [first, column, column + 1, end]
    return [0, 1, 2].flatMap((at) => {
      const [from = 0, to = 0] = parts.slice(at, at + 2)
      return from === to ? [] : { ...head, firstColumn: from, span: to - from }
    })
  })

type BugLineProps = { line: readonly ColumnBug[]; columns: number; rest: number }

/** Known bugs above the columns that they affect. */
function BugLine({ line, columns, rest }: BugLineProps) {
  return (
    <tr>
      <th scope="row" className={style.corner}>
        Known bugs
      </th>
      {line.map(({ from, to, name, text, href }, at) => {
        const before = from - ((line[at - 1]?.to ?? -1) + 1)
        return (
          <Fragment key={`${href} ${from}`}>
            {before > 0 && <td colSpan={before} />}
            <td colSpan={to - from + 1} className={history.bug}>
              <a href={href} title={text}>
                {name}
              </a>
            </td>
          </Fragment>
        )
      })}
      <td colSpan={columns - 1 - (line.at(-1)?.to ?? -1) + rest} />
    </tr>
  )
}

type ColumnProps = {
  head: PageHead
  isLast: boolean
  isNewest: boolean
  /** True for a base that has its values instead of ratios. */
  hasValues: boolean
  table: GridTable
  shown: ShownGrid
}

function ColumnHead({ head, isLast, isNewest, hasValues, table, shown }: ColumnProps) {
  const column = table.columns[head.firstColumn]
  const { sort } = shown.page
  const sorted = isLast && sort.kind === 'column' && sort.column === head.firstColumn ? sort.direction : null
  const isBase = isLast && column?.isBase === true
  const name = head.value === '' ? '–' : showBidiControls(head.value)
  // A table of absolute values becomes relative, because otherwise the link would not change the page.
  const show = shown.comparison.show === 'absolute' ? { show: null } : {}
  return (
    <th
      scope={isLast ? 'col' : 'colgroup'}
      aria-sort={isLast ? (sorted ?? 'none') : undefined}
      colSpan={head.span > 1 ? head.span : undefined}
      className={
        isBase ? `${style.base} ${edges.baseColumn}` : isNewest ? edges.newest : isLast ? undefined : style.upper
      }
    >
      {isBase && (
        <span className={style.baseMark} aria-hidden="true">
          {hasValues ? 'base values' : 'base'}
        </span>
      )}
      {shown.hrefWith === null ? (
        <Breakable text={name} />
      ) : (
        <a
          href={shown.hrefWith({ base: head.base, ...show })}
          data-soft=""
          title={`Divide by ${showBidiControls(head.baseName)}`}
          aria-label={`${name} ${isBase ? 'the base' : 'use as base'}`}
        >
          <Breakable text={name} />
        </a>
      )}
      {isLast && column?.note !== undefined && <span className={headStyle.note}>{column.note}</span>}
      {isLast && shown.hrefWith !== null && (
        <ColumnSort column={head.firstColumn} label={column?.label ?? ''} sorted={sorted} shown={shown} />
      )}
    </th>
  )
}

const SORTS = {
  none: { sign: '↕', next: 'largest first', direction: 'descending' },
  descending: { sign: '↓', next: 'smallest first', direction: 'ascending' },
  ascending: { sign: '↑', next: 'in the benchmark’s order', direction: null },
} as const

type SortProps = { column: number; label: string; sorted: 'ascending' | 'descending' | null; shown: ShownGrid }

/** Sorts rows by a column: descending, then ascending, then in the benchmark's order. */
function ColumnSort({ column, label, sorted, shown }: SortProps) {
  const { sign, next, direction } = SORTS[sorted ?? 'none']
  const name = showBidiControls(label)
  return (
    <SortLink
      shown={shown}
      next={direction === null ? { kind: 'order' } : { kind: 'column', column, direction }}
      className={sorted === null ? style.sort : style.sorted}
      title={`Sort by ${name}, ${next}`}
      label={`sort by ${name}, ${next}`}
    >
      {sign}
    </SortLink>
  )
}

type LinkProps = {
  shown: ShownGrid
  next: Sort
  className: string | undefined
  title?: string
  /** Its accessible name; its text when absent. */
  label?: string
  children: React.ReactNode
}

/** Sorts at once; the address is that of the sorted table, for a new tab, a colleague, or a figure that has no script. */
function SortLink({ shown, next, className, title, label, children }: LinkProps) {
  const { hrefWith, sortBy } = shown
  if (hrefWith === null) return <span className={className}>{children}</span>
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    sortBy?.(next)
  }
  return (
    <a
      href={hrefWith({ sort: sortParameter(next) })}
      onClick={sortBy && onClick}
      className={className}
      title={title}
      aria-label={label}
    >
      {children}
    </a>
  )
}

/** Allows line breaks after separators in a name, because configs are long and columns of ratios are narrow. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[_+,/-])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no identity besides their position
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
