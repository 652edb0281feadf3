import { median } from '../stats/median.ts'
import type { FindingChange, FindingDirection, FindingFacts, FindingPlace } from './finding.ts'

/** A test that was judged between two versions on one machine. */
export type Judged = Omit<FindingPlace, 'direction'> & {
  change: FindingChange
  verdict: FindingDirection | 'same' | 'cannot tell'
  /** Why it changed, in a sentence; null when it is not known. */
  cause: string | null
}

/**
 * Changes that share a pair of versions and a machine are one finding: twenty tests that slow down together are one piece
 * of news. Those that got worse and those that got better are two, for they are looked at apart.
 *
 * @returns findings, the one with the largest effect first: how far the median is from 1, times how many tests changed.
 */
export function groupChanges(judged: readonly Judged[]): FindingFacts[] {
  const told = judged.filter(({ verdict }) => verdict !== 'cannot tell')
  const byPair = Map.groupBy(told, ({ product, from, to }) => JSON.stringify([product, from, to]))
  const found = [...byPair.values()].flatMap((pair) =>
    [...Map.groupBy(pair, ({ hardware }) => hardware).values()].flatMap((machine) =>
      (['worse', 'better'] as const).flatMap((direction) => findingOf(machine, direction, pair) ?? []),
    ),
  )
  return found.sort((a, b) => effectOf(b) - effectOf(a))
}

/** How much there is to tell: the median's distance from 1 in logarithms, for each of the tests that changed. */
export const effectOf = ({ medianRatio, changes }: Pick<FindingFacts, 'medianRatio' | 'changes'>): number =>
  Math.abs(Math.log(medianRatio)) * Math.sqrt(changes.length)

function findingOf(
  machine: readonly Judged[],
  direction: FindingDirection,
  pair: readonly Judged[],
): FindingFacts | null {
  const changed = machine.filter(({ verdict }) => verdict === direction)
  const [first] = changed
  const medianRatio = median(changed.map(({ change }) => change.ratio))
  if (first === undefined || medianRatio === null) return null
  const { product, from, to, hardware } = first
  const tests = new Set(changed.map(({ change }) => testKey(change)))
  const others = pair.filter(({ change }) => tests.has(testKey(change)))
  return {
    product,
    from,
    to,
    hardware,
    direction,
    changes: changed.map(({ change }) => change).sort((a, b) => size(b) - size(a)),
    judged: machine.length,
    medianRatio,
    cause: commonest(changed.flatMap(({ cause }) => cause ?? [])),
    agree: machinesOf(others.filter(({ verdict }) => verdict === direction)),
    of: machinesOf(others),
  }
}

const size = ({ ratio }: FindingChange): number => Math.abs(Math.log(ratio))

const testKey = ({ benchmark, test, metric }: FindingChange): string => JSON.stringify([benchmark, test, metric])

const machinesOf = (judged: readonly Judged[]): string[] => [...new Set(judged.map(({ hardware }) => hardware))].sort()

/** The sentence of the largest change among those that are said most; what explains most tests explains the finding. */
function commonest(sentences: readonly string[]): string | null {
  const kinds = Map.groupBy(sentences, (sentence) => sentence.split(':')[0] ?? '')
  const [most] = [...kinds.values()].sort((a, b) => b.length - a.length)
  return most?.[0] ?? null
}
