import type { Grid } from '../../compare/grid.ts'
import { cellFormatter } from '../../compare/render/shown-table.ts'
import type { CellRef } from '../../compare/tldr/tldr.ts'
import { type CellNumbers, cellsToday, type Reproduction } from '../../publish/report/reproduce-figure.ts'
import type { SharedFigure } from '../../publish/share/shared-content.ts'
import { evidenceGrid } from './evidence-grid.ts'
import { type BoundTo, type FoundCell, findCell, readBoundTo } from './find-cell.ts'
import { readPrintedNumber, statesCell } from './printed-number.ts'
import type { TextFigure } from './text-figures.ts'

/** A figure of a revision with its frozen content. */
export type EvidenceFigure = TextFigure & {
  /** Null when nothing can be shown. */
  frozen: { figure: SharedFigure; sha256: string } | null
  /** The reason, as a sentence without its full stop. */
  problem: string | null
  /** The comparison of the frozen figure with today's results; null when nothing is frozen. */
  reproduction: Reproduction | null
}

/**
 * Result of comparing a number in a sentence with its cell. `differs`: the text contradicts the frozen figure; `today`:
 * it agrees with the frozen figure but not with current results; `gone`: there is no current result; `unknown`: the
 * link names no cell; `figure`: the link names a figure, or the text contains no number.
 */
export const BOUND_STATES = ['agrees', 'today', 'gone', 'differs', 'unknown', 'figure'] as const
export type BoundState = (typeof BOUND_STATES)[number]

export type BoundNumber = {
  text: string
  href: string
  state: BoundState
  /** The problem as a sentence. */
  words: string
  /** Text next to a number that differs from its cell; otherwise empty. */
  note: string
  /** Number of the figure; null if there is none. */
  figure: number | null
  place: CellRef | null
}

/** The figures and the bound numbers of a revision. */
export type Evidence = { figures: readonly EvidenceFigure[]; numbers: readonly BoundNumber[] }

/** A link in the text. */
export type BoundLink = { text: string; href: string }

/**
 * Checks the numbers of a text against the figures that they are bound to.
 *
 * @param todayOf returns the current grid of a figure by number, null if it is unknown; pass null to check only frozen
 * grids.
 */
export function checkNumbers(
  links: readonly BoundLink[],
  figures: readonly EvidenceFigure[],
  todayOf: ((figure: number) => Grid | null) | null,
): BoundNumber[] {
  const seen = new Set<string>()
  const today = new Map<number, ReturnType<typeof cellsToday>>()
  const numbers: BoundNumber[] = []
  const grids = new Map<number, Grid>()
  // Cells are compared by identity, so the grid of a page is built only once.
  const gridOf = (number: number, figure: SharedFigure): Grid => {
    const grid = grids.get(number) ?? evidenceGrid(figure)
    grids.set(number, grid)
    return grid
  }
  for (const link of links) {
    const to = readBoundTo(link.href)
    const key = JSON.stringify([link.text, link.href])
    if (to === null || seen.has(key)) continue
    seen.add(key)
    numbers.push(
      checkNumber(link, to, figures, gridOf, (figure, grid) => {
        const known = today.get(figure)
        if (known !== undefined) return known
        const now = todayOf?.(figure) ?? null
        const answers = todayOf === null ? same : now === null ? () => null : cellsToday(grid, now)
        today.set(figure, answers)
        return answers
      }),
    )
  }
  return numbers
}

const same = ({ value, ratio }: CellNumbers): CellNumbers => ({ value, ratio })

