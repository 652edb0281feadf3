import { quote } from '../../../parse/quote.ts'
import { parseNumber } from '../../../parse/table-cell.ts'

/** A row of a QPS table before its cells are parsed. */
export type RawRow = { line: number; test: string; fields: readonly string[]; note: string }
export type RawSection = {
  line: number
  heading: string | null
  group: string | null
  repeat: number | null
  param: { name: string; value: string } | null
  /** Rows by test, in the order of the file. */
  rows: Map<string, RawRow>
}
type LineProblem = { line: number; message: string }
type Label = { label: string; line: number }

export type Declarations = {
  base: Label | null
  /** Columns; null when the file has no `col-1 : ...` lines. */
  columns: Label[] | null
  prose: string[]
  /** Index of the first line after the declarations. */
  bodyStart: number
  problems: LineProblem[]
}

export type RawBody = {
  sections: RawSection[]
  /** Number of rows with numbers, including rows without a test or with the wrong number of cells. */
  rowCount: number
  unlabeled: number
  /** Number of values in the first row. */
  width: number
  /** Line of a header that contradicts the declarations. */
  badHeader: number | null
  problems: LineProblem[]
}

const DECLARATION = /^col-(\d+)\s*:(.*)$/
const RELATIVE_TO = /^Relative to\s*:(.*)$/
const LABEL = /^[A-Za-z][A-Za-z0-9._=-]*$/

/** Reads the `Relative to: X` and `col-N : Y` lines, and the text above them. */
export function readDeclarations(lines: readonly string[]): Declarations {
  const first = lines.findIndex((line) => DECLARATION.test(line))
  if (first === -1) return { base: null, columns: null, prose: [], bodyStart: 0, problems: [] }
  const problems: LineProblem[] = []
  const above = lines.slice(0, first)
  const baseAt = above.findLastIndex((line) => RELATIVE_TO.test(line))
  const baseLabel = RELATIVE_TO.exec(above[baseAt] ?? '')?.[1]?.trim()
  if (baseLabel === '') problems.push({ line: baseAt + 1, message: '`Relative to:` names no server' })

  const columns: Label[] = []
  let at = first
  for (; at < lines.length; at++) {
    const [, number, label] = DECLARATION.exec(lines[at] ?? '') ?? []
    if (number === undefined || label === undefined) break
    if (Number(number) !== columns.length + 1) {
      problems.push({ line: at + 1, message: `col-${number} stands where col-${columns.length + 1} should` })
      break
    }
    if (label.trim() === '') problems.push({ line: at + 1, message: `col-${number} names no server` })
    columns.push({ label: label.trim(), line: at + 1 })
  }
  return {
    base: baseLabel === undefined ? null : { label: baseLabel, line: baseAt + 1 },
    columns,
    prose: above.filter((_, i) => i !== baseAt),
    bodyStart: at,
    problems,
  }
}

/** True for the layout of .csv files: label first, commas between cells. */
export function looksLikeCsv(lines: readonly string[]): boolean {
  const first = lines.find((line) => line.trim() !== '')
  return first !== undefined && !first.includes('\t') && /^[^,]*,[^,]/.test(first)
}

/** `columnCount` is null when unknown; rows are then only counted. */
export function readCsvBody(lines: readonly string[], _start: number, columnCount: number | null): RawBody {
  const body = emptyBody()
  let section: RawSection | null = null
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [test = '', ...fields] = line.split(',').map((field) => field.trim())
    section ??= openSection(body, i + 1, null)
    addRow({ body, section, columnCount, row: { line: i + 1, test, fields, note: '' } })
  }
  return body
}

/**
 * Reads tab-separated rows with the test last, in sections. A new section begins at a heading, at a repeated header, or
 * at a row after an empty line. A header may have its heading as last cell.
 */
