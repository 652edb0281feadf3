import { formatRatio } from '@assay/domain/compare/format-cell'
import type { RatioDot, RatioPlot } from '@assay/domain/findings/releases/ratio-plot'
import style from './ratio-dot-plot.module.css'

const WIDTH = 280
const MARGIN = 10
const AXIS_HEIGHT = 18
/** Height of a row with few tests, and of the whole plot with many. */
const MAX_ROW = 9
const MAX_HEIGHT = 150

/** A dot per test with its interval, slowest at the top, on a logarithmic axis around 1.0 with the band of 5% shaded. */
export function RatioDotPlot({ plot: { dots, ticks, band }, label }: { plot: RatioPlot; label: string }) {
  const row = Math.min(MAX_ROW, MAX_HEIGHT / Math.max(1, dots.length))
  const height = Math.max(40, row * dots.length)
  const x = (at: number) => Math.round((MARGIN + at * (WIDTH - 2 * MARGIN)) * 10) / 10
  return (
    <svg className={style.plot} viewBox={`0 0 ${WIDTH} ${height + AXIS_HEIGHT}`} role="img">
      <title>{label}</title>
      <rect className={style.band} x={x(band.from)} y={0} width={x(band.to) - x(band.from)} height={height} />
      {ticks.map(({ ratio, at }) => (
        <g key={ratio} className={ratio === 1 ? style.base : style.tick}>
          <line x1={x(at)} y1={0} x2={x(at)} y2={height} />
          <text x={x(at)} y={height + 13}>
            {ratio.toFixed(1)}
          </text>
        </g>
      ))}
      {dots.map((dot, index) => (
        <Dot key={`${dot.name} ${dot.ratio}`} dot={dot} x={x} y={Math.round((index + 0.5) * row * 10) / 10} />
      ))}
    </svg>
  )
}

function Dot({ dot, x, y }: { dot: RatioDot; x: (at: number) => number; y: number }) {
  const { name, ratio, verdict, at, from, to, outside } = dot
  return (
    <g className={style.dot} data-verdict={verdict}>
      <title>{`${name}: ${formatRatio(ratio)}, ${verdict}`}</title>
      {from !== null && to !== null && <line x1={x(from)} y1={y} x2={x(to)} y2={y} />}
      {outside === null ? (
        <circle cx={x(at)} cy={y} r={verdict === 'regression' || verdict === 'improvement' ? 3 : 2.2} />
      ) : (
        <path d={outside === 'left' ? `M${x(0)} ${y}l6-3.5v7z` : `M${x(1)} ${y}l-6-3.5v7z`} />
      )}
    </g>
  )
}
