import { median } from '../stats/median.ts'
import { explainingSteps, newsIn } from './explained-by-steps.ts'
import type { FindingChange, FindingDirection, FindingFacts } from './finding.ts'
import { type Judged, type Told, toldOf } from './told.ts'

/**
 * Changes that share a pair of versions and a machine are one finding: twenty tests that slow down together are one piece
 * of news. Those that got worse and those that got better are two, for they are looked at apart. Of changes over several
 * versions those are marked that a single step of them explains.
 *
 * @returns findings, the one with the largest effect first: how far the median is from 1, times how many tests changed.
 */
export const groupChanges = (judged: readonly Judged[]): FindingFacts[] =>
  groupTold(judged.flatMap((one) => toldOf(one) ?? []))

/** @param steps what was told of neighbouring versions, where `told` has not all that may explain longer pairs. */
export function groupTold(told: readonly Told[], steps: readonly Told[] = told): FindingFacts[] {
  const stepOf = explainingSteps(steps)
  const byPair = Map.groupBy(told, ({ product, from, to }) => JSON.stringify([product, from, to]))
  const found = [...byPair.values()].flatMap((pair) =>
    [...Map.groupBy(pair, ({ hardware }) => hardware).values()].flatMap((machine) =>
      (['worse', 'better'] as const).flatMap((direction) => findingOf(machine, direction, pair, stepOf) ?? []),
    ),
  )
  return found.sort((a, b) => effectOf(b) - effectOf(a) || (placeOf(a) < placeOf(b) ? -1 : 1))
}

const placeOf = ({ product, from, to, hardware, direction }: FindingFacts) =>
  JSON.stringify([product, from, to, hardware, direction])

/**
 * How much there is to tell: the median's distance from 1 in logarithms, for each of the tests that changed; 0 where
 * findings of single steps tell all of it.
 */
export const effectOf = ({ medianRatio, changes }: Pick<FindingFacts, 'medianRatio' | 'changes'>): number =>
  Math.abs(Math.log(medianRatio)) * Math.sqrt(newsIn(changes).length)

function findingOf(
  machine: readonly Told[],
  direction: FindingDirection,
  pair: readonly Told[],
  stepOf: ReturnType<typeof explainingSteps>,
): FindingFacts | null {
  const changed = machine
    .filter(({ verdict }) => verdict === direction)
    .flatMap((told) => asChange(told, stepOf(told)))
    .sort(byChange)
  const [first] = changed
  const medianRatio = median(changed.map(({ change }) => change.ratio))
  if (first === undefined || medianRatio === null) return null
  const { product, from, to, hardware } = first
  const tests = new Set(changed.map(testKey))
  const others = pair.filter((told) => tests.has(testKey(told)))
  return {
    product,
    from,
    to,
    hardware,
    direction,
    changes: changed.map(({ change }) => change),
    judged: machine.length,
    medianRatio,
    cause: commonest(ofNews(changed).flatMap(({ cause }) => cause ?? [])),
    agree: machinesOf(others.filter(({ verdict }) => verdict === direction)),
    of: machinesOf(others),
  }
}

type Changed = Told & { change: FindingChange }

const asChange = (told: Told, byStep: FindingChange['byStep'] | null): Changed[] =>
  told.change === null ? [] : [{ ...told, change: { ...told.change, ...(byStep != null && { byStep }) } }]

/** The cause of a finding is taken from its unexplained changes, unless all are explained by steps. */
function ofNews(changed: readonly Changed[]): readonly Changed[] {
  const news = changed.filter(({ change }) => change.byStep === undefined)
  return news.length === 0 ? changed : news
}

/** Unexplained changes first, then the largest; ties by name, so that the order of uploads does not matter. */
function byChange({ change: a }: Changed, { change: b }: Changed): number {
  return isNews(b) - isNews(a) || size(b) - size(a) || (nameOf(a) < nameOf(b) ? -1 : 1)
}

const isNews = ({ byStep }: FindingChange): number => (byStep === undefined ? 1 : 0)
const size = ({ ratio }: FindingChange): number => Math.abs(Math.log(ratio))
const nameOf = ({ benchmark, workload, test, clients, metric, line }: FindingChange): string =>
  JSON.stringify([benchmark, workload, test, clients, metric, line])
const testKey = ({ benchmark, test, metric }: Told): string => JSON.stringify([benchmark, test, metric])
const machinesOf = (told: readonly Told[]): string[] => [...new Set(told.map(({ hardware }) => hardware))].sort()

/** The sentence of the largest change among those that are said most; what explains most tests explains the finding. */
function commonest(sentences: readonly string[]): string | null {
  const kinds = Map.groupBy(sentences, (sentence) => sentence.split(':')[0] ?? '')
  const [most] = [...kinds].sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
  return most?.[1][0] ?? null
}
