import { continuedFrom } from '@assay/domain/findings/continued-from'
import { isExplained } from '@assay/domain/findings/explained-by-steps'
import type { FindingFacts } from '@assay/domain/findings/finding'
import { effectOf } from '@assay/domain/findings/group-changes'
import type { StoredFinding } from '@assay/domain/findings/stored-finding'
import { z } from 'zod'
import { addEvent } from '../../crud/findings/add-event.ts'
import { asFinding, stateColumn } from '../../crud/findings/finding-rows.ts'
import { notifyChannels } from '../../crud/notifications/notify-channels.ts'
import { idFromName } from '../../id-from-name.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { PairOfVersions } from './finding-types.ts'

/**
 * Replaces the findings of some version pairs of a product. Triage by people stays. A finding that is no longer found
 * is deleted if no person changed it and nobody was notified of it; otherwise it becomes inactive. A lock per project
 * gives concurrent workers the same result as one worker.
 *
 * @param pairs the version pairs for which `all` has every finding; null for the whole product.
 * @returns the ids of new findings.
 */
export async function storeFindings(
  tx: TenantTransaction,
  scoped: TenantScope,
  product: string,
  all: readonly FindingFacts[],
  pairs: readonly PairOfVersions[] | null,
): Promise<string[]> {
  const { projectId } = scoped
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('findings ' || $1, 0))`, [projectId])
  const found = all.map((facts) => ({ id: idOf(facts), facts }))
  const hadNews = await newsBefore(tx, projectId, found)
  const changed = await upsertFindings(tx, projectId, found)
  // The lock prevents other transactions from storing findings of the project, so the ids that were read before are
  // complete.
  const appeared = changed.filter((id) => !hadNews.has(id))
  const where = [
    projectId,
    product,
    found.map(({ id }) => id),
    pairs?.map(({ from }) => from) ?? null,
    pairs?.map(({ to }) => to) ?? null,
  ]
  await tx.query(DELETE_UNTOUCHED, where)
  const inactive = await readRows(tx, z.object({ id: z.string() }), MARK_INACTIVE, where)
  for (const { id } of inactive) {
    await addEvent(tx, scoped, { findingId: id, kind: 'no longer found', state: null, note: null })
  }
  const factsOf = new Map(found.map(({ id, facts }) => [id, facts]))
  // Inactive findings are marked first, because a new finding may continue one of them.
  for (const findingId of appeared) await appear(tx, scoped, findingId, factsOf.get(findingId))
  for (const { id, facts } of found) {
    if (hadNews.get(id) === false && !isExplained(facts)) await notifyUnexplained(tx, scoped, id)
  }
  return appeared
}

/** For existing findings: true if they had changes that no single step explains. */
async function newsBefore(
  tx: TenantTransaction,
  projectId: string,
  found: readonly { id: string }[],
): Promise<Map<string, boolean>> {
  if (found.length === 0) return new Map()
  const rows = await readRows(
    tx,
    z.object({ id: z.string(), effect: z.number() }),
    'select id, effect from finding where project_id = $1 and id = any($2::uuid[])',
    [projectId, found.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, effect }) => [id, effect > 0]))
}

async function appear(
  tx: TenantTransaction,
  scoped: TenantScope,
  findingId: string,
  facts: FindingFacts | undefined,
): Promise<void> {
  const before = facts === undefined || isExplained(facts) ? null : await findFormer(tx, scoped.projectId, facts)
  if (before === null) return addEvent(tx, scoped, { findingId, kind: 'found', state: 'new', note: null })
  const { state, owner, knownBug, from, to } = before
  await tx.finding.update({
    where: { projectId_id: { projectId: scoped.projectId, id: findingId } },
    data: { state: stateColumn(state), ownerId: owner?.id ?? null, ownerName: owner?.name ?? null, knownBug },
    select: { id: true },
  })
  await addEvent(tx, scoped, { findingId, kind: 'continued', state, note: `${from} to ${to}` })
}

/** The inactive finding that this one continues; null if it is new. */
async function findFormer(
  tx: TenantTransaction,
  projectId: string,
  facts: FindingFacts,
): Promise<StoredFinding | null> {
  const { product, from, hardware, direction } = facts
  const former = await tx.finding.findMany({
    where: { projectId, product, fromVersion: from, hardware, direction, active: false, effect: { gt: 0 } },
    include: { events: { where: { kind: 'found' }, take: 1, select: { id: true } } },
  })
  const found = former.map(({ events, ...row }) => ({ finding: asFinding(row), wasFound: events.length > 0 }))
  return continuedFrom(facts, found)
}

/** Notifies of a finding that was explained by steps when it was found, but is no longer. */
async function notifyUnexplained(tx: TenantTransaction, scoped: TenantScope, findingId: string): Promise<void> {
  const found = await tx.findingEvent.findFirst({
    where: { projectId: scoped.projectId, findingId, kind: 'found' },
    select: { id: true },
    orderBy: { at: 'asc' },
  })
  if (found !== null) await notifyChannels(tx, scoped, { id: found.id, findingId, kind: 'found' })
}

const idOf = ({ product, from, to, hardware, direction }: FindingFacts) =>
  idFromName('finding', product, from, to, hardware, direction)

/**
 * Inserts and updates findings.
 *
 * @returns the ids of new and changed findings.
 */
async function upsertFindings(
  tx: TenantTransaction,
  projectId: string,
  found: readonly { id: string; facts: FindingFacts }[],
): Promise<string[]> {
  if (found.length === 0) return []
  const rows = await readRows(tx, z.object({ id: z.string() }), UPSERT, [
    projectId,
    found.map(({ id }) => id),
    found.map(({ facts }) => facts.product),
    found.map(({ facts }) => facts.from),
    found.map(({ facts }) => facts.to),
    found.map(({ facts }) => facts.hardware),
    found.map(({ facts }) => facts.direction),
    found.map(({ facts: { product: _p, from: _f, to: _t, hardware: _h, direction: _d, ...rest } }) =>
      JSON.stringify(rest),
    ),
    found.map(({ facts }) => effectOf(facts)),
  ])
  return rows.map(({ id }) => id)
}

const UPSERT = `
  insert into finding (project_id, id, product, from_version, to_version, hardware, direction, facts, effect)
  select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
    $9::float8[])
  on conflict (project_id, id) do update set facts = excluded.facts, effect = excluded.effect, active = true,
    updated_at = case when finding.facts = excluded.facts and finding.active then finding.updated_at else excluded.updated_at end
  where finding.facts is distinct from excluded.facts or not finding.active
  returning id`

/**
 * The version of "18.0-dev at 3f2a91c0de": findings between commits belong to the pair of their version with itself.
 */
const version = (column: string) => `regexp_replace(${column}, ' at [0-9a-f]{4,10}$', '')`
const OF_PAIRS = `($4::text[] is null or (f.from_version, f.to_version) in (select * from unnest($4::text[], $5::text[]))
  or (${version('f.from_version')}, ${version('f.to_version')}) in
    (select p.from_version, p.to_version from unnest($4::text[], $5::text[]) as p (from_version, to_version)
     where p.from_version = p.to_version))`

const DELETE_UNTOUCHED = `
  delete from finding f where project_id = $1 and product = $2 and id <> all($3::uuid[]) and ${OF_PAIRS}
    and not exists (select from finding_event e
      where e.project_id = f.project_id and e.finding_id = f.id and e.kind <> 'found')
    and not exists (select from message m
      where m.project_id = f.project_id and m.finding_id = f.id and m.state = 'delivered')`

const MARK_INACTIVE = `
  update finding f set active = false, updated_at = current_timestamp
  where project_id = $1 and product = $2 and active and id <> all($3::uuid[]) and ${OF_PAIRS} returning id`
