import { type Side, type SideBySide, type Sides, withVersion } from '../../compare/cells/side-by-side.ts'
import { type Matched, matchSides } from './match-sides.ts'

/** Matched sides as positions in the lists of all results, which another thread can send back without the results. */
type PortableMatch = Pick<Matched, 'alone' | 'notes'> &
  Pick<SideBySide, 'comparison' | 'versions'> & { positions: Record<Side, readonly number[]> }

export function portableMatch(sides: Sides): PortableMatch {
  const { base, candidate, sideBySide, alone, notes } = matchSides(sides)
  const { comparison, versions } = sideBySide
  const positions = { base: positionsIn(sides.base, base), candidate: positionsIn(sides.candidate, candidate) }
  return { alone, notes, comparison, versions, positions }
}

/** @param sides the same results in the same order. */
export function matchedOf(sides: Sides, match: PortableMatch): Matched {
  const { alone, notes, comparison, versions, positions } = match
  const [base, candidate] = [pick(sides.base, positions.base), pick(sides.candidate, positions.candidate)]
  const compared = { base, candidate: withVersion(candidate, versions.candidate) }
  return { base, candidate, alone, notes, sideBySide: { sides: compared, comparison, versions } }
}

function positionsIn<T>(all: readonly T[], some: readonly T[]): number[] {
  const at = new Map(all.map((one, position) => [one, position]))
  return some.flatMap((one) => at.get(one) ?? [])
}

const pick = <T>(all: readonly T[], positions: readonly number[]): T[] => positions.flatMap((at) => all[at] ?? [])
