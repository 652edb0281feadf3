'use client'

import { lazy, Suspense, useEffect, useRef } from 'react'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import type { GridFacts } from '../table/grid-facts.ts'
import style from './cell-popover.module.css'
import { basePlace, cellQuery } from './cell-query.ts'
import { formatRatio } from './format-ratio.ts'
import { placeBeside } from './place-beside.ts'
import type { OpenCell } from './use-cell-popover.ts'

const CellDetails = lazy(() => import('./cell-details.tsx').then((module) => ({ default: module.CellDetails })))

type Props = { project: string; facts: GridFacts; cell: OpenCell; close: () => void }

const SIGNS = { worse: '▼ worse', better: '▲ better', neutral: '', none: '' } as const

/** What is behind a number: the values divided, the repeats, every other metric of the same results, and their runs. */
export function CellPopover({ project, facts, cell, close }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { pinned, link, place } = cell
  const table = facts.tables[place.table]
  const row = table?.rows[place.row]
  const column = table?.columns[place.column]
  const numbers = row?.cells[place.column]

  useEffect(() => {
    if (box.current !== null) placeBeside(box.current, link)
    if (pinned) box.current?.focus()
    link.setAttribute('aria-expanded', 'true')
    return () => link.removeAttribute('aria-expanded')
  }, [link, pinned])

  if (table === undefined || row === undefined || column === undefined || numbers === undefined) return null
  const [value, baseValue, ratio, repeats, min, max, band, unit, , notes] = numbers
  const base = basePlace(facts, place)
  return (
    <div
      ref={box}
      className={style.popover}
      data-detail=""
      role="dialog"
      aria-label={`${row.label}, ${column.label}`}
      tabIndex={-1}
    >
      <div className={style.head}>
        <p className={style.title}>
          {row.label}
          <span>{[column.label, table.title].filter(Boolean).join(' · ')}</span>
        </p>
        <button type="button" className={style.close} onClick={close} aria-label="Close details">
          ×
        </button>
      </div>
      {ratio !== null && (
        <p className={style.ratio}>
          <strong>{formatRatio(ratio)}</strong> <span className={style[band]}>{SIGNS[band]}</span>
        </p>
      )}
      <dl className={style.numbers}>
        <dt>value</dt>
        <dd>
          {value === null ? 'missing' : formatMetricValue(value)} {unit}
        </dd>
        {table.baseLabel !== null && (
          <>
            <dt>base</dt>
            <dd>
              {baseValue === null ? 'missing' : `${formatMetricValue(baseValue)} ${unit}`}
              <span>{table.baseLabel}</span>
            </dd>
          </>
        )}
        <dt>repeats</dt>
        <dd>
          {repeats}
          {repeats > 1 && min !== null && max !== null && `, ${formatMetricValue(min)} – ${formatMetricValue(max)}`}
        </dd>
      </dl>
      {notes.map((note) => (
        <p key={note} className={style.note}>
          {note}
        </p>
      ))}
      <Suspense fallback={<p className={style.note}>Fetching the other metrics…</p>}>
        <CellDetails
          project={project}
          mine={cellQuery(facts, place)}
          base={
            base === null || (base.row === place.row && base.column === place.column) ? null : cellQuery(facts, base)
          }
          runIds={numbers[8].flatMap((index) => facts.runIds[index] ?? [])}
        />
      </Suspense>
    </div>
  )
}
