import { hash } from 'node:crypto'
import type { EnvironmentOutline, ScanState } from '@assay/db/types'
import type { NoiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { PointSet } from '@assay/domain/compare/point'
import { isBranch, MIN_COMMITS } from '@assay/domain/findings/judge-commits'
import { type ScanPair, versionPairs } from '@assay/domain/findings/version-pairs'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { ProjectAccess } from '../access/resolve-access.ts'

/**
 * Version of the engine in stored states. Increase it when the same results get other verdicts or other stored facts, so that
 * all pairs are judged again.
 */
const ENGINE = 19

/** A version pair of an environment, or the commits of one version, with the hash of the results to judge. */
export type PlannedPair = { id: string; environment: EnvironmentOutline; pair: ScanPair; results: string }

/** A planned pair with the state of all its inputs: the hash of the results, then the hash of the noise estimates. */
export type PairWithState = PlannedPair & { state: string }

/**
 * Plans every version pair that is worth comparing, and every version with many builds, in every environment. A branch
 * that was measured at many commits is a series of commits and not a release: its results are not repeats of each
 * other, so it is judged by commit only.
 */
export function planVersionPairs(environments: readonly EnvironmentOutline[]): PlannedPair[] {
  return environments.flatMap((environment) => {
    const stateOf = new Map(environment.versions.map(({ version, state }) => [version, state]))
    const built = environment.versions.filter(({ builds }) => builds >= MIN_COMMITS)
    const pairs: ScanPair[] = [
      ...versionPairs(
        environment.versions.flatMap((one) => (isBranch(one) ? [] : [one.version])),
        environment.product,
      ),
      ...built.map(({ version }) => ({ from: version, to: version, kind: 'commits' as const })),
    ]
    return pairs.map((pair): PlannedPair => {
      const { from, to, kind } = pair
      const results = shortHash([ENGINE, kind, stateOf.get(from), stateOf.get(to)])
      const id = runIdFromSha256(hash('sha256', JSON.stringify([environment.id, from, to]), 'hex'))
      return { id, environment, pair, results }
    })
  })
}

/** True if the results of a pair have no verdicts yet. The state of a judged pair begins with that of its results. */
export const isTouched = ({ id, results }: PlannedPair, { pairs }: Pick<ScanState, 'pairs'>): boolean =>
  pairs.get(id)?.state.startsWith(results) !== true

export async function withNoiseState(
  access: ProjectAccess,
  environments: readonly EnvironmentOutline[],
  planned: readonly PlannedPair[],
): Promise<PairWithState[]> {
  const floors = await access.queries.noise.floors(onePointEach(environments), [PRIMARY_METRIC])
  const noise = new Map(environments.map((environment) => [environment, noiseState(environment, floors)]))
  return planned.map((pair) => ({ ...pair, state: `${pair.results} ${noise.get(pair.environment) ?? ''}` }))
}

/** One result for each machine and benchmark with every test; noise floors are looked up by these. */
function onePointEach(environments: readonly EnvironmentOutline[]): PointSet {
  const tests = new Map(
    environments.flatMap((environment) => environment.tests.map((one) => [JSON.stringify(one), one] as const)),
  )
  return {
    points: environments.map(({ id, product, hardware, benchmark }) => ({
      runId: id,
      resultId: id,
      coordinates: { product, hardware, benchmark },
      values: {},
    })),
    tests: [...tests.values()].map(({ test, group, metric }) => ({
      name: test,
      group,
      order: 0,
      role: 'measured',
      primaryMetric: metric,
    })),
    metrics: [],
  }
}

function noiseState({ hardware, benchmark, workload, tests }: EnvironmentOutline, floors: NoiseFloors): string {
  return shortHash(
    tests.map(({ test, group, clients, metric }) => {
      const floor = floors.at({ hardware, benchmark, workload, test, group, clients, metric })
      return [test, group, clients, metric, floor]
    }),
  )
}

const shortHash = (values: readonly unknown[]) => hash('sha256', JSON.stringify(values), 'base64url').slice(0, 16)
