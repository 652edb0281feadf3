'use client'

import { type PackedChart as Packed, unpackChart } from '@assay/charts/view/pack-chart'
import { useMemo } from 'react'
import { StudyChart } from './study-chart.tsx'

/** A chart of many points, which are sent to the browser as columns. */
export function PackedChart({ packed, height }: { packed: Packed; height: number }) {
  const model = useMemo(() => unpackChart(packed), [packed])
  return <StudyChart model={model} height={height} />
}
