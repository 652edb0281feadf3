import type { TextProblem } from '@assay/domain/report/figure-block'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import style from './figure-frame.module.css'

type Props = {
  /** Counted from 1. */
  number: number
  caption: string | null
  /** Where the comparison is explored, with today's numbers. */
  href: string
  badge?: ReactNode
  children: ReactNode
}

/** A comparison in a report, with its number and caption. */
export function FigureFrame({ number, caption, href, badge, children }: Props) {
  return (
    <figure className={style.figure} aria-label={`Figure ${number}`}>
      {children}
      <figcaption className={style.caption}>
        <span>
          <strong>Figure {number}.</strong> {caption}
        </span>
        {badge}
        <a href={href} className="no-print" aria-label={`Open the comparison of figure ${number}`}>
          Open the comparison
        </a>
      </figcaption>
    </figure>
  )
}

/** What stands where a figure is not understood: for its author, with the line. */
export function FigureProblems({ problems }: { problems: readonly TextProblem[] }) {
  return (
    <Notice title="This figure is not shown.">
      <ul>
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            Line {line}: {message}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
