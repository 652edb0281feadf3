'use client'

import { changeBand } from '@assay/domain/compare/change-band'
import { formatRatio } from '@assay/domain/compare/format-cell'
import type { Cell } from '@assay/domain/compare/grid'
import { seriesOfCell } from '@assay/domain/findings/series/series-of-cell'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import { NoteForm } from '../../notes/note-form.tsx'
import { repeatCellPath } from '../../runners/plan-links.ts'
import { CellDetails } from './cell-details.tsx'
import style from './cell-popover.module.css'
import { cellCoordinates, cellQuery } from './cell-query.ts'
import { baseCellRef, type CellRef, cellAt } from './cell-ref.ts'
import { cellSentence } from './cell-sentence.ts'
import { CellVerdict } from './cell-verdict.tsx'
import { CellWhy } from './cell-why.tsx'
import type { LoadedGrid } from './grid-store.ts'
import { CellPlans } from './plan-differences.tsx'
import { WhyDrawer } from './why-drawer.tsx'

/** Labels of a change, also for a band of a comparison without verdicts. */
const CHANGES = { worse: '▼ regression', better: '▲ improvement', neutral: '', none: '' } as const
const BANDS = { worse: '▼ worse', better: '▲ better', neutral: '', none: '' } as const

type Props = {
  project: string
  query: string
  loaded: LoadedGrid
  cellRef: CellRef
  /** True once the user opened the cell by a click or key, not by hovering. */
  pinned: boolean
}

/** The versions of a cell and of its base. */
function sidesOf(loaded: LoadedGrid, cellRef: CellRef) {
  const versionOf = (ref: CellRef | null) => (ref === null ? undefined : cellCoordinates(loaded, ref)?.get('version'))
  return { own: versionOf(cellRef), base: versionOf(baseCellRef(loaded.grid, cellRef)) }
}

/** The values behind a cell, its repeats and notes, and then all other metrics of the same results. */
export function CellNumbers({ project, query, loaded, cellRef, pinned }: Props) {
  const at = cellAt(loaded.grid, cellRef)
  if (at === null) return <p className={style.note}>The table has changed since this page was loaded; reload it.</p>
  const { table, row, column, cell } = at
  const base = baseCellRef(loaded.grid, cellRef)
  const band = changeBand(cell)
  const mine = cellQuery(loaded, cellRef)
  const divisor = base === null ? null : cellQuery(loaded, base)
  const names = { own: column.label, base: table.baseLabel ?? 'base' }
  const sentence = cellSentence(cell, names)
  return (
    <>
      <p className={style.title}>
        {row.label}
        <span>{[column.label, table.key.label].filter(Boolean).join(' · ')}</span>
      </p>
      {cell.ratio !== null && (
        <p className={style.ratio}>
          <strong>{formatRatio(cell.ratio)}</strong>{' '}
          <span className={style[band]}>{(cell.verdict === null ? BANDS : CHANGES)[band]}</span>
        </p>
      )}
      {sentence !== null && <p>{sentence}</p>}
      <dl className={style.numbers}>
        <dt>value</dt>
        <dd>{valueText(cell.value, cell.unit)}</dd>
        {table.baseLabel !== null && (
          <>
            <dt>base</dt>
            <dd>
              {valueText(cell.baseValue, cell.unit)}
              <span>{table.baseLabel}</span>
            </dd>
          </>
        )}
        <dt>repeats</dt>
        <dd>{repeatsText(cell)}</dd>
      </dl>
      {cell.verdict !== null && (
        <CellVerdict
          verdict={cell.verdict}
          planHref={repeatCellPath(project, sidesOf(loaded, cellRef), cell.verdict)}
        />
      )}
      {isExplained(cell, pinned) && <CellWhy project={project} query={query} cellRef={cellRef} />}
      {pinned && <CellPlans project={project} mine={mine} base={divisor} names={names} />}
      {cell.footnotes.map(({ text, href }) => (
        <p key={text} className={style.note}>
          {href === undefined ? text : <a href={href}>{text}</a>}
        </p>
      ))}
      <CellDetails
        project={project}
        metric={cell.metric}
        mine={mine}
        base={divisor}
        runIds={cell.runIds}
        series={seriesOfCell(cell, cellCoordinates(loaded, cellRef) ?? [])}
      />
      {pinned && (
        <WhyDrawer project={project} metric={cell.metric} unit={cell.unit} mine={mine} base={divisor} names={names} />
      )}
      {pinned && (
        <NoteForm
          project={project}
          about={{ coordinates: Object.fromEntries(cellCoordinates(loaded, cellRef) ?? []) }}
        />
      )}
    </>
  )
}

/** Unchanged cells are explained, for example by stalls, only when they are pinned. */
const isExplained = ({ ratio, isBase, band }: Cell, pinned: boolean) =>
  ratio !== null && !isBase && (band === 'worse' || band === 'better' || (band === 'neutral' && pinned))

const valueText = (value: number | null, unit: string) =>
  value === null ? 'missing' : `${formatMetricValue(value)} ${unit}`

const repeatsText = ({ repeats, min, max }: Cell) =>
  repeats > 1 && min !== null && max !== null
    ? `${repeats}, ${formatMetricValue(min)} – ${formatMetricValue(max)}`
    : String(repeats)
