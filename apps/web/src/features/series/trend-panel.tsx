import { formatRatio } from '@assay/domain/compare/format-cell'
import { percentWords } from '@assay/domain/findings/releases/release-words'
import type {
  BugSpan,
  PanelChange,
  PanelLine,
  RatioAxis,
  TrendPanel,
} from '@assay/domain/findings/series/matrix/trend-matrix'
import { type PointerEvent, useState } from 'react'
import style from './trend-panels.module.css'

export type PanelView = {
  versions: readonly string[]
  axis: RatioAxis
  /** The version under the cursor. */
  at: number
  setAt: (at: number) => void
  select: (from: number, to: number) => void
  hidden: ReadonlySet<number>
  changes: boolean
  bugs: boolean
}

type Props = {
  panel: TrendPanel
  names: readonly string[]
  view: PanelView
  href: string
}

const WIDTH = 240
const HEIGHT = 120
const LEFT = 26
const PADDING = 8
/** Smaller changes have a mark without a number. */
const LABELED = 0.1
const MIN_LABEL_DISTANCE = 40

/** One test: its lines over versions on a logarithmic axis, and their values at the cursor. */
export function TrendPanelFigure({ panel, names, view, href }: Props) {
  const { versions, axis, at, setAt, select, hidden } = view
  const [start, setStart] = useState<number | null>(null)
  const x = (index: number) =>
    LEFT + PADDING + (index / Math.max(1, versions.length - 1)) * (WIDTH - LEFT - 2 * PADDING)
  const y = (ratio: number) => HEIGHT - (Math.log(ratio / axis.low) / Math.log(axis.high / axis.low)) * HEIGHT
  const versionAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const inPlot = (((clientX - left) / width) * WIDTH - LEFT - PADDING) / (WIDTH - LEFT - 2 * PADDING)
    return Math.min(Math.max(Math.round(inPlot * (versions.length - 1)), 0), versions.length - 1)
  }
  const drawn = panel.lines.filter(({ line }) => !hidden.has(line))
  const marks = view.changes ? placedMarks(drawn, x, y) : []
  return (
    <figure className={style.panel}>
      <figcaption>
        <a href={href}>{panel.test}</a>
        <span className={style.values}>
          {drawn.map(({ line, ratios }) => (
            <span key={line} data-line={line} title={names[line]}>
              {formatRatio(ratios[at] ?? null)}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={labelOf(panel, names, versions)}
        onPointerDown={(event) => setStart(versionAt(event))}
        onPointerMove={(event) => setAt(versionAt(event))}
        onPointerUp={(event) => {
          const end = versionAt(event)
          if (start !== null && start !== end) select(Math.min(start, end), Math.max(start, end))
          setStart(null)
        }}
        onPointerLeave={() => setStart(null)}
      >
        {view.bugs && panel.bugs.map((bug) => <Bug key={bug.slug} bug={bug} x={x} />)}
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} className={tick === 1 ? style.one : style.grid} />
            <text x={LEFT - 4} y={Math.max(FIRST_LABEL, y(tick) + 3)} textAnchor="end" className={style.tick}>
              {tick.toFixed(1)}
            </text>
          </g>
        ))}
        {start !== null && start !== at && (
          <rect
            x={x(Math.min(start, at))}
            width={Math.abs(x(at) - x(start))}
            y={0}
            height={HEIGHT}
            className={style.drag}
          />
        )}
        <line x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} className={style.at} />
        {drawn.map((line) => (
          <Line key={line.line} line={line} x={x} y={y} />
        ))}
        {marks.map(({ change, line, left, top, label }) => (
          <g key={`${line} ${change.at}`} data-tone={change.direction}>
            <path d={triangle(left, top, change.direction === 'better')} className={style.mark} />
            {label !== null && (
              <text
                x={left + (left > WIDTH - 50 ? -7 : 7)}
                y={top + 4}
                textAnchor={left > WIDTH - 50 ? 'end' : 'start'}
                className={style.markLabel}
              >
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

/** Lowest position of a label that the edge of the panel does not cut. */
const FIRST_LABEL = 9

type Position = (value: number) => number

/** A line with its gaps; fewer than five points are dots. */
function Line({ line: { line, ratios }, x, y }: { line: PanelLine; x: Position; y: Position }) {
  const known = ratios.flatMap((ratio, at) => (ratio === null ? [] : [{ at, ratio }]))
  if (known.length < 5)
    return known.map(({ at, ratio }) => (
      <circle key={at} cx={x(at)} cy={y(ratio)} r={2} className={style.dot} data-line={line} />
    ))
  return (
    <polyline
      points={known.map(({ at, ratio }) => `${round(x(at))},${round(y(ratio))}`).join(' ')}
      className={style.line}
      data-line={line}
    />
  )
}

function Bug({ bug: { from, to, bug, title }, x }: { bug: BugSpan; x: Position }) {
  const [left, right] = [x(from) - 4, x(to) + 4]
  const isLate = left > WIDTH / 2
  return (
    <g>
      <title>{`Known bug ${bug}: ${title}`}</title>
      <rect x={left} width={right - left} y={0} height={HEIGHT} className={style.bug} />
      <text x={isLate ? right : left} y={10} textAnchor={isLate ? 'end' : 'start'} className={style.bugLabel}>
        bug {bug}
      </text>
    </g>
  )
}

/** Marks of changes beside their points, with a number where there is room for it. */
function placedMarks(lines: readonly PanelLine[], x: Position, y: Position) {
  const all = lines.flatMap(({ line, ratios, changes }) =>
    changes.flatMap((change) => {
      const ratio = ratios[change.at] ?? null
      if (ratio === null) return []
      const top = change.direction === 'better' ? Math.max(6, y(ratio) - 9) : Math.min(HEIGHT - 6, y(ratio) + 9)
      return [{ change, line, left: x(change.at), top }]
    }),
  )
  const labeled: { left: number; top: number }[] = []
  return all
    .toSorted((a, b) => size(b.change) - size(a.change))
    .map((mark) => {
      const isFree = labeled.every(
        ({ left, top }) => Math.abs(left - mark.left) > MIN_LABEL_DISTANCE || Math.abs(top - mark.top) > 10,
      )
      const hasLabel = isFree && Math.abs(mark.change.ratio - 1) >= LABELED
      if (hasLabel) labeled.push(mark)
      return { ...mark, label: hasLabel ? percentWords(mark.change.ratio) : null }
    })
}

const size = ({ ratio }: PanelChange) => Math.abs(Math.log(ratio))

const triangle = (left: number, top: number, isUp: boolean) =>
  isUp ? `M${left - 4} ${top + 3}h8l-4 -7z` : `M${left - 4} ${top - 3}h8l-4 7z`

const round = (value: number) => Math.round(value * 10) / 10

/** The newest values and the changes of a panel as a sentence. */
function labelOf({ test, workload, lines }: TrendPanel, names: readonly string[], versions: readonly string[]): string {
  const parts = lines.map(({ line, ratios, changes }) => {
    const last = ratios.findLastIndex((ratio) => ratio !== null)
    const moved = changes.map(({ at, ratio }) => `${percentWords(ratio)} in ${versions[at]}`)
    return `${names[line] || 'newest'} ${formatRatio(ratios[last] ?? null)} at ${versions[last] ?? ''}${moved.length === 0 ? '' : `, ${moved.join(', ')}`}`
  })
  return `${test}, ${workload}: ${parts.join('; ')}`
}
