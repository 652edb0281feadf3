import { KNOWN_BUG_NOTE } from '../../findings/notes/note-codes.ts'
import type { GridRow, GridTable } from '../grid.ts'

/** Share of the ratios that may lie outside of the scale of sparklines. */
const TAIL = 0.02
/** The scale shows at least this factor in both directions, so that noise of a percent is a flat line. */
const MIN_REACH = 1.1

/** The largest |ln ratio| that the sparklines of a table show; they share it, so that rows can be compared. */
export function historyReach({ groups }: GridTable): number {
  const sizes = groups
    .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ ratio }) => size(ratio))))
    .sort((a, b) => a - b)
  const largest = sizes[Math.ceil(sizes.length * (1 - TAIL)) - 1] ?? 0
  return Math.max(largest, Math.log(MIN_REACH))
}

const size = (ratio: number | null): number[] => (ratio === null || ratio <= 0 ? [] : [Math.abs(Math.log(ratio))])

/** Points of the sparkline of a row: x from 0 to 1 over the columns, y from -1 to 1, where 0 is the base. */
export function rowHistory({ cells }: Pick<GridRow, 'cells'>, reach: number): { x: number; y: number }[] {
  return cells.flatMap(({ ratio }, at) =>
    ratio === null || ratio <= 0
      ? []
      : [{ x: at / Math.max(1, cells.length - 1), y: Math.min(1, Math.max(-1, Math.log(ratio) / reach)) }],
  )
}

/** A known bug over neighboring columns of a table. */
export type ColumnBug = { from: number; to: number; name: string; text: string; href: string }

/**
 * The known bugs of a table as spans of columns, from the footnotes of its cells; a bug that pauses has a span for each
 * part.
 */
export function columnBugs({ groups, columns }: GridTable): ColumnBug[] {
  const touched = new Map<string, { text: string; columns: Set<number> }>()
  for (const { cells } of groups.flatMap(({ rows }) => rows))
    for (const [at, { footnotes }] of cells.entries())
      for (const { code, text, href } of footnotes) {
        if (code !== KNOWN_BUG_NOTE || href === undefined) continue
        const bug = touched.get(href) ?? { text, columns: new Set() }
        bug.columns.add(at)
        touched.set(href, bug)
      }
  return [...touched].flatMap(([href, { text, columns: own }]) => {
    const starts = columns.flatMap((_, at) => (own.has(at) && !own.has(at - 1) ? [at] : []))
    return starts.map((from) => {
      let to = from
      while (own.has(to + 1)) to += 1
      return { from, to, name: nameOf(text), text, href }
    })
  })
}

/** The name of a bug in its footnote, `Known bug RocksDB 13996 (…): …`. */
const nameOf = (text: string): string => /^Known bug .*?(\S+) \(/.exec(text)?.[1] ?? 'bug'

/** Places spans in lines, so that no two of a line overlap. */
export function bugLines(bugs: readonly ColumnBug[]): ColumnBug[][] {
  const lines: ColumnBug[][] = []
  for (const bug of bugs.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const line = lines.find((one) => (one.at(-1)?.to ?? -1) < bug.from)
    if (line === undefined) lines.push([bug])
    else line.push(bug)
  }
  return lines
}
