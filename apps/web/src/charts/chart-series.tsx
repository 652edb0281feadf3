import { Bar, Cell, type DotItemDotProps, ErrorBar, Line } from 'recharts'
import type { DrawnSeries } from './prepare-drawing.ts'

export function SeriesBars({ series, rows }: { series: DrawnSeries; rows: readonly { x: number }[] }) {
  const { key, name, color, tones, rangeKey } = series
  return (
    <Bar dataKey={key} name={name} fill={color} maxBarSize={64} radius={[2, 2, 0, 0]} isAnimationActive={false}>
      {tones && rows.map(({ x: index }) => <Cell key={index} fill={tones.get(index) ?? color} />)}
      {rangeKey !== null && <ErrorBar dataKey={rangeKey} stroke="var(--ink-soft)" width={4} />}
    </Bar>
  )
}

export function SeriesLine({ series }: { series: DrawnSeries }) {
  const { key, name, color, rangeKey, dash } = series
  return (
    <Line
      dataKey={key}
      name={name}
      stroke={series.isJoined ? color : 'none'}
      strokeWidth={series.width}
      {...(dash === undefined ? {} : { strokeDasharray: dash })}
      type="linear"
      connectNulls={series.connects}
      dot={(dot: DotItemDotProps) => <Dot key={dot.index} dot={dot} series={series} />}
      activeDot={{ r: 4, fill: color }}
      isAnimationActive={false}
    >
      {rangeKey !== null && <ErrorBar dataKey={rangeKey} stroke={color} width={4} />}
    </Line>
  )
}

/** A mark on a point that links to the source of the value; larger for a point with a note. */
function Dot({ dot, series }: { dot: DotItemDotProps; series: DrawnSeries }) {
  const point = isRow(dot.payload) ? series.pointAt.get(dot.payload.x) : undefined
  if (point === undefined || !series.hasDot(point)) return <g />
  const { href, note } = point
  const color = series.tones?.get(point.x) ?? series.color
  const mark = (
    <circle
      cx={dot.cx ?? 0}
      cy={dot.cy ?? 0}
      r={note === undefined ? 2.5 : 4}
      fill={note === undefined ? color : 'var(--surface)'}
      stroke={color}
      strokeWidth={note === undefined ? 0 : 2}
    />
  )
  if (href === undefined) return mark
  return (
    // Arrow keys move along the chart and its table has the same links, so the tab key does not need to stop at every
    // point.
    <a href={href} tabIndex={-1} draggable={false} aria-label={`Source of the value of ${series.name}`}>
      {mark}
    </a>
  )
}

/** True for a row of the data that Recharts passes back. */
export const isRow = (payload: unknown): payload is { x: number } =>
  typeof payload === 'object' && payload !== null && 'x' in payload && typeof payload.x === 'number'
