import { RESPONSE_KINDS, type ResponseKind } from '@assay/domain/specs/feedback'
import { SPEC_KINDS, SPEC_STATES } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { SpecHit } from './spec-types.ts'

/** Full-text search, best match first. */
export async function searchSpecs(scoped: TenantScope, words: string, response?: ResponseKind): Promise<SpecHit[]> {
  const values = [scoped.projectId, words, response ?? null]
  const rows = await readRows(scoped, z.object({ hit: HitRow }), SEARCH, values)
  return rows.map(({ hit }) => hit)
}

// The outcome of a spec is short, so its search vector is computed instead of stored.
const OUTCOMES = `
  select s.project_id, s.id, s.id as spec_id, 'outcome' as kind, 'outcome' as ref, null as response, outcome.text,
    to_tsvector('english', outcome.text) as search
  from spec s, lateral (select concat_ws(E'\\n',
    replace(s.afterwards -> 'outcome' ->> 'kind', '-', ' ') || ': ' || (s.afterwards -> 'outcome' ->> 'note'),
    (select string_agg(version, ', ') from jsonb_array_elements_text(s.afterwards -> 'outcome' -> 'versions') as version),
    (select string_agg((run ->> 'goal') || ': ' || case run ->> 'met' when 'true' then 'met' else 'missed' end, E'\\n')
      from jsonb_array_elements(s.afterwards -> 'outcome' -> 'runs') as run),
    coalesce('superseded by ' || (s.afterwards -> 'ended' ->> 'successor'), 'withdrawn') || ': '
      || (s.afterwards -> 'ended' ->> 'reason')) as text) as outcome
  where s.project_id = $1 and (s.state in ('resolved', 'superseded', 'withdrawn'))`

const SEARCH = `
  with input as (select websearch_to_tsquery('english', $2) as q),
  outcome as (${OUTCOMES}),
  found as (
    select project_id, id, spec_id, kind, ref, response, text, search from spec_search_text, input
    where project_id = $1 and search @@ q
    union all
    select project_id, id, spec_id, kind, ref, response, text, search from outcome, input where search @@ q
  )
  select json_build_object('spec',
      json_build_object('kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state),
    'kind', w.kind, 'ref', w.ref, 'response', w.response,
    'excerpt', ts_headline('english', left(w.text, 200000), q,
      E'StartSel=\\x01, StopSel=\\x02, MaxWords=30, MinWords=12, MaxFragments=2, FragmentDelimiter=" … "')) as hit
  from found w join spec s on s.project_id = w.project_id and s.id = w.spec_id, input
  where $3::text is null or w.response = $3
  order by ts_rank(w.search, q) desc, s.updated_at desc, w.id limit 50`

const HitRow: z.ZodType<SpecHit> = z.object({
  spec: z.object({
    kind: z.enum(SPEC_KINDS),
    number: z.int(),
    title: z.string(),
    state: z.enum(SPEC_STATES),
  }),
  kind: z.enum(['text', 'feedback', 'response', 'evidence', 'outcome']),
  ref: z.string(),
  response: z.enum(RESPONSE_KINDS).nullable(),
  excerpt: z.string(),
})
