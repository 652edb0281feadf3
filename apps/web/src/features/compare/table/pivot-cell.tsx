import { formatAbsolute, formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell, Grid } from '@assay/domain/compare/grid'
import type { BaseLines } from '@assay/domain/compare/page-grid/base-lines'
import { type NoteNumbers, notesOfCell } from '@assay/domain/compare/page-grid/note-numbers'
import { heatCell } from '@assay/domain/compare/render/heat-map'
import type { cellMarker } from '@assay/domain/compare/verdict-marks'
import { memo } from 'react'
import { runPath } from '../../../paths.ts'
import { cellClass } from './cell-class.ts'
import edges from './edge-columns.module.css'
import heat from './heat-cells.module.css'
import style from './table-cells.module.css'
import { VerdictMark } from './verdict-mark.tsx'

/** Settings that all cells of one table share. */
export type CellDrawing = {
  /** Null for a reader who cannot open the project, for whom nothing is a link. */
  project: string | null
  table: number
  show: Grid['show']
  digits: Readonly<Record<string, number>>
  noteNumbers: NoteNumbers
  markOf: ReturnType<typeof cellMarker>
  /** True in a heat map, whose cells have a number only for significant or large changes. */
  isHeat: boolean
  /** Column of the newest version, which has its numbers also in a heat map; null without one. */
  newest: number | null
  /** True when that column stays at the right edge. */
  isNewestFixed: boolean
  base: BaseLines
  /** True when the column and the row of the base have values, because their ratios are all 1.00. */
  hasBaseValues: boolean
  /** Ids of cells by their position, for texts that link to them. */
  ids?: Readonly<Record<string, string>>
}

type Props = {
  cell: Cell
  row: number
  column: number
  at: string
  isTabStop: boolean
  id: string | undefined
  isNewest: boolean
  drawing: CellDrawing
}

/** The number links to the newest run behind it; a mark with a text shows a change independently of color. */
export const PivotCell = memo(function PivotCell({ cell, row, column, at, isTabStop, id, isNewest, drawing }: Props) {
  const isHeat = drawing.isHeat && !isNewest
  const edge = isNewest && drawing.isNewestFixed ? edges.newest : undefined
  const [newest] = cell.runIds
  if (cell.value === null || newest === undefined) {
    if (isHeat) return <td className={joined(style.missing, edge)} />
    return (
      <td className={joined(style.missing, edge)}>
        {MISSING}
        <span className="visually-hidden"> missing</span>
      </td>
    )
  }
  const isInColumn = column === drawing.base.column
  const hasValue = drawing.hasBaseValues && (isInColumn || row === drawing.base.row)
  const base = joined(isInColumn ? edges.baseColumn : undefined, hasValue ? edges.values : undefined)
  if (isHeat) return <HeatCell {...{ cell, at, isTabStop, id, drawing, run: newest }} edge={joined(edge, base)} />
  const notes = notesOfCell(cell, drawing.noteNumbers)
  const content = (
    <>
      <Numbers cell={cell} show={hasValue ? 'absolute' : drawing.show} digits={drawing.digits} />
      <VerdictMark mark={drawing.markOf(cell)} />
      {notes.length > 0 && <sup> {notes.join(' ')}</sup>}
    </>
  )
  return (
    <td className={joined(cellClass(cell), edge, base)} id={id}>
      {drawing.project === null ? (
        <span className={style.unlinked}>{content}</span>
      ) : (
        <a href={runPath(drawing.project, newest)} data-ref={at} tabIndex={isTabStop ? 0 : -1}>
          {content}
        </a>
      )}
    </td>
  )
})

const joined = (...names: readonly (string | undefined)[]) => names.filter(Boolean).join(' ') || undefined

type HeatProps = Omit<Props, 'isNewest' | 'row' | 'column'> & { run: string; edge: string | undefined }

/**
 * A cell of a heat map. It has two elements only, because a wide table has thousands of cells; screen readers read its
 * ratio and its verdict from the label.
 */
function HeatCell({ cell, at, isTabStop, id, drawing, run, edge }: HeatProps) {
  const { state, step, tone, isNumbered } = heatCell(cell)
  const ratio = formatRatio(cell.ratio)
  const mark = drawing.markOf(cell)
  const label = mark === null ? ratio : `${ratio}, ${mark.word}`
  const text = isNumbered ? ratio : null
  return (
    <td className={joined(heat.cell, edge)} id={id} data-tone={tone} data-step={step} data-state={state}>
      {drawing.project === null ? (
        <span className={style.unlinked} role="img" aria-label={label}>
          {text}
        </span>
      ) : (
        <a href={runPath(drawing.project, run)} data-ref={at} tabIndex={isTabStop ? 0 : -1} aria-label={label}>
          {text}
        </a>
      )}
    </td>
  )
}

function Numbers({ cell, show, digits }: Pick<Props, 'cell'> & Pick<CellDrawing, 'show' | 'digits'>) {
  const ratio = formatRatio(cell.ratio)
  const absolute = formatAbsolute(cell.value, digits[cell.metric] ?? 0)
  if (show !== 'both') return show === 'absolute' ? absolute : ratio
  return (
    <>
      <span className={style.absolute}>{absolute}</span> {ratio}
    </>
  )
}
