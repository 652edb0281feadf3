import { type Outline, renderSpec } from '@assay/domain/publish/markdown/render-spec'
import type { Block } from '@assay/domain/specs/anchor/block'
import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { numbersOnPage } from '@assay/domain/specs/evidence/insert-figures'
import style from './evidence.module.css'
import { figuresHtml, PROSE, sectionHtml } from './figures-html.ts'

type Text = {
  project: string
  text: string
  blocks: readonly Block[]
  evidence: Evidence
  importedAt?: string | null
  /** Names of comments by the blocks that they are about. */
  feedback?: ReadonlyMap<string, readonly string[]>
}

/** The text of a spec with its figures, and its bound numbers with their cells. */
export function specHtml({ project, text, blocks, evidence, importedAt = null, feedback }: Text): {
  html: string
  outline: Outline
} {
  const { parts, outline } = renderSpec(text, blocks, feedback, {
    figures: evidence.figures,
    figure: figuresHtml(project, evidence, importedAt),
    number: numbersOnPage(evidence),
    around: PROSE,
  })
  return { html: parts.map((part) => `<div class="${style.part}">${sectionHtml(part)}</div>`).join('\n'), outline }
}
