import { elementsHtml } from '@assay/charts/export/elements-html'
import type { SpecRevision } from '@assay/db/types'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { escapeMarkdown } from '@assay/domain/publish/markdown/escape-markdown'
import { boundLinksOf } from '@assay/domain/publish/markdown/render-spec'
import type { FrozenStudy } from '@assay/domain/publish/report/frozen-figure'
import { elementsMarkdown } from '@assay/domain/publish/share/elements-text'
import { figureElements, tldrOf } from '@assay/domain/publish/share/figure-elements'
import type { SharedFigure } from '@assay/domain/publish/share/shared-content'
import { type BoundNumber, checkNumbers } from '@assay/domain/specs/evidence/evidence'
import { sharedLine } from '@assay/domain/specs/evidence/shared-line'
import { figuresInText } from '@assay/domain/specs/evidence/text-figures'
import type { SpecFigure } from '@assay/domain/specs/export/spec-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { drawFigure, figureMarkdown, figureMarkup } from '../reports/draw-figure.ts'
import { parseFrozenFigure } from '../reports/read-frozen-figures.ts'

/** Renders the whole page of a study for self-contained files. */
function drawPage(frozen: FrozenStudy, caption: string | null, number: number) {
  const parts = figureElements(frozen)
  const sentences = tldrOf(frozen).sentences.map(sentenceText)
  const { summary } = frozen.page
  const list = sentences.map((one) => `<li>${escapeHtml(one)}</li>`).join('')
  // Headings of a figure are not headings of the text. Footnotes of every figure start at 1, so they are renamed to be
  // unique in one text.
  const markdown = elementsMarkdown(parts)
    .replaceAll(/^#{2,3} (.*)$/gm, '**$1**')
    .replaceAll(/\[\^(t\d+-\d+)\]/g, `[^f${number}-$1]`)
  return {
    caption: captionOf(frozen, caption),
    html: `<p>${escapeHtml(summary)}</p>${list === '' ? '' : `<ul>${list}</ul>`}${elementsHtml(parts, { heading: 'p' })}`,
    markdown: [escapeMarkdown(summary), sentences.map((one) => `- ${escapeMarkdown(one)}`).join('\n'), markdown]
      .filter((part) => part !== '')
      .join('\n\n'),
  }
}

function captionOf(frozen: SharedFigure, caption: string | null): string {
  const own = caption ?? frozen.title ?? (frozen.format === 2 ? frozen.page.title : '')
  return [own, sharedLine(frozen)].filter((part) => part !== '').join('. ')
}

export type ExportedEvidence = { figures: SpecFigure[]; numbers: BoundNumber[] }

/** Reads the frozen figures of a revision with their numbers, independent of current results. */
export async function readExported(
  { queries }: Pick<ProjectAccess, 'queries'>,
  { text, blocks, snapshotIds }: Pick<SpecRevision, 'text' | 'blocks' | 'snapshotIds'>,
  origin: string,
): Promise<ExportedEvidence> {
  const textFigures = figuresInText(text, blocks)
  const stored = await queries.specs.figures({ snapshotIds })
  const known = textFigures.map((one, at) => {
    const storedFigure = stored[at] ?? null
    const figure = storedFigure === null ? null : parseFrozenFigure(storedFigure)
    return {
      ...one,
      storedFigure,
      frozen: storedFigure === null || figure === null ? null : { figure, sha256: storedFigure.sha256 },
      ...{ problem: null, reproduction: null },
    }
  })
  const figures = known.map(({ number, block, figure, frozen, storedFigure }): SpecFigure => {
    if (figure === null || frozen === null || storedFigure === null) {
      const caption = 'It is not shown: nothing is frozen that it could show.'
      return { block, caption, html: `<p>${escapeHtml(caption)}</p>`, markdown: '', sha256: null, content: null }
    }
    const of = { block, sha256: storedFigure.sha256, content: storedFigure.content }
    const shown = frozen.figure
    if (shown.format === 2) return { ...of, ...drawPage(shown, figure.caption, number) }
    const drawn = drawFigure(figure, shown, { number, origin })
    const caption = captionOf(shown, figure.caption)
    return { ...of, caption, html: figureMarkup(drawn), markdown: figureMarkdown(drawn) }
  })
  return { figures, numbers: checkNumbers(boundLinksOf(text), known, null) }
}
