import { type Outline, renderSpec } from '@assay/domain/publish/markdown/render-spec'
import type { Block } from '@assay/domain/specs/anchor/block'
import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { numbersOnPage } from '@assay/domain/specs/evidence/insert-figures'

type Text = {
  text: string
  blocks: readonly Block[]
  evidence: Evidence
  /** Names of comments by the blocks that they are about. */
  feedback: ReadonlyMap<string, readonly string[]>
}

/** The sections of a spec as sanitized markup with placeholders of figures, which `SpecText` draws, and its outline. */
export function renderSpecText({ text, blocks, evidence, feedback }: Text): { parts: string[]; outline: Outline } {
  const { parts, outline } = renderSpec(text, blocks, feedback, {
    figures: evidence.figures,
    figure: () => '',
    number: numbersOnPage(evidence),
  })
  return { parts, outline }
}
