import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import type { ReactNode } from 'react'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { EditedTldr } from '../tldr/tldr.tsx'
import style from './report-body.module.css'
import { markFigures, splitAtFigures } from './split-at-figures.ts'

type Part<F> = { kind: 'markdown'; text: string } | F

type Props<F> = {
  tldr: string
  parts: readonly Part<F>[]
  /** `index` counts figures from 0. */
  drawFigure: (part: F, index: number) => ReactNode
}

/** A report: its tl;dr, then its text with figures. */
export function ReportBody<F extends { kind: 'figure' }>({ tldr, parts, drawFigure }: Props<F>) {
  const figures = parts.filter((part) => part.kind === 'figure')
  const { html } = markdownToHtml(markFigures(parts))
  return (
    <div className={style.body}>
      {tldr.trim() !== '' && <EditedTldr text={tldr} />}
      {splitAtFigures(html, figures.length).map((placed, at) => {
        // Sections have no name, so the position is the key.
        const key = `${placed.kind} ${at}`
        if (placed.kind === 'html') {
          return (
            <div key={key} className={style.prose}>
              <SanitizedHtml html={placed.html} />
            </div>
          )
        }
        const part = figures[placed.index]
        return part !== undefined && <div key={key}>{drawFigure(part, placed.index)}</div>
      })}
    </div>
  )
}
