import type { QualityTable } from '@assay/domain/studies/quality-of-service'
import { type QualitySentencePart, qualitySentences } from '@assay/domain/studies/quality-sentences'
import { cellId } from './cell-id.ts'
import style from './quality-of-service.module.css'

const MOST_SENTENCES = 6

/** What throughput alone would hide, largest effect first; each number leads to its cell. */
export function QualityTldr({ tables }: { tables: readonly QualityTable[] }) {
  const sentences = tables
    .flatMap((table, place) => qualitySentences(table).map((sentence) => ({ ...sentence, place, label: table.label })))
    .sort((a, b) => b.effect - a.effect)
    .slice(0, MOST_SENTENCES)
  if (sentences.length === 0) return null
  return (
    <section aria-labelledby="tldr">
      <h2 id="tldr" className={style.heading}>
        In short
      </h2>
      <ul className={style.sentences}>
        {sentences.map(({ parts, place, label }) => (
          <li key={`${label} ${parts[0]}`}>
            <span className={style.where}>{label}. </span>
            {parts.map((part) => (
              <Part key={keyOf(part)} part={part} place={place} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Part({ part, place }: { part: QualitySentencePart; place: number }) {
  if (typeof part === 'string') return part
  return <a href={`#${cellId(place, part.row, part.column)}`}>{part.number}</a>
}

const keyOf = (part: QualitySentencePart): string => (typeof part === 'string' ? part : `${part.row} ${part.column}`)
