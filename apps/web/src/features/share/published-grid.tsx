import { dimensionWord } from '@assay/domain/compare/axis-label'
import { changeBand } from '@assay/domain/compare/change-band'
import { formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell, Grid, GridGroup, GridTable } from '@assay/domain/compare/grid'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import { cellFormatter, tableTitle } from '@assay/domain/compare/render/shown-table'
import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { cellMarker, hasMarks, MARKS_LEGEND } from '@assay/domain/compare/verdict-marks'
import { verdictSentence } from '@assay/domain/compare/verdict-words'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { cellName } from '../compare/surface/cell-parameter.ts'
import style from './published-grid.module.css'

export type CellLinks = {
  idOf: (ref: CellRef) => string | null
  hrefOf: (cell: Cell) => string | null
}

type Props = {
  grid: Grid
  /** Index of the first table of the grid among the tables of the page, from 0. */
  firstTable: number
  links: CellLinks | null
}

/** The tables of a frozen page with their footnotes, as the files of the page have them. */
export function PublishedGrid({ grid, firstTable, links }: Props) {
  const warnings = grid.warnings.map(({ text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two warnings may have the same text
    <p key={at}>{showBidiControls(text)}</p>
  ))
  if (grid.tables.length === 0) {
    return (
      <>
        <p>No results.</p>
        {warnings}
      </>
    )
  }
  const { notes, marksOf } = numberFootnotes(grid)
  const sentence = verdictSentence(grid)
  return (
    <>
      {warnings}
      {grid.tables.map((table, at) => (
        <Table
          // biome-ignore lint/suspicious/noArrayIndexKey: the position of a table is its identity
          key={at}
          grid={grid}
          table={table}
          drawing={{ index: firstTable + at, marksOf, markOf: cellMarker(grid), format: cellFormatter(table), links }}
        />
      ))}
      {sentence !== null && <p>{`${sentence}${hasMarks(grid) ? ` ${MARKS_LEGEND}.` : ''}`}</p>}
      {notes.length > 0 && (
        <ol>
          {notes.map(({ number, text, href }) => (
            <li key={number}>
              {showBidiControls(text)}
              {href !== undefined && /^https?:\/\//i.test(href) && (
                <>
                  {' '}
                  <a href={href}>{showBidiControls(href)}</a>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

type Drawing = {
  /** Index of the table on the page. */
  index: number
  marksOf: (cell: Cell) => readonly number[]
  markOf: ReturnType<typeof cellMarker>
  format: ReturnType<typeof cellFormatter>
  links: CellLinks | null
}

function Table({ grid, table, drawing }: { grid: Grid; table: GridTable; drawing: Drawing }) {
  const { columns, groups, baseLabel } = table
  const base = grid.show === 'absolute' || baseLabel === null ? '' : `Relative to: ${baseLabel}`
  const caption = [tableTitle(grid, table), base].filter((part) => part !== '').join('. ')
  let next = 0
  const starts = groups.map(({ rows }) => {
    next += rows.length
    return next - rows.length
  })
  return (
    <table className={style.table} data-table={drawing.links === null ? undefined : drawing.index}>
      {caption !== '' && <caption>{showBidiControls(caption)}</caption>}
      <thead>
        <tr>
          <th scope="col" className={style.name}>
            {showBidiControls(grid.rowDimensions.map(dimensionWord).join(' '))}
          </th>
          {columns.map(({ label }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position of a column is its identity
            <th key={at} scope="col" className={style.number}>
              {showBidiControls(label)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group, at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: the position of a group is its identity
          key={at}
          {...{ group, show: grid.show, columns: columns.length, firstRow: starts[at] ?? 0, drawing }}
        />
      ))}
    </table>
  )
}

type GroupProps = { group: GridGroup; show: Grid['show']; columns: number; firstRow: number; drawing: Drawing }

function Group({ group: { name, rows, summaries }, show, columns, firstRow, drawing }: GroupProps) {
  const averages = summaries.map((summary) => formatRatio(summary?.geometricMean ?? null))
  const isSummarized = show !== 'absolute' && rows.length > 1 && averages.some((average) => average !== MISSING)
  return (
    <tbody>
      {name !== null && (
        <tr>
          <th scope="rowgroup" colSpan={columns + 1} className={style.group}>
            {showBidiControls(name)}
          </th>
        </tr>
      )}
      {rows.map(({ label, cells }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a frozen table keep their order
        <tr key={firstRow + at} data-row={drawing.links === null ? undefined : firstRow + at}>
          <th scope="row" className={style.name}>
            {showBidiControls(label)}
          </th>
          {cells.map((cell, column) => {
            const ref = { table: drawing.index, row: firstRow + at, column }
            return <Value key={cellName(ref)} cell={cell} at={ref} show={show} drawing={drawing} />
          })}
        </tr>
      ))}
      {isSummarized && (
        <tr>
          <th scope="row" className={style.name}>
            geometric mean
          </th>
          {averages.map((average, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position of a column is its identity
            <td key={at} className={style.number}>
              <i>{average}</i>
            </td>
          ))}
        </tr>
      )}
    </tbody>
  )
}

type ValueProps = { cell: Cell; at: CellRef; show: Grid['show']; drawing: Drawing }

function Value({ cell, at, show, drawing: { marksOf, markOf, format, links } }: ValueProps) {
  const notes = marksOf(cell).join(' ')
  const both = `${format(cell, 'absolute')} (${format(cell, 'relative')})`
  const shown = show !== 'both' ? format(cell, show) : cell.value === null ? MISSING : both
  const mark = markOf(cell)
  const content = (
    <>
      {shown}
      {mark !== null && (
        <>
          {' '}
          <span title={mark.word}>{mark.mark}</span>
        </>
      )}
    </>
  )
  const href = links?.hrefOf(cell) ?? null
  return (
    <td
      className={style.number}
      data-band={changeBand(cell)}
      data-ref={links === null ? undefined : cellName(at)}
      id={links?.idOf(at) ?? undefined}
    >
      {href === null ? content : <a href={href}>{content}</a>}
      {notes !== '' && <sup>{notes}</sup>}
    </td>
  )
}
