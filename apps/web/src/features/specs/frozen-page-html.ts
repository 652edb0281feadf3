import { type CellRef, sentenceText } from '@assay/domain/compare/tldr/tldr'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import type { FrozenStudy } from '@assay/domain/publish/report/frozen-figure'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { elementsHtml } from '@assay/domain/publish/share/elements-html'
import { figureElements, tldrOf } from '@assay/domain/publish/share/figure-elements'
import { pageChart } from '../../charts/page-chart.ts'
import { runPath } from '../../paths.ts'
import { Html, html } from '../../ui/html.ts'
import { figureFrameHtml } from '../reports/figure-frame-html.ts'
import { figurePath } from '../reports/figure-path.ts'
import share from '../share/share.module.css'

type Frozen = {
  project: string
  figure: Figure
  frozen: FrozenStudy
  reproduction: Reproduction | null
  number: number
  id: string
  cellId: (cellRef: CellRef) => string | null
  origin: string
}

/** Renders the frozen page of a study; its values link to their runs, and its texts to their cells. */
export function frozenPageHtml({ project, figure, frozen, reproduction, number, id, cellId, origin }: Frozen): Html {
  const { study, query, own, page, title } = frozen
  const sentences = tldrOf(frozen).sentences.map(sentenceText)
  const address = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(own)]).toString()
  const links = {
    idOf: cellId,
    hrefOf: ({ runIds: [newest] }: { runIds: readonly string[] }) =>
      newest === undefined ? null : runPath(project, newest),
  }
  return figureFrameHtml({
    ...{ number, id, reproduction, caption: figure.caption ?? title ?? page.title, origin },
    href: figurePath(project, { study, query: address }),
    content: html`
      <p>${page.summary}</p>
      ${sentences.length > 0 && html`<ul class="${share.tldr}">${sentences.map((line) => html`<li>${line}</li>`)}</ul>`}
      ${
        // Every text in it is escaped where it is rendered.
        html`<div class="${share.parts}">${new Html(elementsHtml(figureElements(frozen), { heading: 'p', links, draw: ({ shapesAt }) => pageChart(shapesAt) }))}</div>`
      }`,
  })
}
