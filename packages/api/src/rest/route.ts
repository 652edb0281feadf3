import type { z } from 'zod'
import type { Caller } from '../access/resolve-access.ts'
import type { AppErrorCode } from '../errors.ts'
import type { LimitName } from '../http/limit-rules.ts'
import type { Services } from '../services.ts'

/** What a handler is given: path and query are already checked against the route's schemas. */
export type RestCall<Path = Record<string, string>, Query = Record<string, unknown>> = {
  request: Request
  url: URL
  services: Services
  caller: Caller
  path: Path
  query: Query
}

export type RestBody = { mediaType: string; schema?: z.ZodType; description: string }

export type RestAnswer = { status: number; description: string; mediaType?: string; schema?: z.ZodType }

/** One REST operation: the same table drives the dispatch and the OpenAPI document, so neither can drift. */
export type RestRoute = {
  method: 'get' | 'put' | 'post' | 'patch' | 'delete'
  /** An OpenAPI path template, `/api/v1/runs/{runId}`. */
  path: string
  operationId: string
  summary: string
  description?: string
  access: 'read' | 'upload'
  /** What its requests are counted as; `api` unless said otherwise. */
  limit?: LimitName
  pathSchema: z.ZodObject
  querySchema?: z.ZodObject
  bodies?: readonly RestBody[]
  /** Whether what is sent with an Idempotency-Key is stored once. */
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

/** Gives the handler the types of its own schemas. */
export function restRoute<P extends z.ZodObject, Q extends z.ZodObject>(route: Handled<P, Q>): RestRoute {
  // The dispatcher parses path and query by these very schemas before it calls handle.
  return route as unknown as RestRoute
}
