import type { ReactNode } from 'react'
import style from './data-table.module.css'

export type Column<Row> = {
  key: string
  header: string
  /** Shown in place of the text of the header, such as a button. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned, in tabular figures. */
  numeric?: boolean
  /** A sentence that explains the header. */
  about?: string
  /** True for the cell that names the row. */
  heads?: boolean
  /** True hides the column on narrow screens. */
  wideOnly?: boolean
  /** True hides the column where the window is narrower than 1,500 pixels; another page shows the value. */
  widestOnly?: boolean
  /** True wraps long texts, so that the columns after it stay in view. */
  wraps?: boolean
}

export type Sort = { key: string; direction: 'ascending' | 'descending' }

type Props<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Returns the group of a row; rows of one group follow each other below its name. */
  groupOf?: (row: Row) => string
  sort?: Sort
  /** Returns the address that sorts by a column; null when it cannot be sorted by it. */
  sortHref?: (key: string) => string | null
  /** On a narrow screen each row is a block: of lines, so that its actions stay visible, or of columns of short values. */
  stacks?: boolean | 'columns'
}

/** A table rendered by the server; callers declare columns at module level. */
export function DataTable<Row>({ caption, columns, rows, rowKey, groupOf, sort, sortHref, stacks }: Props<Row>) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys act on the scrolling region itself
    <section className={style.scroll} aria-label={caption} tabIndex={0}>
      <table className={tableClass(stacks, columns[0]?.heads)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} href={sortHref?.(column.key) ?? null} />
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(rows, (row) => groupOf?.(row) ?? '')].map(([group, members]) => (
          <tbody key={group}>
            {group !== '' && (
              <tr className={style.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {group}
                </th>
              </tr>
            )}
            {members.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <BodyCell key={column.key} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function tableClass(stacks: boolean | 'columns' | undefined, heads: boolean | undefined): string | undefined {
  if (stacks === 'columns') return style.blocks
  return stacks ? style.stacked : heads ? style.named : style.table
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | undefined; href: string | null }

function HeaderCell<Row>({ column, sort, href }: HeaderProps<Row>) {
  const sorted = sort?.key === column.key ? sort.direction : undefined
  const arrow = sorted === undefined ? '' : sorted === 'ascending' ? ' ↑' : ' ↓'
  return (
    <th scope="col" className={classes(column)} title={column.about} aria-sort={sorted ?? (href ? 'none' : undefined)}>
      {href === null ? (
        (column.head ?? column.header)
      ) : (
        <a href={href} className={style.sort}>
          {column.header}
          <span aria-hidden="true">{arrow}</span>
        </a>
      )}
    </th>
  )
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.heads) {
    return (
      <th scope="row" className={classes(column)}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td className={classes(column)} data-header={column.header}>
      {column.cell(row)}
    </td>
  )
}

function classes<Row>({ numeric, wideOnly, widestOnly, wraps }: Column<Row>): string {
  const width = widestOnly ? style.widest : wideOnly ? style.wide : ''
  return [numeric ? style.numeric : '', width, wraps ? style.wraps : ''].join(' ').trim()
}
