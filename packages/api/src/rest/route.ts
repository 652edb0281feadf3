import { z } from 'zod'
import type { Caller } from '../access/resolve-access.ts'
import type { AppErrorCode } from '../errors.ts'
import type { LimitName } from '../http/limit-rules.ts'
import type { Services } from '../services.ts'

/** The input of a handler; path and query are validated by the route's schemas. */
export type RestCall<Path = Record<string, unknown>, Query = Record<string, unknown>> = {
  request: Request
  url: URL
  services: Services
  caller: Caller
  path: Path
  query: Query
}

export type RestBody = { mediaType: string; schema?: z.ZodType | undefined; description: string }

export type RestAnswer = { status: number; description: string; mediaType?: string; schema?: z.ZodType }

/** One REST operation. Routing, validation and the OpenAPI document are generated from it. */
export type RestRoute = {
  method: 'get' | 'put' | 'post' | 'patch' | 'delete'
  /** An OpenAPI path template, `/api/v1/runs/{runId}`. */
  path: string
  operationId: string
  summary: string
  description?: string
  access: 'read' | 'upload'
  /** The budget that its requests are counted in; `api` by default. */
  limit?: LimitName
  pathSchema: z.ZodObject
  querySchema?: z.ZodObject
  bodies?: readonly RestBody[]
  /** True when a request with an Idempotency-Key is stored once. */
  takesKey?: true
  answers: readonly RestAnswer[]
  errors: readonly AppErrorCode[]
  handle(call: RestCall): Promise<Response>
}

type Handled<P extends z.ZodObject, Q extends z.ZodObject> = Omit<
  RestRoute,
  'handle' | 'pathSchema' | 'querySchema'
> & {
  pathSchema: P
  querySchema?: Q
  handle(call: RestCall<z.infer<P>, z.infer<Q>>): Promise<Response>
}

/** Types the handler by its schemas. */
export function restRoute<P extends z.ZodObject, Q extends z.ZodObject>(route: Handled<P, Q>): RestRoute {
  return route
}

/** A parameter that can be repeated. */
export const listOf = <T extends z.ZodType>(one: T) =>
  z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(one))
