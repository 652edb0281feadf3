import type { Evidence } from '@assay/domain/evidence/evidence'
import { type Around, cellIds, figureId } from '@assay/domain/evidence/place-figures'
import { html } from '../../ui/html.ts'
import { noticeHtml } from '../../ui/notice-html.ts'
import { frozenFigureHtml } from '../reports/frozen-figure-html.ts'
import prose from '../reports/report-body.module.css'
import style from './evidence.module.css'

/** Markup of the figures of a spec by their numbers. */
export function figuresHtml(project: string, evidence: Evidence): (number: number) => string {
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
    const drawn = { project, figure, frozen: frozen.figure, reproduction, number, id }
    return String(frozenFigureHtml({ ...drawn, cellId: (place) => idOf(number, place) }))
  }
}

/** Figures stand between pieces of prose: their tables have sizes of their own. */
export const PROSE: Around & { whole: (markup: string) => string } = {
  before: '</div></div>',
  after: `<div class="${prose.prose} ${style.prose}"><div>`,
  whole: (markup) => `<div class="${prose.prose} ${style.prose}"><div>${markup}</div></div>`,
}
