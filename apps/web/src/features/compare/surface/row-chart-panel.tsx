'use client'

import { lazy, Suspense, useEffect, useRef } from 'react'
import { prepareRowChart } from '../../../charts/prepare-row-chart.ts'
import button from '../../../ui/button.module.css'
import type { GridFacts, RowFacts, TableFacts } from '../table/grid-facts.ts'
import style from './row-chart-panel.module.css'

const RowChart = lazy(() => import('../../../charts/row-chart.tsx').then((module) => ({ default: module.RowChart })))

type Props = { facts: GridFacts; table: TableFacts; row: RowFacts; close: () => void }

/** The chart of a row at the foot of the window, below the table that has the same numbers. */
export function RowChartPanel({ facts, table, row, close }: Props) {
  const model = prepareRowChart(facts, table, row)
  const heading = useRef<HTMLHeadingElement>(null)
  const { title } = model

  useEffect(() => {
    if (title !== '') heading.current?.focus()
  }, [title])

  return (
    <section className={style.panel} aria-label={`Chart of ${title}`}>
      <figure aria-label={title}>
        <figcaption className={style.caption}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>
            {model.unit}. {model.summary} {model.left}
          </p>
          <button type="button" className={button.quiet} onClick={close}>
            Close chart
          </button>
        </figcaption>
        <Suspense fallback={<div className={style.space} role="status" aria-label="The chart is being drawn" />}>
          <RowChart model={model} />
        </Suspense>
      </figure>
    </section>
  )
}
