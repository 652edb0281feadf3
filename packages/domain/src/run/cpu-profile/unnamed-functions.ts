import { functionsOf } from './functions-of.ts'
import type { ProfileNode } from './stack-profile.ts'

/** An address, or the word of perf and gdb for a function that no symbol table names. */
const UNNAMED = /^(?:0x[0-9a-f]+|[0-9a-f]{8,16}|\[unknown\]|\?\?|unknown|<unknown>)$/i

/** Percent of the samples that are in functions without a name, because the binary had no symbols. */
export function unnamedPercent(root: ProfileNode): number {
  if (root.total <= 0) return 0
  const unnamed = functionsOf(root).filter(({ name }) => UNNAMED.test(name))
  return (100 * unnamed.reduce((sum, { self }) => sum + self, 0)) / root.total
}

/** Share from which functions without a name make a profile, or the difference of two, misleading. */
const MIN_PERCENT = 10

/** Warns about a profile without symbols, and of a comparison in which one side has fewer; null for neither. */
export function symbolWarning(own: number, base: number | null): string | null {
  const shown = (percent: number) => `${Math.round(percent)}%`
  const remedy = 'Install the debug symbols of this build, or build it with -g, before the next profile.'
  const isOneSided = base !== null && Math.abs(own - base) >= MIN_PERCENT
  if (isOneSided)
    return `Functions of the two profiles cannot be compared: ${shown(own)} of the samples are in functions without a name, and ${shown(base)} in the base. ${remedy}`
  if (own < MIN_PERCENT) return null
  return `${shown(own)} of the samples are in functions without a name, because the binary had no symbols. ${remedy}`
}
