import { projectSegment } from '@assay/domain/projects/project-key'
import { type AttemptResult, type NewRunner, RunLease } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { at, type Connection, request, unreachableReason } from '../server/http-request.ts'

/** An answer of the server; `unreached` when the request can be sent again. */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'unreached'; reason: string }

const Registered = z.object({ session: z.int(), heartbeatSeconds: z.number() })
const Leased = z.object({ lease: RunLease.nullable() })
const Problem = z.object({ detail: z.string() })

const CONFLICT = 409
const RETRIED: ReadonlySet<number> = new Set([408, 425, 429])

/** True when the lease belongs to another attempt now, or the runner to another process. */
export const isSuperseded = (answer: Answer<unknown>): boolean =>
  answer.kind === 'refused' && answer.status === CONFLICT

/** The operations of a runner, as docs/runners.md describes them. */
export class RunnerClient {
  readonly #connection: Connection
  readonly #base: string
  readonly #runner: string

  constructor(connection: Connection, project: string, runner: string) {
    this.#connection = connection
    this.#base = `/api/v1/projects/${projectSegment(project)}`
    this.#runner = encodeURIComponent(runner)
  }

  register(runner: NewRunner, signal: AbortSignal) {
    return this.#send('PUT', `/runners/${this.#runner}`, runner, Registered, signal)
  }

  lease(session: number, waitSeconds: number, signal: AbortSignal) {
    return this.#send('POST', `/runners/${this.#runner}/leases`, { session, waitSeconds }, Leased, signal)
  }

  /** Leases the request for which an engine started this job. */
  leaseRequest(requestId: string, signal: AbortSignal) {
    const path = `/run-requests/${encodeURIComponent(requestId)}/leases`
    return this.#send('POST', path, { runner: decodeURIComponent(this.#runner) }, Leased, signal)
  }

  heartbeat(
    { attemptId, fencingToken }: Pick<RunLease, 'attemptId' | 'fencingToken'>,
    log: { number: number; text: string } | null,
    signal: AbortSignal,
  ) {
    const body = { fencingToken, ...(log !== null && { log }) }
    return this.#send('POST', `/run-attempts/${attemptId}/heartbeats`, body, z.object({}), signal)
  }

  report(attemptId: string, result: AttemptResult, signal: AbortSignal) {
    return this.#send('PUT', `/run-attempts/${attemptId}/result`, result, z.object({ state: z.string() }), signal)
  }

  async #send<T>(
    method: string,
    path: string,
    body: object,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<Answer<T>> {
    try {
      const response = await request(this.#connection, at(this.#connection, `${this.#base}${path}`), {
        method,
        body: Buffer.from(JSON.stringify(body)),
        headers: { 'content-type': 'application/json' },
        signal,
      })
      const received: unknown = await response.json().catch(() => null)
      if (response.ok) {
        const read = schema.safeParse(received)
        return read.success
          ? { kind: 'ok', value: read.data }
          : { kind: 'unreached', reason: 'the response is not from Assay; check ASSAY_URL' }
      }
      const reason = Problem.safeParse(received).data?.detail ?? `the server answered with status ${response.status}`
      const isRetried = response.status >= 500 || RETRIED.has(response.status)
      return isRetried ? { kind: 'unreached', reason } : { kind: 'refused', status: response.status, reason }
    } catch (cause) {
      return { kind: 'unreached', reason: unreachableReason(cause, this.#connection.serverUrl) }
    }
  }
}
