import { SPEC_STATES, specName } from '@assay/domain/spec/spec'
import { z } from 'zod'
import { ProjectSlug } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import type { AppErrorCode } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem.ts'
import { readJson } from '../http/read-body.ts'
import { SPEC_FORMATS, specFileResponse } from '../specs/export-spec.ts'
import { ImportRevisionInput, ImportSpecInput, importRevision, importSpec } from '../specs/import-spec.ts'
import { readDocument } from '../specs/read-document.ts'
import { byOf, findSpec } from '../specs/spec-access.ts'
import { RevisionAnswer } from '../specs/write-spec.ts'
import { type RestRoute, restRoute } from './route.ts'

const SPECS = '/api/v1/projects/{project}/specs'

const SENT: AppErrorCode[] = [
  ...(['token-unknown', 'not-found', 'token-missing', 'scope-missing', 'role-missing', 'body-malformed'] as const),
  ...(['body-too-large', 'content-type-unknown', 'document-invalid', 'query-invalid', 'conflict'] as const),
  'spec-incomplete',
]

/** Specs that leave as files, and come back. */
export const specFileRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: `${SPECS}/{spec}/export`,
    operationId: 'exportSpec',
    summary: 'A revision of a spec with its whole appendix, as a file',
    description:
      'The current revision unless one is named. HTML is one file that opens with the network off. Markdown has the text byte for byte, and importSpec reads it again with every revision, point and answer.',
    access: 'read',
    pathSchema: z.object({ project: ProjectSlug, spec: z.string().max(20) }),
    querySchema: z.strictObject({
      format: z.enum(['markdown', 'html', 'pdf']).default('markdown'),
      revision: z.coerce.number().int().min(1).max(1_000_000).optional(),
    }),
    answers: Object.values(SPEC_FORMATS).map(({ mediaType }) => ({ status: 200, description: 'The spec', mediaType })),
    errors: ['token-unknown', 'not-found', 'query-invalid'],
    async handle({ services, caller, path, query: { format, revision } }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const by = byOf(access.value, caller)
      const found = await findSpec(access.value, by, path.spec)
      if (!found.ok) return problemResponse(found.error)
      const about = { revision, origin: services.publicUrl, now: services.now(), by }
      const whole = await readDocument(access.value, found.value, about)
      return whole.ok ? specFileResponse(whole.value, format) : problemResponse(whole.error)
    },
  }),
  restRoute({
    method: 'post',
    path: `${SPECS}/import`,
    operationId: 'importSpec',
    summary: 'Make a spec of a file',
    description:
      'A file of exportSpec brings every revision, point and answer, and its number where that was never used here; who sends it owns it, and people are kept by their names. Where its text was edited, and of other Markdown, the text alone becomes a draft.',
    access: 'upload',
    pathSchema: z.object({ project: ProjectSlug }),
    bodies: [{ mediaType: 'application/json', schema: ImportSpecInput, description: 'The file' }],
    answers: [
      {
        status: 201,
        description: 'Its number, and whether its history came with it',
        mediaType: 'application/json',
        schema: z
          .object({
            name: z.string(),
            state: z.enum(SPEC_STATES),
            revision: z.int(),
            brought: z.enum(['whole', 'text']),
          })
          .meta({ id: 'SpecImportAnswer' }),
      },
    ],
    errors: SENT,
    async handle({ request, services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'write')
      if (!access.ok) return problemResponse(access.error)
      const body = await readJson(request)
      if (!body.ok) return problemResponse(body.error)
      const imported = await importSpec(services, access.value, byOf(access.value, caller), body.value)
      if (!imported.ok) return problemResponse(imported.error)
      const { stored, brought } = imported.value
      const { state, revision } = stored.spec
      return jsonResponse({ name: specName(stored.spec), state, revision, brought }, { status: 201 })
    },
  }),
  restRoute({
    method: 'post',
    path: `${SPECS}/{spec}/import`,
    operationId: 'importSpecRevision',
    summary: 'Store the text of a file as the next revision of a spec',
    description: 'Its title block, figures and appendix are no part of the text, which comes out byte for byte.',
    access: 'upload',
    pathSchema: z.object({ project: ProjectSlug, spec: z.string().max(20) }),
    bodies: [{ mediaType: 'application/json', schema: ImportRevisionInput, description: 'The file' }],
    answers: [{ status: 200, description: 'What became of it', mediaType: 'application/json', schema: RevisionAnswer }],
    errors: SENT,
    async handle({ request, services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'write')
      if (!access.ok) return problemResponse(access.error)
      const body = await readJson(request)
      if (!body.ok) return problemResponse(body.error)
      const by = byOf(access.value, caller)
      const imported = await importRevision(services, access.value, by, {
        name: path.spec,
        input: body.value,
        now: services.now(),
      })
      return imported.ok ? jsonResponse(imported.value) : problemResponse(imported.error)
    },
  }),
]
