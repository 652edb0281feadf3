import type { z } from 'zod'
import { specActorOf } from '../specs/spec-access.ts'
import { RevisionAnswer, type reviseSpec } from '../specs/write-spec.ts'
import { withIdempotencyKey } from './idempotency-key.ts'
import { type RestRoute, restRoute } from './route.ts'
import { WithSpec, WRITE } from './spec-paths.ts'

type Described = Pick<RestRoute, 'path' | 'operationId' | 'summary' | 'description'>

/** An operation that stores the next revision of a spec. */
export const revisionRoute = ({
  body,
  save,
  ...described
}: Described & { body: { schema: z.ZodType; description: string }; save: typeof reviseSpec }): RestRoute =>
  restRoute({
    method: 'post',
    ...described,
    access: 'upload',
    pathSchema: WithSpec,
    bodies: [{ mediaType: 'application/json', ...body }],
    answers: [
      {
        status: 200,
        description: 'The outcome: saved, or saved as a copy',
        mediaType: 'application/json',
        schema: RevisionAnswer,
      },
    ],
    takesKey: true,
    errors: WRITE,
    handle: ({ services, caller, path, request }) =>
      withIdempotencyKey({ services, caller, path, request }, 'write', (access, input, sent) =>
        save(services, access, specActorOf(access, caller), { name: path.spec, input, now: services.now(), sent }),
      ),
  })
