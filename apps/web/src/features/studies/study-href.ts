import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Study } from '@assay/domain/compare/study'
import { studyPath } from '../../paths.ts'
import { comparisonPath } from '../compare/comparison-path.ts'
import { isStudyPage, type StudyPage } from './study-pages.ts'

/** Returns the address of a study: its own page when there is one, otherwise the compare page. */
export const studyHref = (project: string, { kind, comparison }: Pick<Study, 'kind' | 'comparison'>): string =>
  isStudyPage(kind) ? studyPagePath(project, kind, comparison) : comparisonPath(project, comparison)

export const studyPagePath = (project: string, kind: StudyPage, comparison: Comparison): string =>
  studyPath(project, kind, toQuery(comparison))
