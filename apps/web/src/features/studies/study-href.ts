import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { isPickedStudy, type PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import type { Study } from '@assay/domain/compare/study'
import { studyPath } from '../../paths.ts'
import { comparisonPath } from '../compare/comparison-path.ts'

/** Returns the address of a study: its own page when there is one, otherwise the compare page. */
export const studyHref = (project: string, { kind, comparison }: Pick<Study, 'kind' | 'comparison'>): string =>
  isPickedStudy(kind) ? studyPagePath(project, kind, comparison) : comparisonPath(project, comparison)

export const studyPagePath = (project: string, kind: PickedStudy, comparison: Comparison): string =>
  studyPath(project, kind, toQuery(comparison))
