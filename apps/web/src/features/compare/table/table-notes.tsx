import type { NumberedNote } from '@assay/domain/compare/footnote-marks'
import style from './table-notes.module.css'

/** What the raised numbers in the cells mean. */
export function TableNotes({ notes }: { notes: readonly NumberedNote[] }) {
  if (notes.length === 0) return null
  return (
    <section aria-label="Footnotes">
      <ol className={style.notes}>
        {notes.map(({ number, text, href }) => (
          <li key={number}>
            <sup>{number}</sup> {isWebLink(href) ? <a href={href}>{text}</a> : text}
          </li>
        ))}
      </ol>
    </section>
  )
}

const isWebLink = (href: string | undefined) => href !== undefined && /^https?:\/\//i.test(href)
