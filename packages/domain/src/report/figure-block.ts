import { type ComparisonAddress, readComparisonAddress, writeComparisonAddress } from './comparison-address.ts'

/** What of a comparison a figure shows. */
export const FIGURE_PARTS = ['table', 'tldr'] as const
export type FigurePart = (typeof FIGURE_PARTS)[number]

/** A comparison that stands in a report. */
export type Figure = {
  address: ComparisonAddress
  show: readonly FigurePart[]
  /** Which of its tables, counted from 1 as people do; all of them when null. */
  tables: readonly number[] | null
  /** Below it, one line. */
  caption: string | null
}

/** Where a text is not understood, by its line, counted from 1, and what to do. */
export type TextProblem = { line: number; message: string }

export type ReadFigure = { figure: Figure | null; problems: TextProblem[] }

const KNOWN = 'known: show, tables, caption'

/**
 * The figure of a block:
 *
 *     /p/demo/saved/postgres-18-on-32-cores
 *     show: table, tldr
 *     tables: 1, 3
 *     caption: Sysbench at 24 clients
 *
 * @param firstLine  number of the first of `lines` in the report.
 */
export function readFigure(lines: readonly string[], firstLine: number): ReadFigure {
  const problems: TextProblem[] = []
  const figure: Omit<Figure, 'address'> = { show: ['table'], tables: null, caption: null }
  let address: ComparisonAddress | null = null
  let hasAddress = false
  for (const [index, raw] of lines.entries()) {
    const line = firstLine + index
    const text = raw.trim()
    if (text === '') continue
    if (!hasAddress) {
      hasAddress = true
      address = readComparisonAddress(text)
      if (address === null) problems.push({ line, message: noAddress(text) })
      continue
    }
    const problem = readOption(figure, text)
    if (problem !== null) problems.push({ line, message: problem })
  }
  if (!hasAddress)
    problems.push({
      line: Math.max(1, firstLine - 1),
      message: 'This figure is empty; its first line is the address of a comparison',
    })
  return { figure: address === null ? null : { address, ...figure }, problems }
}

function readOption(figure: Omit<Figure, 'address'>, text: string): string | null {
  const [, name = '', value = ''] = /^([a-z]+)\s*:\s*(.*)$/i.exec(text) ?? []
  switch (name.toLowerCase()) {
    case 'show': {
      const parts = FIGURE_PARTS.filter((part) => listOf(value).includes(part))
      if (parts.length === 0 || parts.length < listOf(value).length)
        return `show is ${FIGURE_PARTS.join(', ')} or both, not "${value}"`
      figure.show = parts
      return null
    }
    case 'tables': {
      const numbers = listOf(value).map(Number)
      if (numbers.length === 0 || !numbers.every((one) => Number.isInteger(one) && one > 0))
        return `tables are numbers from 1, such as "1, 3", not "${value}"`
      figure.tables = [...new Set(numbers)].sort((a, b) => a - b)
      return null
    }
    case 'caption':
      figure.caption = value === '' ? null : value
      return null
    default:
      return name === ''
        ? `"${text}" is no option; write "name: value" (${KNOWN})`
        : `Unknown option "${name}"; ${KNOWN}`
  }
}

const listOf = (value: string) =>
  value
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')

const noAddress = (text: string) =>
  `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}" is not the address of a comparison, a study or a saved comparison; copy one from its page`

/** The block of a figure as it is inserted into a text; the inverse of reading it. */
export function writeFigureBlock({ address, show, tables, caption }: Figure): string {
  const options = [
    ...(show.length === 1 && show[0] === 'table' ? [] : [`show: ${show.join(', ')}`]),
    ...(tables === null ? [] : [`tables: ${tables.join(', ')}`]),
    ...(caption === null ? [] : [`caption: ${caption.replaceAll(/\s+/g, ' ').trim()}`]),
  ]
  return ['```assay', writeComparisonAddress(address), ...options, '```'].join('\n')
}
