import { Feedback, Response } from '@assay/domain/specs/feedback'
import {
  Amendment,
  Erratum,
  Outcome,
  PersonRef,
  Reviewer,
  Round,
  SPEC_KINDS,
  SPEC_STATES,
  type Spec,
} from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantModels } from '../../scope/tenant-client.ts'
import type { SpecNumber, StoredSpec } from './spec-types.ts'

/** Schema of the column with everything that is added to a spec after it was resolved. */
const Afterwards = z.object({
  amendments: z.array(Amendment).default([]),
  errata: z.array(Erratum).default([]),
  outcome: Outcome.nullable().default(null),
  ended: z
    .object({ reason: z.string(), successor: z.string().nullable(), by: PersonRef, at: z.string() })
    .nullable()
    .default(null),
})

const SpecKind = z.enum(SPEC_KINDS)
export const SpecState = z.enum(SPEC_STATES)
const FeedbackFacts = Feedback.omit({ responses: true })

/** Relations of a spec that are read with it; the text is read separately. */
const WHOLE_SPEC = {
  parent: { select: { number: true } },
  specReviewers: { select: { facts: true }, orderBy: { key: 'asc' } },
  specRounds: { select: { facts: true }, orderBy: { number: 'asc' } },
  specFeedbacks: {
    select: { facts: true, specResponses: { select: { facts: true }, orderBy: { number: 'asc' } } },
    orderBy: { number: 'asc' },
  },
} satisfies Prisma.SpecInclude

export type ReadSpec = StoredSpec & { nextBlock: number }

/** Reads a spec with an empty list of comments, of which there can be a thousand. */
export async function readSpecWithoutComments(
  from: TenantModels,
  projectId: string,
  { kind, number }: SpecNumber,
): Promise<ReadSpec | null> {
  const include = { ...WHOLE_SPEC, specFeedbacks: { ...WHOLE_SPEC.specFeedbacks, take: 0 } } as const
  const row = await from.spec.findUnique({ where: { projectId_kind_number: { projectId, kind, number } }, include })
  return row && asReadSpec(row)
}

export async function readSpec(
  from: TenantModels,
  projectId: string,
  { kind, number }: SpecNumber,
): Promise<ReadSpec | null> {
  const where = { projectId_kind_number: { projectId, kind, number } }
  const row = await from.spec.findUnique({ where, include: WHOLE_SPEC })
  return row && asReadSpec(row)
}

function asReadSpec(row: Prisma.SpecGetPayload<{ include: typeof WHOLE_SPEC }>): ReadSpec {
  const reviewers = row.specReviewers.map(({ facts }) => Reviewer.parse(facts))
  const spec: Spec = {
    ...specNumber(row),
    title: row.title,
    state: SpecState.parse(row.state),
    owner: { key: row.ownerKey, name: row.ownerName },
    coAuthors: z.array(PersonRef).parse(row.coAuthors),
    revision: row.revision,
    parent: row.parent?.number ?? null,
    baseRevision: row.baseRevision,
    readers: reviewers.sort((a, b) => (a.invitedAt < b.invitedAt ? -1 : a.invitedAt > b.invitedAt ? 1 : 0)),
    rounds: row.specRounds.map(({ facts }) => Round.parse(facts)),
    feedback: row.specFeedbacks.map(({ facts, specResponses }) => ({
      ...FeedbackFacts.parse(facts),
      responses: specResponses.map((response) => Response.parse(response.facts)),
    })),
    ...Afterwards.parse(row.afterwards),
  }
  const { id, createdAt, updatedAt, nextBlock } = row
  return { id, spec, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(), nextBlock }
}

/** Kind and number of a row of the table spec. */
export const specNumber = ({ kind, number }: { kind: string; number: number }): SpecNumber => ({
  kind: SpecKind.parse(kind),
  number,
})
