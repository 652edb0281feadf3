'use client'

import { type AxisStart, rowsStart } from '@assay/charts/scales/value-axis'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ErrorBar,
  LabelList,
  type LabelProps,
  ReferenceLine,
  Tooltip,
  useChartWidth,
  XAxis,
  YAxis,
} from 'recharts'
import { AXIS, TOOLTIP } from './chart-style.ts'
import { type DrawnRow, prepareDrawing } from './prepare-drawing.ts'

/** Width of the name column in pixels per character. */
const CHARACTER_WIDTH = 6.9
/** Share of the width that names may take. */
const MAX_NAME_SHARE = 0.45

type Props = { model: ChartModel; start: AxisStart; height: number }

/** Horizontal bars with their names on the left and their values on the right. */
export function HorizontalBars({ model, start, height }: Props) {
  const { rows, series, ticks } = prepareDrawing(model, start)
  const { x, y, marks = [] } = model
  const from = rowsStart(model)
  const nameOf = (index: number) => (x.kind === 'ordered' ? (x.places[index]?.name ?? '') : String(index))
  const longest = Math.max(0, ...rows.map((row) => nameOf(row.x).length))
  return (
    <BarChart
      responsive
      layout="vertical"
      data={[...rows]}
      style={{ width: '100%', height }}
      margin={{ top: 18, right: 44, bottom: 4, left: 4 }}
      barCategoryGap="22%"
      accessibilityLayer
      title={model.title}
      desc={model.summary}
    >
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis
        {...AXIS}
        type="number"
        domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
        ticks={[...ticks]}
        allowDataOverflow
        tickFormatter={(value: number) => formatChartValue(value, y.format === 'ratio' ? 'value' : y.format)}
      />
      <NameAxis nameOf={nameOf} longest={longest} />
      {marks.map(({ at, label }) => (
        <ReferenceLine
          key={label}
          x={at}
          stroke="var(--accent)"
          strokeDasharray="4 3"
          label={{ value: label, position: 'top', fill: 'var(--accent)', fontSize: 11 }}
        />
      ))}
      <Tooltip
        {...TOOLTIP}
        labelFormatter={(label) => nameOf(Number(label))}
        formatter={(value, name) => [formatChartValue(Number(Array.isArray(value) ? value[1] : value), y.format), name]}
      />
      {series.map(({ key, rangeKey, name, color, tones }) => (
        <Bar
          key={key}
          // A bar from zero has its value, and a bar from the base both of its ends.
          dataKey={from === 0 ? key : (row: DrawnRow) => (row[key] == null ? null : [from, row[key]])}
          name={name}
          fill={color}
          maxBarSize={18}
          radius={[0, 2, 2, 0]}
          isAnimationActive={false}
        >
          {tones && rows.map(({ x: index }) => <Cell key={index} fill={tones.get(index) ?? color} />)}
          {rangeKey !== null && <ErrorBar dataKey={rangeKey} direction="x" stroke="var(--ink-soft)" width={4} />}
          <LabelList
            dataKey={key}
            content={({ viewBox, value }) =>
              typeof value === 'number' ? <ValueLabel bar={viewBox} text={formatChartValue(value, y.format)} /> : null
            }
          />
        </Bar>
      ))}
    </BarChart>
  )
}

/** The value right of a bar, also of one that ends left of its start. */
function ValueLabel({ bar, text }: { bar: LabelProps['viewBox']; text: string }) {
  if (bar === undefined || !('x' in bar)) return null
  const { x = 0, y = 0, width = 0, height = 0 } = bar
  return (
    <text
      x={Math.max(x, x + width) + 5}
      y={y + height / 2}
      dy="0.35em"
      fill="var(--ink-soft)"
      fontSize={11}
      stroke="var(--surface)"
      strokeWidth={3}
      paintOrder="stroke"
    >
      {text}
    </text>
  )
}

/** Leaves out the middle of a long name, because names of one chart often differ at their ends. */
function shortName(name: string, max: number): string {
  if (name.length <= max) return name
  const start = Math.ceil((max - 1) / 2)
  return `${name.slice(0, start)}…${name.slice(start + 1 - max)}`
}

type NameAxisProps = { nameOf: (index: number) => string; longest: number }

/** Names on one line each, shortened where the chart is too narrow; the whole name is the title. */
function NameAxis({ nameOf, longest }: NameAxisProps) {
  const chartWidth = useChartWidth() ?? 0
  const width = Math.min(chartWidth * MAX_NAME_SHARE, 12 + longest * CHARACTER_WIDTH)
  const maxLength = Math.max(4, Math.floor((width - 12) / CHARACTER_WIDTH))
  return (
    <YAxis
      {...AXIS}
      type="category"
      dataKey="x"
      interval={0}
      width={width}
      tick={({ x, y, payload }) => {
        const name = nameOf(Number(payload.value))
        return (
          <text x={x} y={y} dy="0.35em" textAnchor="end" fill={AXIS.tick.fill} fontSize={AXIS.tick.fontSize}>
            <title>{name}</title>
            {shortName(name, maxLength)}
          </text>
        )
      }}
    />
  )
}
