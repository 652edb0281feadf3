import type { Pool } from 'pg'

/** Uploads that come together ask once: so long after the last of them, and so long after the first at most. */
const WAIT_MS = 250
const MAX_WAIT_MS = 5_000

type Waiting = { name: string; payload: object; since: number; timer: NodeJS.Timeout }

/**
 * Asks for jobs a moment later, each key once: a burst of uploads sets off one look when it is over, and none of them
 * waits for the queue. What a process that is killed had not yet asked is asked when a worker starts, for every product.
 */
export class AskSoon {
  readonly #pool: Pool
  readonly #waiting = new Map<string, Waiting>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  ask(name: string, payload: object, key: string): void {
    const now = Date.now()
    const known = this.#waiting.get(key)
    clearTimeout(known?.timer)
    const since = known?.since ?? now
    const wait = Math.max(0, Math.min(WAIT_MS, since + MAX_WAIT_MS - now))
    // Asked again now and then, and at the next start of a worker.
    const timer = setTimeout(() => void this.#send([key]).catch(() => undefined), wait).unref()
    this.#waiting.set(key, { name, payload, since, timer })
  }

  /** Asks for all that waits. */
  flush(): Promise<void> {
    return this.#send([...this.#waiting.keys()])
  }

  async #send(keys: readonly string[]): Promise<void> {
    const taken = keys.flatMap((key) => {
      const waiting = this.#waiting.get(key)
      if (waiting === undefined) return []
      clearTimeout(waiting.timer)
      this.#waiting.delete(key)
      return [{ key, ...waiting }]
    })
    for (const { name, payload, key } of taken) {
      await this.#pool.query('select ask_for_job($1, $2, $3)', [name, JSON.stringify(payload), key])
    }
  }
}
