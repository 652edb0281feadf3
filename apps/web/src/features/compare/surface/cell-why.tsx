'use client'

import type { Moved } from '@assay/domain/compare/explain/explain'
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
  const { kind, sentences, moved, opposed, unmoved } = data.explanation
  return (
    <section className={style.why} aria-label="Why">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <MovedMetrics title={kind === 'explained' ? 'Evidence' : 'Moved with it'} metrics={moved} />
      <MovedMetrics title="Moved the other way" metrics={opposed} />
      {unmoved.length > 0 && (
        <p className={style.unmoved}>
          Did not move:{' '}
          {unmoved
            .map(({ word, ratio }) => (ratio === null || isOfLittle(ratio) ? word : `${word} ${formatRatio(ratio)}x`))
            .join(', ')}
          .
        </p>
      )}
    </section>
  )
}

/** Metrics by their names in words, each with its ratio to the base. */
function MovedMetrics({ title, metrics }: { title: string; metrics: readonly Moved[] }) {
  if (metrics.length === 0) return null
  return (
    <div className={style.moved}>
      <span>{title}:</span>
      <ul aria-label={`${title}, relative to the base`}>
        {metrics.map(({ metric, word, unit, value, base, ratio }) => (
          <li key={metric} title={`${metric}: ${formatMetricValue(base)} to ${formatMetricValue(value)} ${unit}`}>
            {word} <strong>{ratio === null ? `0 to ${formatMetricValue(value)}` : `${formatRatio(ratio)}x`}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** True for a large ratio that did not move by its size: 0.06% of a second is no more than 0.03%. */
const isOfLittle = (ratio: number): boolean => ratio < 0.8 || ratio > 1.25
