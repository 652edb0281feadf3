import type { FlagCode } from '../../run/validity/flag-severity.ts'
import { VALIDITY_FLAGS } from '../../run/validity/validity-flag.ts'
import { isExcluded, OF_BASE } from '../band.ts'
import type { MadeTable } from '../cells/create-table.ts'
import type { Comparison } from '../comparison.ts'
import type { Cell, GridWarning } from '../grid.ts'

/**
 * Warnings that explain why no cell is compared, or why `only changes` hides every row: the number of cells that each
 * rule excludes. Empty when at least one ratio is compared and one row is shown.
 */
export function emptyWarnings(
  made: readonly MadeTable[],
  { base, onlyChanged }: Pick<Comparison, 'base' | 'onlyChanged'>,
): GridWarning[] {
  const rows = made.flatMap(({ allRows }) => allRows)
  const cells = rows.flatMap((row) => row.cells)
  return [...nothingCompared(cells, base.kind), ...allHidden(made, rows.length, onlyChanged)]
}

function nothingCompared(cells: readonly Cell[], base: Comparison['base']['kind']): GridWarning[] {
  if (base === 'none' || base === 'target' || cells.every(({ value }) => value === null)) return []
  const isCompared = (cell: Cell) => cell.ratio !== null && !cell.isBase && !isExcluded(cell.footnotes)
  if (cells.some(isCompared)) return []
  const reasons = Map.groupBy(cells, reasonOf)
  const words = [...reasons].map(([reason, all]) => `${all.length} ${reason}`)
  return [
    { code: 'nothing-compared', text: `Nothing is compared. Of ${count(cells.length, 'cell')}: ${words.join(', ')}.` },
  ]
}

function reasonOf({ value, isBase, ratio, footnotes }: Cell): string {
  if (value === null) return 'without a result'
  if (isExcluded(footnotes)) return `excluded (${excludingWords(footnotes)})`
  if (isBase) return 'of the base itself'
  const codes = new Set(footnotes.map(({ code }) => code))
  if (codes.has('no-base-result')) return 'without a result of the base'
  if (codes.has('zero-base')) return 'with a base of 0'
  return ratio === null ? 'without exactly one base' : 'compared'
}

const excludingWords = (footnotes: Cell['footnotes']): string => {
  const plain = footnotes.map(({ code }) => (code.startsWith(OF_BASE) ? code.slice(OF_BASE.length) : code))
  const known = plain.filter((code): code is FlagCode => Object.hasOwn(VALIDITY_FLAGS, code))
  const words = known.map((code) => VALIDITY_FLAGS[code].word)
  return [...new Set(words.length === 0 ? plain : words)].join(', ')
}

function allHidden(made: readonly MadeTable[], rows: number, onlyChanged: boolean): GridWarning[] {
  const hidden = made.reduce((sum, { hiddenRows }) => sum + hiddenRows, 0)
  if (!onlyChanged || rows === 0 || hidden < rows) return []
  const text = `Only changes are shown, and none of ${count(rows, 'row')} has a regression or an improvement. Show all rows with changed=no.`
  return [{ code: 'all-rows-hidden', text }]
}

const count = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`
