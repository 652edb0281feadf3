import type { FindingState } from '@assay/domain/findings/finding'
import { FindingEvent, StoredFinding } from '@assay/domain/findings/stored-finding'
import { z } from 'zod'
import type { Prisma } from '../../scope/prisma.ts'

type FindingRow = Prisma.FindingGetPayload<object>

/** Schema of the column with the computed facts of a finding. */
const Facts = z.record(z.string(), z.unknown())

export const asFinding = (row: FindingRow): StoredFinding =>
  StoredFinding.parse({
    id: row.id,
    product: row.product,
    from: row.fromVersion,
    to: row.toVersion,
    hardware: row.hardware,
    direction: row.direction,
    state: asState(row.state),
    active: row.active,
    fixedIn: row.fixedIn,
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName },
    knownBug: row.knownBug,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...Facts.parse(row.facts),
  })

export const asFindingEvent = (row: Prisma.FindingEventGetPayload<object>): FindingEvent =>
  FindingEvent.parse({
    id: row.id,
    at: row.at.toISOString(),
    by: row.actorName,
    kind: row.kind,
    state: row.state === null ? null : asState(row.state),
    note: row.note,
  })

/** Names of Prisma enums have no spaces, so `not a bug` is stored as `not_a_bug`. */
export const asState = (state: FindingRow['state']): FindingState => (state === 'not_a_bug' ? 'not a bug' : state)

export const stateColumn = (state: FindingState): FindingRow['state'] => (state === 'not a bug' ? 'not_a_bug' : state)
