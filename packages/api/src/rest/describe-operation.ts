import { type DescribeRouteOptions, resolver } from 'hono-openapi'
import type { z } from 'zod'
import { type AppErrorCode, ERRORS } from '../errors.ts'
import { IDEMPOTENCY_KEY, KEY_DESCRIPTION } from './idempotency-key.ts'
import type { RestAnswer, RestBody, RestRoute } from './route.ts'
import { ProblemDocument } from './schemas.ts'

/**
 * Describes a route in OpenAPI, without the parameters of its path and query: those come from the schemas that validate
 * them.
 */
export const describeOperation = (route: RestRoute): DescribeRouteOptions => ({
  operationId: route.operationId,
  summary: route.summary,
  ...(route.description === undefined ? {} : { description: route.description }),
  security: route.access === 'upload' ? [{ token: [] }] : [{}, { token: [] }],
  ...(route.takesKey === true ? { parameters: [KEY_PARAMETER] } : {}),
  ...(route.bodies === undefined ? {} : { requestBody: { required: true, content: contentOf(route.bodies, 'input') } }),
  responses: { ...answersOf(route.answers), ...errorsOf(route.errors) },
})

const KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  description: KEY_DESCRIPTION,
  schema: { type: 'string', maxLength: 255 },
} as const

const LIMIT_HEADERS = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
  RateLimit: {
    description: 'Remaining requests of the tightest budget, and the time until it is full',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'That budget: its name, size and seconds', schema: { type: 'string' } },
} as const

const contentOf = (bodies: readonly Omit<RestBody, 'description'>[], io: 'input' | 'output') =>
  Object.fromEntries(
    bodies.map(({ mediaType, schema }) => [mediaType, { schema: schema === undefined ? TEXT : schemaOf(schema, io) }]),
  )

const TEXT = { type: 'string' } as const

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  resolver(schema, { options: { io, unrepresentable: 'any' } })

/** Merges answers with the same status into one with several media types. */
function answersOf(answers: readonly RestAnswer[]) {
  const byStatus = Object.entries(Object.groupBy(answers, ({ status }) => status))
  return Object.fromEntries(
    byStatus.map(([status, same = []]) => {
      const bodies = same.flatMap(({ mediaType, schema }) => (mediaType === undefined ? [] : [{ mediaType, schema }]))
      const content = bodies.length === 0 ? {} : { content: contentOf(bodies, 'output') }
      return [status, { description: same[0]?.description ?? '', ...content }]
    }),
  )
}

function errorsOf(errors: readonly AppErrorCode[]) {
  const codes: AppErrorCode[] = [...errors, 'too-many-requests']
  const byStatus = Object.entries(Object.groupBy(codes, (code) => ERRORS[code].status))
  return Object.fromEntries(
    byStatus.map(([status, same = []]) => [
      status,
      {
        description: same.map((code) => `${code}: ${ERRORS[code].title}`).join('; '),
        ...(same.includes('too-many-requests') ? { headers: LIMIT_HEADERS } : {}),
        content: { 'application/problem+json': { schema: schemaOf(ProblemDocument, 'output') } },
      },
    ]),
  )
}
