import { formatRatio } from '../compare/format-cell.ts'
import type { Cell, Grid } from '../compare/grid.ts'
import { tableTitle } from '../compare/shown-table.ts'
import { rowsOf } from '../tldr/blocks.ts'

export type GateVerdict = 'pass' | 'regression' | 'cannot tell'

/** What a build ends with; 3 is an error, which no gate answers. */
export const EXIT_CODES: Readonly<Record<GateVerdict, number>> = { pass: 0, regression: 1, 'cannot tell': 2 }

/** One test that is worse, better, or looks worse and cannot be told. */
export type GateRow = {
  table: string
  row: string
  metric: string
  ratio: number
  low: number | null
  high: number | null
  said: 'worse' | 'better' | 'looks worse'
  /** Repeats on each side that would tell; null when the noise is not known. */
  repeatsNeeded: number | null
}

export type Gate = {
  verdict: GateVerdict
  exitCode: number
  /** How many ratios were looked at, and of how many something could be said. */
  compared: number
  judged: number
  rows: readonly GateRow[]
}

/**
 * Whether a candidate may pass, from a grid with the base as its base: a regression when any test is worse for certain;
 * it cannot be told when one looks worse and the noise is too large to say, or when nothing could be judged at all.
 * What got better never fails it.
 */
export function gateOf(grid: Grid): Gate {
  const cells = grid.tables.flatMap((table) =>
    rowsOf(table).flatMap(({ label, cells: own }) =>
      own.flatMap((cell) =>
        cell.isBase || cell.ratio === null
          ? []
          : [{ table: tableTitle(grid, table), row: label, cell, ratio: cell.ratio }],
      ),
    ),
  )
  const rows = cells.flatMap(({ table, row, cell, ratio }): GateRow[] => {
    const said = saidOf(cell)
    if (said === null) return []
    const { low = null, high = null } = cell.verdict?.interval ?? {}
    return [
      { table, row, metric: cell.metric, ratio, low, high, said, repeatsNeeded: cell.verdict?.repeatsNeeded ?? null },
    ]
  })
  const judged = cells.filter(({ cell }) => isSaid(cell)).length
  const has = (said: GateRow['said']) => rows.some((row) => row.said === said)
  const verdict: GateVerdict = has('worse') ? 'regression' : has('looks worse') || judged === 0 ? 'cannot tell' : 'pass'
  return { verdict, exitCode: EXIT_CODES[verdict], compared: cells.length, judged, rows: rows.toSorted(worstFirst) }
}

const isSaid = ({ verdict }: Cell): boolean => verdict !== null && verdict.verdict !== 'cannot-tell'

function saidOf({ verdict, band }: Cell): GateRow['said'] | null {
  if (verdict?.verdict === 'worse' || verdict?.verdict === 'better') return verdict.verdict
  return band === 'worse' && (verdict === null || verdict.verdict === 'cannot-tell') ? 'looks worse' : null
}

const RANK = { worse: 0, 'looks worse': 1, better: 2 } as const
const worstFirst = (a: GateRow, b: GateRow): number =>
  RANK[a.said] - RANK[b.said] || Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio))

const WORDS: Readonly<Record<GateVerdict, string>> = {
  pass: 'Pass: no test is worse.',
  regression: 'Regression.',
  'cannot tell': 'Cannot tell.',
}

/** Rows that a comment on a pull request still holds well. */
const MOST_ROWS = 50

/** For a comment on a pull request or the summary of a job. */
export function gateMarkdown(
  { verdict, compared, judged, rows }: Gate,
  names: { base: string; candidate: string },
): string {
  const count = (said: GateRow['said']) => rows.filter((row) => row.said === said).length
  const sentence = `${count('worse')} worse, ${count('better')} better, ${count('looks worse')} that look worse and cannot be told; ${judged} of ${compared} ratios could be judged.`
  const shown = rows.slice(0, MOST_ROWS)
  const table = [
    '| test | relative | 95% interval | |',
    '| --- | ---: | --- | --- |',
    ...shown.map(({ table: title, row, ratio, low, high, said, repeatsNeeded }) => {
      const interval = low === null || high === null ? 'not known' : `${formatRatio(low)} to ${formatRatio(high)}`
      const more = said === 'looks worse' && repeatsNeeded !== null ? `, ${repeatsNeeded} repeats would tell` : ''
      return `| ${escapeCell([title, row].filter((part) => part !== '').join(', '))} | ${formatRatio(ratio)} | ${interval} | ${said}${more} |`
    }),
    ...(rows.length > shown.length ? [`| and ${rows.length - shown.length} more | | | |`] : []),
  ]
  const head = `**${WORDS[verdict]}** ${escapeCell(names.candidate)} against ${escapeCell(names.base)}: ${sentence}`
  return `${[head, ...(rows.length === 0 ? [] : ['', ...table])].join('\n')}\n`
}

const escapeCell = (text: string): string => text.replace(/[\\|`*_<>[\]]/g, '\\$&').replaceAll('\n', ' ')
