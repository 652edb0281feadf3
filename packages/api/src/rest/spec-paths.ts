import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import type { AppErrorCode } from '../errors.ts'

// Addresses of specs in the REST API, and the errors of these operations.

export const SPECS = '/api/v1/projects/{project}/specs'

export const InProject = z.object({ project: ProjectKey })
export const WithSpec = InProject.extend({ spec: z.string().max(20) })
/** The number of a revision in a URL. */
export const RevisionNumber = z.coerce.number().int().min(1).max(1_000_000)

export const READ: AppErrorCode[] = ['token-unknown', 'not-found']
export const WRITE: AppErrorCode[] = [
  ...READ,
  ...(['token-missing', 'scope-missing', 'role-missing', 'body-malformed', 'body-too-large'] as const),
  ...([
    'content-type-unknown',
    'document-invalid',
    'query-invalid',
    'conflict',
    'spec-incomplete',
    'key-reused',
  ] as const),
]
