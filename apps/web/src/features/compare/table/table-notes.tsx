import type { NumberedNote } from '@assay/domain/compare/render/footnote-marks'
import { showBidiControls } from '@assay/domain/json/readable-text'
import style from './table-notes.module.css'

type Props = { notes: readonly NumberedNote[]; label?: string }

/** Footnotes for the superscript numbers in the cells. */
export function TableNotes({ notes, label = 'Footnotes' }: Props) {
  if (notes.length === 0) return null
  return (
    <section aria-label={label}>
      <ol className={style.notes}>
        {notes.map(({ number, text, href }) => (
          <li key={number}>
            <sup>{number}</sup> {isWebLink(href) ? <a href={href}>{showBidiControls(text)}</a> : showBidiControls(text)}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** True for a link to the web, or to a path of this server; a path with two leading slashes would be another host. */
const isWebLink = (href: string | undefined) => href !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(href)
