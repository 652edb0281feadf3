'use client'

import type { ChartModel, ChartPoint } from '@assay/domain/publish/chart/chart-model'
import { xValueName } from '@assay/domain/publish/chart/chart-table'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import type { AxisStart } from '@assay/domain/publish/chart/value-axis'
import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  type DotItemDotProps,
  ErrorBar,
  Line,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { AXIS, TOOLTIP } from './chart-style.ts'
import { HorizontalBars } from './horizontal-bars.tsx'
import { type DrawnSeries, prepareDrawing } from './prepare-drawing.ts'

const MARGIN = { top: 18, right: 22, bottom: 4, left: 4 }
/** Maximum number of x values that all have a label. */
const MAX_TICK_LABELS = 10
/** Width in pixels at which labels of x values wrap. */
const NAME_WIDTH = 84

type Props = {
  model: ChartModel
  start: AxisStart
  height: number
  /** Charts with the same name share their cursor. */
  cursor?: string
}

/** Draws a chart; the model decides everything. */
export function ChartDrawing(props: Props) {
  return props.model.draw === 'rows' ? <HorizontalBars {...props} /> : <Upright {...props} />
}

function Upright({ model, start, height, cursor }: Props) {
  const { rows, series, ticks, xTicks, xDomain } = prepareDrawing(model, start)
  const { x, y, marks = [], areas = [] } = model
  const isOrdered = x.kind === 'ordered'
  return (
    <ComposedChart
      responsive
      data={[...rows]}
      style={{ width: '100%', height }}
      margin={MARGIN}
      accessibilityLayer
      {...(cursor === undefined ? {} : { syncId: cursor, syncMethod: 'value' as const })}
      title={model.title}
      desc={model.summary}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...AXIS}
        tick={isOrdered ? { ...AXIS.tick, width: NAME_WIDTH } : AXIS.tick}
        dataKey="x"
        {...(isOrdered || model.draw === 'bar'
          ? { type: 'category' as const, tickFormatter: (index: number) => tickName(x, index) }
          : {
              type: 'number' as const,
              domain: xDomain,
              scale: x.kind === 'log' || x.kind === 'nines' ? ('log' as const) : ('auto' as const),
              tickFormatter: (value: number) => xValueName(x, value),
            })}
        {...(xTicks !== undefined && !isOrdered && model.draw !== 'bar' ? { ticks: [...xTicks] } : {})}
        interval={isOrdered && rows.length <= MAX_TICK_LABELS ? 0 : 'preserveStartEnd'}
        height={36}
      />
      <YAxis
        {...AXIS}
        domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
        ticks={[...ticks]}
        width={62}
        allowDataOverflow
        tickFormatter={(value: number) => formatChartValue(value, y.format === 'ratio' ? 'value' : y.format)}
      />
      {areas.map(({ from, to, low, high, color }) => (
        <ReferenceArea
          key={`${from} ${low} ${color}`}
          x1={from}
          x2={to}
          y1={low}
          y2={high}
          fill={`var(--series-${color})`}
          fillOpacity={0.12}
        />
      ))}
      {marks.map(({ axis, at, label }) => (
        <ReferenceLine
          key={`${axis} ${at} ${label}`}
          {...(axis === 'y' ? { y: at } : { x: at })}
          stroke="var(--accent)"
          strokeDasharray="4 3"
          label={{
            value: label,
            position: axis === 'y' ? 'insideTopRight' : 'top',
            fill: 'var(--accent)',
            fontSize: 11,
          }}
        />
      ))}
      <Tooltip
        {...TOOLTIP}
        labelFormatter={(label) => `${x.label} ${xValueName(x, Number(label))}`}
        formatter={(value, name, item) => {
          const point = pointOf(series, item.dataKey, item.payload)
          const unit = y.format === 'value' && y.unit !== '' ? ` ${y.unit}` : ''
          const parts = [`${formatChartValue(Number(value), y.format)}${unit}`, point?.detail, point?.note]
          return [parts.filter((part) => part !== undefined).join(', '), name]
        }}
      />
      {series.map((one) =>
        model.draw === 'bar' ? (
          <Bar
            key={one.key}
            dataKey={one.key}
            name={one.name}
            fill={one.color}
            maxBarSize={64}
            radius={[2, 2, 0, 0]}
            isAnimationActive={false}
          >
            {one.tones && rows.map(({ x: index }) => <Cell key={index} fill={one.tones?.get(index) ?? one.color} />)}
            {one.rangeKey !== null && <ErrorBar dataKey={one.rangeKey} stroke="var(--ink-soft)" width={4} />}
          </Bar>
        ) : (
          <Line
            key={one.key}
            dataKey={one.key}
            name={one.name}
            stroke={model.draw === 'scatter' ? 'none' : one.color}
            strokeWidth={one.dots ? 2 : 1.5}
            {...(one.dash === undefined ? {} : { strokeDasharray: one.dash })}
            type="linear"
            connectNulls={one.connects}
            dot={(dot: DotItemDotProps) => <Dot key={dot.index} dot={dot} series={one} />}
            activeDot={{ r: 4, fill: one.color }}
            isAnimationActive={false}
          >
            {one.rangeKey !== null && <ErrorBar dataKey={one.rangeKey} stroke={one.color} width={4} />}
          </Line>
        ),
      )}
    </ComposedChart>
  )
}

/** A mark on a point that links to the source of the value; larger for a point with a note. */
function Dot({ dot, series }: { dot: DotItemDotProps; series: DrawnSeries }) {
  const point = isRow(dot.payload) ? series.pointAt.get(dot.payload.x) : undefined
  const isMarked = series.dots || (series.marksNotes && point?.note !== undefined)
  if (point === undefined || point.y === null || !isMarked) return <g />
  const { href, note } = point
  const mark = (
    <circle
      cx={dot.cx ?? 0}
      cy={dot.cy ?? 0}
      r={note === undefined ? 2.5 : 4}
      fill={note === undefined ? series.color : 'var(--surface)'}
      stroke={series.color}
      strokeWidth={note === undefined ? 0 : 2}
    />
  )
  if (href === undefined) return mark
  return (
    // Arrow keys move along the chart and its table has the same links, so the tab key does not need to stop at every
    // point.
    <a href={href} tabIndex={-1} aria-label={`Source of the value of ${series.name}`}>
      {mark}
    </a>
  )
}

function tickName(x: ChartModel['x'], index: number): string {
  return x.kind === 'ordered' ? (x.places[index]?.name ?? '') : String(index)
}

function pointOf(series: readonly DrawnSeries[], dataKey: unknown, payload: unknown): ChartPoint | undefined {
  return isRow(payload) ? series.find(({ key }) => key === dataKey)?.pointAt.get(payload.x) : undefined
}

const isRow = (payload: unknown): payload is { x: number } =>
  typeof payload === 'object' && payload !== null && 'x' in payload && typeof payload.x === 'number'
