import type { CellRef, Tldr, TldrSegment, TldrSentence } from '@assay/domain/compare/tldr/tldr'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { cellName } from '../compare/surface/cell-parameter.ts'
import style from './tldr.module.css'

/** Maximum number of sentences that are expanded; a click shows the others. */
const MAX_EXPANDED_SENTENCES = 4

/** The address of a cell; null where numbers are not links. */
type HrefOf = ((cellRef: CellRef) => string) | null
type Props = { tldr: Tldr; hrefOf: HrefOf; title?: string }

/** Summary of a table; each number links to its cell. Nothing when there is nothing to summarize. */
export function TldrSection({ tldr: { sentences, left }, hrefOf, title = 'tl;dr' }: Props) {
  if (sentences.length === 0) return null
  const folded = sentences.length - MAX_EXPANDED_SENTENCES
  return (
    <section className={style.tldr} aria-label="tl;dr">
      <h2>{title}</h2>
      <ul>
        <Sentences sentences={sentences.slice(0, MAX_EXPANDED_SENTENCES)} hrefOf={hrefOf} />
      </ul>
      {folded > 0 && (
        <details>
          <summary>{`${folded} more`}</summary>
          <ul>
            <Sentences sentences={sentences.slice(MAX_EXPANDED_SENTENCES)} hrefOf={hrefOf} />
            {left > 0 && <li className={style.left}>{`${left} more with smaller effects are in the table.`}</li>}
          </ul>
        </details>
      )}
    </section>
  )
}

const Sentences = ({ sentences, hrefOf }: { sentences: readonly TldrSentence[]; hrefOf: HrefOf }) =>
  sentences.map(({ parts }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity besides their position
    <li key={at}>
      {parts.map((part, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have none either
        <Segment key={position} part={part} hrefOf={hrefOf} />
      ))}
    </li>
  ))

function Segment({ part, hrefOf }: { part: TldrSegment; hrefOf: HrefOf }) {
  if (typeof part === 'string') return showBidiControls(part)
  if (part.cell === null || hrefOf === null) return part.number
  return (
    <a href={hrefOf(part.cell)} data-cell={cellName(part.cell)}>
      {part.number}
    </a>
  )
}

/** Summary that was edited by a person, a sentence per line. */
export function EditedTldr({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <section className={style.edited} aria-label="tl;dr, edited">
      <h2>tl;dr</h2>
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
          <li key={at}>{showBidiControls(line.replace(/^\s*[-*•]\s+/, ''))}</li>
        ))}
      </ul>
    </section>
  )
}
