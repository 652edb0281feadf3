import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Actor } from '../types.ts'
import type { ProjectChange, ProjectEvent } from './event-types.ts'

/** Channel of LISTEN and NOTIFY. */
export const CHANNEL = 'assay_project_event'

/**
 * Time between notifications of a process, within which equal changes are one event: a burst of uploads costs few of them.
 * The first one is sent at once.
 */
const MERGE_MS = 300

/** Key of an actor in events; the same as that of specs. */
export const actorKeyOf = ({ kind, id }: Actor): string => `${kind}:${id ?? ''}`

/**
 * Notifies all processes of changes after they were committed. NOTIFY is sent outside of their transactions, because
 * it takes a lock of the whole database at the commit. A process that is killed in between loses the notification; a
 * page then shows the change with the next one, or when it is loaded again.
 */
export class EventNotifier {
  readonly #pool: Pool
  readonly #pending = new Map<string, ProjectEvent>()
  #timer: NodeJS.Timeout | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  notify(projectId: string, actorKey: string, change: ProjectChange, specId: string | null = null, count = 1): void {
    if (count < 1) return
    this.#add({ projectId, change, count, specId, actorKey })
  }

  /** Tells the readers of a spec that a person is editing its text. Nothing is stored. */
  announceEditing(projectId: string, specId: string, { key, name }: { key: string; name: string }): void {
    this.#add({ projectId, change: 'spec-editing', count: 1, specId, actorKey: key, actorName: name })
  }

  #add(added: Omit<ProjectEvent, 'id' | 'changedAt'>): void {
    const { projectId, actorKey, change, specId, count } = added
    const key = JSON.stringify([projectId, actorKey, change, specId])
    const known = this.#pending.get(key)
    const event = { ...added, id: randomUUID(), changedAt: Date.now() }
    this.#pending.set(key, known === undefined ? event : { ...event, count: known.count + count })
    if (this.#timer === null) this.#sendAll()
  }

  #sendAll(): void {
    if (this.#pending.size === 0) return
    // A notification that cannot be sent is lost, as one of a killed process is.
    void this.flush().catch(() => undefined)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#sendAll()
    }, MERGE_MS).unref()
  }

  /** Sends all pending notifications now. */
  async flush(): Promise<void> {
    const events = [...this.#pending.values()]
    this.#pending.clear()
    if (events.length === 0) return
    await this.#pool.query('select pg_notify($1, event) from unnest($2::text[]) as sent (event)', [
      CHANNEL,
      events.map((event) => JSON.stringify(event)),
    ])
  }
}
