import { hash } from 'node:crypto'
import type { PlaceOutline } from '@assay/db/types'
import type { PointSet } from '@assay/domain/compare/point'
import type { NoiseFloors } from '@assay/domain/compare/verdict/noise-floor'
import { isBranch, MIN_COMMITS } from '@assay/domain/findings/judge-commits'
import { type PartPair, versionPairs } from '@assay/domain/findings/version-pairs'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { ProjectAccess } from '../access/resolve-access.ts'

/** To be raised when the same results are judged in another way: then everything is judged again. */
const ENGINE = 11

/** A pair of versions in a place, or the commits of one, with the state of the results that are judged. */
export type PlannedPart = { id: string; place: PlaceOutline; pair: PartPair; results: string }

/** The same with the state of all that its verdicts rest on: of its results first, then of noise. */
export type WantedPart = PlannedPart & { state: string }

/**
 * Every pair of versions that is worth comparing, and every version that was built many times, in every place. A branch
 * that was measured at many commits is a series of commits and no release: its results are no repeats of each other, so
 * it is judged by commit alone.
 */
export function planParts(places: readonly PlaceOutline[]): PlannedPart[] {
  return places.flatMap((place) => {
    const stateOf = new Map(place.versions.map(({ version, state }) => [version, state]))
    const built = place.versions.filter(({ builds }) => builds >= MIN_COMMITS)
    const pairs: PartPair[] = [
      ...versionPairs(
        place.versions.flatMap((one) => (isBranch(one) ? [] : [one.version])),
        place.product,
      ),
      ...built.map(({ version }) => ({ from: version, to: version, kind: 'commits' as const })),
    ]
    return pairs.map((pair): PlannedPart => {
      const { from, to, kind } = pair
      const results = short([ENGINE, kind, stateOf.get(from), stateOf.get(to)])
      const id = runIdFromSha256(hash('sha256', JSON.stringify([place.id, from, to]), 'hex'))
      return { id, place, pair, results }
    })
  })
}

export async function withNoiseState(
  access: ProjectAccess,
  places: readonly PlaceOutline[],
  planned: readonly PlannedPart[],
): Promise<WantedPart[]> {
  const floors = await access.queries.noise.floors(benchesOf(places), [PRIMARY_METRIC])
  const noise = new Map(places.map((place) => [place, noiseState(place, floors)]))
  return planned.map((part) => ({ ...part, state: `${part.results} ${noise.get(part.place) ?? ''}` }))
}

/** One result on each machine and benchmark, and every test: what floors are asked for. */
function benchesOf(places: readonly PlaceOutline[]): PointSet {
  const tests = new Map(places.flatMap((place) => place.tests.map((one) => [JSON.stringify(one), one] as const)))
  return {
    points: places.map(({ id, product, hardware, benchmark }) => ({
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

function noiseState({ hardware, benchmark, workload, tests }: PlaceOutline, floors: NoiseFloors): string {
  return short(
    tests.map(({ test, group, clients, metric }) => {
      const floor = floors.at({ hardware, benchmark, workload, test, group, clients, metric })
      return [test, group, clients, metric, floor]
    }),
  )
}

const short = (parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16)
