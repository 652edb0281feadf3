import type { ProjectQueries } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import {
  PICKED_STUDIES,
  type PickedStudy,
  type PickedValues,
} from '@assay/domain/compare/studies/selection/study-choice'
import { studyChoices } from '@assay/domain/compare/studies/selection/study-choices'
import {
  findChoice,
  pickedValues,
  type StudyPicker,
  studyPickers,
} from '@assay/domain/compare/studies/selection/study-pickers'
import { studySource, withoutMixing } from './offered-studies.ts'

/** Returns the query of the study with the picked values; null when the results allow no study of this kind. */
export async function selectStudy(
  queries: ProjectQueries,
  kind: PickedStudy,
  picked: PickedValues,
): Promise<string | null> {
  const choice = findChoice(studyChoices(kind, await studySource(queries)), picked)
  if (choice === null) return null
  const [study] = await withoutMixing([choice.study], queries.dimensions)
  return study === undefined ? null : toQuery(study.comparison)
}

type Selection = {
  pickers: StudyPicker[]
  /** The picked values of the comparison. */
  picked: PickedValues
  /** Kinds of studies that the same product and machine have. */
  kinds: PickedStudy[]
}

/** Returns the pickers of a study page, with the values of its comparison. */
export async function studySelection(
  queries: ProjectQueries,
  kind: PickedStudy,
  comparison: Comparison,
): Promise<Selection> {
  const source = await studySource(queries)
  const picked = pickedValues(comparison)
  const { product, hardware } = picked
  const isSame = (one: string | undefined, other: string | undefined) => one === undefined || one === other
  return {
    pickers: studyPickers(studyChoices(kind, source), picked),
    picked,
    kinds: PICKED_STUDIES.filter((other) =>
      studyChoices(other, source).some(
        ({ values }) => isSame(values.product, product) && isSame(values.hardware, hardware),
      ),
    ),
  }
}
