import { OTHER_GROUP } from '../../../run/cpu-profile/group-rules.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid } from '../../grid.ts'
import { knownValues } from '../known-values.ts'
import { subjectWords } from './headline-words.ts'

/** "MySQL on vm2 (cached): 37% of the CPU samples of read-only are in InnoDB row search, the largest group". */
export function profilesHeadline({ tables, columnDimensions }: Grid, comparison: Comparison): string | null {
  const shares = tables.flatMap(({ key, columns, groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ values, cells }) =>
        cells.flatMap(({ value }, at) => {
          const column = columns[at]
          const group = values.join(' ')
          if (value === null || column === undefined || group === OTHER_GROUP) return []
          const of = [knownValues(column, columnDimensions) || column.label, key.label]
          return [{ group, value, of: of.filter((part) => part !== '').join(', ') }]
        }),
      ),
    ),
  )
  const largest = shares.toSorted((a, b) => b.value - a.value)[0]
  if (largest === undefined) return null
  return `${subjectWords(comparison)}: ${Math.round(largest.value)}% of the CPU samples of ${largest.of} are in ${largest.group}, the largest group`
}
