import { plural } from '../../../plural.ts'
import type { GridTable } from '../../grid.ts'
import type { StudyElement } from './study-page.ts'

/**
 * Leaves out the tables in which every column is the base, such as those of tests with one repeat, and says how many. Pages
 * that have only such tables stay as they are.
 */
export const comparedTablesOnly = (parts: readonly StudyElement[]): StudyElement[] =>
  parts.flatMap((part): StudyElement[] => {
    if (part.kind === 'section') return [{ ...part, parts: comparedTablesOnly(part.parts) }]
    if (part.kind !== 'grid' || part.only !== undefined) return [part]
    const only = part.grid.tables.flatMap((table, at) => (isCompared(table) ? [at] : []))
    const left = part.grid.tables.length - only.length
    if (only.length === 0 || left === 0) return [part]
    const text = `${plural(left, 'table has', 'tables have')} the base alone and ${left === 1 ? 'is' : 'are'} left out; the comparison has all.`
    return [
      { ...part, only },
      { kind: 'text', text, soft: true },
    ]
  })

const isCompared = ({ groups }: GridTable): boolean =>
  groups.some(({ rows }) => rows.some(({ cells }) => cells.some(({ isBase, ratio }) => !isBase && ratio !== null)))
