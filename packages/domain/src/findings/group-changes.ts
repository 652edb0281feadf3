import { changeIn } from '../compare/verdict/verdict-codes.ts'
import { median } from '../stats/median.ts'
import { explainingSteps, unexplainedChanges } from './explained-by-steps.ts'
import type { FindingChange, FindingDirection, FindingFacts } from './finding.ts'
import { asPairVerdict, type JudgedChange, type PairVerdict } from './pair-verdicts.ts'

/**
 * Groups changes into findings: changes with the same pair of versions, machine and direction are one finding, because
 * twenty tests that slow down together have one cause. Changes over several versions that a single step explains refer
 * to that step.
 *
 * @returns findings, largest `effectOf` first.
 */
export const groupChanges = (judged: readonly JudgedChange[]): FindingFacts[] =>
  groupVerdicts(judged.flatMap((one) => asPairVerdict(one) ?? []))

/** @param steps verdicts on neighboring versions, if `verdicts` lacks some that may explain longer pairs. */
export function groupVerdicts(
  verdicts: readonly PairVerdict[],
  steps: readonly PairVerdict[] = verdicts,
): FindingFacts[] {
  const stepOf = explainingSteps(steps)
  const byPair = Map.groupBy(verdicts, ({ product, from, to }) => JSON.stringify([product, from, to]))
  const found = [...byPair.values()].flatMap((pair) => {
    const byTest = Map.groupBy(pair, testKey)
    return [...Map.groupBy(pair, ({ hardware }) => hardware).values()].flatMap((machine) =>
      (['worse', 'better'] as const).flatMap((direction) => findingOf(machine, direction, byTest, stepOf) ?? []),
    )
  })
  return found.sort((a, b) => effectOf(b) - effectOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ product, from, to, hardware, direction }: FindingFacts) =>
  JSON.stringify([product, from, to, hardware, direction])

/**
 * Size of a finding for sorting: |ln median ratio| times the square root of the number of unexplained changes; 0 if
 * findings of single steps explain all changes.
 */
export const effectOf = ({ medianRatio, changes }: Pick<FindingFacts, 'medianRatio' | 'changes'>): number =>
  Math.abs(Math.log(medianRatio)) * Math.sqrt(unexplainedChanges(changes).length)

function findingOf(
  machine: readonly PairVerdict[],
  direction: FindingDirection,
  byTest: ReadonlyMap<string, readonly PairVerdict[]>,
  stepOf: ReturnType<typeof explainingSteps>,
): FindingFacts | null {
  const changed = machine
    .filter(({ verdict }) => verdict === changeIn(direction))
    .flatMap((verdict) => asChange(verdict, stepOf(verdict)))
    .sort(byChange)
  const [first] = changed
  const medianRatio = median(changed.map(({ change }) => change.ratio))
  if (first === undefined || medianRatio === null) return null
  const { product, from, to, hardware } = first
  const tests = new Set(changed.map(testKey))
  const others = [...tests].flatMap((test) => byTest.get(test) ?? [])
  return {
    product,
    from,
    to,
    hardware,
    direction,
    changes: changed.map(({ change }) => change),
    judged: machine.length,
    medianRatio,
    cause: commonest(unexplained(changed).flatMap(({ cause }) => cause ?? [])),
    agree: machinesOf(others.filter(({ verdict }) => verdict === changeIn(direction))),
    of: machinesOf(others),
  }
}

type Changed = PairVerdict & { change: FindingChange }

const asChange = (verdict: PairVerdict, byStep: FindingChange['byStep'] | null): Changed[] =>
  verdict.change === null ? [] : [{ ...verdict, change: { ...verdict.change, ...(byStep != null && { byStep }) } }]

/** Changes that determine the cause of a finding: the unexplained ones, or all if every one is explained. */
function unexplained(changed: readonly Changed[]): readonly Changed[] {
  const left = changed.filter(({ change }) => change.byStep === undefined)
  return left.length === 0 ? changed : left
}

/** Orders unexplained changes first, then by size, then by name, so that the order of uploads does not matter. */
function byChange({ change: a }: Changed, { change: b }: Changed): number {
  return isUnexplained(b) - isUnexplained(a) || size(b) - size(a) || (nameOf(a) < nameOf(b) ? -1 : 1)
}

const isUnexplained = ({ byStep }: FindingChange): number => (byStep === undefined ? 1 : 0)
const size = ({ ratio }: FindingChange): number => Math.abs(Math.log(ratio))
const nameOf = ({ benchmark, workload, test, clients, metric, line }: FindingChange): string =>
  JSON.stringify([benchmark, workload, test, clients, metric, line])
const testKey = ({ benchmark, test, metric }: PairVerdict): string => JSON.stringify([benchmark, test, metric])
const machinesOf = (verdicts: readonly PairVerdict[]): string[] =>
  [...new Set(verdicts.map(({ hardware }) => hardware))].sort()

/** The most frequent cause, as the sentence of its largest change. */
function commonest(sentences: readonly string[]): string | null {
  const kinds = Map.groupBy(sentences, (sentence) => sentence.split(':')[0] ?? '')
  const [most] = [...kinds].sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
  return most?.[1][0] ?? null
}
