import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { nameOf, type ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, type AppErrorCode, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import { changeShare, ShareChangeInput } from '../shares/change-share.ts'
import { createShare, NewShareInput } from '../shares/create-share.ts'
import { shareWithAddress } from '../shares/share-with-address.ts'
import { answerInProject } from './answer-in-project.ts'
import { type RestCall, type RestRoute, restRoute } from './route.ts'

const InProject = z.object({ project: ProjectKey })
const WithId = InProject.extend({ id: z.uuid() })
const SHARES = '/api/v1/projects/{project}/shares'

const ShareBody = z
  .object({
    id: z.uuid(),
    title: z.string(),
    name: z.string().nullable().describe('name in the list of links; null if it is the title'),
    sha256: z.string().describe('hash of the frozen content as canonical JSON'),
    url: z
      .string()
      .nullable()
      .describe('address of the page; null for a secret address, which is only in the response that created it'),
    secret: z.string().nullable().describe('secret of the address; only in the response that created it'),
    slug: z.string().nullable().describe('name of the published page'),
    hasSecret: z.boolean(),
    hasPassword: z.boolean(),
    isMasked: z.boolean(),
    expiresAt: z.string().nullable(),
    embargoUntil: z.string().nullable(),
    frameHosts: z.array(z.string()).nullable().describe('sites that may embed it; null for all'),
    createdAt: z.string(),
    createdBy: z.string(),
    revokedAt: z.string().nullable(),
    views: z.int(),
    lastViewAt: z.string().nullable(),
  })
  .meta({ id: 'Share' })

const READ_ERRORS: AppErrorCode[] = ['token-missing', 'token-unknown', 'scope-missing', 'not-found']
const SENT: AppErrorCode[] = [
  ...READ_ERRORS,
  ...(['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid', 'contradiction'] as const),
]
const json = (schema: z.ZodType, description: string, status = 200) => [
  { status, description, mediaType: 'application/json', schema },
]

/** Requires write access, because the list of shared links shows how often each was viewed. */
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

const noShare = () => err(appError('not-found', 'There is no such link. GET …/shares lists the links.'))

export const shareRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: SHARES,
    operationId: 'listShares',
    summary: 'Shared links and published pages of a project, with their views',
    access: 'upload',
    pathSchema: InProject,
    answers: json(z.object({ shares: z.array(ShareBody) }), 'Newest first'),
    errors: READ_ERRORS,
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
    summary: 'Create a shared link to a frozen comparison, study page or version of a report',
    description:
      'Only this response contains the secret of the address. A figure without results is refused, and so are masks after which a name is still readable.',
    access: 'upload',
    pathSchema: InProject,
    bodies: [
      { mediaType: 'application/json', schema: NewShareInput, description: 'Content, and settings of the link' },
    ],
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
    summary: 'One shared link: views, expiry, published name',
    access: 'upload',
    pathSchema: WithId,
    answers: json(ShareBody, 'The link'),
    errors: READ_ERRORS,
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
    summary: 'Change the name, expiry, password, embargo, embedding or published name of a link',
    description:
      'Omitted fields do not change; null removes a setting. The content never changes. An unpublished page without a secret address gets one, which only this response contains.',
    access: 'upload',
    pathSchema: WithId,
    bodies: [{ mediaType: 'application/json', schema: ShareChangeInput, description: 'The fields to change' }],
    answers: json(ShareBody, 'The link as it is now'),
    errors: SENT,
    handle: (call) =>
      answerWriter(call, async (access) => {
        const input = await readAs(call, ShareChangeInput)
        if (!input.ok) return input
        const changed = await changeShare(call.services, access, call.path.id, input.value)
        return changed.ok ? ok(jsonResponse(changed.value)) : changed
      }),
  }),
  restRoute({
    method: 'delete',
    path: `${SHARES}/{id}`,
    operationId: 'revokeShare',
    summary: 'Revoke a shared link; the next request for it responds 404',
    access: 'upload',
    pathSchema: WithId,
    answers: [{ status: 204, description: 'Revoked' }],
    errors: READ_ERRORS,
    handle: (call) =>
      answerWriter(call, async (access) =>
        (await access.queries.shares.revoke(call.path.id, call.services.now()))
          ? ok(new Response(null, { status: 204 }))
          : noShare(),
      ),
  }),
]
