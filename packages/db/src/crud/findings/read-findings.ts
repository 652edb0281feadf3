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

/** A finding with the time at which the newer version was first measured on its machine. */
export type DatedFinding = StoredFinding & { measuredAt: string | null }

export type FindingPageQuery = {
  filters: FindingFilters
  /** Only findings that were found or changed at this time or later. */
  since: Date | null
  /** Id of the last finding of the previous page; null for the first page. */
  after: string | null
  limit: number
}

/** Lists one page of active findings, largest effect first; null when there is no finding `after` any longer. */
export async function listFindingPage(
  scoped: TenantScope,
  { filters, since, after, limit }: FindingPageQuery,
): Promise<{ findings: DatedFinding[]; next: string | null } | null> {
  const { projectId, prisma } = scoped
  const isKnown =
    after === null || (isUuid(after) && (await prisma.finding.count({ where: { projectId, id: after } })) > 0)
  if (!isKnown) return null
  const rows = await prisma.finding.findMany({
    where: {
      ...{ projectId, active: true, ...whereFilters(filters) },
      ...(since !== null && { updatedAt: { gte: since } }),
    },
    orderBy: [{ effect: 'desc' }, { id: 'asc' }],
    ...(after !== null && { cursor: { projectId_id: { projectId, id: after } }, skip: 1 }),
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const times = await readFirstMeasured(
    scoped,
    page.map(({ id }) => id),
  )
  return {
    findings: page.map((row) => ({ ...asFinding(row), measuredAt: times.get(row.id) ?? null })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

const FirstMeasured = z.object({ id: z.string(), at: z.date().nullable() })

/** When the newer version of each finding was first measured on its machine. */
async function readFirstMeasured(scoped: TenantScope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await readRows(
    scoped,
    FirstMeasured,
    `select finding.id, min(coalesce(run.started_at, run.received_at)) as at
     from finding
     join product on product.project_id = finding.project_id and product.name = finding.product
     join version on version.project_id = finding.project_id and version.product_id = product.id
       and version.name = finding.to_version
     join build on build.project_id = finding.project_id and build.version_id = version.id
     join hardware on hardware.project_id = finding.project_id and hardware.name = finding.hardware
     join run on run.project_id = finding.project_id and run.build_id = build.id and run.hardware_id = hardware.id
     where finding.project_id = $1 and finding.id = any($2::uuid[])
     group by finding.id`,
    [scoped.projectId, ids],
  )
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at.toISOString()] as const])))
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
