import { FindingState } from '@assay/domain/findings/finding'
import type { FindingFilters, StoredFinding } from '@assay/domain/findings/stored-finding'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import type { Prisma } from '../../scope/prisma.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { asFinding, asFindingEvent, stateColumn } from './finding-rows.ts'

/** Lists active findings, largest effect first. */
export async function listFindings(
  { projectId, prisma }: TenantScope,
  filters: FindingFilters,
  limit: number,
): Promise<StoredFinding[]> {
  const rows = await prisma.finding.findMany({
    where: { projectId, active: true, ...whereFilters(filters) },
    orderBy: [{ effect: 'desc' }, { id: 'asc' }],
    take: limit,
  })
  return rows.map(asFinding)
}

function whereFilters({ product, hardware, state, direction, least, explained }: FindingFilters) {
  const path = ['medianRatio']
  return {
    ...(product.length > 0 && { product: { in: product } }),
    ...(hardware.length > 0 && { hardware: { in: hardware } }),
    ...(state.length > 0 && { state: { in: state.map(stateColumn) } }),
    ...(direction.length > 0 && { direction: { in: direction } }),
    ...(least > 0 && { OR: [{ facts: { path, gte: 1 + least } }, { facts: { path, lte: 1 - least } }] }),
    ...(!explained && { effect: { gt: 0 } }),
  } satisfies Prisma.FindingWhereInput
}

const CountRow = z.object({
  product: z.string(),
  hardware: z.string(),
  state: FindingState,
  direction: z.string(),
  count: z.int(),
  explained: z.int(),
})

/** Uses SQL, because one pass gives counts for which Prisma needs two. */
export const countFindings = (scoped: TenantScope): Promise<z.infer<typeof CountRow>[]> =>
  readRows(
    scoped,
    CountRow,
    `select product, hardware, state, direction, count(*) filter (where effect > 0)::int as count,
       count(*) filter (where effect <= 0)::int as explained
     from finding where project_id = $1 and active
     group by product, hardware, state, direction order by product, hardware, state, direction`,
    [scoped.projectId],
  )

/** Reads a finding with its history; null if there is no such finding. */
export async function findFinding({ projectId, prisma }: TenantScope, id: string) {
  if (!isUuid(id)) return null
  const row = await prisma.finding.findUnique({
    where: { projectId_id: { projectId, id } },
    include: { events: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } },
  })
  return row && { ...asFinding(row), events: row.events.map(asFindingEvent) }
}
