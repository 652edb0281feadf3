import { elementsHtml } from '@assay/charts/export/elements-html'
import type { SpecRevision } from '@assay/db/types'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { boundLinksOf } from '@assay/domain/publish/markdown/render-spec'
import { drawFigure } from '@assay/domain/publish/report/drawn-figure'
import type { FrozenStudy } from '@assay/domain/publish/report/frozen-figure'
import { figureElements, tldrOf } from '@assay/domain/publish/share/figure-elements'
import { type BoundNumber, checkNumbers } from '@assay/domain/specs/evidence/evidence'
import { figuresInText } from '@assay/domain/specs/evidence/text-figures'
import { figureText, NOT_FROZEN } from '@assay/domain/specs/export/figure-text'
import type { SpecFigure } from '@assay/domain/specs/export/spec-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { figureMarkup } from '../reports/figure-markup.ts'
import { parseFrozenFigure } from '../reports/read-frozen-figures.ts'

/** Renders the whole page of a study as HTML for self-contained files. Headings of a figure are not headings of the text. */
function pageHtml(frozen: FrozenStudy): string {
  const sentences = tldrOf(frozen).sentences.map(sentenceText)
  const list = sentences.map((one) => `<li>${escapeHtml(one)}</li>`).join('')
  return `<p>${escapeHtml(frozen.page.summary)}</p>${list === '' ? '' : `<ul>${list}</ul>`}${elementsHtml(figureElements(frozen), { heading: 'p' })}`
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
      return { block, ...NOT_FROZEN, html: `<p>${escapeHtml(NOT_FROZEN.caption)}</p>`, sha256: null, content: null }
    }
    const of = { block, sha256: storedFigure.sha256, content: storedFigure.content }
    const shown = frozen.figure
    const html = shown.format === 2 ? pageHtml(shown) : figureMarkup(drawFigure(figure, shown, { number, origin }))
    return { ...of, ...figureText(figure, shown, { number, origin }), html }
  })
  return { figures, numbers: checkNumbers(boundLinksOf(text), known, null) }
}
