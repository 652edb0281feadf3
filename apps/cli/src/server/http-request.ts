import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { serverName } from '../environment.ts'

const pack = promisify(gzip)

/** A slow line transfers 8 MB in this time; a dead one is detected. */
const ATTEMPT_MS = 120_000

/** The server and token of requests. */
export type Connection = { serverUrl: URL; token: string | null; fetch: typeof fetch }

/**
 * Calls fetch with the token, without following redirects (which would lose method or token), for two minutes at most.
 */
export async function request(
  { token, fetch }: Connection,
  url: string,
  {
    method = 'GET',
    body,
    headers = {},
    signal,
  }: { method?: string; body?: Uint8Array; headers?: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    // A Buffer is a Uint8Array over an ArrayBuffer; TypeScript cannot see that it is never shared memory.
    ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
  })
}

/** Compresses a request body with gzip. */
export async function gzipBody(
  body: string | Uint8Array,
): Promise<{ body: Uint8Array; headers: Record<string, string> }> {
  return { body: await pack(body), headers: { 'content-encoding': 'gzip' } }
}

/** Returns an address below the server. */
export const at = ({ serverUrl }: Connection, path: string): string => `${serverName(serverUrl)}${path}`

const NOBODY_THERE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** False when no connection could be made at all; a connection that broke may belong to a server that restarts. */
export function wasReached(cause: unknown): boolean {
  const code = deepestCode(cause)
  return code === undefined || !NOBODY_THERE.has(code)
}

/** Returns the reason why a request got no response, for people. */
export function unreachableReason(cause: unknown, serverUrl: URL): string {
  const code = deepestCode(cause)
  const name = serverName(serverUrl)
  if (code === 'ECONNREFUSED') return `nothing listens at ${name}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name ${serverUrl.hostname} cannot be resolved`
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return `the connection to ${name} broke`
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `${name} did not answer within ${ATTEMPT_MS / 1000} s`
  return `${name} was not reached (${code ?? deepestMessage(cause)})`
}

/**
 * Finds the error of the system, which fetch wraps once or twice, and in an AggregateError when several addresses were
 * tried.
 */
function deepestCode(cause: unknown): string | undefined {
  let code: string | undefined
  let at: unknown = cause
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    if ('code' in at && typeof at.code === 'string') code = at.code
    at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined)
  }
  return code
}

function deepestMessage(cause: unknown): string {
  return cause instanceof Error
    ? cause.cause === undefined
      ? cause.message
      : deepestMessage(cause.cause)
    : String(cause)
}
