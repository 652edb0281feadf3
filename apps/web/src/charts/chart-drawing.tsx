'use client'

import { LABEL_ROW_HEIGHT, MAX_LABEL_ROWS } from '@assay/charts/scales/label-rows'
import { labeledLogTicks } from '@assay/charts/scales/log-ticks'
import type { AxisStart } from '@assay/charts/scales/value-axis'
import type { XRange } from '@assay/charts/view/select-range'
import type { ChartMark, ChartModel, ChartPoint } from '@assay/domain/publish/chart/chart-model'
import { xValueName } from '@assay/domain/publish/chart/chart-table'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import {
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  useChartWidth,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts'
import { Areas, QuartileBoxes } from './chart-areas.tsx'
import { isRow, SeriesBars, SeriesLine } from './chart-series.tsx'
import { AXIS, TOOLTIP } from './chart-style.ts'
import { HorizontalBars } from './horizontal-bars.tsx'
import { LevelLabels, MarkLabels } from './mark-labels.tsx'
import { type DrawnSeries, prepareDrawing } from './prepare-drawing.ts'
import { useDragRange } from './use-drag-range.ts'

const X_AXIS_HEIGHT = 36
const MARGIN = { top: 12, right: 22, bottom: 4, left: 4 }
/** Maximum number of x values that all have a label. */
const MAX_TICK_LABELS = 10
/** Width in pixels at which labels of x values wrap. */
const NAME_WIDTH = 84
/** Width per x value at which each can have its name. */
const MIN_NAME_ROOM = 44
const CHARACTER_WIDTH = 6.2
const VALUE_AXIS_WIDTH = 62

type Props = {
  model: ChartModel
  start: AxisStart
  height: number
  /** Charts with the same name share their cursor. */
  cursor?: string
  /** Receives the x values between which a person drags; absent where no part can be selected. */
  select?: (range: XRange) => void
}

/** Draws a chart; the model decides everything. */
export function ChartDrawing(props: Props) {
  return props.model.draw === 'rows' ? <HorizontalBars {...props} /> : <VerticalChart {...props} />
}

/** Vertical bars, lines, strips of values: everything whose values are on the vertical axis. */
function VerticalChart({ model, start, height, cursor, select }: Props) {
  const { rows, series, ticks, xTicks, xDomain } = prepareDrawing(model, start)
  const { dragged, handlers } = useDragRange(select)
  const { x, y, marks = [], areas = [] } = model
  const isOrdered = x.kind === 'ordered'
  const top = MARGIN.top + labelRows(marks) * LABEL_ROW_HEIGHT
  const plotHeight = height - top - MARGIN.bottom - X_AXIS_HEIGHT
  return (
    <ComposedChart
      responsive
      data={[...rows]}
      style={{ width: '100%', height }}
      margin={{ ...MARGIN, top }}
      accessibilityLayer
      {...(cursor === undefined ? {} : { syncId: cursor, syncMethod: 'value' as const })}
      title={model.title}
      desc={model.summary}
      {...handlers}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {isOrdered || model.draw === 'bar' ? (
        <NamedAxis x={x} count={rows.length} isStrip={model.draw === 'strip'} />
      ) : (
        <XAxis
          {...AXIS}
          dataKey="x"
          type="number"
          domain={xDomain}
          scale={x.kind === 'log' || x.kind === 'nines' ? 'log' : 'auto'}
          tickFormatter={(value: number) => xValueName(x, value)}
          ticks={[...xTicks]}
          interval="preserveStartEnd"
          height={X_AXIS_HEIGHT}
        />
      )}
      <YAxis
        {...AXIS}
        domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
        ticks={[...(start === 'log' ? labeledLogTicks(ticks, plotHeight) : ticks)]}
        width={VALUE_AXIS_WIDTH}
        interval={start === 'log' ? 0 : 'preserveEnd'}
        scale={start === 'log' ? 'log' : 'auto'}
        allowDataOverflow
        tickFormatter={(value: number) => formatChartValue(value, y.format === 'ratio' ? 'value' : y.format)}
      />
      <Areas areas={areas} />
      <QuartileBoxes model={model} />
      {marks.map(({ axis, at, label }) => (
        <ReferenceLine
          key={`${axis} ${at} ${label}`}
          {...(axis === 'y' ? { y: at } : { x: at })}
          stroke="var(--accent)"
          strokeDasharray="4 3"
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
          <SeriesBars key={one.key} series={one} rows={rows} />
        ) : (
          <SeriesLine key={one.key} series={one} />
        ),
      )}
      {dragged !== null && <ReferenceArea x1={dragged.from} x2={dragged.to} fill="var(--accent)" fillOpacity={0.15} />}
      {/* Bars are drawn above everything without a layer. */}
      <ZIndexLayer zIndex={DefaultZIndexes.label}>
        <MarkLabels marks={marks} />
        <LevelLabels marks={marks} points={pointsOf(model.series)} />
      </ZIndexLayer>
    </ComposedChart>
  )
}

/** Rows to keep free above the plot; the labels need at most one for each. */
const labelRows = (marks: readonly ChartMark[]): number =>
  Math.min(MAX_LABEL_ROWS, marks.filter(({ axis, label }) => axis === 'x' && label !== '').length)

/** Names of x values below the plot, which wrap, or of some of them where the chart is too narrow for all. */
function NamedAxis({ x, count, isStrip }: { x: ChartModel['x']; count: number; isStrip: boolean }) {
  const room = ((useChartWidth() ?? 0) - VALUE_AXIS_WIDTH - MARGIN.right) / Math.max(1, count)
  const words = Array.from({ length: count }, (_, index) => tickName(x, index)).flatMap((name) => name.split(' '))
  const longest = Math.max(0, ...words.map((word) => word.length * CHARACTER_WIDTH))
  const fits = room >= Math.max(MIN_NAME_ROOM, longest)
  return (
    <XAxis
      {...AXIS}
      dataKey="x"
      {...(isStrip
        ? { type: 'number' as const, domain: [-0.5, count - 0.5], ticks: Array.from({ length: count }, (_, at) => at) }
        : { type: 'category' as const })}
      tickFormatter={(index: number) => tickName(x, index)}
      tick={{ ...AXIS.tick, width: x.kind === 'ordered' && fits ? Math.min(NAME_WIDTH, room) : NAME_WIDTH }}
      interval={fits && count <= MAX_TICK_LABELS ? 0 : fits ? 'preserveStartEnd' : 'equidistantPreserveStart'}
      height={X_AXIS_HEIGHT}
    />
  )
}

function tickName(x: ChartModel['x'], index: number): string {
  return x.kind === 'ordered' ? (x.places[index]?.name ?? '') : String(index)
}

function pointOf(series: readonly DrawnSeries[], dataKey: unknown, payload: unknown): ChartPoint | undefined {
  return isRow(payload) ? series.find(({ key }) => key === dataKey)?.pointAt.get(payload.x) : undefined
}

const pointsOf = (series: ChartModel['series']) =>
  series.flatMap(({ points }) => points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }])))
