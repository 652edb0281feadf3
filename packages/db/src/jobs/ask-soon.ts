import type { Pool } from 'pg'

/** Uploads that come together ask once. */
const WAIT_MS = 250

/**
 * Asks for jobs a moment later, each key once: a burst of uploads sets off one look, and none of them waits for the
 * queue. What a process that is killed had not yet asked is asked when a worker starts, for every product.
 */
export class AskSoon {
  readonly #pool: Pool
  readonly #waiting = new Map<string, { name: string; payload: object }>()
  #timer: NodeJS.Timeout | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  ask(name: string, payload: object, key: string): void {
    this.#waiting.set(key, { name, payload })
    this.#timer ??= setTimeout(() => {
      // Asked again at the next start of a worker.
      void this.flush().catch(() => undefined)
    }, WAIT_MS).unref()
  }

  /** Asks for all that waits. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const all = [...this.#waiting]
    this.#waiting.clear()
    for (const [key, { name, payload }] of all) {
      await this.#pool.query('select ask_for_job($1, $2, $3)', [name, JSON.stringify(payload), key])
    }
  }
}
