import { dimensionWord } from '@assay/domain/compare/axis-label'
import type { Grid } from '@assay/domain/compare/grid'
import { baseLines } from '@assay/domain/compare/page-grid/base-lines'
import { renderCsv } from '@assay/domain/compare/render/render-csv'
import { renderHtml } from '@assay/domain/compare/render/render-html'
import { renderJson } from '@assay/domain/compare/render/render-json'
import { renderMarkdown } from '@assay/domain/compare/render/render-markdown'
import { renderText } from '@assay/domain/compare/render/render-text'
import { cellFormatter, printedColumns, type View, viewsOf } from '@assay/domain/compare/render/shown-table'

export type ExportName = 'text' | 'csv' | 'json' | 'markdown' | 'html'

export const EXPORTS: Readonly<Record<ExportName, (grid: Grid) => string>> = {
  text: renderText,
  csv: renderCsv,
  json: renderJson,
  markdown: renderMarkdown,
  html: renderHtml,
}

/** One sentence for each format whose output differs from the cells of the grid; empty if all agree. */
export const exportProblems = (grid: Grid): string[] =>
  Object.entries(EXPORTS).flatMap(([format, render]) =>
    // Object.entries returns strings as keys, so the name needs a cast.
    fileProblems(format as ExportName, render(grid), grid),
  )

/** Differences between the numbers in a file and those in the cells of the grid. */
export function fileProblems(format: ExportName, file: string, grid: Grid): string[] {
  return sameNumbers(numbersOf(CELLS[format](file, grid)), numbersIn(format, grid), format)
}

/** The numbers that a format prints for the cells of a grid. */
export const numbersIn = (format: ExportName, grid: Grid): string[] =>
  // The text table omits a base that is the first column, as published tables do.
  numbersOf(format === 'text' ? printedInText(grid) : shownIn(grid))

/** Numbers of some grids that occur less often in a file than in the grids; a file may contain further tables. */
export function lackingIn(file: string, format: ExportName, grids: readonly Grid[]): string[] {
  const counts = new Map<string, number>()
  const text = file.replaceAll(/\[\^?[\w-]+\]|<[^>]*>/g, ' ')
  for (const number of numbersOf([text])) counts.set(number, (counts.get(number) ?? 0) + 1)
  return grids
    .flatMap((grid) => numbersIn(format, grid))
    .filter((number) => {
      const left = counts.get(number) ?? 0
      counts.set(number, left - 1)
      return left <= 0
    })
}

/**
 * Compares two lists of printed numbers, in any order.
 *
 * @returns sentences about differences.
 */
export function sameNumbers(found: readonly string[], expected: readonly string[], about: string): string[] {
  const [own, other] = [found.toSorted(), expected.toSorted()]
  if (own.length === other.length && own.every((number, at) => number === other[at])) return []
  const at = own.findIndex((number, index) => number !== other[index])
  return [`${about} has ${own.length} numbers of ${other.length}; ${own[at]} stands for ${other[at]}`]
}

/** The cells of a grid as its page prints them; if both are shown, ratios follow values. */
export const shownIn = (grid: Grid): string[] => printed(grid, ({ columns }) => [...columns.keys()])

/** The cells of a grid as its compare page prints them: the base has its values where its ratios would all be 1.00. */
export const shownOnPage = (grid: Grid): string[] =>
  grid.tables.flatMap((table) => {
    const own = { ...grid, tables: [table] }
    if (grid.show !== 'relative') return shownIn(own)
    const base = baseLines(table)
    const isBase = (row: number, column: number) => row === base.row || column === base.column
    const columnsWhere = (hasValue: boolean) => (_table: typeof table, _view: View, row: number) =>
      [...table.columns.keys()].filter((column) => isBase(row, column) === hasValue)
    return [...printed(own, columnsWhere(true), ['absolute']), ...printed(own, columnsWhere(false))]
  })

const printedInText = (grid: Grid): string[] =>
  printed(grid, (table, view) => printedColumns(table, view).map(({ index }) => index))

type ColumnsOf = (table: Grid['tables'][number], view: View, row: number) => readonly number[]

function printed(grid: Grid, columnsOf: ColumnsOf, views: readonly View[] = viewsOf(grid)): string[] {
  return grid.tables.flatMap((table) => {
    const format = cellFormatter(table)
    const rows = table.groups.flatMap((group) => group.rows)
    return views.flatMap((view) => {
      return rows.flatMap(({ cells }, row) =>
        columnsOf(table, view, row).flatMap((at) => (cells[at] ? [format(cells[at], view)] : [])),
      )
    })
  })
}

/** The numbers in cells as printed, without names and marks. */
export const numbersOf = (cells: readonly string[]): string[] =>
  cells.flatMap((cell) => cell.match(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g) ?? [])

const CELLS: Readonly<Record<ExportName, (file: string, grid: Grid) => string[]>> = {
  text: (file) =>
    linesOf(file).flatMap((line) =>
      line.includes('\t') && !line.startsWith('col-')
        ? line
            .split('\t')
            .slice(0, -1)
            .map((cell) => cell.replaceAll(/\[\d+\]/g, ''))
        : [],
    ),
  markdown: (file) =>
    linesOf(file).flatMap((line, at, lines) => {
      const isRow = line.startsWith('| ') && !line.startsWith('| *') && !lines[at + 1]?.startsWith('|---')
      const fields = isRow ? line.split(/(?<!\\)\|/).slice(2, -1) : []
      return fields.map((cell) => cell.replaceAll(/\[\^\d+\]/g, ''))
    }),
  html: (file) =>
    [...file.matchAll(/<td[^>]*>(.*?)<\/td>/g)]
      .map(([, cell = '']) => cell)
      .filter((cell) => !cell.includes('<i>'))
      .map((cell) => cell.replaceAll(/<sup>.*?<\/sup>|<[^>]*>/g, ' ')),
  // The body contains the grid and further properties.
  json: (file) => shownIn(JSON.parse(file) as Grid),
  csv: (file, { rowDimensions, tables }) => {
    const [header = [], ...lines] = linesOf(file).map(csvFields)
    const names = rowDimensions.length === 0 ? ['row'] : rowDimensions.map(dimensionWord)
    const first = header.indexOf('group') + 1 + names.length
    const labels = new Set(
      tables.flatMap(({ columns }) => columns.flatMap(({ label }) => [label, `${label} relative`])),
    )
    const isCell = (_: string, at: number) => at >= first && labels.has(unguarded(header[at] ?? ''))
    return lines.flatMap((fields) => fields.filter(isCell))
  },
}

const linesOf = (file: string): string[] => file.split(/\r?\n/)

/** Exports guard names against formulas with a leading apostrophe. */
const unguarded = (field: string): string => field.replace(/^'/, '')

const csvFields = (line: string): string[] =>
  [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )
