import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { type Around, cellIds, figureId } from '@assay/domain/specs/evidence/insert-figures'
import { sharedLine } from '@assay/domain/specs/evidence/shared-line'
import { html } from '../../ui/html.ts'
import { noticeHtml } from '../../ui/notice-html.ts'
import { frozenFigureHtml } from '../reports/frozen-figure-html.ts'
import prose from '../reports/report-body.module.css'
import style from './evidence.module.css'
import { frozenPageHtml } from './frozen-page-html.ts'

/**
 * Markup of the figures of a spec by their numbers.
 *
 * @param importedAt time of the import of the spec; earlier figures were frozen on another server.
 */
export function figuresHtml(
  project: string,
  evidence: Evidence,
  importedAt: string | null = null,
): (number: number) => string {
  const idOf = cellIds(evidence)
  return (number) => {
    const one = evidence.figures.find((figure) => figure.number === number)
    if (one === undefined) return ''
    const { figure, frozen, problem, reproduction } = one
    const id = figureId(number)
    if (figure === null || frozen === null) {
      const why = `Figure ${number} is not shown: ${problem ?? 'nothing is frozen'}.`
      return String(html`<div id="${id}">${noticeHtml(why)}</div>`)
    }
    const cellId = (cellRef: CellRef) => idOf(number, cellRef)
    const isFromFile = importedAt !== null && frozen.figure.frozenAt < importedAt
    const origin = [sharedLine(frozen.figure), isFromFile ? FROM_FILE : ''].filter((part) => part !== '').join('. ')
    const drawn = { project, figure, reproduction, number, id, cellId, origin }
    const { figure: shown } = frozen
    return String(
      shown.format === 2 ? frozenPageHtml({ ...drawn, frozen: shown }) : frozenFigureHtml({ ...drawn, frozen: shown }),
    )
  }
}

const FROM_FILE = 'From the imported file'

/** Figures are placed between blocks of prose, because their tables have other widths. */
export const PROSE: Around = {
  before: '</div></div>',
  after: `<div class="${prose.prose} ${style.prose}"><div>`,
}

/** Wraps one section of the text, with its figures and prose. */
export const sectionHtml = (part: string): string => `${PROSE.after}${part}${PROSE.before}`
