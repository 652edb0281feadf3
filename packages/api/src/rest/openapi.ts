import { z } from 'zod'
import { type AppErrorCode, ERRORS } from '../errors.ts'
import { IDEMPOTENCY_KEY, KEY_DESCRIPTION } from './idempotency-key.ts'
import type { RestBody, RestRoute } from './route.ts'
import { restRoutes } from './routes.ts'
import { ProblemDocument } from './schemas.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document, made from the same table and zod schemas that answer the requests. */
export function openApiDocument(serverUrl: string): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const route of restRoutes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'A lab notebook for database benchmarks',
      description:
        'Upload what a benchmark printed, compare versions, publish the table. Errors are problem documents (RFC 9457). Requests, uploads and their bytes are limited by token, project, person and address: answers say what is left in RateLimit, and one too many is 429 with Retry-After.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of one project, with the scope read or upload' },
      },
      schemas: components.schemas,
    },
  }
}

function operation(route: RestRoute, components: Components): Json {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.access === 'upload' ? [{ token: [] }] : [{}, { token: [] }],
    parameters: [
      ...parameters(route.pathSchema, 'path', components),
      ...(route.querySchema === undefined ? [] : parameters(route.querySchema, 'query', components)),
      ...(route.takesKey === true ? [KEY_PARAMETER] : []),
    ],
    ...(route.bodies === undefined
      ? {}
      : { requestBody: { required: true, content: content(route.bodies, 'input', components) } }),
    responses: responses(route, components),
  }
}

const KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description: KEY_DESCRIPTION,
  schema: { type: 'string', maxLength: 255 },
}

function parameters(schema: z.ZodObject, where: 'path' | 'query', components: Components): Json[] {
  const object = components.inline(schema, 'input')
  const required = new Set(where === 'path' ? Object.keys(schema.shape) : (object.required ?? []))
  return Object.entries(object.properties ?? {}).map(([name, { description, ...of }]) => ({
    name,
    in: where,
    required: required.has(name),
    ...(description === undefined ? {} : { description }),
    schema: of,
  }))
}

function responses(route: RestRoute, components: Components): Json {
  const byStatus: Record<string, { description: string; content?: Json }> = {}
  for (const { status, description, mediaType, schema } of route.answers) {
    const known = byStatus[status]
    const added =
      mediaType === undefined
        ? {}
        : content([{ mediaType, description, ...(schema === undefined ? {} : { schema }) }], 'output', components)
    byStatus[status] = { description: known?.description ?? description, content: { ...known?.content, ...added } }
  }
  for (const [status, codes] of Object.entries(groupByStatus([...route.errors, 'too-many-requests']))) {
    byStatus[status] = {
      description: codes.map((code) => `${code}: ${ERRORS[code].title}`).join('; '),
      ...(codes.includes('too-many-requests') ? { headers: LIMIT_HEADERS } : {}),
      content: { 'application/problem+json': { schema: components.ref(ProblemDocument, 'output') } },
    }
  }
  return byStatus
}

const LIMIT_HEADERS = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
  RateLimit: {
    description: 'What is left of the tightest budget, and when it is full again',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'That budget: its name, size and seconds', schema: { type: 'string' } },
}

function groupByStatus(codes: readonly AppErrorCode[]): Record<string, AppErrorCode[]> {
  return Object.groupBy(codes, (code) => String(ERRORS[code].status)) as Record<string, AppErrorCode[]> // groupBy makes no empty groups
}

function content(bodies: readonly RestBody[], io: 'input' | 'output', components: Components): Json {
  return Object.fromEntries(
    bodies.map(({ mediaType, schema }) => [
      mediaType,
      { schema: schema === undefined ? { type: 'string' } : components.ref(schema, io) },
    ]),
  )
}

type ObjectSchema = { properties?: Record<string, Json & { description?: string }>; required?: string[] }

/** Collects named schemas under components/schemas and points every `$ref` there. */
class Components {
  readonly schemas: Record<string, Json> = {}

  ref(schema: z.ZodType, io: 'input' | 'output'): Json {
    return this.inline(schema, io) as Json
  }

  inline(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
    const {
      $schema: _dialect,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json & {
      $defs?: Record<string, Json>
    }
    for (const [name, definition] of Object.entries($defs)) this.add(name, definition)
    const id = schema.meta()?.id
    if (id === undefined) return moved(root) as ObjectSchema
    // A root with an id comes whole, or as a reference to its own definition; either way it is a component.
    if (root.$ref === undefined) this.add(id, root)
    return { $ref: `#/components/schemas/${id}` } as ObjectSchema
  }

  private add(name: string, definition: Json): void {
    const { id: _id, ...rest } = definition
    const next = moved(rest) as Json
    const known = this.schemas[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(next)) {
      throw new Error(`schema ${name} has two forms; give input and output their own ids`)
    }
    this.schemas[name] = next
  }
}

/** The same schema with references into components. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? item.replace('#/$defs/', '#/components/schemas/') : moved(item),
    ]),
  )
}
