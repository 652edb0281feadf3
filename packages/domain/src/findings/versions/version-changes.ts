import type { Verdict } from '../../compare/verdict/verdict.ts'
import { changeIn } from '../../compare/verdict/verdict-codes.ts'
import { compareVersions } from '../../run/compare-versions.ts'
import type { FindingChange, FindingDirection } from '../finding.ts'
import type { JudgedChange } from '../pair-verdicts.ts'
import { type ReleaseLine, releaseLine } from '../releases/release-summary.ts'
import { DRIFT_LIMIT } from '../series/drift.ts'
import { type Bases, SINCE, type Since } from './bases-of.ts'

/** One machine, benchmark and workload that ran the version, with the verdicts against each base. */
export type JudgedEnvironment = {
  hardware: string
  benchmark: string
  workload: string
  /** Versions that were measured there, oldest first. */
  versions: readonly string[]
  bases: Bases
  judged: readonly JudgedChange[]
  /** Names of the metrics whose lower values are better. */
  lowerIsBetter: ReadonlySet<string>
}

/** A change between two versions that is part of a finding. */
export type Called = {
  from: string
  to: string
  hardware: string
  direction: FindingDirection
  changes: readonly FindingChange[]
}

type ChangeVerdict = Extract<Verdict, 'regression' | 'improvement'>

/** One test with a regression or an improvement vs the base. */
export type VersionChange = {
  change: FindingChange
  from: string
  verdict: ChangeVerdict
  /** True for a change of 10% or more in several steps, none of which has a finding. */
  isDrift: boolean
}

export type MachineChanges = {
  hardware: string
  /** The bases, oldest first; several if environments lack some of them. */
  from: readonly string[]
  /** Regressions before improvements, largest first. */
  changes: readonly VersionChange[]
  noChange: number
  inconclusive: number
  /** The ratio of every test, for a plot. */
  lines: readonly ReleaseLine[]
}

export type SinceChanges = { since: Since; machines: readonly MachineChanges[] }

/** Regressions and improvements of a version since each of its bases, by machine. */
export function versionChanges(environments: readonly JudgedEnvironment[], called: readonly Called[]): SinceChanges[] {
  return SINCE.flatMap((since) => {
    // Environments without a verdict against this base are left out.
    const own = environments.filter(({ bases, judged }) => judged.some(({ from }) => from === bases[since]))
    const byMachine = Map.groupBy(own, ({ hardware }) => hardware)
    const machines = [...byMachine].map(([hardware, some]) => machineChanges(hardware, some, since, called))
    return machines.length === 0 ? [] : [{ since, machines: machines.sort(mostWorseFirst) }]
  })
}

const mostWorseFirst = (a: MachineChanges, b: MachineChanges): number =>
  countOf(b, 'regression') - countOf(a, 'regression') || (a.hardware < b.hardware ? -1 : 1)

export const countOf = ({ changes }: Pick<MachineChanges, 'changes'>, verdict: ChangeVerdict): number =>
  changes.filter((change) => change.verdict === verdict).length

function machineChanges(
  hardware: string,
  environments: readonly JudgedEnvironment[],
  since: Since,
  called: readonly Called[],
): MachineChanges {
  const all = environments.flatMap((environment) =>
    environment.judged.flatMap((judged) => (judged.from === environment.bases[since] ? [{ environment, judged }] : [])),
  )
  const changes = all.flatMap(({ environment, judged: { from, change, verdict } }): VersionChange[] =>
    verdict === 'regression' || verdict === 'improvement'
      ? [{ change, from, verdict, isDrift: isDrift(environment, { from, change, verdict }, called) }]
      : [],
  )
  const verdicts = all.map(({ judged }) => judged.verdict)
  return {
    hardware,
    from: [...new Set(environments.flatMap(({ bases }) => bases[since] ?? []))].sort(compareVersions),
    changes: changes.sort(worstFirst),
    noChange: verdicts.filter((verdict) => verdict === 'no change').length,
    inconclusive: verdicts.filter((verdict) => verdict === 'inconclusive').length,
    lines: all.map(({ environment, judged }) => releaseLine(judged, environment.lowerIsBetter)),
  }
}

const size = ({ change }: VersionChange): number => Math.abs(Math.log(change.ratio))
const worstFirst = (a: VersionChange, b: VersionChange): number =>
  a.verdict === b.verdict ? size(b) - size(a) : a.verdict === 'regression' ? -1 : 1

/** True when the change took several steps and none of them has a finding for this test. */
function isDrift(
  { hardware, versions, judged }: JudgedEnvironment,
  { from, change, verdict }: Omit<VersionChange, 'isDrift'>,
  called: readonly Called[],
): boolean {
  const { ratio } = change
  if (Math.max(ratio, 1 / ratio) - 1 < DRIFT_LIMIT) return false
  const to = judged[0]?.to ?? ''
  const [start, end] = [versions.indexOf(from), versions.indexOf(to)]
  if (start < 0 || end - start < 2) return false
  return !called.some((one) => {
    const [stepStart, stepEnd] = [versions.indexOf(one.from), versions.indexOf(one.to)]
    const isStep = stepStart >= start && stepEnd <= end && stepEnd - stepStart === 1
    if (!isStep || one.hardware !== hardware || changeIn(one.direction) !== verdict) return false
    return one.changes.some((other) => isSameTest(other, change))
  })
}

const isSameTest = (a: FindingChange, b: FindingChange): boolean =>
  a.benchmark === b.benchmark &&
  a.workload === b.workload &&
  a.test === b.test &&
  a.clients === b.clients &&
  a.metric === b.metric
