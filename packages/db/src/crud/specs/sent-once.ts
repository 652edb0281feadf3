import { randomUUID } from 'node:crypto'
import { err, type Result } from '@assay/domain/result'
import type { Refusal } from '@assay/domain/specs/refusal'
import { SPEC_KINDS } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { readRows } from '../../scope/read-rows.ts'
import type { Statements } from '../../scope/tenant-scope.ts'
import type { SentOnce, SpecNumber } from './spec-types.ts'

// A request with an idempotency key is stored once, however often it is sent; its row names the spec that it changed.

type By = { projectId: string; actorKey: string }

/** A request before it is stored, with its earlier result. A request without a key is stored each time. */
export type Sending = {
  /** The spec with which it was stored. */
  made: SpecNumber | null
  /** True when another request was stored under the same key; then nothing may be stored. */
  isReused: boolean
  /** @returns false when the name was taken meanwhile, with another spec; then nothing may be stored. */
  note(specId: string): Promise<boolean>
}

/** The answer to what may not be stored, as a transaction has it. */
export const REUSED: { commit: false; answer: Result<never, Refusal> } = {
  commit: false,
  answer: err({ code: 'reused' }),
}

const UNNAMED: Sending = { made: null, isReused: false, note: async () => true }

export async function beginSending(tx: Statements, by: By, sent: SentOnce | undefined): Promise<Sending> {
  if (sent === undefined) return UNNAMED
  const { once, request } = sent
  const of = [by.projectId, by.actorKey, once]
  const [found] = await readRows(tx, SentRow, SENT_WITH, of)
  const isOther = found !== undefined && found.request !== null && request !== undefined && found.request !== request
  return {
    made: found === undefined ? null : { kind: found.kind, number: found.number },
    isReused: isOther,
    async note(specId) {
      const noted = await tx.query(NOTE_SENT, [...of, randomUUID(), specId, request ?? null])
      return noted.rows.length === 1
    },
  }
}

const SentRow = z.object({ kind: z.enum(SPEC_KINDS), number: z.int(), request: z.string().nullable() })

const SENT_WITH = `
  select s.kind, s.number, o.request_sha256 as request
  from spec_sent o join spec s on s.project_id = o.project_id and s.id = o.spec_id
  where o.project_id = $1 and o.actor_key = $2 and o.once = $3`

const NOTE_SENT = `
  insert into spec_sent (project_id, actor_key, once, id, spec_id, request_sha256) values ($1, $2, $3, $4, $5, $6)
  on conflict (project_id, actor_key, once) do nothing returning id`
