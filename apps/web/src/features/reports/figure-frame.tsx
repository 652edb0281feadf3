import { showBidiControls } from '@assay/domain/json/readable-text'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import type { ReactNode } from 'react'
import badge from '../../ui/badge.module.css'
import { Notice } from '../../ui/notice.tsx'
import style from './figure-frame.module.css'
import { reproductionWords } from './reproduction-words.ts'

type Props = {
  /** Number of the figure, from 1. */
  number: number
  caption: string | null
  /** Address of the comparison with current results; null for a reader who cannot open the project. */
  href: string | null
  /** For a frozen figure: its comparison with current results. */
  reproduction?: Reproduction | null
  /** Id of the figure, when a text links to it. */
  id?: string | undefined
  /** Origin of a copy of a shared link. */
  origin?: string | undefined
  /** A correction that became known after the figure was frozen. */
  notice?: string | null
  children: ReactNode
}

/** A comparison in a text, with its number, its caption and its badge. */
export function FigureFrame({
  number,
  caption,
  href,
  reproduction = null,
  id,
  origin = '',
  notice = null,
  children,
}: Props) {
  return (
    <figure className={style.figure} aria-label={`Figure ${number}`} id={id}>
      {notice !== null && (
        <Notice>
          {notice} {href === null ? 'Open the corrected comparison' : <a href={href}>Open the corrected comparison</a>}
        </Notice>
      )}
      {children}
      <figcaption className={style.caption}>
        <span>
          <strong>{`Figure ${number}.`}</strong> {showBidiControls(caption ?? '')}
        </span>
        {origin !== '' && <small className={style.origin}>{showBidiControls(origin)}</small>}
        {reproduction !== null && (
          <span className={reproduction.kind === 'reproduced' ? badge.plain : badge.warn}>
            {reproductionWords(reproduction)}
          </span>
        )}
        {href !== null && (
          <a href={href} className="no-print" aria-label={`Open the comparison of figure ${number}`}>
            Open the comparison
          </a>
        )}
      </figcaption>
    </figure>
  )
}
