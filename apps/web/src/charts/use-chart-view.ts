'use client'

import type { AxisStart } from '@assay/charts/scales/value-axis'
import { useSearchParams } from 'next/navigation'
import { AXIS_PARAMETER, OUTLIERS_PARAMETER, RELATIVE_PARAMETER } from './chart-parameters.ts'

/** `start` is null until the reader chooses an axis start; each chart then uses its default. */
export type ChartView = { start: AxisStart | null; hidesOutliers: boolean; isRelative: boolean }

const STARTS: readonly AxisStart[] = ['zero', 'cropped', 'log']

/**
 * Reads the display options of the charts from the address. All charts of the page share them, so that they stay
 * comparable. A change sends no request to the server.
 */
export function useChartView(): ChartView & { show: (change: Partial<ChartView>) => void } {
  const query = useSearchParams()
  const view: ChartView = {
    start: STARTS.find((start) => start === query.get(AXIS_PARAMETER)) ?? null,
    hidesOutliers: query.get(OUTLIERS_PARAMETER) === 'hidden',
    isRelative: query.get(RELATIVE_PARAMETER) === 'first',
  }
  const show = (change: Partial<ChartView>) => {
    const { start, hidesOutliers, isRelative } = { ...view, ...change }
    const url = new URL(window.location.href)
    set(url, AXIS_PARAMETER, start)
    set(url, OUTLIERS_PARAMETER, hidesOutliers ? 'hidden' : null)
    set(url, RELATIVE_PARAMETER, isRelative ? 'first' : null)
    window.history.replaceState(null, '', url)
  }
  return { ...view, show }
}

function set({ searchParams }: URL, name: string, value: string | null): void {
  if (value === null) searchParams.delete(name)
  else searchParams.set(name, value)
}
