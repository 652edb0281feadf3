import { z } from 'zod'
import { ProjectSlug } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { problemResponse } from '../http/problem.ts'
import { SPEC_FORMATS, specFileResponse } from '../specs/export-spec.ts'
import { readDocument } from '../specs/read-document.ts'
import { byOf, findSpec } from '../specs/spec-access.ts'
import { type RestRoute, restRoute } from './route.ts'

const SPECS = '/api/v1/projects/{project}/specs'

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
]
