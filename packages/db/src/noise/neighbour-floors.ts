import { type FloorEntry, neighbourFloors } from '@assay/domain/compare/verdict/neighbour-floor'
import type { NoiseFloors } from '@assay/domain/compare/verdict/noise-floor'
import { NO_FLOORS } from '@assay/domain/compare/verdict/noise-floor'
import { NoiseShape } from '@assay/domain/compare/verdict/noise-shape'
import { z } from 'zod'
import { idFrom } from '../identity.ts'
import type { TenantScope } from '../scope/tenant-scope.ts'

const Floor = [z.array(z.string()), z.number(), z.number()] as const
const Entries: z.ZodType<FloorEntry[]> = z.array(
  z.union([z.tuple(Floor), z.tuple([...Floor, NoiseShape]), z.tuple([...Floor, NoiseShape.nullable(), z.number()])]),
)

/** By project and product, with the revision of the row; a page asks for the revision alone. */
const kept = new Map<string, { revision: string; floors: NoiseFloors }>()
const MAX_CACHED_ESTIMATES = 200

/** Stores what neighbouring versions of a product say of noise; unchanged, nothing is written. */
export async function storeNeighbourFloors(scoped: TenantScope, product: string, entries: readonly FloorEntry[]) {
  await scoped.query(
    `insert into neighbour_floor (project_id, id, product, floors) values ($1, $2, $3, $4)
     on conflict (project_id, product) do update set floors = excluded.floors, revision = neighbour_floor.revision + 1
     where neighbour_floor.floors is distinct from excluded.floors`,
    [scoped.projectId, idFrom('neighbour-floor', product), product, JSON.stringify(entries)],
  )
}

/** What neighbouring versions of some products say, by product and revision; none where there are too few of them. */
export async function readNeighbourFloors(
  scoped: TenantScope,
  revisions: Readonly<Record<string, string>>,
): Promise<NoiseFloors> {
  const all = await Promise.all(
    Object.entries(revisions).map(([product, revision]) => readOne(scoped, product, revision)),
  )
  if (all.length === 0) return NO_FLOORS
  return {
    at(place) {
      for (const floors of all) {
        const found = floors.at(place)
        if (found !== null) return found
      }
      return null
    },
  }
}

/** What neighbouring versions of all products say of one machine; keys as `poolKey` makes them. */
export async function readNeighbourEntries(scoped: TenantScope, hardware: string): Promise<FloorEntry[]> {
  const { rows } = await scoped.query<{ floors: unknown }>(
    'select floors from neighbour_floor where project_id = $1 order by product',
    [scoped.projectId],
  )
  return rows.flatMap(({ floors }) => Entries.parse(floors)).filter(([[, machine]]) => machine === hardware)
}

async function readOne(scoped: TenantScope, product: string, revision: string): Promise<NoiseFloors> {
  const key = `${scoped.projectId} ${product}`
  const known = kept.get(key)
  if (known?.revision === revision) return known.floors
  const { rows } = await scoped.query<{ floors: unknown }>(
    'select floors from neighbour_floor where project_id = $1 and product = $2',
    [scoped.projectId, product],
  )
  const floors = rows[0] === undefined ? NO_FLOORS : neighbourFloors(Entries.parse(rows[0].floors))
  if (kept.size >= MAX_CACHED_ESTIMATES) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, { revision, floors })
  return floors
}
