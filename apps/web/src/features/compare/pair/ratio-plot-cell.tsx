import type { PairMark } from '@assay/domain/compare/pairs/pair-table'
import type { RatioScale } from '@assay/domain/compare/pairs/ratio-scale'
import axis from '../../../ui/ratio-axis.module.css'
import style from './ratio-plot-cell.module.css'

type Mark = Pick<PairMark, 'column' | 'state' | 'at' | 'from' | 'to' | 'outside'>
type Scale = Pick<RatioScale, 'ticks' | 'band'>

const percent = (at: number) => `${(100 * at).toFixed(2)}%`

/** The band of small differences and the line at 1.0, behind the marks of a row. */
function Ground({ scale: { band } }: { scale: Scale }) {
  return (
    <>
      <rect className={axis.band} x={percent(band.from)} width={percent(band.to - band.from)} y="0" height="100%" />
      <line className={style.one} x1="50%" x2="50%" y1="0" y2="100%" />
    </>
  )
}

/** The axis above a column of plots. */
export function PlotAxis({ scale }: { scale: Scale }) {
  return (
    <svg className={style.axis} aria-hidden="true">
      {scale.ticks.map(({ ratio, at }) => (
        <g key={ratio} data-ratio={ratio} className={ratio === 1 ? axis.base : axis.tick}>
          <line x1={percent(at)} x2={percent(at)} y1="17" y2="22" />
          <text x={percent(at)} y="13">
            {ratio.toFixed(1)}
          </text>
        </g>
      ))}
    </svg>
  )
}

/**
 * The ratios of one test: a filled dot with its interval for the newest candidate, small rings for older ones. The
 * numbers are in the next cells, so that assistive technology skips the drawing.
 */
export function RatioPlotCell({ marks, scale }: { marks: readonly Mark[]; scale: Scale }) {
  const newest = marks.at(-1)
  return (
    <svg className={style.plot} aria-hidden="true">
      <Ground scale={scale} />
      {marks
        .slice(0, -1)
        .map(
          ({ column, at, outside }) =>
            at !== null &&
            outside === null && <circle key={column} className={style.older} cx={percent(at)} cy="50%" r="3" />,
        )}
      {newest !== undefined && newest.at !== null && <Newest mark={newest} at={newest.at} />}
    </svg>
  )
}

function Newest({ mark: { state, from, to, outside }, at }: { mark: Mark; at: number }) {
  const isChange = state === 'regression' || state === 'improvement'
  return (
    <g className={style.newest} data-state={state}>
      {from !== null && to !== null && <line x1={percent(from)} x2={percent(to)} y1="50%" y2="50%" />}
      {outside === null ? (
        <circle cx={percent(at)} cy="50%" r={isChange ? 4.5 : 3.5} />
      ) : (
        <svg x={percent(at)} y="50%" overflow="visible" aria-hidden="true">
          <path d={outside === 'left' ? 'M0 0l8-5v10z' : 'M0 0l-8-5v10z'} />
        </svg>
      )}
    </g>
  )
}

/** The geometric mean of a group as a diamond. */
export function MeanPlotCell({ at, scale }: { at: number | null; scale: Scale }) {
  return (
    <svg className={style.plot} aria-hidden="true">
      <Ground scale={scale} />
      {at !== null && (
        <svg x={percent(at)} y="50%" overflow="visible" aria-hidden="true">
          <path className={style.mean} d="M0-5L5 0L0 5L-5 0z" />
        </svg>
      )}
    </svg>
  )
}
