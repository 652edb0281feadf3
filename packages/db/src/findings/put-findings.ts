import { continuedFrom } from '@assay/domain/findings/continued-from'
import { isExplained } from '@assay/domain/findings/explained-by-steps'
import type { FindingFacts } from '@assay/domain/findings/finding'
import { effectOf } from '@assay/domain/findings/group-changes'
import { StoredFinding } from '@assay/domain/findings/stored-finding'
import { idFrom } from '../identity.ts'
import { tellTargets } from '../notifications/notify-channels.ts'
import type { Statements, TenantScope } from '../scope/tenant-scope.ts'
import { addEvent } from './add-event.ts'
import { FINDING } from './finding-json.ts'
import type { PairOfVersions } from './finding-types.ts'

/**
 * Puts what the data of a product say now in the place of what they said before. What people said of a finding stays;
 * one that is found no longer goes if nobody touched it or was told of it, and is marked otherwise. One at a time for a project, so two
 * workers give the same as one.
 *
 * @param pairs which pairs of versions `all` is everything of; null for the whole product.
 * @returns the ids of findings that were not there.
 */
export async function putFindings(
  tx: Statements,
  scoped: TenantScope,
  product: string,
  all: readonly FindingFacts[],
  pairs: readonly PairOfVersions[] | null,
): Promise<string[]> {
  const { projectId } = scoped
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('findings ' || $1, 0))`, [projectId])
  const found = all.map((facts) => ({ id: idOf(facts), facts }))
  const hadNews = await newsBefore(tx, projectId, found)
  const appeared = await putAll(tx, projectId, found)
  const where = [
    projectId,
    product,
    found.map(({ id }) => id),
    pairs?.map(({ from }) => from) ?? null,
    pairs?.map(({ to }) => to) ?? null,
  ]
  await tx.query(DELETE_UNTOUCHED, where)
  const { rows: gone } = await tx.query<{ id: string }>(MARK_GONE, where)
  for (const { id } of gone) {
    await addEvent(tx, scoped, { findingId: id, kind: 'no longer found', state: null, note: null })
  }
  const factsOf = new Map(found.map(({ id, facts }) => [id, facts]))
  // After what is gone, for one may go on with that.
  for (const findingId of appeared) await appear(tx, scoped, findingId, factsOf.get(findingId))
  for (const { id, facts } of found) {
    if (hadNews.get(id) === false && !isExplained(facts)) await tellAfterAll(tx, scoped, id)
  }
  return appeared
}

/** Of findings that are there already, whether they had something to tell that no single step does. */
async function newsBefore(
  tx: Statements,
  projectId: string,
  found: readonly { id: string }[],
): Promise<Map<string, boolean>> {
  const { rows } = await tx.query<{ id: string; hasNews: boolean }>(
    `select id, effect > 0 as "hasNews" from finding where project_id = $1 and id = any($2::uuid[])`,
    [projectId, found.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, hasNews }) => [id, hasNews]))
}

async function appear(
  tx: Statements,
  scoped: TenantScope,
  findingId: string,
  facts: FindingFacts | undefined,
): Promise<void> {
  const before = facts === undefined || isExplained(facts) ? null : await formerOf(tx, scoped.projectId, facts)
  if (before === null) return addEvent(tx, scoped, { findingId, kind: 'found', state: 'new', note: null })
  const { state, owner, knownBug, from, to } = before
  await tx.query(
    `update finding set state = $3, owner_id = $4, owner_name = $5, known_bug = $6 where project_id = $1 and id = $2`,
    [scoped.projectId, findingId, state, owner?.id ?? null, owner?.name ?? null, knownBug],
  )
  await addEvent(tx, scoped, { findingId, kind: 'continued', state, note: `${from} to ${to}` })
}

/** The finding that goes on in this one; null for what is news. */
async function formerOf(tx: Statements, projectId: string, facts: FindingFacts): Promise<StoredFinding | null> {
  const { product, from, hardware, direction } = facts
  const { rows } = await tx.query<{ finding: unknown; wasFound: boolean }>(FORMER, [
    projectId,
    product,
    from,
    hardware,
    direction,
  ])
  const former = rows.map(({ finding, wasFound }) => ({ finding: StoredFinding.parse(finding), wasFound }))
  return continuedFrom(facts, former)
}

/** What was no news when it was found, and is now that no step explains it any more. */
async function tellAfterAll(tx: Statements, scoped: TenantScope, findingId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from finding_event where project_id = $1 and finding_id = $2 and kind = 'found' order by at limit 1`,
    [scoped.projectId, findingId],
  )
  if (rows[0] !== undefined) await tellTargets(tx, scoped, { id: rows[0].id, findingId, kind: 'found' })
}

const idOf = ({ product, from, to, hardware, direction }: FindingFacts) =>
  idFrom('finding', product, from, to, hardware, direction)

async function putAll(
  tx: Statements,
  projectId: string,
  found: readonly { id: string; facts: FindingFacts }[],
): Promise<string[]> {
  if (found.length === 0) return []
  const { rows } = await tx.query<{ id: string; isNew: boolean }>(UPSERT, [
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
  return rows.filter(({ isNew }) => isNew).map(({ id }) => id)
}

/** xmax is 0 in a row that was inserted, and the number of this transaction in one that was updated. */
const UPSERT = `
  insert into finding (project_id, id, product, from_version, to_version, hardware, direction, facts, effect)
  select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
    $9::float8[])
  on conflict (project_id, id) do update set facts = excluded.facts, effect = excluded.effect, stands = true,
    updated_at = case when finding.facts = excluded.facts and finding.stands then finding.updated_at else current_timestamp end
  where finding.facts is distinct from excluded.facts or not finding.stands
  returning id, xmax = 0 as "isNew"`

const FORMER = `
  select ${FINDING} as finding, exists (select from finding_event e
      where e.project_id = $1 and e.finding_id = finding.id and e.kind = 'found') as "wasFound"
  from finding where project_id = $1 and product = $2 and from_version = $3 and hardware = $4 and direction = $5
    and not stands and effect > 0`

/** The version of "18.0-dev at 3f2a91c0de": findings between commits belong to the pair of their version with itself. */
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

const MARK_GONE = `
  update finding f set stands = false, updated_at = current_timestamp
  where project_id = $1 and product = $2 and stands and id <> all($3::uuid[]) and ${OF_PAIRS} returning id`