export function readTabBody(lines: readonly string[], start: number, columnCount: number | null): RawBody {
  const body = emptyBody()
  let section: RawSection | null = null
  let pending: { line: number; heading: string } | null = null
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const number = i + 1
    if (line.trim() === '') {
      if (section !== null && section.rows.size > 0) section = null
      continue
    }
    if (DECLARATION.test(line) || RELATIVE_TO.test(line)) {
      body.problems.push({ line: number, message: 'a second table begins here; only the first was read' })
      break
    }
    const fields = line.split('\t').map((field) => field.trim())
    if (/^col-1$/.test(fields[0] ?? '')) {
      const header = readHeader(fields)
      if (header === null || (columnCount !== null && header.count !== columnCount)) {
        body.badHeader = number
        const hoped = columnCount === null ? 'col-1, col-2, ...' : `col-1 to col-${columnCount}`
        body.problems.push({ line: number, message: `header ${quote(line)} does not name ${hoped}` })
        break
      }
      const heading = header.heading ?? pending?.heading ?? null
      section = openSection(body, pending?.line ?? number, heading)
      pending = null
      continue
    }
    if (fields.length === 1) {
      const heading = readHeading(line)
      if (heading === null) {
        body.problems.push({ line: number, message: `${quote(line)} is neither a row, a header nor a group heading` })
        continue
      }
      pending = { line: number, heading }
      section = null
      continue
    }
    section ??= openSection(body, pending?.line ?? number, pending?.heading ?? null)
    pending = null
    addRow({ body, section, columnCount, row: splitRow(fields, number, columnCount) })
  }
  return { ...body, sections: body.sections.filter(({ rows }) => rows.size > 0) }
}

const emptyBody = (): RawBody => ({
  sections: [],
  rowCount: 0,
  unlabeled: 0,
  width: 0,
  badHeader: null,
  problems: [],
})

function openSection(body: RawBody, line: number, heading: string | null): RawSection {
  const param = /^([a-z][a-z_]*) (\d+ ?[kMGT]?B)$/.exec(heading ?? '')
  const run = /^(.+), (first|second|third) run$/.exec(heading ?? '')
  const section: RawSection = {
    line,
    heading,
    group: param === null ? (run?.[1] ?? heading) : null,
    repeat: run === null ? null : ['first', 'second', 'third'].indexOf(run[2] ?? '') + 1,
    param: param === null ? null : { name: param[1] ?? '', value: param[2] ?? '' },
    rows: new Map(),
  }
  body.sections.push(section)
  return section
}

function readHeader(fields: readonly string[]): { count: number; heading: string | null } | null {
  const count = fields.filter((field, i) => field === `col-${i + 1}`).length
  const [heading = '', ...rest] = fields.slice(count)
  if (rest.length > 0 || /^col-/.test(heading)) return null
  return { count, heading: heading.trim() === '' ? null : heading.trim() }
}

/** A heading such as `- writes`, `point queries` or `work_mem 8 MB`; null for any other line, which may be a note. */
function readHeading(line: string): string | null {
  const dashed = /^- +(\S.*)$/.exec(line)?.[1]?.trim()
  if (dashed !== undefined) return dashed
  const plain = line.trim()
  if (/^(point queries|range queries|writes)\b/.test(plain)) return plain
  return /^[a-z][a-z_]* \d+ ?[kMGT]?B$/.test(plain) ? plain : null
}

/**
 * Splits a row. Without a known number of columns the values are the leading numbers. A row that is too short ends in
 * its test.
 */
function splitRow(fields: readonly string[], line: number, columnCount: number | null): RawRow {
  const firstText = fields.findIndex((field) => parseNumber(field) === null)
  const known = columnCount ?? (firstText === -1 ? fields.length : firstText)
  const count = Math.min(known, fields.length - 1)
  const [label = '', ...notes] = fields.slice(count)
  const [test = '', ...words] = label.split(' ')
  const note = [...words, ...notes].filter((text) => text !== '').join(' ')
  return { line, test, fields: fields.slice(0, count), note }
}

type NewRow = { body: RawBody; section: RawSection; columnCount: number | null; row: RawRow }

function addRow({ body, section, columnCount, row }: NewRow): void {
  if (body.rowCount === 0) body.width = row.fields.length
  body.rowCount++
  const { line, test, fields } = row
  if (test === '') {
    body.unlabeled++
    body.problems.push({ line, message: 'the row names no test' })
  } else if (columnCount !== null && fields.length !== columnCount) {
    body.problems.push({ line, message: `${fields.length} values for ${columnCount} columns` })
  } else if (!LABEL.test(test)) {
    body.problems.push({ line, message: `${quote(test)} stands where the name of the test should` })
  } else if (section.rows.has(test)) {
    body.problems.push({ line, message: `${test} occurs twice in one group; the first is used` })
  } else {
    section.rows.set(test, row)
  }
}
