import { DEFAULT_BANDS } from '../compare/comparison.ts'
import { compareVersions } from '../run/version.ts'
import type { FindingChange, FindingFacts } from './finding.ts'
import type { Told } from './told.ts'

/** So much a change over several versions may go beyond a step in it, or beyond what was told of it, and be no news. */
export const BEYOND = Math.log(DEFAULT_BANDS.better)

type Step = NonNullable<FindingChange['byStep']>

/**
 * Tells which changes over several versions are those of a single step among them, which is told by itself: one
 * regression would else be news again with every release that still has it. A step is a pair of neighbours, or of
 * versions further apart where only that was certain enough to be told. What adds up of several steps, or of steps too
 * small to be told, is explained by none.
 *
 * @param steps what was told of a product; at least all that changed within the longer pairs.
 * @returns the step, of several the one that comes closest to the change; null where none explains it.
 */
export function explainingSteps(steps: readonly Told[]): (told: Told) => Step | null {
  const byTest = Map.groupBy(
    steps.filter(({ kind, change }) => kind !== 'commits' && change !== null),
    testKey,
  )
  return (told) => {
    if (told.kind !== 'drift' || told.change === null) return null
    const within = (byTest.get(testKey(told)) ?? []).filter(
      ({ from, to }) =>
        (from !== told.from || to !== told.to) &&
        compareVersions(from, told.from) >= 0 &&
        compareVersions(to, told.to) <= 0,
    )
    // Each config and compiler has steps of its own, unless no step has the same name because names changed over the
    // years.
    const alike = within.filter(({ change }) => change?.line === told.change?.line)
    const [best] = (alike.length > 0 ? alike : within)
      .flatMap((step) => {
        const left = leftOf(step, told)
        return left === null || left > BEYOND ? [] : [{ step, left: Math.abs(left) }]
      })
      .sort((a, b) => a.left - b.left || compareVersions(a.step.from, b.step.from))
    return best === undefined ? null : { from: best.step.from, to: best.step.to }
  }
}

/** True of a finding that has nothing to tell which findings of single steps do not. */
export const isExplained = ({ changes }: Pick<FindingFacts, 'changes'>): boolean =>
  changes.length > 0 && newsIn(changes).length === 0

/** Changes that no single step explains, which a finding is told for. */
export const newsIn = (changes: readonly FindingChange[]): FindingChange[] =>
  changes.filter(({ byStep }) => byStep === undefined)

const testKey = ({ product, hardware, change }: Told): string => {
  const { benchmark, workload, test, clients, metric } = change ?? NOTHING
  return JSON.stringify([product, hardware, benchmark, workload, test, clients, metric])
}

const NOTHING: Partial<FindingChange> = {}

/**
 * The rest of a change that a step does not explain, as a logarithm in the direction of the change; null when the step
 * has another direction or no change.
 */
function leftOf(step: Told, { verdict, change }: Told): number | null {
  if (step.verdict !== verdict || step.change === null || change === null) return null
  return Math.abs(Math.log(change.ratio)) - Math.abs(Math.log(step.change.ratio))
}
