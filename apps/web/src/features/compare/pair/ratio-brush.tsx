import type { PairTable } from '@assay/domain/compare/pairs/pair-table'
import { HISTOGRAM_BARS, type HistogramBar, ratioAt, ratioHistogram } from '@assay/domain/compare/pairs/ratio-histogram'
import { useMemo } from 'react'
import { RangeStrip } from '../../../ui/range-strip.tsx'
import style from './ratio-brush.module.css'

/** Edges between the bars of the histogram, the first of which is 0. */
export type Edges = { from: number; to: number }

export const ALL_BARS: Edges = { from: 0, to: HISTOGRAM_BARS }

type Props = { table: PairTable; edges: Edges; select: (edges: Edges) => void }

/** The ratios of all tests as a histogram above their plot; dragging over it shows the tests of a range of ratios. */
export function RatioBrush({ table, edges, select }: Props) {
  const bars = useMemo(() => ratioHistogram(table), [table])
  const tallest = Math.max(
    1,
    ...bars.map(({ regressions, improvements, others }) => regressions + improvements + others),
  )
  const name = (edge: number) =>
    edge === 0 ? 'the lowest' : edge === HISTOGRAM_BARS ? 'the highest' : edgeText(table, edge)
  return (
    <div className={`${style.brush} needs-script no-print`}>
      <RangeStrip
        last={HISTOGRAM_BARS}
        from={edges.from}
        to={edges.to}
        labels={{ from: 'Lowest ratio', to: 'Highest ratio' }}
        name={name}
        show={(from, to) => select({ from, to })}
      >
        <svg viewBox={`0 0 ${HISTOGRAM_BARS} 1`} preserveAspectRatio="none" aria-hidden="true">
          {PARTS.map(([part, below]) => (
            <path
              key={part}
              data-part={part}
              d={bars.map((bar, at) => barPath({ bar, at, part, below, max: tallest })).join('')}
            />
          ))}
        </svg>
      </RangeStrip>
    </div>
  )
}

export const edgeText = (table: PairTable, edge: number) => ratioAt(table.scale, edge / HISTOGRAM_BARS).toFixed(2)

type Part = keyof HistogramBar

/** Segments of a stacked bar, each with the segments drawn below it. */
const PARTS: readonly (readonly [Part, readonly Part[]])[] = [
  ['others', []],
  ['regressions', ['others']],
  ['improvements', ['others', 'regressions']],
]

type BarPath = { bar: HistogramBar; at: number; part: Part; below: readonly Part[]; max: number }

function barPath({ bar, at, part, below, max }: BarPath): string {
  const height = bar[part] / max
  if (height === 0) return ''
  const foot = 1 - below.reduce((sum, other) => sum + bar[other], 0) / max
  return `M${at + 0.08} ${foot}v${-height}h0.84v${height}z`
}
