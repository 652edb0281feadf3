import { NearestReleases } from '@assay/domain/compare/noise/nearest-release'
import { type FloorEntry, type NeighborEstimates, neighborFloors } from '@assay/domain/compare/noise/neighbor-estimates'
import type { NoiseFloors } from '@assay/domain/compare/noise/noise-floor'
import { NO_FLOORS } from '@assay/domain/compare/noise/noise-floor'
import { NoiseShape } from '@assay/domain/compare/noise/noise-shape'
import { z } from 'zod'
import { idFromName } from '../../id-from-name.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'

const Floor = [z.array(z.string()), z.number(), z.number()] as const
const Entries: z.ZodType<FloorEntry[]> = z.array(
  z.union([z.tuple(Floor), z.tuple([...Floor, NoiseShape]), z.tuple([...Floor, NoiseShape.nullable(), z.number()])]),
)

/** The old format, from before single runs were compared with neighboring releases, is a list of floors. */
const Estimates: z.ZodType<NeighborEstimates> = z.union([
  z.object({ floors: Entries, nearest: z.array(NearestReleases) }),
  Entries.transform((floors) => ({ floors, nearest: [] })),
])

/** Cache by project and product with the revision of the row, so that a page reads only the revision. */
const cached = new Map<string, { revision: string; floors: NoiseFloors }>()
const MAX_CACHED_ESTIMATES = 200

/** Stores the noise estimates from neighboring versions of a product; unchanged estimates are not written. */
export async function storeNeighborFloors(scoped: TenantScope, product: string, estimates: NeighborEstimates) {
  await scoped.query(
    `insert into neighbor_floor (project_id, id, product, floors) values ($1, $2, $3, $4)
     on conflict (project_id, product) do update set floors = excluded.floors, revision = neighbor_floor.revision + 1
     where neighbor_floor.floors is distinct from excluded.floors`,
    [
      scoped.projectId, // The first argument is a name space of stored ids, so its spelling must not change.
      idFromName('neighbour-floor', product),
      product,
      JSON.stringify(estimates),
    ],
  )
}

/** Reads noise estimates from neighboring versions by product and revision; empty if there are too few versions. */
export async function readNeighborFloors(
  scoped: TenantScope,
  revisions: Readonly<Record<string, string>>,
): Promise<NoiseFloors> {
  const all = await Promise.all(
    Object.entries(revisions).map(([product, revision]) => readOne(scoped, product, revision)),
  )
  if (all.length === 0) return NO_FLOORS
  const byProduct = new Map(Object.keys(revisions).map((product, at) => [product, all[at]]))
  return {
    at(key) {
      for (const floors of all) {
        const found = floors.at(key)
        if (found !== null) return found
      }
      return null
    },
    nearest: (key) => byProduct.get(key.product)?.nearest?.(key) ?? null,
  }
}

/** Reads noise estimates of one machine from neighboring versions of all products, by `poolKey`. */
export async function readNeighborEntries(scoped: TenantScope, hardware: string): Promise<FloorEntry[]> {
  const rows = await readRows(
    scoped,
    z.object({ floors: z.unknown() }),
    'select floors from neighbor_floor where project_id = $1 order by product',
    [scoped.projectId],
  )
  return rows.flatMap(({ floors }) => Estimates.parse(floors).floors).filter(([[, machine]]) => machine === hardware)
}

async function readOne(scoped: TenantScope, product: string, revision: string): Promise<NoiseFloors> {
  const key = `${scoped.projectId} ${product}`
  const known = cached.get(key)
  if (known?.revision === revision) return known.floors
  const rows = await readRows(
    scoped,
    z.object({ floors: z.unknown() }),
    'select floors from neighbor_floor where project_id = $1 and product = $2',
    [scoped.projectId, product],
  )
  const floors = rows[0] === undefined ? NO_FLOORS : neighborFloors(Estimates.parse(rows[0].floors))
  if (cached.size >= MAX_CACHED_ESTIMATES) cached.delete(cached.keys().next().value ?? '')
  cached.set(key, { revision, floors })
  return floors
}
