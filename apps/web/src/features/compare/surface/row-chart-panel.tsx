'use client'

import { rowChart } from '@assay/domain/publish/chart/row-chart'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { rowsOf } from './cell-ref.ts'
import { useLoadedGrid } from './grid-store.ts'
import style from './row-chart-panel.module.css'
import type { RowRef } from './use-row-chart.ts'

const ChartBody = lazy(() => import('../../../charts/chart-body.tsx').then((module) => ({ default: module.ChartBody })))
/** Height of the drawing in pixels, which leaves most of the window to the table. */
const HEIGHT = 210

type Props = { project: string; query: string; rowRef: RowRef; close: () => void }

/** The chart of a row at the bottom of the window, below the table with the same values. */
export function RowChartPanel({ project, query, rowRef, close }: Props) {
  const { data, error, refetch } = useLoadedGrid(project, query)
  const table = data?.grid.tables[rowRef.table]
  const row = table && rowsOf(table)[rowRef.row]
  const model = data && table && row ? rowChart(data.grid, table, row) : null
  const title = model?.title ?? 'Chart'
  const heading = useRef<HTMLHeadingElement>(null)

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
          {model && (
            <p>
              {model.summary} {model.left}
            </p>
          )}
          <Button variant="quiet" onClick={close}>
            Close chart
          </Button>
        </figcaption>
        {model ? (
          <Suspense fallback={<div className={style.space} />}>
            <ChartBody model={model} height={HEIGHT} />
          </Suspense>
        ) : (
          <div className={style.space} role="status">
            {message({ failed: error !== null, found: data === undefined })}
            {error !== null && <Button onClick={() => void refetch()}>Try again</Button>}
          </div>
        )}
      </figure>
    </section>
  )
}

function message({ failed, found }: { failed: boolean; found: boolean }): string {
  if (failed) return 'The values of this row could not be loaded. '
  return found ? 'Loading…' : 'The table no longer has this row; choose another one.'
}
