import { changeBand } from '../change-band.ts'
import type { Cell, Grid } from '../grid.ts'
import type { Verdict } from '../verdict/verdict.ts'
import { changeIn, directionOfChange, verdictOf } from '../verdict/verdict-codes.ts'
import { knownValues } from './known-values.ts'

const VERDICTS = ['regression', 'improvement', 'no change', 'inconclusive'] as const satisfies readonly Verdict[]

/** The verdict of a cell; without verdicts its band, where neutral means no change. */
function changeOf(cell: Cell): Verdict {
  const verdict = verdictOf(cell)
  if (verdict !== null) return verdict
  const band = changeBand(cell)
  return band === 'worse' || band === 'better' ? changeIn(band) : 'no change'
}

/** The effect of one change on one test, on every machine that ran it. */
export type Agreement = {
  table: string
  test: string
  group: string | null
  /**
   * A ratio for each column in the order of the grid; a machine has several if builds or configs are on the same axis.
   */
  machines: readonly { machine: string; column: string; ratio: number; change: Verdict; cell: Cell }[]
  /**
   * The most frequent verdict and its number of machines, such as worse on 3 of 3. A machine whose own columns differ
   * agrees with no other. Null without a majority, or with only one machine.
   */
  verdict: { change: Verdict; agree: number; of: number } | null
}

/**
 * Finds the machines that agree on a change, from a grid with tests on rows and machines on columns, each divided by
 * the same test on the same machine. Tests that changed on most machines come first, the others in the order of the
 * grid.
 */
export function agreementsOf({ tables, columnDimensions }: Grid): Agreement[] {
  const at = columnDimensions.indexOf('hardware')
  const found = tables.flatMap(({ key, columns, groups }) =>
    groups.flatMap(({ name: group, rows }) =>
      rows.map(({ label, cells }): Agreement => {
        const machines = cells.flatMap((cell, index) => {
          if (cell.ratio === null || cell.isBase || cell.band === 'none') return []
          const key = columns[index]
          if (key === undefined) return []
          const column = knownValues(key, columnDimensions)
          return [{ machine: key.values[at] ?? column, column, ratio: cell.ratio, change: changeOf(cell), cell }]
        })
        return { table: key.label, test: label, group, machines, verdict: agreedVerdict(machines) }
      }),
    ),
  )
  return found.filter(({ machines }) => machines.length > 0).sort((a, b) => weight(b) - weight(a))
}

function agreedVerdict(columns: Agreement['machines']): Agreement['verdict'] {
  const changes = [...Map.groupBy(columns, ({ machine }) => machine).values()].map(([first, ...others]) =>
    others.every(({ change }) => change === first?.change) ? first?.change : null,
  )
  const of = changes.length
  if (of < 2) return null
  const counted = VERDICTS.map((change) => {
    return { change, agree: changes.filter((one) => one === change).length, of }
  })
  const commonest = counted.toSorted((a, b) => b.agree - a.agree)[0]
  return commonest !== undefined && commonest.agree * 2 > of ? commonest : null
}

const weight = ({ verdict }: Agreement): number =>
  verdict === null || directionOfChange(verdict.change) === null
    ? 0
    : verdict.agree / verdict.of + verdict.agree / 1_000
