import type { Comparison } from '../comparison.ts'
import type { DimensionName } from '../dimension.ts'
import type { Study, StudyKind } from '../study.ts'

/** Components of a build; any of them on an axis is more specific than the label of the build. */
const PARTS_OF_BUILD: readonly DimensionName[] = ['product', 'version', 'compiler', 'flags']

/** The axis for an additional dimension; other kinds have fixed dimensions on each axis. */
const AXIS: Partial<Record<StudyKind, 'rows' | 'columns'>> = {
  versions: 'columns',
  products: 'columns',
  configs: 'columns',
  hardware: 'columns',
  efficiency: 'columns',
  'io-efficiency': 'columns',
  repeats: 'columns',
  steps: 'rows',
  'quality-of-service': 'rows',
}

/**
 * Adds dimensions to the axes of a study, so that no cell mixes results that differ in them. Each is added where the
 * kind of study allows it: next to the version on its axis, flags next to the compiler, otherwise as separate tables.
 *
 * @param mixed dimensions on no axis in which results of one cell differ.
 */
export function separateMixedResults({ comparison, ...study }: Study, mixed: readonly DimensionName[]): Study {
  const placed = firstToPlace(mixed)
  const ofColumns = placed.filter((dimension) => axisOf(study.kind, dimension) === 'columns')
  const ofRows = placed.filter((dimension) => axisOf(study.kind, dimension) === 'rows')
  const ofTables = placed.filter((dimension) => axisOf(study.kind, dimension) === 'tables')
  return {
    ...study,
    comparison: {
      ...comparison,
      columns: beforeRepeat(comparison.columns, ofColumns),
      rows: [...comparison.rows, ...ofRows],
      tables: [...comparison.tables, ...ofTables],
    },
  }
}

/** The dimensions on the axes of a comparison, including repeats with `each`. */
export const shownDimensions = ({ rows, columns, tables, repeats }: Comparison): DimensionName[] => [
  ...new Set([...tables, ...rows, ...columns, ...(repeats === 'each' ? (['repeat'] as const) : [])]),
]

/** Leaves the build to a later call if one of its components is added now, because that may separate all results. */
function firstToPlace(mixed: readonly DimensionName[]): readonly DimensionName[] {
  const isExplained = mixed.some((dimension) => PARTS_OF_BUILD.includes(dimension))
  return isExplained ? mixed.filter((dimension) => dimension !== 'build') : mixed
}

function axisOf(kind: StudyKind, dimension: DimensionName): 'rows' | 'columns' | 'tables' {
  if (kind === 'compilers' && dimension === 'flags') return 'columns'
  const isApart =
    dimension === 'benchmark' || dimension === 'workload' || dimension === 'test' || dimension === 'clients'
  return isApart || dimension.startsWith('param:') ? 'tables' : (AXIS[kind] ?? 'tables')
}

function beforeRepeat(columns: readonly DimensionName[], more: readonly DimensionName[]): DimensionName[] {
  const at = columns.indexOf('repeat')
  return at < 0 ? [...columns, ...more] : [...columns.slice(0, at), ...more, ...columns.slice(at)]
}
