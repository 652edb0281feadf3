import type { Point } from '../point.ts'
import { repeatDifferences } from './repeat-differences.ts'

/** Properties that name a binary and its build; all others must be equal to prove that nothing changed. */
const NAMES_OF_A_BINARY = new Set(['product', 'version', 'build', 'compiler', 'flags', 'commit', 'build type'])

/**
 * True if all results on both sides are of one binary, by its hash, on the same hardware in the same state with the
 * same config, workload, test, clients and parameters. Then no difference is a change, whatever the numbers are.
 */
export function sameBinary(own: readonly Point[], base: readonly Point[]): boolean {
  const all = [...own, ...base]
  const [first] = own
  if (first?.binary === undefined || all.some(({ binary }) => binary !== first.binary)) return false
  return [...repeatDifferences(all).keys()].every((property) => NAMES_OF_A_BINARY.has(property))
}
