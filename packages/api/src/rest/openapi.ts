import { generateSpecs } from 'hono-openapi'
import { addExamples } from './examples.ts'
import { restApp } from './handle-rest.ts'

const generated = new Map<string, ReturnType<typeof generateDocument>>()

/**
 * The OpenAPI 3.1 document of a server, generated from the routes and the zod schemas that validate the requests. It is
 * shared and must not be changed: anybody can request it, and its generation takes 0.2 s of the event loop.
 */
export function openApiDocument(serverUrl: string): ReturnType<typeof generateDocument> {
  const document = generated.get(serverUrl) ?? generateDocument(serverUrl)
  generated.set(serverUrl, document)
  return document
}

async function generateDocument(serverUrl: string) {
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
