import type { DimensionName } from '@assay/domain/compare/dimension'
import type { StudyPicker } from '@assay/domain/compare/studies/selection/study-pickers'

/** The dimensions whose filters the pickers of a page show, so that no chip repeats them. */
export const pickedFilters = (pickers: readonly StudyPicker[]): DimensionName[] =>
  pickers.flatMap(({ name, value }): DimensionName[] => {
    if (value === '' || name === 'parameter') return []
    return name === 'workload' ? ['benchmark', 'workload'] : [name]
  })
