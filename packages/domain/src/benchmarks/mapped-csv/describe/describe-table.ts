import { CSV_FIELDS, type CsvMapping } from '../csv-mapping.ts'
import { readFieldHeading, readServer } from '../guess/field-heading.ts'
import { findTable } from '../guess/find-table.ts'
import { readMetricHeading } from '../guess/metric-heading.ts'
import { isJsonLines } from '../mapped-json.ts'
import { describeJson } from './describe-json.ts'
import type { DescribedColumn, TableChoice } from './table-choice.ts'

/** Larger files are mapped by hand, because each preview would read them again. */
const MAX_CHARACTERS = 20_000_000
const MAX_COLUMNS = 60
const MAX_EXAMPLES = 3

type Target = CsvMapping['columns'][string]

/** A choice with what its columns may be by their names; null where a person has to say. */
export type MappableTable = Omit<TableChoice, 'columns'> & { columns: (DescribedColumn & { guess: Target | null })[] }

/** The ways to read a CSV or JSON file as a table, the most likely first; none when it is not a table. */
export function describeTable(text: string): MappableTable[] {
  if (text.length > MAX_CHARACTERS) return []
  const choices = /^\uFEFF?\s*[[{]/.test(text) ? jsonChoices(text) : csvChoices(text)
  return choices.map((choice) => ({ ...choice, columns: withGuesses(choice.columns) }))
}

function jsonChoices(text: string): TableChoice[] {
  const documents = isJsonLines(text) ? text.split('\n').filter((line) => line.trim() !== '') : [text]
  try {
    return describeJson(documents.map((document): unknown => JSON.parse(document.replace(/^\uFEFF/, ''))))
  } catch {
    // A cut document is not a table; the problems of the preview say so.
    return []
  }
}

/** A mapping takes the headings from the first line, so a table below titles is not described. */
function csvChoices(text: string): TableChoice[] {
  const found = findTable(text)
  if (found === null || found.table.line > 1 || new Set(found.table.headings).size < found.table.headings.length)
    return []
  const { headings, rows } = found.table
  const columns = headings.slice(0, MAX_COLUMNS).map((name, at): DescribedColumn => {
    const cells = rows.map(({ cells: all }) => all[at] ?? '').filter((cell) => cell !== '')
    return {
      name,
      examples: [...new Set(cells)].slice(0, MAX_EXAMPLES).map((cell) => cell.slice(0, 60)),
      isNumber: cells.length > 0 && cells.every((cell) => /^-?[\d.,' ]+(?:e[+-]?\d+)?%?$/i.test(cell)),
    }
  })
  return [{ rows: null, separator: found.separator, rowCount: rows.length, columns }]
}

/** Fields are guessed once, because two columns cannot be the same one. */
function withGuesses(columns: readonly DescribedColumn[]): MappableTable['columns'] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const guess = guessOf(column)
    const key = JSON.stringify(typeof guess === 'object' ? guess?.metric : guess)
    const isFree = guess !== null && !taken.has(key)
    if (isFree) taken.add(key)
    return { ...column, guess: isFree ? guess : null }
  })
}

function guessOf({ name, isNumber }: DescribedColumn): Target | null {
  const [last = name] = name.split(/[.^$]/).slice(-1)
  const heading = last.replace(/^\["(.*)"\]$/, '$1')
  const field = readFieldHeading(heading)
  const known = CSV_FIELDS.find((one) => one === field)
  if (known !== undefined) return known === 'clients' && !isNumber ? null : known
  // A column with the name of a server has a metric that only a person knows.
  return isNumber && readServer(name) === null ? readMetricHeading(heading) : null
}
