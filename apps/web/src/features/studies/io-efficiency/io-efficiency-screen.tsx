import { toQuery } from '@assay/domain/compare/comparison-url'
import { ioComparison } from '@assay/domain/compare/studies/io-efficiency/io-efficiency'
import {
  ioCellId,
  ioEfficiencyPage,
  MODEL_SECTION,
} from '@assay/domain/compare/studies/io-efficiency/io-efficiency-page'
import { readWhatIf } from '@assay/domain/compare/studies/io-efficiency/read-what-if'
import type { StudyElement } from '@assay/domain/compare/studies/pages/study-page'
import { TldrSection } from '../../tldr/tldr.tsx'
import { studyQueries } from '../frame/page-study-queries.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudySections } from '../frame/study-sections.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

/** Compares a database with fio on the same machine, with a selectable base and sliders for the model. */
export async function IoEfficiencyScreen(props: StudyScreenProps) {
  const { project, comparison: requested, own } = props
  const page = await ioEfficiencyPage(studyQueries(project), props)
  const { fioTests, fioTest, comparison, modeled } = page
  // Each number links to its cell on this page.
  const short = <TldrSection tldr={page.tldr} hrefOf={({ table, row, column }) => `#${ioCellId(table, row, column)}`} />
  const panel = (
    <WhatIfPanel
      tests={modeled}
      action={studyPagePath(project, 'io-efficiency', requested).replace(/\?.*$/, '')}
      query={toQuery(requested)}
      requested={readWhatIf(own)}
    />
  )
  return (
    <StudyFrame kind="io-efficiency" project={project} page={page} selection={props} lead={page.lead} tldr={short}>
      {fioTests.length > 1 && (
        <p>
          Divided by fio:{' '}
          {fioTests.map((test, i) => (
            <span key={test}>
              {i > 0 && ', '}
              {test === fioTest ? (
                <strong>{test}</strong>
              ) : (
                <a href={studyPagePath(project, 'io-efficiency', ioComparison(comparison, test))}>{test}</a>
              )}
            </span>
          ))}
        </p>
      )}
      <StudySections
        project={project}
        kind="io-efficiency"
        parts={page.parts.map(withSliders)}
        slots={{ [MODEL_SECTION]: { after: panel } }}
      />
    </StudyFrame>
  )
}

/** The panel of sliders replaces the remaining content of the model's section. */
const withSliders = (part: StudyElement): StudyElement =>
  part.kind === 'section' && part.id === MODEL_SECTION ? { ...part, parts: part.parts.slice(0, 1) } : part
