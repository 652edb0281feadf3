import { randomUUID } from 'node:crypto'
import { err, invariant, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import type { Refusal } from '@assay/domain/specs/actions/refusal'
import { distinctPerson } from '@assay/domain/specs/distinct-name'
import { type PersonRef, type Spec, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { toJsonValue } from '../../scope/to-json.ts'
import { writeAudit } from '../audit/audit.ts'
import { notifySpecSubscribers } from '../notifications/notify-spec-subscribers.ts'
import { findEarlierRequest, storeOnce } from './idempotency-keys.ts'
import { appendSealLink } from './seal-chain-queries.ts'
import { readPlacements, readRevision } from './spec-revisions.ts'
import { type ReadSpec, readSpec, SpecState } from './spec-rows.ts'
import type { ChangeOptions, Decided, HeldSpec, SpecKey, SpecNumber } from './spec-types.ts'
import { storeChange } from './store-change.ts'

export type SpecChange = {
  of: SpecNumber
  by: By
  action: object
  /** `by` has a name that nobody else has in the record of the spec. */
  decide: (held: HeldSpec, by: By) => Promise<Result<Decided, Refusal>>
}

type ChangedSpec = Result<ReadSpec, Refusal> | null

/** Applies the result of `decide` in one transaction; null if there is no such spec. A refusal stores nothing. */
export const changeSpec = (
  scoped: TenantScope,
  { of, by: acting, action, decide }: SpecChange,
  { other: otherOf, sent }: ChangeOptions = {},
): Promise<ChangedSpec> =>
  storeOnce(scoped.prisma, async (tx): Promise<ChangedSpec> => {
    const { projectId, by } = scoped
    // A design spec is locked before its functional spec, as `schedule` does, so that two changes cannot deadlock.
    const other = otherOf === undefined ? null : await lockSpec(tx, projectId, otherOf)
    const before = await lockSpec(tx, projectId, of)
    if (before === null) return null
    const person = distinctPerson(before.spec, acting.person)
    const { made, note } = await findEarlierRequest(tx, { projectId, actorKey: person.key }, sent)
    if (made !== null) return ok(before)
    const key = { projectId, specId: before.id }
    const held = { ...(await hold(tx, key, before)), other: other?.spec ?? null }
    const decided = await decide(held, { ...acting, person })
    if (!decided.ok) return err(decided.error)
    const { spec, at, recorded = [action] } = decided.value
    await storeChange(tx, key, before.spec, decided.value)
    for (const one of recorded) await recordAction(tx, key, { person, action: one, decided: decided.value })
    await note(before.id)
    const done = 'kind' in action ? String(action.kind) : 'changed'
    const after = await readSpec(tx, projectId, of)
    invariant(after !== null, 'specs are never deleted')
    const sealed = { at: at ?? new Date().toISOString(), by: person.name }
    const seal = await appendSealLink(tx, key, after, { ...sealed, kind: done })
    const object = specObject(before.id, spec)
    await writeAudit(tx, projectId, by, {
      action: `spec.${done}`,
      object,
      after: { state: spec.state, ...withSeal(seal) },
    })
    if (other !== null && decided.value.other !== undefined) {
      const otherKey = { projectId, specId: other.id }
      await storeChange(tx, otherKey, other.spec, decided.value.other)
      const changed = await readSpec(tx, projectId, other.spec)
      invariant(changed !== null, 'specs are never deleted')
      const seal = await appendSealLink(tx, otherKey, changed, { ...sealed, kind: 'comment-moved-here' })
      const object = specObject(other.id, other.spec)
      await writeAudit(tx, projectId, by, { action: 'spec.point-moved-here', object, after: withSeal(seal) })
    }
    return ok(after)
  })

/** The hash of the newest link, which the audit log repeats, so that a link that was removed is noticed. */
export const withSeal = (seal: string | null) => (seal === null ? {} : { seal })

type Recorded = { person: PersonRef; action: object; decided: Decided }

async function recordAction(tx: TenantTransaction, key: SpecKey, { person, action, decided }: Recorded): Promise<void> {
  const { spec, at, notifyAt } = decided
  const eventId = randomUUID()
  const event = { ...key, id: eventId, actorKey: person.key, actorName: person.name, action: toJsonValue(action) }
  await tx.specEvent.create({ data: { ...event, ...(at !== undefined && { at }) }, select: { id: true } })
  if (notifyAt === undefined) return
  await notifySpecSubscribers(tx, key, spec, { eventId, by: person.key, action, at: notifyAt })
}

const specObject = (id: string, spec: Spec) => ({ kind: 'spec', id, name: `${specName(spec)} ${spec.title}` })

/** Locks a spec until the end of the transaction, then reads it. */
async function lockSpec(tx: TenantTransaction, projectId: string, of: SpecNumber): Promise<ReadSpec | null> {
  await tx.$queryRaw`
    select from spec where project_id = ${projectId}::uuid and kind = ${of.kind} and number = ${of.number} for update`
  return readSpec(tx, projectId, of)
}

const ParentRow = z.object({ state: SpecState, revision: z.int() })

async function hold(
  tx: TenantTransaction,
  key: SpecKey,
  { spec, nextBlock }: ReadSpec,
): Promise<Omit<HeldSpec, 'other'>> {
  return {
    spec,
    nextBlock,
    parent: spec.parent === null ? null : await holdParent(tx, key.projectId, spec.parent),
    revision: (number) => readRevision(tx, key, number),
    placements: (revision) => readPlacements(tx, key, revision),
  }
}

/** Locks the functional spec, so that it cannot be reopened before the design review is scheduled. */
async function holdParent(tx: TenantTransaction, projectId: string, number: number): Promise<HeldSpec['parent']> {
  const rows = await tx.$queryRaw<unknown[]>`
    select state, revision from spec
    where project_id = ${projectId}::uuid and kind = 'functional' and number = ${number} for share`
  const [parent] = z.array(ParentRow).parse(rows)
  return parent === undefined ? null : { name: specName({ kind: 'functional', number }), ...parent }
}
