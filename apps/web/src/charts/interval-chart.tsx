'use client'

import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { formatMetricValue } from '../ui/format-metric-value.ts'
import { AXIS, TOOLTIP } from './chart-style.ts'
import type { IntervalChartModel } from './prepare-interval-charts.ts'

/** Draws one series over time; the model decides everything. */
export function IntervalChart({ model }: { model: IntervalChartModel }) {
  return (
    <LineChart
      responsive
      data={model.points}
      style={{ width: '100%', height: 190 }}
      margin={{ top: 8, right: 12, bottom: 2, left: 4 }}
      accessibilityLayer
      title={model.title}
      desc={model.summary}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis {...AXIS} dataKey="seconds" type="number" domain={model.secondsDomain} unit=" s" />
      <YAxis
        {...AXIS}
        domain={[model.ticks[0] ?? 0, model.ticks.at(-1) ?? 1]}
        ticks={model.ticks}
        width={62}
        tickFormatter={formatMetricValue}
      />
      <Tooltip
        {...TOOLTIP}
        formatter={(value) => [
          `${typeof value === 'number' ? formatMetricValue(value) : '–'} ${model.unit}`,
          model.title,
        ]}
        labelFormatter={(seconds) => `${seconds} s`}
      />
      <Line
        dataKey="value"
        stroke="var(--series-1)"
        strokeWidth={1.5}
        dot={false}
        isAnimationActive={false}
        type="linear"
      />
    </LineChart>
  )
}
