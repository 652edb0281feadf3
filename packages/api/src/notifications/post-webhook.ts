import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  type AddressRule,
  guardedLookup,
  isAllowedAddress,
  isListedHost,
  literalAddress,
  refusal,
} from './ssrf-guard.ts'

const TIME_LIMIT_MS = 10_000
const MAX_REPLY_BYTES = 64 * 1024
const MAX_REDIRECTS = 3

type WebhookRequest = { url: string; body: string; headers: Readonly<Record<string, string>> }

/** The outcome of a request; `reply` is the beginning of the response, or the reason why there is none. */
type WebhookResponse = { delivered: boolean; status: number | null; reply: string }

/**
 * Posts a message to an address that a user entered. It connects only to public addresses: the address is checked when
 * the socket connects and again on every redirect, and an address that cannot be checked is refused. Never throws.
 */
export async function postWebhook(message: WebhookRequest, rule: AddressRule): Promise<WebhookResponse> {
  const began = Date.now()
  let { url, headers } = message
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await send({ ...message, url, headers }, rule, TIME_LIMIT_MS - (Date.now() - began))
      const { status, location } = answer
      // Only these two statuses keep the method and the body; the others would turn the POST into a GET.
      if ((status !== 307 && status !== 308) || location === null) {
        return { delivered: status >= 200 && status < 300, status, reply: answer.reply }
      }
      const next = new URL(location, url)
      // Another host must not get the token of an engine.
      if (next.origin !== new URL(url).origin) headers = withoutCredential(headers)
      url = next.href
    }
    return { delivered: false, status: null, reply: `More than ${MAX_REDIRECTS} redirects; the last was to ${url}.` }
  } catch (error) {
    return { delivered: false, status: null, reply: error instanceof Error ? error.message : String(error) }
  }
}

const withoutCredential = ({ authorization: _, ...headers }: WebhookRequest['headers']) => headers

type Answer = { status: number; location: string | null; reply: string }

function send({ url, body, headers }: WebhookRequest, rule: AddressRule, timeLimit: number): Promise<Answer> {
  const target = parseWebhookAddress(url, rule)
  return new Promise((resolve, reject) => {
    const sending = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Assay', connection: 'close' },
      lookup: guardedLookup(rule),
      agent: false,
      signal: AbortSignal.timeout(Math.max(timeLimit, 1)),
    })
    sending.on('error', (error) =>
      reject(
        error.name === 'TimeoutError' || error.name === 'AbortError' ? new Error('No answer within 10 s.') : error,
      ),
    )
    sending.on('response', (response) => {
      const { statusCode = 0, headers: answered } = response
      readBeginning(response).then(
        (reply) => resolve({ status: statusCode, location: answered.location ?? null, reply }),
        reject,
      )
    })
    sending.end(body)
  })
}

/** @throws Error for an address that may not be requested; a host name is checked when the socket connects. */
export function parseWebhookAddress(url: string, rule: AddressRule): URL {
  const target = new URL(url)
  const isPlain = target.protocol === 'http:' && rule.allowLoopback
  if (target.protocol !== 'https:' && !isPlain) throw new Error(`${target.origin} is not https.`)
  if (target.username !== '' || target.password !== '')
    throw new Error('An address with a name or password is refused.')
  if (!isListedHost(target.hostname, rule)) throw new Error(`${target.hostname} is not among ASSAY_TARGET_HOSTS.`)
  const literal = literalAddress(target)
  if (literal !== null && !isAllowedAddress(literal, rule)) throw new Error(refusal(target.hostname, literal))
  return target
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size >= MAX_REPLY_BYTES) break // Leaving the loop closes the connection.
  }
  return Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString('utf8').replaceAll('\0', '')
}
