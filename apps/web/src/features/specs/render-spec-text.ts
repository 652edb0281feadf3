import { type Outline, renderSpec } from '@assay/domain/publish/markdown/render-spec'
import type { Block } from '@assay/domain/specs/anchor/block'
import { type Attachment, withAttachments } from '@assay/domain/specs/attachments/attachment'
import { drawingsIn, withDiagrams } from '@assay/domain/specs/attachments/diagram'
import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { numbersOnPage } from '@assay/domain/specs/evidence/insert-figures'

type Text = {
  text: string
  blocks: readonly Block[]
  evidence: Evidence
  /** Names of comments by the blocks that they are about. */
  feedback: ReadonlyMap<string, readonly string[]>
  attachments: readonly Attachment[]
  /** The address of an attachment for the reader of the page. */
  attachmentHref: (name: string) => string
}

/** The sections of a spec as sanitized markup with placeholders of figures, which `SpecText` draws, and its outline. */
export function renderSpecText({ text, blocks, evidence, feedback, attachments, attachmentHref }: Text): {
  parts: string[]
  outline: Outline
} {
  const names = new Set(attachments.map(({ name }) => name))
  const addressOf = (name: string) => (names.has(name) ? attachmentHref(name) : null)
  const drawing = drawingsIn(attachments)
  const { parts, outline } = renderSpec(text, blocks, feedback, {
    figures: evidence.figures,
    figure: () => '',
    number: numbersOnPage(evidence),
  })
  return { parts: parts.map((part) => withAttachments(withDiagrams(part, drawing), addressOf)), outline }
}
