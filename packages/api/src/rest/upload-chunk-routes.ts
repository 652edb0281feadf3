import { z } from 'zod'
import { importProject } from '../access/resolve-access.ts'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { appError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readBytes } from '../http/read-body.ts'
import { MAX_CHUNK_BYTES, MAX_CHUNKS, missingChunks, storeChunk } from '../uploads/upload-chunks.ts'
import { ChunkHashes, RawQuery } from './raw-upload-query.ts'
import { restRoute } from './route.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is 64 hex digits')
const InProject = RawQuery.pick({ project: true })

export const uploadChunkRoutes = [
  restRoute({
    method: 'put',
    path: '/api/v1/upload-chunks/{sha256}',
    operationId: 'putUploadChunk',
    limit: 'upload',
    summary: 'Store a chunk of a large upload, so that it can be continued after an interruption',
    description: `The body is at most ${MAX_CHUNK_BYTES / 1024 / 1024} MB and has the SHA-256 of the address. Send the chunks of a file in any order, then POST /api/v1/previews or /api/v1/uploads with a form whose field "chunks" lists their hashes in the order of the file. Chunks are deleted after the upload, or a day after they were last asked for.`,
    access: 'upload',
    pathSchema: z.object({ sha256 }),
    querySchema: InProject,
    bodies: [{ mediaType: 'application/octet-stream', description: 'The bytes of the chunk' }],
    answers: [
      {
        status: 200,
        description: 'Stored',
        mediaType: 'application/json',
        schema: z.object({ sha256: z.string() }),
      },
    ],
    errors: [
      'body-malformed',
      'token-missing',
      'token-unknown',
      'scope-missing',
      'not-found',
      'query-invalid',
      'body-too-large',
      'blob-differs',
      'quota-exceeded',
    ],
    async handle({ request, services, caller, path, query }) {
      const access = await importProject(services, caller, query.project)
      if (!access.ok) return problemResponse(access.error)
      const bytes = await readBytes(request, { packed: MAX_CHUNK_BYTES, unpacked: MAX_CHUNK_BYTES })
      if (!bytes.ok) return problemResponse(bytes.error)
      const found = sha256Hex(bytes.value)
      if (found !== path.sha256)
        return problemResponse(
          appError(
            'blob-differs',
            `The chunk has the SHA-256 ${found}, but the address has ${path.sha256}. Send it again.`,
          ),
        )
      const stored = await storeChunk(services, access.value.project.id, bytes.value)
      return stored.ok ? jsonResponse(stored.value) : problemResponse(stored.error)
    },
  }),
  restRoute({
    method: 'get',
    path: '/api/v1/upload-chunks',
    operationId: 'listMissingUploadChunks',
    limit: 'upload',
    summary: 'Chunks of an upload that the server does not have',
    description: 'An interrupted upload continues with these chunks.',
    access: 'upload',
    pathSchema: z.object({}),
    querySchema: InProject.extend({
      sha256: ChunkHashes.describe(`hashes of all chunks, separated by commas; at most ${MAX_CHUNKS}`),
    }),
    answers: [
      {
        status: 200,
        description: 'Hashes of the chunks that are not stored',
        mediaType: 'application/json',
        schema: z.object({ missing: z.array(z.string()) }).meta({ id: 'MissingUploadChunks' }),
      },
    ],
    errors: ['token-missing', 'token-unknown', 'scope-missing', 'not-found', 'query-invalid'],
    async handle({ services, caller, query }) {
      const access = await importProject(services, caller, query.project)
      if (!access.ok) return problemResponse(access.error)
      return jsonResponse({ missing: await missingChunks(services, access.value.project.id, query.sha256.split(',')) })
    },
  }),
]
