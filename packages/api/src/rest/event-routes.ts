import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { EVENT_STREAM, streamProjectEvents } from '../events/stream-project-events.ts'
import { problemResponse } from '../http/problem-document.ts'
import { type RestRoute, restRoute } from './route.ts'

const Position = z.uuid()

export const eventRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/events',
    operationId: 'streamProjectEvents',
    summary: 'Changes of a project as server-sent events, for signed-in people',
    description:
      'The event `change` has `change` (run-stored, run-removed, finding, spec-comment, spec-response, spec-revision, spec-other) and `count`; it contains nothing of what changed. After `reload` events are missing. After `end` the caller cannot read the project any longer. Own changes are left out.',
    access: 'read',
    pathSchema: z.object({ project: ProjectKey }),
    querySchema: z
      .object({
        spec: z.string().max(20).optional().describe('Name of a spec, whose events are sent then'),
        after: Position.optional().describe('Id of the last event that was received; the header Last-Event-ID wins'),
        since: z.coerce
          .number()
          .int()
          .min(0)
          .optional()
          .describe(
            'Time in ms since 1970 (Unix epoch): earlier changes are left out, because the page already shows them',
          ),
      })
      .strict(),
    answers: [{ status: 200, description: 'A stream that stays open', mediaType: EVENT_STREAM }],
    errors: ['token-missing', 'token-unknown', 'not-found', 'query-invalid', 'too-many-requests', 'unavailable'],
    async handle({ request, services, caller, path, query }) {
      const last = Position.safeParse(request.headers.get('last-event-id'))
      const after = last.success ? last.data : (query.after ?? null)
      const stream = await streamProjectEvents(services, caller, {
        ...{
          project: path.project,
          spec: query.spec ?? null,
          after,
          since: query.since ?? 0,
          accept: request.headers.get('accept'),
        },
      })
      if (!stream.ok) return problemResponse(stream.error)
      return new Response(stream.value, {
        // nginx would otherwise hold the events back.
        headers: { 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      })
    },
  }),
]
