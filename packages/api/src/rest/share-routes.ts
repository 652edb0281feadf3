import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectSlug } from '../access/project-input.ts'
import { nameOf, type ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, type AppErrorCode, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { jsonResponse } from '../http/problem.ts'
import { readJson } from '../http/read-body.ts'
import { changeShare, ShareChangeInput } from '../shares/change-share.ts'
import { createShare, NewShareInput } from '../shares/create-share.ts'
import { shareWithAddress } from '../shares/share-with-address.ts'
import { answerInProject } from './answer-in-project.ts'
import { type RestCall, type RestRoute, restRoute } from './route.ts'

const InProject = z.object({ project: ProjectSlug })
const WithId = InProject.extend({ id: z.uuid() })
const SHARES = '/api/v1/projects/{project}/shares'

const ShareBody = z
  .object({
    id: z.uuid(),
    title: z.string(),
    name: z.string().nullable().describe('in the list of its makers; null where that is the title'),
    sha256: z.string().describe('of what it shows: canonical JSON'),
    url: z.string().nullable().describe('where it is read; null where the address is a secret, which is told once'),
    secret: z.string().nullable().describe('what stands in a secret address; only in the answer that made it'),
    slug: z.string().nullable().describe('the name under which it is published'),
    hasSecret: z.boolean(),
    hasPassword: z.boolean(),
    isMasked: z.boolean(),
    expiresAt: z.string().nullable(),
    embargoUntil: z.string().nullable(),
    frameHosts: z.array(z.string()).nullable().describe('sites that may frame it; null for every one'),
    createdAt: z.string(),
    createdBy: z.string(),
    revokedAt: z.string().nullable(),
    views: z.int(),
    lastViewAt: z.string().nullable(),
  })
  .meta({ id: 'Share' })

const ASKED: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'not-found']
const SENT: AppErrorCode[] = [
  ...ASKED,
  ...(['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid', 'contradiction'] as const),
]
const json = (schema: z.ZodType, description: string, status = 200) => [
  { status, description, mediaType: 'application/json', schema },
]

/** Links are for those who may make some: whoever reads a list of them sees who looks at what. */
const answerWriter = <P extends { project: string }>(
  call: Pick<RestCall<P>, 'services' | 'caller' | 'path'>,
  answer: (access: ProjectAccess) => Promise<Result<Response, AppError>>,
) => answerInProject(call, 'write', answer)

async function readAs<T>(
  { request, caller }: Pick<RestCall, 'request' | 'caller'>,
  schema: z.ZodType<T>,
): Promise<Result<T, AppError>> {
  const body = await readJson(request, caller)
  return body.ok ? parseInput(schema, body.value) : body
}

const noShare = () => err(appError('not-found', 'There is no such link.'))

export const shareRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: SHARES,
    operationId: 'listShares',
    summary: 'Links and published pages of a project, with who looked',
    access: 'upload',
    pathSchema: InProject,
    answers: json(z.object({ shares: z.array(ShareBody) }), 'Newest first'),
    errors: ASKED,
    handle: (call) =>
      answerWriter(call, async (access) => {
        const { publicUrl } = call.services
        const shares = await access.queries.shares.list()
        return ok(
          jsonResponse({ shares: shares.map((one) => shareWithAddress(access, one, { publicUrl, secret: null })) }),
        )
      }),
  }),
  restRoute({
    method: 'post',
    path: SHARES,
    operationId: 'makeShare',
    summary: 'Freeze a comparison, a study page or a version of a report, and make a link to it',
    description:
      'The answer is the only place where the secret of the address stands. A figure that shows no result is refused, and so is a mask behind which a name can still be read.',
    access: 'upload',
    pathSchema: InProject,
    bodies: [{ mediaType: 'application/json', schema: NewShareInput, description: 'What, and for whom' }],
    answers: json(ShareBody, 'Made', 201),
    errors: [...SENT, 'query-invalid'],
    handle: (call) =>
      answerWriter(call, async (access) => {
        const input = await readAs(call, NewShareInput)
        if (!input.ok) return input
        const made = await createShare(call.services, access, input.value, {
          now: call.services.now(),
          by: nameOf(call.caller),
        })
        if (!made.ok) return made
        const share = await access.queries.shares.find(made.value.id)
        if (share === null) return noShare()
        const { publicUrl } = call.services
        return ok(
          jsonResponse(shareWithAddress(access, share, { publicUrl, secret: made.value.secret }), { status: 201 }),
        )
      }),
  }),
  restRoute({
    method: 'get',
    path: `${SHARES}/{id}`,
    operationId: 'getShare',
    summary: 'One link: who looked, until when, where it is published',
    access: 'upload',
    pathSchema: WithId,
    answers: json(ShareBody, 'The link'),
    errors: ASKED,
    handle: (call) =>
      answerWriter(call, async (access) => {
        const share = await access.queries.shares.find(call.path.id)
        if (share === null) return noShare()
        return ok(jsonResponse(shareWithAddress(access, share, { publicUrl: call.services.publicUrl, secret: null })))
      }),
  }),
  restRoute({
    method: 'patch',
    path: `${SHARES}/{id}`,
    operationId: 'changeShare',
    summary: 'Change the name, end, password, embargo, frames or published name of a link',
    description:
      'What is left out stays; null takes it away. What the link shows never changes. Taken out of print, a page that had no secret address gets one, which stands in this answer only.',
    access: 'upload',
    pathSchema: WithId,
    bodies: [{ mediaType: 'application/json', schema: ShareChangeInput, description: 'What is to change' }],
    answers: json(ShareBody, 'The link as it is now'),
    errors: SENT,
    handle: (call) =>
      answerWriter(call, async (access) => {
        const input = await readAs(call, ShareChangeInput)
        if (!input.ok) return input
        const { now, publicUrl } = call.services
        const changed = await changeShare(access, call.path.id, input.value, { now: now(), publicUrl })
        return changed.ok ? ok(jsonResponse(changed.value)) : changed
      }),
  }),
  restRoute({
    method: 'delete',
    path: `${SHARES}/{id}`,
    operationId: 'revokeShare',
    summary: 'Take a link back: whoever asks for it the next moment finds nothing',
    access: 'upload',
    pathSchema: WithId,
    answers: [{ status: 204, description: 'Taken back' }],
    errors: ASKED,
    handle: (call) =>
      answerWriter(call, async (access) =>
        (await access.queries.shares.revoke(call.path.id, call.services.now()))
          ? ok(new Response(null, { status: 204 }))
          : noShare(),
      ),
  }),
]
