import type {
  FactCell,
  FactColumn,
  FactRow,
  FactSegment,
  FactTable,
} from '@assay/domain/compare/studies/pages/fact-table'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import style from './study-facts.module.css'

/** Longer texts wrap. */
const MAX_LINE = 60

type Row = FactRow & { group: string }
type HrefOf = (part: FactSegment) => string | null
type Props = {
  table: FactTable
  /** Returns the link of a part of a cell; no links when absent. */
  hrefOf?: HrefOf
}

/** A table of facts; it is also rendered in the browser, where sliders change them. */
export function FactsTable({ table: { caption, columns, groups }, hrefOf = () => null }: Props) {
  const rows = groups.flatMap(({ name, rows: members }) => members.map((row): Row => ({ ...row, group: name })))
  return (
    <DataTable
      caption={caption}
      columns={columns.map((column, at) => ({
        ...asColumn(column, at, hrefOf),
        wraps: rows.some(({ cells }) => (cells[at]?.parts ?? []).some(({ text }) => text.length > MAX_LINE)),
      }))}
      rows={rows}
      rowKey={({ key }) => key}
      groupOf={({ group }) => group}
    />
  )
}

function asColumn({ header, ...column }: FactColumn, at: number, hrefOf: HrefOf): Column<Row> {
  return {
    ...column,
    key: `${at} ${header}`,
    header,
    heads: at === 0,
    cell: ({ cells }) => {
      const cell = cells[at]
      return cell !== undefined && <Cell cell={cell} hrefOf={hrefOf} />
    },
  }
}

function Cell({ cell: { id, parts }, hrefOf }: { cell: FactCell; hrefOf: HrefOf }) {
  const drawn = parts.map((part, at) => {
    // The parts of a cell have no name, so the position is in the key.
    const key = `${at} ${part.text}`
    return <Part key={key} part={part} href={hrefOf(part)} />
  })
  return id === undefined ? (
    drawn
  ) : (
    <span id={id} className={style.target}>
      {drawn}
    </span>
  )
}

function Part({ part: { text, small, says }, href }: { part: FactSegment; href: string | null }) {
  if (says !== undefined) {
    return (
      <span className={style.mark} role="img" aria-label={says}>
        {text}
      </span>
    )
  }
  const drawn = small ? <small>{text}</small> : text
  return href === null ? drawn : <a href={href}>{drawn}</a>
}
