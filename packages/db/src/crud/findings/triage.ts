import {
  afterAction,
  afterDataTransition,
  type DataTransition,
  type FindingAction,
} from '@assay/domain/findings/change-state'
import type { FindingState } from '@assay/domain/findings/finding'
import { isUuid } from '../../is-uuid.ts'
import { lockRow } from '../../scope/lock-row.ts'
import type { TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import { writeAudit } from '../audit/audit.ts'
import { addEvent } from './add-event.ts'
import { asState, stateColumn } from './finding-rows.ts'

type TriageInput = { note: string | null; knownBug?: string | null; fixedIn?: string | null }

/** Applies a person's decision on a finding. */
export const actOnFinding = (scoped: TenantScope, id: string, action: FindingAction, input: TriageInput) =>
  changeState(scoped, { id, kind: action, input }, (state) => afterAction(state, action))

/** Applies a change of state that the data of a later version cause; false if nothing changed. */
export async function applyTransition(scoped: TenantScope, id: string, transition: DataTransition, version: string) {
  const input = { note: `in ${version}`, fixedIn: transition === 'recovered' ? version : null }
  const after = (state: FindingState) => afterDataTransition(state, transition)
  return (await changeState(scoped, { id, kind: transition, input }, after)) === 'done'
}

/** Adds a person's note; false if there is no such finding. */
export async function noteFinding(scoped: TenantScope, id: string, text: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return scoped.prisma.$transaction(async (tx) => {
    if ((await lockFinding(tx, scoped.projectId, id)) === null) return false
    await addEvent(tx, scoped, { findingId: id, kind: 'note', state: null, note: text })
    return true
  })
}

/** Assigns a finding to a person, or removes the assignment; false if there is no such finding. */
export async function assignFinding(scoped: TenantScope, id: string, person: { id: string; name: string } | null) {
  if (!isUuid(id)) return false
  const { projectId, prisma } = scoped
  const owner = { ownerId: person?.id ?? null, ownerName: person?.name ?? null }
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.finding.updateMany({
      where: { projectId, id },
      data: { ...owner, updatedAt: new Date() },
    })
    if (count === 0) return false
    await addEvent(tx, scoped, { findingId: id, kind: 'owner', state: null, note: owner.ownerName })
    return true
  })
}

/** Reads the state of a finding and locks it until the transaction ends. */
async function lockFinding(tx: TenantTransaction, projectId: string, id: string): Promise<FindingState | null> {
  await lockRow(tx, 'finding', projectId, id)
  const row = await tx.finding.findUnique({ where: { projectId_id: { projectId, id } }, select: { state: true } })
  return row && asState(row.state)
}

type StateChange = { id: string; kind: FindingAction | DataTransition; input: TriageInput }

async function changeState(
  scoped: TenantScope,
  { id, kind, input: { note, knownBug, fixedIn } }: StateChange,
  after: (state: FindingState) => FindingState | null,
): Promise<'done' | 'not from here' | 'not there'> {
  const { projectId, by, prisma } = scoped
  if (!isUuid(id)) return 'not there'
  return prisma.$transaction(async (tx) => {
    const before = await lockFinding(tx, projectId, id)
    if (before === null) return 'not there'
    const state = after(before)
    if (state === null) return 'not from here'
    await tx.finding.update({
      where: { projectId_id: { projectId, id } },
      data: {
        state: stateColumn(state),
        ...(knownBug != null && { knownBug }),
        fixedIn: fixedIn ?? null,
        updatedAt: new Date(),
      },
      select: { id: true },
    })
    await addEvent(tx, scoped, { findingId: id, kind, state, note })
    if (by.kind !== 'server') {
      const object = { kind: 'finding', id, name: id }
      const states = { before: { state: before }, after: { state } }
      await writeAudit(tx, projectId, by, { action: `finding.${kind}`, object, ...states })
    }
    return 'done'
  })
}
