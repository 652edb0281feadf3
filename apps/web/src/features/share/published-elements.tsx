import { drawingsOf, type NamedDrawing } from '@assay/charts/export/named-drawings'
import type { Grid } from '@assay/domain/compare/grid'
import type { StudyElement } from '@assay/domain/compare/studies/pages/study-page'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { Fragment, type ReactNode } from 'react'
import { PageChart } from '../../charts/page-chart.tsx'
import { PublishedFacts } from './published-facts.tsx'
import { type CellLinks, PublishedGrid } from './published-grid.tsx'

type Props = {
  parts: readonly StudyElement[]
  /** The tag of section titles. */
  heading?: 'h2' | 'p'
  /** Content below a drawing, such as links to its files. */
  below?: (drawing: NamedDrawing) => ReactNode
  /** Links to cells; tables are counted across the whole page. */
  links?: CellLinks | null
}

type Positioned = { drawing: () => NamedDrawing | undefined; firstTable: (grid: Grid) => number }
type Settings = Required<Omit<Props, 'parts'>> & Positioned

/** The elements of a frozen page. The page needs no script, and carries nothing that it does not show. */
export function PublishedElements({ parts, heading = 'h2', below = () => null, links = null }: Props) {
  const drawings = drawingsOf(parts)
  let nextDrawing = 0
  let tables = 0
  const settings: Settings = {
    ...{ heading, below, links },
    drawing: () => drawings[nextDrawing++],
    firstTable: ({ tables: { length } }) => {
      tables += length
      return tables - length
    },
  }
  return <>{elements(parts, settings)}</>
}

/** Elements are drawn in the order of the page, because drawings and tables are counted. */
const elements = (parts: readonly StudyElement[], settings: Settings): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: elements of a frozen page have no identity besides their position
  parts.map((part, at) => <Fragment key={at}>{element(part, settings)}</Fragment>)

function element(part: StudyElement, settings: Settings): ReactNode {
  const { heading, links } = settings
  switch (part.kind) {
    case 'section': {
      const title = showBidiControls(part.title)
      return (
        <section>
          {heading === 'p' ? (
            <p>
              <strong>{title}</strong>
            </p>
          ) : (
            <h2>{title}</h2>
          )}
          {part.aside !== undefined && part.aside !== '' && <p>{showBidiControls(part.aside)}</p>}
          {elements(part.parts, settings)}
        </section>
      )
    }
    case 'text':
      return <p>{showBidiControls(part.text)}</p>
    case 'empty':
      return (
        <p>
          <strong>{showBidiControls(part.title)}.</strong> {showBidiControls(part.text)}
        </p>
      )
    case 'facts':
      return (
        <Scrolling label={part.table.caption}>
          <PublishedFacts table={part.table} />
        </Scrolling>
      )
    case 'grid':
    case 'metrics':
      return (
        <Scrolling label={part.kind === 'grid' ? (part.label ?? 'Tables') : part.title}>
          <PublishedGrid grid={part.grid} firstTable={settings.firstTable(part.grid)} links={links} />
        </Scrolling>
      )
    case 'charts':
      return <div data-charts={part.models.length}>{part.models.map(({ id }) => drawn(settings, id))}</div>
    case 'flame':
      return drawn(settings, 'flame')
  }
}

function drawn({ drawing, below }: Settings, key: string): ReactNode {
  const one = drawing()
  if (one === undefined) return null
  return (
    <div key={key} data-chart={one.id}>
      <PageChart shapesAt={one.shapesAt} />
      {below(one)}
    </div>
  )
}

/** Content that may be wider than the page, in a scroll area that the keyboard can reach. */
const Scrolling = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  // biome-ignore lint/a11y/useSemanticElements: a group of tables is not a form
  <div role="group" tabIndex={0} aria-label={showBidiControls(label)} style={{ overflowX: 'auto' }}>
    {children}
  </div>
)
