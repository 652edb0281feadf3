import { type ComparisonAddress, readComparisonAddress, writeComparisonAddress } from './comparison-address.ts'

/** Views of a comparison that a figure can show. */
export const FIGURE_VIEWS = ['table', 'tldr', 'chart'] as const
export type FigureView = (typeof FIGURE_VIEWS)[number]

/** A comparison that is shown in a report or a spec. */
export type Figure = {
  /** Name that numbers in the text refer to; null if they use the number of the figure. */
  name: string | null
  address: ComparisonAddress
  show: readonly FigureView[]
  /** True to show the whole page of a study instead of these views. */
  page: boolean
  /** Numbers of its tables, from 1; null for all. */
  tables: readonly number[] | null
  /** Numbers of its charts, from 1; null for all. */
  charts: readonly number[] | null
  /** Rows of its tables that are drawn as charts; empty for the charts of the page. */
  rows: readonly string[]
  /** One line below the figure. */
  caption: string | null
}

/** A problem in a text: its line, from 1, and the next step. */
export type TextProblem = { line: number; message: string }

export type ReadFigure = { figure: Figure | null; problems: TextProblem[] }

/** Options of a figure that shows its tables. */
export const PLAIN_FIGURE: Omit<Figure, 'address'> = {
  name: null,
  show: ['table'],
  page: false,
  tables: null,
  charts: null,
  rows: [],
  caption: null,
}

const KNOWN = 'known: name, show, tables, charts, rows, caption'

/**
 * Parses the block of a figure:
 *
 *     /p/demo/saved/postgres-18-on-32-cores name: cores show: table, tldr tables: 1, 3 charts: 2 rows: point-query;
 *     scan caption: Sysbench at 24 clients
 *
 * @param firstLine number of the first of `lines` in the report.
 */
export function readFigure(lines: readonly string[], firstLine: number): ReadFigure {
  const problems: TextProblem[] = []
  const figure: Omit<Figure, 'address'> = { ...PLAIN_FIGURE }
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
    case 'name':
      if (!NAME.test(value)) return `name is letters, digits and dashes and begins with a letter, not "${value}"`
      figure.name = value
      return null
    case 'show': {
      if (value.toLowerCase() === 'page') {
        figure.page = true
        return null
      }
      const parts = FIGURE_VIEWS.filter((part) => listOf(value).includes(part))
      if (parts.length === 0 || parts.length < listOf(value).length)
        return `show is page, or one or more of ${FIGURE_VIEWS.join(', ')}, not "${value}"`
      figure.show = parts
      return null
    }
    case 'tables':
    case 'charts': {
      const numbers = listOf(value).map(Number)
      if (numbers.length === 0 || !numbers.every((one) => Number.isInteger(one) && one > 0))
        return `${name.toLowerCase()} are numbers from 1, such as "1, 3", not "${value}"`
      const sorted = [...new Set(numbers)].sort((a, b) => a - b)
      if (name.toLowerCase() === 'tables') figure.tables = sorted
      else figure.charts = sorted
      return null
    }
    case 'rows': {
      const rows = value
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '')
      if (rows.length === 0 || rows.length > MAX_ROWS)
        return `rows are names of rows with ; between them, ${MAX_ROWS} at most, not "${value}"`
      figure.rows = [...new Set(rows)]
      return null
    }
    case 'caption':
      figure.caption = value === '' ? null : value
      return null
    default:
      return name === ''
        ? `"${text}" is not an option; write "name: value" (${KNOWN})`
        : `Unknown option "${name}"; ${KNOWN}`
  }
}

/** Name of a figure. It begins with a letter, because digits refer to figures by number. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/i

/** Maximum charts of rows in one figure. */
const MAX_ROWS = 12

const listOf = (value: string) =>
  value
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')

const noAddress = (text: string) =>
  `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}" is not the address of a comparison, a study, a saved comparison, a link or a figure of a version of a report; copy one from its page`

/** Formats the block of a figure; the inverse of `readFigure`. */
export function writeFigureBlock({ address, name, show, page, tables, charts, rows, caption }: Figure): string {
  const options = [
    ...(name === null ? [] : [`name: ${name}`]),
    ...(page ? ['show: page'] : show.length === 1 && show[0] === 'table' ? [] : [`show: ${show.join(', ')}`]),
    ...(tables === null ? [] : [`tables: ${tables.join(', ')}`]),
    ...(charts === null ? [] : [`charts: ${charts.join(', ')}`]),
    ...(rows.length === 0 ? [] : [`rows: ${rows.join('; ')}`]),
    ...(caption === null ? [] : [`caption: ${caption.replaceAll(/\s+/g, ' ').trim()}`]),
  ]
  return ['```assay', writeComparisonAddress(address), ...options, '```'].join('\n')
}
