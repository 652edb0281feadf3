import { type Output, type Recorder, UnknownOutcome } from './operation.ts'

/** Shared state of all clients. */
export type ClientContext = {
  recorder: Recorder
  /** Addresses of the servers; each request goes to one at random. */
  urls: readonly string[]
  token: string
  /** A second token: authors do not comment on their own spec. */
  reviewer: string
  random: () => number
}

export const PROJECT = 'chaos'
const TIMEOUT_MS = 15_000

type Answered = { status: number; body: unknown }

/** @throws UnknownOutcome without a response, or after one that does not reveal the outcome */
export async function send(
  context: ClientContext,
  method: string,
  path: string,
  options: Sent = {},
): Promise<Answered> {
  const { body, token = context.token, headers = {} } = options
  const isJson = !(body instanceof Uint8Array || body instanceof FormData)
  const url = context.urls[Math.floor(context.random() * context.urls.length)]
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await answer.text()
    if (answer.status >= 500) throw new UnknownOutcome(`${answer.status} ${text}`)
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  } catch (error) {
    throw error instanceof UnknownOutcome ? error : new UnknownOutcome(String(error))
  }
}
type Sent = {
  /** Bytes, a form, or an object that is sent as JSON. */
  body?: Uint8Array<ArrayBuffer> | FormData | object
  token?: string
  headers?: Record<string, string>
}

export const call = (context: ClientContext, procedure: string, input: object) =>
  send(context, 'POST', '/chaos/call', { body: { procedure, input: { project: PROJECT, ...input } } })

/** A response that no model allows, so that the checker reports its object. */
export const unexpected = ({ status, body }: Answered): Output => ({
  outcome: `answered ${status}: ${JSON.stringify(body).slice(0, 500)}`,
})

export const field = <T>(body: unknown, name: string): T => Object(body)[name]
