import { PersonRef, SPEC_KINDS, SPEC_STATES, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { rowTime } from '../notes/row-time.ts'
import { specNumber } from './spec-rows.ts'
import type { SpecNumber, SpecSummary } from './spec-types.ts'

/** Lists specs, newest change first. */
export async function listSpecs(scoped: TenantScope): Promise<SpecSummary[]> {
  const rows = await readRows(scoped, z.object({ spec: SummaryRow }), LIST, [scoped.projectId])
  return rows.map(({ spec }) => spec)
}

/** Lists specs that this one supersedes. */
export async function listSupersededBy({ projectId, prisma }: TenantScope, successor: SpecNumber) {
  const rows = await prisma.spec.findMany({
    where: { projectId, afterwards: { path: ['ended', 'successor'], equals: specName(successor) } },
    select: { kind: true, number: true, title: true },
    orderBy: [{ kind: 'asc' }, { number: 'asc' }],
  })
  return rows.map(({ title, ...row }) => ({ ...specNumber(row), title }))
}

const SummaryRow: z.ZodType<SpecSummary> = z.object({
  id: z.uuid(),
  kind: z.enum(SPEC_KINDS),
  number: z.int(),
  title: z.string(),
  state: z.enum(SPEC_STATES),
  owner: PersonRef,
  coAuthors: z.array(PersonRef),
  readers: z.array(z.string()),
  revision: z.int(),
  parent: z.int().nullable(),
  meetingAt: z.string().nullable(),
  commentsUntil: z.string().nullable(),
  rounds: z.int(),
  feedback: z.int(),
  open: z.int(),
  outcome: z.string().nullable(),
  met: z.int(),
  missed: z.int(),
  successor: z.string().nullable(),
  products: z.array(z.string()),
  updatedAt: z.string(),
})

const STANDING = `
  select r.kind from spec_response r where r.project_id = f.project_id and r.feedback_id = f.id
    and r.facts ->> 'draft' = 'false'
    and not jsonb_path_exists(f.facts, '$.replies[*] ? (@.reopens >= $number)', jsonb_build_object('number', r.number))`

const countGoals = (met: 'true' | 'false') =>
  `jsonb_array_length(jsonb_path_query_array(s.afterwards, 'lax $.outcome.runs[*] ? (@.met == ${met})'))`

// Uses SQL, because it counts rows of three tables for each spec, some by a condition on JSON.
// Products are found by the index of the search, one lookup for each product of the project.
const LIST = `
  with named as (
    select t.spec_id, json_agg(distinct product.name order by product.name) as products
    from product join spec_search_text t on t.project_id = product.project_id and t.kind in ('text', 'evidence')
      and t.search @@ phraseto_tsquery('english', product.name)
    where product.project_id = $1 group by t.spec_id)
  select json_build_object('id', s.id, 'kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state,
    'owner', json_build_object('key', s.owner_key, 'name', s.owner_name), 'coAuthors', s.co_authors,
    'readers', coalesce((select json_agg(key order by key) from spec_reviewer
      where project_id = s.project_id and spec_id = s.id), '[]'),
    'revision', s.revision, 'parent', p.number,
    'meetingAt', case when r.facts -> 'withoutMeeting' is not null then null else ${rowTime('r.meeting_at')} end,
    'commentsUntil', r.facts ->> 'commentsUntil',
    'rounds', (select count(*) from spec_round where project_id = s.project_id and spec_id = s.id),
    'feedback', (select count(*) from spec_feedback where project_id = s.project_id and spec_id = s.id),
    'open', (select count(*) from spec_feedback f
      where f.project_id = s.project_id and f.spec_id = s.id and not exists (${STANDING})),
    'outcome', s.afterwards -> 'outcome' ->> 'kind', 'met', ${countGoals('true')}, 'missed', ${countGoals('false')},
    'successor', s.afterwards -> 'ended' ->> 'successor', 'products', coalesce(named.products, '[]'), 'updatedAt', ${rowTime('s.updated_at')}) as spec
  from spec s left join spec p on p.project_id = s.project_id and p.id = s.parent_id
  left join named on named.spec_id = s.id
  left join lateral (select meeting_at, facts from spec_round
    where project_id = s.project_id and spec_id = s.id order by number desc limit 1) r on true
  where s.project_id = $1 order by s.updated_at desc, s.id`
