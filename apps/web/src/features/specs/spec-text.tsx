import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { type SpecSegment, specSegments } from '@assay/domain/specs/evidence/insert-figures'
import { memo } from 'react'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import prose from '../reports/report-body.module.css'
import style from './evidence.module.css'
import { ProseWithFigures } from './prose-with-figures.tsx'
import { SpecFigure } from './spec-figure.tsx'

type Props = {
  /** Null for a guest, who cannot open the project. */
  project: string | null
  /** Sections of the text as markup, with placeholders of figures. */
  parts: readonly string[]
  evidence: Evidence
  importedAt?: string | null
}

/**
 * The text of a spec with its figures, and its bound numbers with their cells. Next to an editor it is not drawn again
 * with each key.
 */
export const SpecText = memo(function SpecText({ parts, ...figures }: Props) {
  return parts.map((part, at) => (
    <SpecPart
      // Ids of blocks are permanent, so that a section that moves is not drawn again.
      key={/ data-block="(b\d+)"/.exec(part)?.[1] ?? at}
      part={part}
      {...figures}
      evidence={part.includes('figure="') ? figures.evidence : NO_EVIDENCE}
    />
  ))
})

const NO_EVIDENCE: Evidence = { figures: [], numbers: [] }

type PartProps = Omit<Props, 'parts'> & { part: string }

/** A section of the text. It is drawn again only when it or the evidence changes, because a text has hundreds. */
const SpecPart = memo(function SpecPart({ part, ...figures }: PartProps) {
  return (
    <div className={style.part}>
      {specSegments(part).map((segment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity besides their position
        <Segment key={at} segment={segment} {...figures} />
      ))}
    </div>
  )
})

/** Figures are placed between blocks of prose, because their tables have other widths. */
function Segment({
  segment,
  project,
  evidence,
  importedAt = null,
}: Omit<PartProps, 'part'> & { segment: SpecSegment }) {
  const draw = (number: number) => (
    <SpecFigure project={project} evidence={evidence} importedAt={importedAt} number={number} />
  )
  if (segment.kind === 'figure') {
    const { id, number, feedback } = segment
    return (
      <div id={id} data-block={id} data-figure={number}>
        {draw(number)}
        {feedback.map(({ href, name }) => (
          <a key={href} href={href} data-feedback="">
            {name}
          </a>
        ))}
      </div>
    )
  }
  const html = project === null ? withoutProjectLinks(segment.html) : segment.html
  return (
    <div className={`${prose.prose} ${style.prose}`}>
      {segment.hasFigures ? (
        <div>
          <ProseWithFigures html={html} draw={draw} />
        </div>
      ) : (
        <SanitizedHtml html={html} />
      )}
    </div>
  )
}

/** Removes links into the project, because a guest with access to one spec cannot open them. */
const withoutProjectLinks = (html: string): string =>
  html.replaceAll(/<a href="(?:\/o\/[^"/]+)?\/p\/[^"]*"[^>]*>(.*?)<\/a>/gs, (_, inner: string) => inner)
