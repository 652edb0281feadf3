import { generateSpecs } from 'hono-openapi'
import { addExamples } from './examples.ts'
import { restApp } from './handle-rest.ts'

/** Generates the OpenAPI 3.1 document from the routes and the zod schemas that validate the requests. */
export async function openApiDocument(serverUrl: string) {
  const document = await generateSpecs(restApp, {
    defaultValidationErrorResponse: false,
    excludeStaticFile: false,
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: '1',
        summary: 'A lab notebook for database benchmarks',
        description:
          'Upload benchmark output, compare versions, publish tables. Errors are problem documents (RFC 9457). Requests, uploads and their bytes are limited by token, project, person and address: the header RateLimit has the remainder, and a request over a limit gets 429 with Retry-After.',
      },
      servers: [{ url: serverUrl }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of one project, with the scope read or upload',
          },
        },
      },
    },
  })
  addExamples(document.paths)
  return document
}
