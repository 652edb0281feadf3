import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Study } from '@assay/domain/compare/study'
import { PageHeader } from '../../ui/page-header.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { StudyCards } from '../home/study-cards.tsx'
import { comparisonPath } from './comparison-path.ts'

/** Studies that the data allows, and a link to a table of everything. */
export function ChooseStudy({ project, studies }: { project: string; studies: readonly Study[] }) {
  return (
    <>
      <PageHeader
        title="Studies"
        summary="Comparisons with preset axes. Rows, columns, base, filters and metrics can be changed afterwards."
      />
      {studies.length === 0 ? (
        <NothingYet project={project} what="studies" />
      ) : (
        <>
          <StudyCards project={project} studies={studies} />
          <p>
            Or open <a href={comparisonPath(project, DEFAULT_COMPARISON)}>every result in one table</a> and filter it.
          </p>
        </>
      )}
    </>
  )
}
