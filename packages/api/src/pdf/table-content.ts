import type { Content, TableCell } from './content.ts'
import { attribute, type Element, type InlineOptions, inlineRuns, isElement } from './inline-runs.ts'
import { textContent } from './split-runs.ts'

/** Wider tables get a smaller font, down to the smallest size that is readable on paper. */
const sizeFor = (columns: number) => (columns <= 6 ? 8.5 : columns <= 9 ? 7.5 : columns <= 14 ? 6 : 4.5)
/** Finds the background color in the style of a cell, where our tables write it for programs that drop style sheets. */
const FILL = /(?:^|;)\s*background:\s*(#[0-9a-f]{6})\b/i
const ALIGN = /(?:^|;)\s*text-align:\s*(left|right|center)\b/i
const MAX_SPAN = 1000
/** Characters of a cell that certainly fits on a page, at any width of its column. */
const MAX_WHOLE_CELL_LENGTH = 250

/** Converts a table with cells that span several columns or rows; its header is repeated on every page. */
export function tableContent(table: Element, options: InlineOptions): Content[] {
  const rows = rowsOf(table)
  const cellGrid = placeCells(rows.map(({ cells }) => cells))
  const columns = Math.max(0, ...cellGrid.map((row) => row.length))
  if (columns === 0) return []
  const fontSize = sizeFor(columns)
  const body = cellGrid.map((row, down) =>
    Array.from({ length: columns }, (_, at): TableCell => {
      const cell = row[at]
      if (cell === undefined || cell === 'covered') return { text: '' }
      return cellContent(cell, options, { columns: columns - at, rows: rows.length - down })
    }),
  )
  const headerRows = rows.findIndex(({ isHead }) => !isHead)
  const caption = table.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'caption')
  return [
    ...(caption === undefined ? [] : [{ text: inlineRuns(caption.childNodes, options), style: 'caption' }]),
    {
      table: {
        headerRows: Math.max(headerRows, 0),
        // pdfmake would lose a row that may not break and is higher than a page.
        dontBreakRows: rows.every(({ cells }) => cells.every((cell) => lengthOf(cell) <= MAX_WHOLE_CELL_LENGTH)),
        body,
        widths: body[0]?.map(() => 'auto') ?? [],
      },
      layout: 'thin',
      fontSize,
      margin: [0, 4, 0, 8],
    },
  ]
}

type Row = { isHead: boolean; cells: Element[] }

function rowsOf(table: Element): Row[] {
  return table.childNodes.filter(isElement).flatMap((part) => {
    if (part.tagName === 'tr') return [rowOf(part, false)]
    if (!['thead', 'tbody', 'tfoot'].includes(part.tagName)) return []
    return part.childNodes
      .filter(isElement)
      .filter(({ tagName }) => tagName === 'tr')
      .map((row) => rowOf(row, part.tagName === 'thead'))
  })
}

const rowOf = (row: Element, isHead: boolean): Row => ({
  isHead,
  cells: row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th'),
})

const spanOf = (cell: Element, name: 'colspan' | 'rowspan') =>
  Math.min(MAX_SPAN, Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1))

/** Puts each cell at its column; positions that a spanning cell covers are marked. */
function placeCells(rows: readonly (readonly Element[])[]): (Element | 'covered' | undefined)[][] {
  const cellGrid: (Element | 'covered' | undefined)[][] = rows.map(() => [])
  rows.forEach((cells, at) => {
    let column = 0
    for (const cell of cells) {
      while (cellGrid[at]?.[column] !== undefined) column++
      for (let down = 0; down < spanOf(cell, 'rowspan') && at + down < rows.length; down++) {
        for (let right = 0; right < spanOf(cell, 'colspan'); right++) {
          const row = cellGrid[at + down]
          if (row !== undefined) row[column + right] = down + right === 0 ? cell : 'covered'
        }
      }
    }
  })
  return cellGrid
}

function cellContent(cell: Element, options: InlineOptions, max: { columns: number; rows: number }): TableCell {
  const style = attribute(cell, 'style') ?? ''
  const fillColor = FILL.exec(style)?.[1]
  const align = ALIGN.exec(style)?.[1] ?? attribute(cell, 'align')
  return {
    ...textContent(inlineRuns(cell.childNodes, options, cell.tagName === 'th' ? { bold: true } : {})),
    ...(fillColor === undefined ? {} : { fillColor }),
    alignment: align === 'right' || align === 'center' ? align : 'left',
    colSpan: Math.min(spanOf(cell, 'colspan'), max.columns),
    rowSpan: Math.min(spanOf(cell, 'rowspan'), max.rows),
  }
}

const lengthOf = (cell: Element): number =>
  cell.childNodes.reduce(
    (sum, node) => sum + ('value' in node ? node.value.length : isElement(node) ? lengthOf(node) : 0),
    0,
  )
