'use client'

import { formatRatio } from '@assay/domain/compare/format-cell'
import type { TrendMatrix } from '@assay/domain/findings/series/matrix/trend-matrix'
import { sharedAxis } from '@assay/domain/findings/series/matrix/trend-matrix'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { type PanelView, TrendPanelFigure } from './trend-panel.tsx'
import style from './trend-panels.module.css'

type Props = {
  matrix: TrendMatrix
  /** Index of the version with which the cursor begins. */
  cursor: number
  /** Addresses of the panels: the series of one test with its changes, drift and rule. */
  hrefs: readonly (readonly string[])[]
  /** The known bugs of the panels, each once. */
  bugs: readonly { name: string; title: string; href: string }[]
}

/** Panels with one cursor, one legend and one axis. Dragging over a panel shows a range of versions in all of them. */
export function TrendPanels({ matrix, cursor, hrefs, bugs }: Props) {
  const { versions, lines, rows } = matrix
  const router = useRouter()
  const [at, setAt] = useState(cursor)
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [marks, setMarks] = useState({ changes: true, bugs: true, ownAxes: false })
  const move = (by: number) => setAt((now) => Math.min(Math.max(now + by, 0), versions.length - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -versions.length, End: versions.length }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(by)
  }
  const select = (from: number, to: number) => {
    const address = new URL(window.location.href)
    address.searchParams.set('from', versions[from] ?? '')
    address.searchParams.set('to', versions[to] ?? '')
    router.push(address.href, { scroll: false })
  }
  const columns: Record<string, number> = { '--panels': Math.max(1, ...rows.map(({ panels }) => panels.length)) }
  const view: PanelView = { versions, axis: matrix.axis, at, setAt, select, hidden, ...marks }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor of all panels
    <section className={style.matrix} aria-label="Trends" tabIndex={0} onKeyDown={onKeyDown}>
      <div className={style.legend}>
        {lines.length > 1 &&
          lines.map((name, line) => (
            <Button
              key={name}
              variant="plain"
              className={style.key}
              aria-pressed={!hidden.has(line)}
              data-line={line}
              onClick={() => setHidden((now) => toggled(now, line, lines.length))}
            >
              <svg width="26" height="4" aria-hidden="true">
                <line x1="0" y1="2" x2="26" y2="2" className={style.line} data-line={line} />
              </svg>
              {name}
            </Button>
          ))}
        {(['changes', 'bugs', 'ownAxes'] as const).map((name) => (
          <Button
            key={name}
            variant="plain"
            className={style.option}
            aria-pressed={marks[name]}
            onClick={() => setMarks((now) => ({ ...now, [name]: !now[name] }))}
          >
            {MARK_LABELS[name]}
          </Button>
        ))}
        <p className={style.cursor}>
          Values at <output>{versions[at]}</output>
          <Button variant="icon" aria-label="Previous version" onClick={() => move(-1)}>
            ←
          </Button>
          <Button variant="icon" aria-label="Next version" onClick={() => move(1)}>
            →
          </Button>
        </p>
      </div>
      {rows.map(({ workload, panels }, row) => (
        <div key={workload} className={style.row}>
          <h2>{workload}</h2>
          <div className={style.panels} style={columns}>
            {panels.map((panel, column) => (
              <TrendPanelFigure
                key={`${panel.test} ${panel.clients}`}
                panel={panel}
                names={lines}
                view={marks.ownAxes ? { ...view, axis: sharedAxis(panel.lines.flatMap(({ ratios }) => ratios)) } : view}
                href={hrefs[row]?.[column] ?? ''}
              />
            ))}
          </div>
        </div>
      ))}
      {marks.bugs && bugs.length > 0 && (
        <ul aria-label="Known bugs" className={style.bugs}>
          {bugs.map(({ name, title, href }) => (
            <li key={href}>
              <a href={href} className={style.bugLink}>
                bug {name}
              </a>
              : {title}
            </li>
          ))}
        </ul>
      )}
      <MatrixTable matrix={matrix} format={(ratio) => formatRatio(ratio)} />
    </section>
  )
}

const MARK_LABELS = { changes: '▼ ▲ Changes', bugs: 'Known bugs', ownAxes: 'Axis per panel' } as const

/** Hides or shows a line; hiding the last one shows all. */
function toggled(hidden: ReadonlySet<number>, line: number, count: number): ReadonlySet<number> {
  const next = new Set(hidden)
  if (!next.delete(line)) next.add(line)
  return next.size === count ? new Set() : next
}
