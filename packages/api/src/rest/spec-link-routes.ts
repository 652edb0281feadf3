import { ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { jsonResponse } from '../http/problem-document.ts'
import { specActorOf } from '../specs/spec-access.ts'
import { createSpecLink, LinkDays, listLinks, revokeLink } from '../specs/spec-links.ts'
import { answerInProject, answerSent } from './answer-in-project.ts'
import { type RestRoute, restRoute } from './route.ts'
import { READ, SPECS, WithSpec, WRITE } from './spec-paths.ts'

const LINKS = `${SPECS}/{spec}/links`

const LinkBody = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    createdBy: z.string(),
    expiresAt: z.string().nullable().describe('null for a link without expiry'),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'SpecLink' })

const MadeLinkBody = z
  .object({
    id: z.uuid(),
    url: z.string().describe('address of the spec; only in this response'),
    secret: z.string().describe('secret of the address; only in this response'),
    expiresAt: z.string().nullable(),
  })
  .meta({ id: 'MadeSpecLink' })

const NewLinkInput = z
  .strictObject({ days: LinkDays.describe('days until it expires; null for never') })
  .meta({ id: 'NewSpecLink' })

/** Public links of a spec, for authors of the spec and maintainers. */
export const specLinkRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: LINKS,
    operationId: 'listSpecLinks',
    summary: 'Public links of a spec',
    access: 'upload',
    pathSchema: WithSpec,
    answers: [
      {
        status: 200,
        description: 'Newest first, without their addresses',
        mediaType: 'application/json',
        schema: z.object({ links: z.array(LinkBody) }),
      },
    ],
    errors: [...READ, 'token-missing', 'scope-missing', 'role-missing'],
    handle: ({ services, caller, path }) =>
      answerInProject({ services, caller, path }, 'write', async (access) => {
        const links = await listLinks(access, specActorOf(access, caller), path.spec)
        return links.ok ? ok(jsonResponse({ links: links.value })) : links
      }),
  }),
  restRoute({
    method: 'post',
    path: LINKS,
    operationId: 'makeSpecLink',
    summary: 'Create a public link of a spec',
    description:
      'Everybody with the link can read the current revision with its figures and appendix, including names of people. Only this response contains the address.',
    access: 'upload',
    pathSchema: WithSpec,
    bodies: [{ mediaType: 'application/json', schema: NewLinkInput, description: 'Expiry; {} for 90 days' }],
    answers: [{ status: 201, description: 'Created', mediaType: 'application/json', schema: MadeLinkBody }],
    errors: WRITE,
    handle: (call) =>
      answerSent(
        call,
        'write',
        async (access: ProjectAccess, sent: unknown): Promise<Result<z.infer<typeof MadeLinkBody>, AppError>> => {
          const input = parseInput(NewLinkInput, sent)
          if (!input.ok) return input
          const { services, caller, path } = call
          const linkRequest = { name: path.spec, days: input.value.days }
          const made = await createSpecLink(services, access, specActorOf(access, caller), linkRequest)
          return made.ok ? ok({ ...made.value, url: `${services.publicUrl}/spec/${made.value.secret}` }) : made
        },
        201,
      ),
  }),
  restRoute({
    method: 'delete',
    path: `${LINKS}/{id}`,
    operationId: 'revokeSpecLink',
    summary: 'Revoke a public link of a spec; the next request for it responds 404',
    access: 'upload',
    pathSchema: WithSpec.extend({ id: z.uuid() }),
    answers: [{ status: 204, description: 'Revoked' }],
    errors: [...READ, 'token-missing', 'scope-missing', 'role-missing'],
    handle: ({ services, caller, path }) =>
      answerInProject({ services, caller, path }, 'write', async (access) => {
        const revoked = await revokeLink(access, specActorOf(access, caller), { name: path.spec, id: path.id })
        return revoked.ok ? ok(new Response(null, { status: 204 })) : revoked
      }),
  }),
]