function checkNumber(
  { text, href }: BoundLink,
  to: BoundTo,
  figures: readonly EvidenceFigure[],
  gridOf: (number: number, figure: SharedFigure) => Grid,
  todayOf: (figure: number, grid: Grid) => (cell: FoundCell['cell']) => CellNumbers | null,
): BoundNumber {
  const named =
    figures.find((one) => one.figure?.name === to.figure) ?? figures.find((one) => String(one.number) === to.figure)
  const answer = (state: BoundState, words: string, more: Partial<BoundNumber> = {}): BoundNumber => ({
    ...{ text, href, state, words, note: '', figure: named?.number ?? null, place: null },
    ...more,
  })
  if (named === undefined) {
    return answer('unknown', `There is no figure "${to.figure}" in this text.`, { note: `no figure ${to.figure}` })
  }
  const about = `Figure ${named.number}`
  if (to.path.length === 0) return answer('figure', `${about}.`)
  if (named.frozen === null || named.figure === null) {
    return answer('unknown', `${about} is not shown.`, { note: `figure ${named.number} is not shown` })
  }
  const grid = gridOf(named.number, named.frozen.figure)
  const found = findCell(grid, to.path, named.figure.tables)
  if (!found.ok) {
    return answer('unknown', `${about} has no such cell: ${found.error}.`, {
      note: `no such cell in figure ${named.number}`,
    })
  }
  const { cell, place } = found.value
  const table = grid.tables[place.table]
  const shown = (numbers: CellNumbers) => shownNumbers(grid, place, numbers)
  const where = `${about}, ${[table?.key.label ?? '', ...to.path.slice(-2)].filter((part) => part !== '').join(', ')}`
  const printed = readPrintedNumber(text)
  if (printed === null) return answer('figure', `${where}: ${shown(cell)}.`, { place })
  const units = { better: cell.better, unit: cell.unit }
  if (!statesCell(printed, { ...cell, ...units })) {
    return answer('differs', `The text says ${text}; ${where} has ${shown(cell)}.`, {
      place,
      note: `figure ${named.number} has ${shown(cell)}`,
    })
  }
  const now = todayOf(named.number, grid)(cell)
  if (now === null) {
    return answer('gone', `${where} has ${shown(cell)}; today there is no such result.`, { place })
  }
  if (!statesCell(printed, { ...now, ...units })) {
    return answer('today', `${where} was frozen with ${shown(cell)}; today's results say ${shown(now)}.`, {
      place,
      note: `today ${shown(now)}`,
    })
  }
  return answer('agrees', `${where}: ${shown(cell)}.`, { place })
}

/** The numbers of a cell in the digits of its table, its main value first. */
function shownNumbers(grid: Grid, ref: CellRef, numbers: CellNumbers): string {
  const table = grid.tables[ref.table]
  const cell = table?.groups.flatMap(({ rows }) => rows)[ref.row]?.cells[ref.column]
  if (table === undefined || cell === undefined) return ''
  const format = cellFormatter(table)
  const both = { ...cell, ...numbers }
  const value = [format(both, 'absolute'), cell.unit].filter((part) => part !== '').join(' ')
  if (grid.show === 'absolute' || numbers.ratio === null) return value
  return grid.show === 'relative' ? format(both, 'relative') : `${format(both, 'relative')} (${value})`
}

/** The same evidence for people without access to current results. */
export const withoutToday = ({ figures, numbers }: Evidence): Evidence => ({
  figures: figures.map((figure) => ({ ...figure, reproduction: null })),
  numbers: checkNumbers(numbers, figures, null),
})

/**
 * Problems that block the resolution of a spec: figures that cannot be shown, and sentences that contradict their
 * figures.
 */
export function brokenEvidence({ figures, numbers }: Evidence): string[] {
  return [
    ...figures.flatMap(({ number, problem }) =>
      problem === null ? [] : [clip(`Figure ${number} is not shown: ${problem}.`)],
    ),
    ...numbers.flatMap(({ state, words, text }) =>
      state === 'differs' ? [clip(words)] : state === 'unknown' ? [clip(`The text says ${text}: ${words}`)] : [],
    ),
  ]
}

/**
 * Problems that authors see before they invite reviewers: broken evidence, and evidence that current results
 * contradict.
 */
export function evidenceChecks(evidence: Evidence): string[] {
  return [
    ...brokenEvidence(evidence),
    ...evidence.numbers.flatMap(({ state, words, text }) =>
      state === 'today' || state === 'gone' ? [clip(`The text says ${text}. ${words}`)] : [],
    ),
  ]
}

/** The author accepts a problem by its sentence, which is stored in 300 characters. */
const clip = (text: string) => (text.length > 290 ? `${text.slice(0, 289)}…` : text)
