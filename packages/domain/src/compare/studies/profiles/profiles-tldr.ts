import { OTHER_GROUP } from '../../../run/cpu-profile/group-rules.ts'
import { formatAbsolute } from '../../format-cell.ts'
import type { Cell, Grid, GridRow, GridTable } from '../../grid.ts'
import type { CellRef, Tldr, TldrSegment, TldrSentence } from '../../tldr/tldr.ts'
import { knownValues } from '../known-values.ts'

/** Decimals of shares, as profilers print them: 37.30. */
const DIGITS = 2

type Share = { group: string; share: number; column: string; ref: CellRef }

/**
 * Summarizes CPU time in two sentences for each table: the group of functions with the largest share, and the group
 * whose share differs most between the columns. Functions without a group are left out.
 *
 * @param grid function groups on rows, profiled results on columns, percent of samples in the cells.
 */
export function profilesTldr({ tables, columnDimensions }: Grid): Tldr {
  const sentences = tables.flatMap((table, index) => {
    const shares = sharesOf(table, index, columnDimensions)
    const title = table.key.label === '' ? '' : `${table.key.label}: `
    return [...largest(shares, title), ...mostDifferent(shares, title)]
  })
  return { sentences: sentences.toSorted((a, b) => b.effect - a.effect), left: 0 }
}

function sharesOf(table: GridTable, index: number, dimensions: Grid['columnDimensions']): Share[] {
  const rows: GridRow[] = table.groups.flatMap((group) => group.rows)
  return rows.flatMap(({ values, cells }, row) => {
    const group = values.join(' ')
    if (group === OTHER_GROUP) return []
    return cells.flatMap(({ value }: Cell, at): Share[] => {
      const column = table.columns[at]
      if (value === null || column === undefined) return []
      const label = knownValues(column, dimensions) || column.label
      return [{ group, share: value, column: label, ref: { table: index, row, column: at } }]
    })
  })
}

function largest(shares: readonly Share[], title: string): TldrSentence[] {
  const best = shares.toSorted((a, b) => b.share - a.share)[0]
  if (best === undefined || best.share <= 0) return []
  const parts = [`${title}${best.group} has the largest share, `, numberOf(best), ` of the samples of ${best.column}.`]
  return [{ parts, effect: best.share }]
}

function mostDifferent(shares: readonly Share[], title: string): TldrSentence[] {
  const spreads = [...Map.groupBy(shares, ({ group }) => group).values()].flatMap((all) => {
    const sorted = all.toSorted((a, b) => a.share - b.share)
    const [low, high] = [sorted[0], sorted.at(-1)]
    return low === undefined || high === undefined || low === high
      ? []
      : [{ low, high, spread: high.share - low.share }]
  })
  const best = spreads.toSorted((a, b) => b.spread - a.spread)[0]
  if (best === undefined || best.spread === 0) return []
  const { low, high, spread } = best
  const parts = [
    `${title}${low.group} differs most: `,
    numberOf(low),
    ` of ${low.column}, `,
    numberOf(high),
    ` of ${high.column}.`,
  ]
  return [{ parts, effect: spread }]
}

const numberOf = ({ share, ref }: Share): TldrSegment => ({
  number: `${formatAbsolute(share, DIGITS)}%`,
  cell: ref,
})
