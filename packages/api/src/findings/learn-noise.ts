import type { KeptStates, PlaceOutline } from '@assay/db/types'
import { neighbourEntries, placeNoise } from '@assay/domain/verdict/neighbour-floor'
import { pairSteps } from '@assay/domain/verdict/pair-steps'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { PlannedPart } from './plan-parts.ts'
import type { PlaceReader } from './read-place.ts'

/** Stores how far everything went between neighbouring versions, of pairs whose results are not as they were. */
export async function learnSteps(
  { queries }: ProjectAccess,
  product: string,
  { parts, read, together }: { parts: readonly PlannedPart[]; read: PlaceReader; together: number },
): Promise<void> {
  for await (const { parts: some, set } of read(parts, together)) {
    const byVersion = Map.groupBy(set.points, ({ coordinates }) => coordinates.version ?? '')
    const steps = some.flatMap(({ id, place, pair: { from, to, kind } }) =>
      kind === 'release'
        ? [{ id, place, from, to, steps: pairSteps(byVersion.get(from) ?? [], byVersion.get(to) ?? []) }]
        : [],
    )
    if (steps.length > 0) await queries.findings.keepSteps(product, steps)
  }
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
