import type { Comparison } from '../../comparison.ts'
import { formatRatio } from '../../format-cell.ts'
import type { Cell } from '../../grid.ts'
import type { cellMarker } from '../../verdict-marks.ts'

/** A table of formatted texts and numbers that were derived from cells. */
export type FactTable = {
  /** Title of the table on its page. */
  caption: string
  columns: readonly FactColumn[]
  groups: readonly { name: string; rows: readonly FactRow[] }[]
}

export type FactColumn = {
  header: string
  /** A sentence that explains the header. */
  about?: string
  numeric?: true
  /** True for columns that narrow screens omit. */
  wideOnly?: true
}

/** `key` is unique among the rows; the first cell is the name of the row. */
export type FactRow = { key: string; cells: readonly FactCell[] }

/** `id` is an anchor on the page, for links from sentences. */
export type FactCell = { parts: readonly FactSegment[]; id?: string }

export type FactSegment = {
  text: string
  small?: true
  link?: FactLink
  /** Meaning of the mark next to a number. Later repeats may change it. */
  says?: string
}

/** The source of a value; only live pages link to it. */
type FactLink = { to: 'run'; id: string } | { to: 'config'; id: string } | { to: 'study'; comparison: Comparison }

export const cellText = ({ parts }: FactCell): string => parts.map(({ text }) => text).join('')

/** Definition of a column with a function from a row to a cell. */
export type FactColumnOf<Row> = FactColumn & { cell: (row: Row) => string | FactCell }

/** A text that links to the newest of some runs, if there is one. */
export const runFact = (text: string, [newest]: readonly string[]): FactCell => ({
  parts: [newest === undefined ? { text } : { text, link: { to: 'run', id: newest } }],
})

/** A ratio that links to its run, with the mark of its change or verdict. */
export function ratioSegments(ratio: number | null, cell: Cell, markOf: ReturnType<typeof cellMarker>): FactSegment[] {
  const [newest] = cell.runIds
  const mark = markOf(cell)
  const text = formatRatio(ratio)
  return [
    newest === undefined ? { text } : { text, link: { to: 'run', id: newest } },
    ...(mark === null ? [] : [{ text: ` ${mark.mark}`, says: mark.word }]),
  ]
}

/** Creates a table of `rows`; rows of one group are adjacent, below the name of the group. */
export function factTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  groupOf = () => '',
}: {
  caption: string
  columns: readonly FactColumnOf<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  groupOf?: (row: Row) => string
}): FactTable {
  const cellOf = (row: Row, column: FactColumnOf<Row>): FactCell => {
    const cell = column.cell(row)
    return typeof cell === 'string' ? { parts: [{ text: cell }] } : cell
  }
  return {
    caption,
    columns: columns.map(({ cell: _, ...column }) => column),
    groups: [...Map.groupBy(rows, groupOf)].map(([name, members]) => ({
      name,
      rows: members.map((row) => ({ key: rowKey(row), cells: columns.map((column) => cellOf(row, column)) })),
    })),
  }
}
