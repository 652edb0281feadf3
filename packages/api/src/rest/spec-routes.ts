import type { StoredSpec } from '@assay/db/types'
import { ok, type Result } from '@assay/domain/result'
import { SpecAction } from '@assay/domain/specs/actions/actions'
import { Placement } from '@assay/domain/specs/anchor/re-anchor'
import { Feedback } from '@assay/domain/specs/feedback'
import { PersonRef, Reviewer, Round, SPEC_KINDS, SPEC_STATES, specName } from '@assay/domain/specs/spec'
import { NewSpecInput, RevisionInput } from '@assay/domain/specs/spec-content'
import { z } from 'zod'
import type { AppError } from '../errors.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { actOrAccept } from '../specs/accept-suggestion.ts'
import { listSpecs, readSpec } from '../specs/read-spec.ts'
import { specActorOf } from '../specs/spec-access.ts'
import { VerifiedSpec, verifySpec } from '../specs/verify-spec.ts'
import { createSpec, reviseSpec } from '../specs/write-spec.ts'
import { answerInProject } from './answer-in-project.ts'
import { withIdempotencyKey } from './idempotency-key.ts'
import { revisionRoute } from './revision-route.ts'
import { type RestRoute, restRoute } from './route.ts'
import { SpecEvidenceBody, specEvidenceBody } from './spec-evidence.ts'
import { InProject, READ, RevisionNumber, SPECS, WithSpec, WRITE } from './spec-paths.ts'

const Named = z.object({ name: z.string(), state: z.enum(SPEC_STATES), revision: z.int() }).meta({ id: 'SpecAnswer' })

const named = (stored: Result<Pick<StoredSpec, 'spec'>, AppError>): Result<z.infer<typeof Named>, AppError> => {
  if (!stored.ok) return stored
  const { spec } = stored.value
  return ok({ name: specName(spec), state: spec.state, revision: spec.revision })
}

const SpecSummaryBody = z
  .object({
    name: z.string(),
    kind: z.enum(SPEC_KINDS),
    title: z.string(),
    state: z.enum(SPEC_STATES),
    owner: PersonRef,
    revision: z.int(),
    meetingAt: z.string().nullable(),
    commentsUntil: z.string().nullable(),
    feedback: z.int(),
    open: z.int(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SpecSummary' })

const SpecBody = z
  .object({
    name: z.string(),
    title: z.string(),
    state: z.enum(SPEC_STATES),
    owner: PersonRef,
    coAuthors: z.array(PersonRef),
    revision: z.int(),
    sha256: z.string().describe('SHA-256 of the text'),
    text: z.string(),
    parent: z.string().nullable(),
    baseRevision: z.int().nullable(),
    readers: z.array(Reviewer),
    rounds: z.array(Round),
    feedback: z.array(Feedback),
    placements: z.array(z.object({ feedback: z.int(), placement: Placement })),
    evidence: SpecEvidenceBody,
  })
  .meta({ id: 'Spec' })

export const specRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: SPECS,
    operationId: 'listSpecs',
    summary: 'Functional and design specs',
    access: 'read',
    pathSchema: InProject,
    answers: [
      {
        status: 200,
        description: 'Newest change first',
        mediaType: 'application/json',
        schema: z.object({ specs: z.array(SpecSummaryBody) }),
      },
    ],
    errors: READ,
    handle: ({ services, caller, path }) =>
      answerInProject({ services, caller, path }, 'read', async (access) => {
        const specs = await listSpecs(access, specActorOf(access, caller))
        return ok(
          jsonResponse({ specs: specs.map((spec) => SpecSummaryBody.parse({ ...spec, name: specName(spec) })) }),
        )
      }),
  }),
  restRoute({
    method: 'get',
    path: `${SPECS}/{spec}`,
    operationId: 'getSpec',
    summary: 'A spec with its text, comments and responses',
    description: 'Text and positions of comments are those of the current revision, unless another one is named.',
    access: 'read',
    pathSchema: WithSpec,
    querySchema: z.strictObject({ revision: RevisionNumber.optional() }),
    answers: [{ status: 200, description: 'The spec', mediaType: 'application/json', schema: SpecBody }],
    errors: [...READ, 'query-invalid'],
    handle: ({ services, caller, path, query }) =>
      answerInProject({ services, caller, path }, 'read', async (access) => {
        const input = { name: path.spec, revision: query.revision, now: services.now() }
        const read = await readSpec(services, access, specActorOf(access, caller), input)
        if (!read.ok) return read
        const { spec, name, state, revision, placements, parent, evidence } = read.value
        const { number, text, sha256 } = revision
        const of = { ...spec, name, state, revision: number, text, sha256, placements, parent: parent?.name ?? null }
        return ok(jsonResponse(SpecBody.parse({ ...of, evidence: specEvidenceBody(evidence) })))
      }),
  }),
  restRoute({
    method: 'get',
    path: `${SPECS}/{spec}/seal`,
    operationId: 'verifySpec',
    summary: 'Verify that a resolved spec is as it was sealed',
    description: 'Compares the stored spec with its seal and with the actions that were recorded after it.',
    access: 'read',
    pathSchema: WithSpec,
    answers: [{ status: 200, description: 'The result', mediaType: 'application/json', schema: VerifiedSpec }],
    errors: READ,
    handle: ({ services, caller, path }) =>
      answerInProject({ services, caller, path }, 'read', async (access) => {
        const verified = await verifySpec(access, specActorOf(access, caller), path.spec)
        return verified.ok ? ok(jsonResponse(VerifiedSpec.parse(verified.value))) : verified
      }),
  }),
  restRoute({
    method: 'post',
    path: SPECS,
    operationId: 'createSpec',
    summary: 'Create a functional or a design spec',
    access: 'upload',
    pathSchema: InProject,
    bodies: [{ mediaType: 'application/json', schema: NewSpecInput, description: 'Its title and its text' }],
    answers: [{ status: 201, description: 'Its number', mediaType: 'application/json', schema: Named }],
    takesKey: true,
    errors: WRITE,
    handle: (call) =>
      withIdempotencyKey(
        call,
        'write',
        async (access, body, sent) =>
          named(await createSpec(call.services, access, specActorOf(access, call.caller), body, { sent })),
        201,
      ),
  }),
  revisionRoute({
    path: `${SPECS}/{spec}/revisions`,
    operationId: 'reviseSpec',
    summary: 'Store a revision of a spec',
    description:
      'A text based on a revision that is no longer current is saved as a copy: the response then says kept.',
    body: { schema: RevisionInput, description: 'The whole text' },
    save: reviseSpec,
  }),
  restRoute({
    method: 'post',
    path: `${SPECS}/{spec}/actions`,
    operationId: 'actOnSpec',
    summary: 'Act on a spec: schedule, comment, respond, resolve and every other step except editing its text',
    description: 'A refused action responds 409 with the list of missing items.',
    access: 'upload',
    pathSchema: WithSpec,
    bodies: [{ mediaType: 'application/json', schema: SpecAction, description: 'The action' }],
    answers: [{ status: 200, description: 'The spec after the action', mediaType: 'application/json', schema: Named }],
    takesKey: true,
    errors: WRITE,
    handle: ({ services, caller, path, request }) =>
      withIdempotencyKey({ services, caller, path, request }, 'write', async (access, input, sent) =>
        named(
          await actOrAccept(services, access, specActorOf(access, caller), {
            name: path.spec,
            input,
            now: services.now(),
            sent,
          }),
        ),
      ),
  }),
]
