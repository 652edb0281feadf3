import { dimensionWord } from '../../compare/axis-label.ts'
import type { Side } from '../../compare/cells/side-by-side.ts'
import type { FixedDimension } from '../../compare/dimension.ts'
import type { Point } from '../../compare/point.ts'
import { listNames } from '../../compare/render/list-names.ts'
import { plural } from '../../plural.ts'

/** Dimensions in which both sides must agree, and that a request can filter. */
const NAMED = [
  'hardware',
  'benchmark',
  'workload',
  'config',
  'compiler',
  'flags',
  'test',
] as const satisfies readonly FixedDimension[]

/**
 * Explains why nothing was compared: the values that each side has of every dimension in which they must agree.
 *
 * @param names names of the two sides, such as "PostgreSQL 17.6".
 */
export function unpairedWords(
  sides: Record<Side, readonly Point[]>,
  names: Record<Side, string>,
  notes: readonly string[],
): string {
  return [
    `No result of ${names.candidate} can be paired with one of ${names.base}, so there is no ratio.`,
    ...notes,
    `Base: ${sideWords(sides.base)}.`,
    `Candidate: ${sideWords(sides.candidate)}.`,
    'Name two sides that share hardware, benchmark, workload, test and clients, or choose a config of the base by the run ids of --base.',
  ].join(' ')
}

function sideWords(points: readonly Point[]): string {
  if (points.length === 0) return 'no results'
  const values = NAMED.map((dimension) => {
    const found = [...new Set(points.map(({ coordinates }) => coordinates[dimension] ?? ''))].filter(
      (one) => one !== '',
    )
    return found.length === 0 ? '' : `${dimensionWord(dimension)} ${listNames(found)}`
  })
  const count = plural(points.length, 'result')
  return [count, ...values.filter((part) => part !== '')].join('; ')
}
