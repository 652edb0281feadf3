'use client'

import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatMetricValue } from '../ui/format-metric-value.ts'
import { AXIS, TOOLTIP } from './chart-style.ts'
import type { Bar as BarModel, RowChartModel } from './prepare-row-chart.ts'

const SIZE = { width: '100%', height: 240 } as const
/** Names wrap at this width, pixels. */
const NAME_TICK = { ...AXIS.tick, width: 84 }
/** Up to this many bars each has its name below it. */
const MOST_NAMES = 10
const MARGIN = { top: 10, right: 16, bottom: 4, left: 4 }

/** Draws the chart of a row; the model decides everything. */
export function RowChart({ model }: { model: RowChartModel }) {
  return model.kind === 'bars' ? <Bars model={model} /> : <Lines model={model} />
}

function Bars({ model }: { model: Extract<RowChartModel, { kind: 'bars' }> }) {
  return (
    <BarChart
      responsive
      data={model.bars}
      style={SIZE}
      margin={MARGIN}
      barCategoryGap="18%"
      accessibilityLayer
      title={model.title}
      desc={model.summary}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...AXIS}
        tick={NAME_TICK}
        height={40}
        dataKey="name"
        interval={model.bars.length <= MOST_NAMES ? 0 : 'preserveStartEnd'}
      />
      <YAxis {...AXIS} domain={ends(model)} ticks={model.ticks} width={62} tickFormatter={tick(model)} />
      {model.baseAt !== null && <ReferenceLine y={model.baseAt} stroke="var(--accent)" strokeDasharray="4 3" />}
      <Tooltip
        {...TOOLTIP}
        formatter={(value, _name, item) => [
          `${tick(model)(Number(value))}, ${isBar(item.payload) ? item.payload.from : ''}`,
          model.title,
        ]}
      />
      <Bar dataKey="value" isAnimationActive={false} maxBarSize={64} radius={[2, 2, 0, 0]}>
        {model.bars.map((bar) => (
          <Cell key={bar.name} fill={barColor(bar)} />
        ))}
      </Bar>
    </BarChart>
  )
}

function Lines({ model }: { model: Extract<RowChartModel, { kind: 'lines' }> }) {
  return (
    <LineChart
      responsive
      data={model.points}
      style={SIZE}
      margin={MARGIN}
      accessibilityLayer
      title={model.title}
      desc={model.summary}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...AXIS}
        dataKey="x"
        type="number"
        domain={['dataMin', 'dataMax']}
        ticks={model.points.map(({ x }) => x)}
      />
      <YAxis {...AXIS} domain={ends(model)} ticks={model.ticks} width={62} tickFormatter={tick(model)} />
      {model.baseAt !== null && <ReferenceLine y={model.baseAt} stroke="var(--accent)" strokeDasharray="4 3" />}
      <Tooltip
        {...TOOLTIP}
        formatter={(value) => tick(model)(Number(value))}
        labelFormatter={(x) => `${model.xName} ${x}`}
      />
      {model.series.length > 1 && <Legend wrapperStyle={{ fontSize: 12 }} />}
      {model.series.map(({ key, name, color }) => (
        <Line
          key={key}
          dataKey={key}
          name={name}
          stroke={color}
          strokeWidth={2}
          type="linear"
          isAnimationActive={false}
          dot={{ r: 2.5 }}
        />
      ))}
    </LineChart>
  )
}

const ends = ({ ticks }: RowChartModel): [number, number] => [ticks[0] ?? 0, ticks.at(-1) ?? 1]

const tick =
  ({ baseAt }: RowChartModel) =>
  (value: number) =>
    baseAt === null ? formatMetricValue(value) : value.toFixed(2)

const isBar = (payload: unknown): payload is BarModel =>
  typeof payload === 'object' && payload !== null && 'from' in payload

function barColor({ band, isBase }: BarModel): string {
  if (isBase) return 'var(--accent)'
  if (band === 'worse') return 'var(--series-2)'
  return band === 'better' ? 'var(--series-1)' : 'var(--ink-faint)'
}
