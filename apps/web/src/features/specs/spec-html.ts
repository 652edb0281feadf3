import type { Block } from '@assay/domain/anchor/block'
import type { BoundNumber, Evidence, EvidenceFigure } from '@assay/domain/evidence/evidence'
import { type Outline, renderSpec } from '@assay/domain/markdown/render-spec'
import type { CellPlace } from '@assay/domain/tldr/tldr'
import { html } from '../../ui/html.ts'
import { noticeHtml } from '../../ui/notice-html.ts'
import { frozenFigureHtml } from '../reports/frozen-figure-html.ts'
import prose from '../reports/report-body.module.css'
import style from './evidence.module.css'

type Text = {
  project: string
  text: string
  blocks: readonly Block[]
  evidence: Evidence
  /** Names of feedback by the blocks that it is about. */
  feedback?: ReadonlyMap<string, readonly string[]>
}

/** The text of a spec with its figures where they stand, and its numbers beside their cells. */
export function specHtml({ project, text, blocks, evidence, feedback }: Text): { html: string; outline: Outline } {
  const { figures, numbers } = evidence
  const bound = new Map(numbers.map((number) => [keyOf(number), number]))
  const cells = new Set(
    numbers.flatMap(({ figure, place }) => (figure === null || place === null ? [] : [cellId(figure, place)])),
  )
  const rendered = renderSpec(text, blocks, feedback, {
    figures,
    figure: (number) => {
      const figure = figures.find((one) => one.number === number)
      return figure === undefined ? '' : String(figureOf(project, figure, cells))
    },
    number: (link) => {
      const number = bound.get(keyOf(link))
      if (number === undefined) return null
      const { state, words, note } = number
      return { href: hrefOf(number, figures), state, title: words, note }
    },
    around: { before: '</div></div>', after: OPENING },
  })
  return { html: `${OPENING}${rendered.html}</div></div>`, outline: rendered.outline }
}

const OPENING = `<div class="${prose.prose} ${style.prose}"><div>`

const keyOf = ({ text, href }: { text: string; href: string }) => JSON.stringify([text, href])
const cellId = (figure: number, { table, row, column }: CellPlace) => `figure-${figure}-cell-${table}-${row}-${column}`

/** The cell where its table is shown, else the figure. */
function hrefOf({ figure, place }: BoundNumber, figures: readonly EvidenceFigure[]): string | null {
  if (figure === null) return null
  const shown = figures.find(({ number }) => number === figure)?.figure?.show.includes('table') ?? false
  return place === null || !shown ? `#figure-${figure}` : `#${cellId(figure, place)}`
}

function figureOf(
  project: string,
  { number, figure, frozen, problem, reproduction }: EvidenceFigure,
  cells: ReadonlySet<string>,
) {
  const id = `figure-${number}`
  if (figure === null || frozen === null) {
    return html`<div id="${id}">${noticeHtml(`Figure ${number} is not shown: ${problem ?? 'nothing is frozen'}.`)}</div>`
  }
  return frozenFigureHtml({
    ...{ project, figure, frozen: frozen.figure, reproduction, number, id },
    cellId: (place) => (cells.has(cellId(number, place)) ? cellId(number, place) : null),
  })
}
