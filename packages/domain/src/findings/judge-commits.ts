import type { Point, PointSet } from '../compare/point.ts'
import { BUILD_FACTS } from '../run/facts-of-repeats.ts'
import { PRIMARY_METRIC } from '../run/metric.ts'
import { atCommit } from './commit-range.ts'
import { judgePair } from './judge-versions.ts'
import type { JudgedChange } from './pair-verdicts.ts'
import { buildLines, listXValues, type SeriesRun } from './series/build-lines.ts'
import { judgeLine } from './series/judge-line.ts'
import { ruleFor, type StoredRule } from './series/rule.ts'
import type { SeriesQuery } from './series/series-query.ts'

/** Minimum number of commits with a change: two levels of three commits each. */
export const MIN_COMMITS = 6

/**
 * True for a version that was built at many commits, such as a branch with nightly runs. Its results are not repeats of
 * each other, so it has no median and is judged by commit.
 *
 * @param commits number of builds that differ only in their commit.
 */
export const isBranch = ({ commits }: { commits: number }): boolean => commits >= MIN_COMMITS

const QUERY: SeriesQuery = {
  filters: {},
  metric: PRIMARY_METRIC,
  order: 'commit',
  color: null,
  method: null,
  from: null,
  to: null,
  run: null,
}

type CommitQuery = {
  product: string
  version: string
  /** Start time and commit of each run. */
  runs: ReadonlyMap<string, SeriesRun>
  rules: readonly Pick<StoredRule, 'place' | 'rule'>[]
}

/**
 * Finds the commits that changed a version which was measured at many of them, such as a branch with nightly runs. The
 * rule of each series detects the commit after which it changed; tests that changed within one commit of each other are
 * grouped. Then the levels before and after are compared like two versions.
 *
 * Yields in small steps, some of them without a result, so that a server can answer requests in between.
 *
 * @param set results of one machine, benchmark and workload.
 */
export function* judgeCommitPairs(
  set: PointSet,
  { product, version, runs, rules }: CommitQuery,
): Generator<readonly JudgedChange[]> {
  const points = set.points.filter(({ coordinates, runId }) => {
    return coordinates.version === version && runs.get(runId)?.commit != null
  })
  const own = { ...set, points }
  const commits = listXValues(own, runs, QUERY)
  yield []
  if (commits.length < MIN_COMMITS) return
  const changed: Changed[] = []
  for (const some of changesByTest(own, commits, { runs, rules })) {
    changed.push(...some)
    yield []
  }
  const indexOf = new Map(commits.map((commit, index) => [commit, index]))
  const cuts = cutsOf(changed)
  for (const [at, { index, tests }] of cuts.entries()) {
    const [before, after] = [commits[index - 1], commits[index]]
    if (before === undefined || after === undefined) continue
    const [first, end] = [cuts[at - 1]?.index ?? 0, cuts[at + 1]?.index ?? commits.length]
    const pair = { from: atCommit(version, before), to: atCommit(version, after), kind: 'release' as const }
    const sides = points.flatMap((point): Point[] => {
      const position = indexOf.get(runs.get(point.runId)?.commit ?? '') ?? -1
      if (position < first || position >= end) return []
      const side = position < index ? pair.from : pair.to
      return [onSide(point, side)]
    })
    yield judgePair({ ...set, points: sides }, product, pair).map((judged): JudgedChange => {
      const own = { ...judged, kind: 'commits' as const }
      // Levels of many runs can differ significantly by less than the rule of the series calls a change.
      return tests.has(testKey(own.change)) || own.verdict === 'inconclusive' ? own : { ...own, verdict: 'no change' }
    })
  }
}

/** Results of commits without a change between them count as repeats, so the commit and the binary are removed. */
function onSide({ binary: _binary, facts = {}, ...point }: Point, side: string): Point {
  const { [BUILD_FACTS.commit]: _commit, ...others } = facts
  return { ...point, facts: others, coordinates: { ...point.coordinates, version: side, build: side } }
}

const testKey = ({ test, clients }: { test: string; clients: string }) => JSON.stringify([test, clients])

type Changed = { index: number; test: string }

/** The commits at which the rule of a series detects a change, by test. */
function* changesByTest(
  set: PointSet,
  commits: readonly string[],
  { runs, rules }: Pick<CommitQuery, 'runs' | 'rules'>,
): Generator<readonly Changed[]> {
  const betterOf = new Map(set.metrics.map(({ name, better }) => [name, better]))
  const indexOf = new Map(commits.map((commit, index) => [commit, index]))
  const byTest = Map.groupBy(set.points, ({ coordinates: { test = '', clients = '' } }) => testKey({ test, clients }))
  for (const [test, points] of byTest) {
    const one = buildLines({ ...set, points }, runs, QUERY)
    yield one.lines.flatMap((line) => {
      const { changes } = judgeLine(line, ruleFor(rules, line), betterOf.get(line.metric) ?? 'higher')
      return changes.flatMap(({ place, direction }): Changed[] => {
        const at = indexOf.get(one.places[place] ?? '')
        return at === undefined || direction === 'changed' ? [] : [{ index: at, test }]
      })
    })
  }
}

/**
 * Positions at which levels begin: the commit of most tests, including tests that changed one commit before or after
 * it.
 */
function cutsOf(changed: readonly Changed[]): { index: number; tests: ReadonlySet<string> }[] {
  const cuts: { index: number; tests: ReadonlySet<string> }[] = []
  let left = [...changed]
  while (left.length > 0) {
    const counts = [...Map.groupBy(left, ({ index }) => index)].sort(([a, x], [b, y]) => y.length - x.length || a - b)
    const index = counts[0]?.[0] ?? 0
    const isNear = (one: Changed) => Math.abs(one.index - index) <= 1
    cuts.push({ index, tests: new Set(left.filter(isNear).map(({ test }) => test)) })
    left = left.filter((one) => !isNear(one))
  }
  return cuts.sort((a, b) => a.index - b.index)
}
