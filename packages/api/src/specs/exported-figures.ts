import type { SpecRevision } from '@assay/db/types'
import { escapeHtml } from '@assay/domain/compare/escape-html'
import { type BoundNumber, checkNumbers } from '@assay/domain/evidence/evidence'
import { figuresInText } from '@assay/domain/evidence/text-figures'
import { boundLinksOf } from '@assay/domain/markdown/render-spec'
import type { SpecFigure } from '@assay/domain/spec/export/spec-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { drawFigure, figureMarkdown, figureMarkup } from '../reports/draw-figure.ts'
import { readKept } from '../reports/read-figures.ts'

export type ExportedEvidence = { figures: SpecFigure[]; numbers: BoundNumber[] }

/** The figures of a revision as they were frozen, and its numbers beside them, whatever today's results say. */
export async function readExported(
  { queries }: Pick<ProjectAccess, 'queries'>,
  { text, blocks, snapshotIds }: Pick<SpecRevision, 'text' | 'blocks' | 'snapshotIds'>,
  origin: string,
): Promise<ExportedEvidence> {
  const asked = figuresInText(text, blocks)
  const stored = await queries.specs.figures({ snapshotIds })
  const known = asked.map((one, at) => {
    const kept = stored[at] ?? null
    const figure = kept === null ? null : readKept(kept)
    return {
      ...one,
      kept,
      frozen: kept === null || figure === null ? null : { figure, sha256: kept.sha256 },
      ...{ problem: null, reproduction: null },
    }
  })
  const figures = known.map(({ number, block, figure, frozen, kept }): SpecFigure => {
    if (figure === null || frozen === null || kept === null) {
      const caption = 'It is not shown: nothing is frozen that it could show.'
      return { block, caption, html: `<p>${escapeHtml(caption)}</p>`, markdown: '', sha256: null, content: null }
    }
    const drawn = drawFigure(figure, frozen.figure, { number, origin })
    return {
      ...{ block, caption: drawn.caption, html: figureMarkup(drawn), markdown: figureMarkdown(drawn) },
      ...{ sha256: kept.sha256, content: kept.content },
    }
  })
  return { figures, numbers: checkNumbers(boundLinksOf(text), known, null) }
}
