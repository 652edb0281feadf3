import { RunLease } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { expireSilent, offerForbidden } from './attempts-in-database.ts'

const PAUSE_MS = 50
const TIMEOUT_MS = 10 * 60_000

/** Requests runs as people and agents do, at servers that are killed, and is a runner that goes silent. */
export class RequestClient {
  readonly #urls: readonly string[]
  readonly #token: string
  readonly #base: string
  #next = 0
  /** Number of answered requests. */
  answers = 0

  constructor(urls: readonly string[], token: string, project: string) {
    this.#urls = urls
    this.#token = token
    this.#base = `/api/v1/projects/${encodeURIComponent(project)}`
  }

  async request(body: object): Promise<void> {
    const { status, text } = await this.#send('POST', '/run-requests', body)
    if (status !== 201) throw new Error(`a request was answered ${status}: ${text}`)
  }

  async untilRegistered(count: number): Promise<void> {
    await this.#until(TIMEOUT_MS, async () => {
      const { text } = await this.#send('GET', '/runners')
      return z.object({ runners: z.array(z.unknown()) }).parse(JSON.parse(text)).runners.length >= count
    })
  }

  /**
   * Waits until at most so many requests wait or are executed. Runners register their own commands at each start, so the
   * database offers them the forbidden one again.
   */
  async untilOpen(count: number, databaseUrl: string, timeoutMs: number): Promise<void> {
    await this.#until(timeoutMs, async () => {
      await offerForbidden(databaseUrl)
      const open = await Promise.all(['waiting', 'leased'].map((state) => this.#count(state)))
      return open.reduce((sum, one) => sum + one, 0) <= count
    })
  }

  /** Leases a request of its own, then loses its lease to the other runners as after a minute without heartbeats. */
  async leaseAndGoSilent(body: object, databaseUrl: string): Promise<RunLease[]> {
    const commands = [{ name: 'measure', parameters: [{ name: 'number', pattern: '[0-9]+' }] }]
    const registered = await this.#send('PUT', '/runners/silent', { hardware: 'silent', commands })
    await this.request({ ...body, runner: 'silent' })
    const { session } = z.object({ session: z.int() }).parse(JSON.parse(registered.text))
    const leased = await this.#send('POST', '/runners/silent/leases', { session, waitSeconds: 0 })
    await expireSilent(databaseUrl)
    // A call whose server was killed was sent again, and the second one has found nothing.
    if (leased.status !== 200) return []
    const { lease } = z.object({ lease: RunLease.nullable() }).parse(JSON.parse(leased.text))
    return lease === null ? [] : [lease]
  }

  /** @returns true when the result was accepted. */
  async report({ attemptId, fencingToken }: Pick<RunLease, 'attemptId' | 'fencingToken'>): Promise<boolean> {
    const body = { fencingToken, outcome: 'succeeded', exitCode: 0, reason: null, runIds: [] }
    return (await this.#send('PUT', `/run-attempts/${attemptId}/result`, body)).status === 200
  }

  async #count(state: string): Promise<number> {
    const { text } = await this.#send('GET', `/run-requests?state=${state}&limit=1`)
    return z.object({ total: z.int() }).parse(JSON.parse(text)).total
  }

  async #until(timeoutMs: number, isDone: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + timeoutMs
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error(`nothing more happened within ${timeoutMs / 60_000} minutes`)
      await pause(500)
    }
  }

  /** Sends a request to one server after the other until one answers. */
  async #send(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const deadline = Date.now() + TIMEOUT_MS
    for (; Date.now() < deadline; this.#next++) {
      const answer = await fetch(`${this.#urls[this.#next % this.#urls.length]}${this.#base}${path}`, {
        method,
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch(() => null)
      const text = await answer?.text().catch(() => null)
      if (answer !== null && answer.status < 500 && typeof text === 'string') {
        this.answers++
        return { status: answer.status, text }
      }
      await pause(PAUSE_MS)
    }
    throw new Error(`${method} ${path} was not answered within ten minutes`)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
