import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { Study } from '@assay/domain/compare/study'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { StudyCards } from '../home/study-cards.tsx'
import { comparisonPath } from './comparison-path.ts'

/** "62 studies of 11 kinds fit these results". */
function studiesTitle(studies: readonly Study[]): string {
  const kinds = new Set(studies.map(({ kind }) => kind)).size
  const words = kinds === studies.length ? '' : ` of ${countOf(kinds, 'kind')}`
  return `${countOf(studies.length, 'study', 'studies')}${words} ${studies.length === 1 ? 'fits' : 'fit'} these results`
}

/** Studies that the data allows, and a link to a table of everything. */
export function ChooseStudy({ project, studies }: { project: string; studies: readonly Study[] }) {
  return (
    <>
      <PageHeader
        title={studies.length === 0 ? 'Studies' : studiesTitle(studies)}
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
