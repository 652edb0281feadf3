import { Block } from '@assay/domain/specs/anchor/block'
import { Placement } from '@assay/domain/specs/anchor/re-anchor'
import {
  Feedback,
  Outcome,
  Response,
  Reviewer,
  Round,
  SPEC_KINDS,
  SPEC_STATES,
  type Spec,
  Who,
} from '@assay/domain/specs/spec'
import { z } from 'zod'
import { rowTime } from '../notes/row-time.ts'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements } from '../../scope/tenant-scope.ts'
import type { SpecNumber, SpecRevision, SpecRevisionSummary, StoredSpec } from './spec-types.ts'

/** The column with everything that is added to a spec after it was resolved. */
export const Afterwards = z.object({
  amendments: z.array(z.object({ revision: z.int(), note: z.string(), by: Who, at: z.string() })).default([]),
  outcome: Outcome.nullable().default(null),
  ended: z
    .object({ reason: z.string(), successor: z.string().nullable(), by: Who, at: z.string() })
    .nullable()
    .default(null),
})

const SpecRow = z.object({
  id: z.uuid(),
  kind: z.enum(SPEC_KINDS),
  number: z.int(),
  title: z.string(),
  state: z.enum(SPEC_STATES),
  owner: Who,
  coAuthors: z.array(Who),
  revision: z.int(),
  parent: z.int().nullable(),
  baseRevision: z.int().nullable(),
  afterwards: Afterwards,
  nextBlock: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  readers: z.array(Reviewer),
  rounds: z.array(Round),
  feedback: z.array(Feedback.omit({ responses: true }).extend({ responses: z.array(Response) })),
})

const SPEC_JSON = `json_build_object('id', s.id, 'kind', s.kind, 'number', s.number, 'title', s.title, 'state', s.state,
  'owner', json_build_object('key', s.owner_key, 'name', s.owner_name), 'coAuthors', s.co_authors,
  'revision', s.revision, 'parent', p.number, 'baseRevision', s.base_revision, 'afterwards', s.afterwards,
  'nextBlock', s.next_block, 'createdAt', ${rowTime('s.created_at')}, 'updatedAt', ${rowTime('s.updated_at')},
  'readers', coalesce((select json_agg(facts order by facts ->> 'invitedAt', key) from spec_reviewer
    where project_id = s.project_id and spec_id = s.id), '[]'),
  'rounds', coalesce((select json_agg(facts order by number) from spec_round
    where project_id = s.project_id and spec_id = s.id), '[]'),
  'feedback', coalesce((select json_agg(f.facts || jsonb_build_object('responses', coalesce(
      (select jsonb_agg(r.facts order by r.number) from spec_response r
       where r.project_id = f.project_id and r.feedback_id = f.id), '[]')) order by f.number)
    from spec_feedback f where f.project_id = s.project_id and f.spec_id = s.id), '[]'))`

export type ReadSpec = StoredSpec & { nextBlock: number }

export async function readSpec(
  from: Statements,
  projectId: string,
  { kind, number }: SpecNumber,
): Promise<ReadSpec | null> {
  const rows = await readRows(
    from,
    z.object({ spec: z.unknown() }),
    `select ${SPEC_JSON} as spec from spec s
     left join spec p on p.project_id = s.project_id and p.id = s.parent_id
     where s.project_id = $1 and s.kind = $2 and s.number = $3`,
    [projectId, kind, number],
  )
  if (rows[0] === undefined) return null
  const { id, createdAt, updatedAt, nextBlock, afterwards, ...fields } = SpecRow.parse(rows[0].spec)
  const spec: Spec = { ...fields, ...afterwards }
  return { id, spec, createdAt, updatedAt, nextBlock }
}

const REVISION_SUMMARY = `'number', number, 'title', title, 'note', note,
  'author', json_build_object('key', author_key, 'name', author_name), 'state', state, 'sha256', sha256,
  'baseRevision', base_revision, 'madeAt', ${rowTime('made_at')}`

const RevisionSummaryRow = z.object({
  number: z.int(),
  title: z.string(),
  note: z.string(),
  author: Who,
  state: z.enum(SPEC_STATES),
  sha256: z.string(),
  baseRevision: z.int().nullable(),
  madeAt: z.string(),
})
const RevisionRow = RevisionSummaryRow.extend({
  text: z.string(),
  blocks: z.array(Block),
  snapshotIds: z.array(z.uuid().nullable()),
})

export async function readRevisions(
  from: Statements,
  projectId: string,
  specId: string,
): Promise<SpecRevisionSummary[]> {
  const rows = await readRows(
    from,
    z.object({ revision: z.unknown() }),
    `select json_build_object(${REVISION_SUMMARY}) as revision from spec_revision
     where project_id = $1 and spec_id = $2 order by number desc`,
    [projectId, specId],
  )
  return rows.map(({ revision }) => RevisionSummaryRow.parse(revision))
}

export async function readRevision(
  from: Statements,
  projectId: string,
  specId: string,
  number: number,
): Promise<SpecRevision | null> {
  const rows = await readRows(
    from,
    z.object({ revision: z.unknown() }),
    `select json_build_object(${REVISION_SUMMARY}, 'text', text, 'blocks', blocks, 'snapshotIds', to_json(snapshot_ids))
       as revision
     from spec_revision where project_id = $1 and spec_id = $2 and number = $3`,
    [projectId, specId, number],
  )
  return rows[0] === undefined ? null : RevisionRow.parse(rows[0].revision)
}

export async function readPlacements(
  from: Statements,
  projectId: string,
  specId: string,
  revision: number,
): Promise<Map<number, Placement>> {
  const rows = await readRows(
    from,
    z.object({ feedback: z.number(), placement: z.unknown() }),
    'select feedback, placement from spec_placement where project_id = $1 and spec_id = $2 and revision = $3',
    [projectId, specId, revision],
  )
  return new Map(rows.map(({ feedback, placement }) => [feedback, Placement.parse(placement)]))
}
