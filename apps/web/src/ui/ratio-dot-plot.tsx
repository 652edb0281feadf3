import type { RatioDot, RatioPlot } from '@assay/domain/findings/releases/ratio-plot'
import axis from './ratio-axis.module.css'
import style from './ratio-dot-plot.module.css'

const WIDTH = 280
const MARGIN = 10
const AXIS_HEIGHT = 18
/** Height of a row with few tests, and of the whole plot with many. */
const MAX_ROW = 9
const MAX_HEIGHT = 150

const VERDICTS = ['no change', 'inconclusive', 'regression', 'improvement'] as const

/** A dot per test with its interval, slowest at the top, on a logarithmic axis around 1.0 with the band of 5% shaded. */
export function RatioDotPlot({ plot: { dots, ticks, band }, label }: { plot: RatioPlot; label: string }) {
  const row = Math.min(MAX_ROW, MAX_HEIGHT / Math.max(1, dots.length))
  const height = Math.max(40, row * dots.length)
  const placed = dots.map((dot, index) => ({ dot, y: round((index + 0.5) * row) }))
  return (
    <svg className={style.plot} viewBox={`0 0 ${WIDTH} ${height + AXIS_HEIGHT}`} role="img">
      <title>{label}</title>
      <rect className={axis.band} x={x(band.from)} y={0} width={round(x(band.to) - x(band.from))} height={height} />
      {ticks.map(({ ratio, at }) => (
        <g key={ratio} className={ratio === 1 ? axis.base : axis.tick}>
          <line x1={x(at)} y1={0} x2={x(at)} y2={height} />
          <text x={x(at)} y={height + 13}>
            {ratio.toFixed(1)}
          </text>
        </g>
      ))}
      {VERDICTS.map((verdict) => (
        <Marks key={verdict} verdict={verdict} placed={placed.filter(({ dot }) => dot.verdict === verdict)} />
      ))}
    </svg>
  )
}

type Placed = { dot: RatioDot; y: number }

/** The intervals and dots of one verdict as two paths, because an element per test would be most of the page. */
function Marks({ verdict, placed }: { verdict: RatioDot['verdict']; placed: readonly Placed[] }) {
  if (placed.length === 0) return null
  const radius = verdict === 'regression' || verdict === 'improvement' ? 3 : 2.2
  return (
    <g className={style.marks} data-verdict={verdict}>
      <path className={style.intervals} d={placed.map(intervalPath).join('')} />
      <path className={style.dots} d={placed.map((one) => dotPath(one, radius)).join('')} />
    </g>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
const x = (at: number) => round(MARGIN + at * (WIDTH - 2 * MARGIN))

const intervalPath = ({ dot: { from, to }, y }: Placed) =>
  from === null || to === null ? '' : `M${x(from)} ${y}H${x(to)}`

/** A circle, or a triangle at the edge that points to a ratio outside of the axis. */
function dotPath({ dot: { at, outside }, y }: Placed, radius: number): string {
  if (outside === 'left') return `M${x(0)} ${y}l6-3.5v7z`
  if (outside === 'right') return `M${x(1)} ${y}l-6-3.5v7z`
  return `M${round(x(at) - radius)} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}
