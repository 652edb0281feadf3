import type { Point } from '@assay/domain/compare/point'
import { factsOfRepeats } from '@assay/domain/run/facts-of-repeats'
import type { RunEntry } from '../run-index/run-index.ts'

type Facts = NonNullable<Point['facts']>

/**
 * Returns facts that repeats must share and that are not dimensions; runs with the same facts share one object. Null if
 * no fact is known.
 */
export function createFactsLookup(): (run: RunEntry) => Facts | null {
  const byRun = new Map<RunEntry, Facts | null>()
  const byText = new Map<string, Facts | null>()
  return (run) => {
    const known = byRun.get(run)
    if (known !== undefined) return known
    const made = factsOf(run)
    const text = JSON.stringify(made)
    const facts = byText.get(text) ?? (text === '{}' ? null : made)
    byText.set(text, facts)
    byRun.set(run, facts)
    return facts
  }
}

/** Returns the facts of one run. */
export const factsOf = ({ build, config, testbed, hardware }: RunEntry): Facts =>
  factsOfRepeats({ build, configText: config.textSha256, testbed, hardware })
