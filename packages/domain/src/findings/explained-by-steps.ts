import { DEFAULT_BANDS } from '../compare/comparison.ts'
import { compareVersions } from '../run/compare-versions.ts'
import type { FindingChange, FindingFacts } from './finding.ts'
import type { PairVerdict } from './pair-verdicts.ts'

/** Logarithm by which a change over several versions may exceed a step within it and still be explained by it. */
export const STEP_TOLERANCE = Math.log(DEFAULT_BANDS.better)

type Step = NonNullable<FindingChange['byStep']>

/**
 * Finds the single step that explains a change over several versions and has a finding of its own; otherwise one
 * regression would be reported again with every later release. A step is a pair of neighboring versions, or of versions
 * further apart if only that pair is significant. A change that is the sum of several steps, or of insignificant ones,
 * has no explanation.
 *
 * @param steps verdicts of a product; at least all changes within the longer pairs.
 * @returns a function that returns the step closest to a change, or null.
 */
export function explainingSteps(steps: readonly PairVerdict[]): (longer: PairVerdict) => Step | null {
  const byTest = Map.groupBy(
    steps.filter(({ kind, change }) => kind !== 'commits' && change !== null),
    testKey,
  )
  return (longer) => {
    if (longer.kind !== 'drift' || longer.change === null) return null
    const within = (byTest.get(testKey(longer)) ?? []).filter(
      ({ from, to }) =>
        (from !== longer.from || to !== longer.to) &&
        compareVersions(from, longer.from) >= 0 &&
        compareVersions(to, longer.to) <= 0,
    )
    // Steps are matched within a config and compiler, unless none has the same line because names changed over time.
    const alike = within.filter(({ change }) => change?.line === longer.change?.line)
    const [best] = (alike.length > 0 ? alike : within)
      .flatMap((step) => {
        const left = leftOf(step, longer)
        return left === null || left > STEP_TOLERANCE ? [] : [{ step, left: Math.abs(left) }]
      })
      .sort((a, b) => a.left - b.left || compareVersions(a.step.from, b.step.from))
    return best === undefined ? null : { from: best.step.from, to: best.step.to }
  }
}

/** True when every change of the finding is explained by the finding of a single step. */
export const isExplained = ({ changes }: Pick<FindingFacts, 'changes'>): boolean =>
  changes.length > 0 && unexplainedChanges(changes).length === 0

/** Changes that no single step explains; only these are notified. */
export const unexplainedChanges = (changes: readonly FindingChange[]): FindingChange[] =>
  changes.filter(({ byStep }) => byStep === undefined)

const testKey = ({ product, hardware, change }: PairVerdict): string => {
  const { benchmark, workload, test, clients, metric } = change ?? NOTHING
  return JSON.stringify([product, hardware, benchmark, workload, test, clients, metric])
}

const NOTHING: Partial<FindingChange> = {}

/**
 * The part of a change that a step does not explain, as a logarithm in the direction of the change; null if the step
 * has another direction or no change.
 */
function leftOf(step: PairVerdict, { verdict, change }: PairVerdict): number | null {
  if (step.verdict !== verdict || step.change === null || change === null) return null
  return Math.abs(Math.log(change.ratio)) - Math.abs(Math.log(step.change.ratio))
}
