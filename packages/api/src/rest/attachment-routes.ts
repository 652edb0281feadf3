import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { redactInThread } from '../attachments/redact-content.ts'
import { sha256InSteps } from '../attachments/sha256-in-steps.ts'
import { appError } from '../errors.ts'
import { LIMIT_BYTES } from '../http/body-size-limits.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readBytes } from '../http/read-body.ts'
import { restRoute } from './route.ts'

const BlobPath = z.object({ project: ProjectKey, sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is 64 hex digits') })

export const attachmentRoutes = [
  restRoute({
    method: 'put',
    path: '/api/v1/projects/{project}/blobs/{sha256}',
    operationId: 'putBlob',
    limit: 'upload',
    summary: 'Upload a raw file before the run that refers to it',
    description:
      'For files that are too large for the document. Plain bytes, or Content-Encoding: gzip; at most 64 MB. Text must not contain passwords; assay push removes them.',
    access: 'upload',
    pathSchema: BlobPath,
    bodies: [{ mediaType: 'application/octet-stream', description: 'Content with the SHA-256 of the address' }],
    answers: [
      {
        status: 200,
        description: 'Stored',
        mediaType: 'application/json',
        schema: z.object({ sha256: z.string(), sizeBytes: z.int() }),
      },
    ],
    errors: [
      'body-malformed',
      'token-missing',
      'token-unknown',
      'scope-missing',
      'not-found',
      'body-too-large',
      'blob-differs',
    ],
    async handle({ request, services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'upload')
      if (!access.ok) return problemResponse(access.error)
      const bytes = await readBytes(request, { packed: LIMIT_BYTES.archive, unpacked: LIMIT_BYTES.documentUnpacked })
      if (!bytes.ok) return problemResponse(bytes.error)
      const found = await sha256InSteps(bytes.value)
      if (found !== path.sha256)
        return problemResponse(
          appError(
            'blob-differs',
            `The content has the SHA-256 ${found}, but the address has ${path.sha256}. Correct the address, or send the content again.`,
          ),
        )
      const { id } = access.value.project
      if ((await redactInThread(services.workers, id, bytes.value)) !== bytes.value) {
        return problemResponse(
          appError(
            'blob-differs',
            'The content seems to contain a password or a home path. Remove it (assay push does) and send the content under its new hash.',
          ),
        )
      }
      await services.attachments.put(id, bytes.value)
      return jsonResponse({ sha256: path.sha256, sizeBytes: bytes.value.length })
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/projects/{project}/attachments/{sha256}',
    operationId: 'getAttachment',
    summary: 'A raw file, as it was stored',
    access: 'read',
    pathSchema: BlobPath,
    answers: [{ status: 200, description: 'The content', mediaType: 'text/plain' }],
    errors: ['token-unknown', 'not-found'],
    async handle({ services, caller, path }) {
      const access = await projectFor(services, caller, path.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const [attachment] = await access.value.queries.attachments.find(path.sha256)
      const content =
        attachment === undefined ? null : await services.attachments.get(access.value.project.id, path.sha256)
      if (attachment === undefined || content === null)
        return problemResponse(
          appError('not-found', 'There is no such file in this project. The page of its run lists the raw files.'),
        )
      const fileName = (attachment.name.split('/').at(-1) ?? 'file').replace(/[^\w.,=+-]/g, '_')
      // Raw files contain text of users, so they are always a download, never a page that could run scripts.
      return new Response(new Uint8Array(content), {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'content-disposition': `attachment; filename="${fileName}"`,
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=31536000, immutable',
        },
      })
    },
  }),
]
