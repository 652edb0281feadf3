import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { parseWebhookAddress } from '../notifications/post-webhook.ts'
import { type AddressRule, guardedLookup } from '../notifications/ssrf-guard.ts'

const MAX_BYTES = 1024 * 1024

export const IDENTITY_PROVIDER_TIMEOUT_MS = 10_000

type RequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * A fetch for addresses that an owner entered or an identity provider named. It connects only to public addresses, checked
 * when the socket connects, follows no redirect, and reads at most 1 MB.
 */
export const guardedFetch =
  (rule: AddressRule) =>
  (url: string, { method = 'GET', headers = {}, body, signal }: RequestOptions = {}): Promise<Response> => {
    const target = parseWebhookAddress(url, rule)
    const timeLimit = AbortSignal.timeout(IDENTITY_PROVIDER_TIMEOUT_MS)
    return new Promise((resolve, reject) => {
      const sending = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
        method,
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Assay', connection: 'close' },
        lookup: guardedLookup(rule),
        agent: false,
        signal: signal === undefined ? timeLimit : AbortSignal.any([signal, timeLimit]),
      })
      sending.on('error', reject)
      sending.on('response', (response) => {
        readWhole(response).then((bytes) => resolve(asResponse(response, bytes)), reject)
      })
      sending.end(body === undefined || body === null ? undefined : String(body))
    })
  }

async function readWhole(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) throw new Error(`The response is longer than ${MAX_BYTES} bytes.`)
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

function asResponse({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer<ArrayBuffer>): Response {
  const allowed = new Headers()
  for (const name of ['content-type', 'www-authenticate', 'date', 'retry-after']) {
    const value = headers[name]
    if (typeof value === 'string') allowed.set(name, value)
  }
  // The constructor refuses a body with these statuses, and others below 200.
  const hasBody = statusCode !== 204 && statusCode !== 304
  return new Response(hasBody ? bytes : null, { status: statusCode, headers: allowed })
}
