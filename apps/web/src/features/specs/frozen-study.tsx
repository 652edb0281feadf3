import { type CellRef, sentenceText } from '@assay/domain/compare/tldr/tldr'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import type { FrozenStudy } from '@assay/domain/publish/report/frozen-figure'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { figureElements, tldrOf } from '@assay/domain/publish/share/figure-elements'
import { runPath } from '../../paths.ts'
import { FigureFrame } from '../reports/figure-frame.tsx'
import { figurePath } from '../reports/figure-path.ts'
import { PublishedElements } from '../share/published-elements.tsx'
import { PublishedTldr } from '../share/published-tldr.tsx'
import share from '../share/share.module.css'

type Props = {
  /** Null for a reader who cannot open the project. */
  project: string | null
  figure: Figure
  frozen: FrozenStudy
  reproduction: Reproduction | null
  number: number
  id: string
  cellId: (cellRef: CellRef) => string | null
  origin: string
}

/** The frozen page of a study; its values link to their runs, and texts link to its cells. */
export function FrozenStudyFigure({ project, figure, frozen, reproduction, number, id, cellId, origin }: Props) {
  const { study, query, own, page, title } = frozen
  const address = new URLSearchParams([...new URLSearchParams(query), ...Object.entries(own)]).toString()
  const links = {
    idOf: cellId,
    hrefOf: ({ runIds: [newest] }: { runIds: readonly string[] }) =>
      newest === undefined || project === null ? null : runPath(project, newest),
  }
  return (
    <FigureFrame
      number={number}
      caption={figure.caption ?? title ?? page.title}
      href={project === null ? null : figurePath(project, { study, query: address })}
      reproduction={reproduction}
      id={id}
      origin={origin}
    >
      <p>{page.summary}</p>
      <PublishedTldr lines={tldrOf(frozen).sentences.map(sentenceText)} />
      <div className={share.parts}>
        <PublishedElements parts={figureElements(frozen)} heading="p" links={links} />
      </div>
    </FigureFrame>
  )
}
