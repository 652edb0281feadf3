import type { Pool } from 'pg'

/** Delay of a job after the last request for it; it starts at most MAX_DELAY_MS after the first one. */
const DELAY_MS = 250
const MAX_DELAY_MS = 5_000

type Job = { name: string; payload: object; key: string }

type Pending = { name: string; payload: object; since: number; timer: NodeJS.Timeout }

/**
 * Debounces requests for jobs by key: a burst of uploads queues one scan at its end, and no upload waits for the queue.
 * Requests that a killed process did not queue are recovered when a worker starts, because it scans every product.
 */
export class JobDebouncer {
  readonly #pool: Pool
  readonly #pending = new Map<string, Pending>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  request(name: string, payload: object, key: string): void {
    const now = Date.now()
    const known = this.#pending.get(key)
    clearTimeout(known?.timer)
    const since = known?.since ?? now
    const delay = Math.max(0, Math.min(DELAY_MS, since + MAX_DELAY_MS - now))
    // A failure is ignored here, because the worker queues a scan of every product at intervals and when it starts.
    const timer = setTimeout(() => void this.#queue([key]).catch(() => undefined), delay).unref()
    this.#pending.set(key, { name, payload, since, timer })
  }

  /** Queues all pending requests now. */
  flush(): Promise<void> {
    return this.#queue([...this.#pending.keys()])
  }

  /** Queues jobs without a delay, in one statement. */
  async enqueue(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return
    await this.#pool.query(
      'select ask_for_job(name, payload, key) from unnest($1::text[], $2::json[], $3::text[]) as job (name, payload, key)',
      [jobs.map(({ name }) => name), jobs.map(({ payload }) => JSON.stringify(payload)), jobs.map(({ key }) => key)],
    )
  }

  async #queue(keys: readonly string[]): Promise<void> {
    const taken = keys.flatMap((key) => {
      const pending = this.#pending.get(key)
      if (pending === undefined) return []
      clearTimeout(pending.timer)
      this.#pending.delete(key)
      return [{ key, ...pending }]
    })
    await this.enqueue(taken)
  }
}
