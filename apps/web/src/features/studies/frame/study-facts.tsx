import type { FactSegment, FactTable } from '@assay/domain/compare/studies/pages/fact-table'
import type { PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import { configPath, runPath } from '../../../paths.ts'
import { studyPagePath } from '../study-href.ts'
import { FactsTable } from './facts-table.tsx'

type Props = { project: string; kind: PickedStudy; table: FactTable }

/** A table of facts with its links. */
export function StudyFacts({ project, kind, table }: Props) {
  return <FactsTable table={table} hrefOf={(part) => hrefOf(project, kind, part)} />
}

function hrefOf(project: string, kind: PickedStudy, { link }: FactSegment): string | null {
  if (link === undefined || (link.to === 'run' && link.id === '')) return null
  switch (link.to) {
    case 'run':
      return runPath(project, link.id)
    case 'config':
      return configPath(project, link.id)
    case 'study':
      return studyPagePath(project, kind, link.comparison)
  }
}
