import { setImmediate } from 'node:timers/promises'
import type { KeptStates, PlaceOutline } from '@assay/db/types'
import { neighbourEntries, placeNoise } from '@assay/domain/compare/verdict/neighbour-floor'
import { pairSteps } from '@assay/domain/compare/verdict/pair-steps'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { PlannedPart } from './plan-parts.ts'
import type { PlaceReader } from './read-place.ts'

/** State of a part whose steps are stored and which is not judged yet; those of judged parts begin with their results. */
export const stepsState = ({ results }: Pick<PlannedPart, 'results'>): string => `steps of ${results}`

/**
 * Stores the differences between neighbouring versions, for pairs whose results changed.
 *
 * @returns false where the time was up before all were stored; the next scan goes on with the others.
 */
export async function learnSteps(
  { queries }: ProjectAccess,
  product: string,
  {
    parts,
    read,
    together,
    until,
  }: { parts: readonly PlannedPart[]; read: PlaceReader; together: number; until: number },
): Promise<boolean> {
  const releases = parts.filter(({ pair }) => pair.kind === 'release')
  let done = 0
  for await (const { parts: some, set } of read(releases, together)) {
    const byVersion = Map.groupBy(set.points, ({ coordinates }) => coordinates.version ?? '')
    const steps = []
    for (const part of some) {
      const { from, to } = part.pair
      const found = pairSteps(byVersion.get(from) ?? [], byVersion.get(to) ?? [])
      steps.push({ id: part.id, place: part.place, from, to, state: stepsState(part), steps: found })
      // Requests are served between two pairs.
      await setImmediate()
    }
    await queries.findings.keepSteps(product, steps)
    done += some.length
    if (performance.now() >= until) break
  }
  return done === releases.length
}

/** Stores what the steps of all neighbours say of noise, so that pages say the same as findings. */
export async function learnNoise(
  { queries: { findings, noise } }: ProjectAccess,
  product: string,
  {
    places,
    touched,
    planned,
    kept,
  }: {
    places: readonly PlaceOutline[]
    touched: readonly PlaceOutline[]
    planned: readonly PlannedPart[]
    kept: KeptStates
  },
): Promise<void> {
  const there = new Set(places.map(({ id }) => id))
  if (touched.length === 0 && [...kept.places.keys()].every((id) => there.has(id))) return
  const releases = Map.groupBy(
    planned.filter(({ pair }) => pair.kind === 'release'),
    ({ place }) => place.id,
  )
  const learned = []
  for (const place of touched) {
    const steps = await findings.stepsOf((releases.get(place.id) ?? []).map(({ id }) => id))
    const groups = new Map(place.tests.map(({ test, group }) => [test, group]))
    learned.push({ id: place.id, noise: placeNoise(place, steps, (test) => groups.get(test) ?? null) })
  }
  await findings.keepNoise(product, learned)
  const noises = (await findings.noises(product)).filter(({ id }) => there.has(id))
  await noise.learn(product, neighbourEntries(noises.map((one) => one.noise)))
}
