'use client'

import { formatRatio } from '@assay/domain/compare/format-cell'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../trpc/client.ts'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import type { CellRef } from './cell-ref.ts'
import style from './cell-why.module.css'

type Props = { project: string; query: string; cellRef: CellRef }

/** Explains a changed cell: the sentence that its metrics support, and the metrics that changed with it. */
export function CellWhy({ project, query, cellRef }: Props) {
  const { data, error } = useQuery({
    queryKey: ['why', project, query, cellRef],
    queryFn: () => client.comparisons.explain.query({ project, query, cell: cellRef }),
  })
  if (error !== null) return null // The metrics below are independent of this and report their own failure.
  if (data === undefined) return <p className={style.waiting}>Looking for an explanation…</p>
  if (data === null) return null
  const { sentences, moved, unmoved } = data.explanation
  return (
    <section className={style.why} aria-label="Why">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {moved.length > 0 && (
        <ul aria-label="Metrics that changed, relative to the base">
          {moved.map(({ metric, word, unit, value, base, ratio }) => (
            <li key={metric} title={`${word}: ${formatMetricValue(base)} to ${formatMetricValue(value)} ${unit}`}>
              {metric} <strong>{ratio === null ? `0 to ${formatMetricValue(value)}` : `${formatRatio(ratio)}x`}</strong>
            </li>
          ))}
        </ul>
      )}
      {unmoved.length > 0 && (
        <p className={style.unmoved}>
          Did not move:{' '}
          {unmoved
            .map(({ metric, ratio }) =>
              ratio === null || isOfLittle(ratio) ? metric : `${metric} ${formatRatio(ratio)}x`,
            )
            .join(', ')}
          .
        </p>
      )}
    </section>
  )
}

/** True for a large ratio that did not move by its size: 0.06% of a second is no more than 0.03%. */
const isOfLittle = (ratio: number): boolean => ratio < 0.8 || ratio > 1.25
