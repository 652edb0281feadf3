import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectEvent, ProjectEvents } from '@assay/db/types'

/** Remembered events of all projects, from which a reader that was disconnected resumes. */
const MAX_REMEMBERED = 2_000
const CONNECT_TIMEOUT_MS = 5_000
/** A page does not wait longer for live updates. */
const PAGE_TIMEOUT_MS = 300

/** Receives the events of one project. */
export type EventSubscriber = {
  projectId: string
  onEvent(event: ProjectEvent): void
  /** Events are missing: the reader has to read everything again. */
  onGap(position: string): void
  /** The server stops. */
  onStop(): void
}

/** The state that a page shows: a position, and the time before which it has seen everything, in ms since 1970. */
export type SeenState = { after: string | null; since: number }

type Opened = {
  /** The position from which the reader can resume. */
  position: string
  /** The events of its project since the position that it had; null if that is not remembered. */
  missed: readonly ProjectEvent[] | null
  close(): void
}

/**
 * Distributes the notifications of the database to the readers of this process. One connection listens for all of
 * them; it is opened with the first page or reader. A position is the id of an event. All processes receive the same
 * events in the same order, so a reader can resume at another server.
 */
export class EventHub {
  readonly #events: ProjectEvents
  readonly #maxRemembered: number
  readonly #pageTimeoutMs: number
  readonly #readers = new Set<EventSubscriber>()
  /** Oldest first. */
  #remembered: ProjectEvent[] = []
  /** The position before the first remembered event. */
  #start: string = randomUUID()
  #source: ReturnType<ProjectEvents['listen']> | null = null
  /** Work for all readers runs outside of the request that came first, with its time-outs and standby. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(events: ProjectEvents, { maxRemembered = MAX_REMEMBERED, pageTimeoutMs = PAGE_TIMEOUT_MS } = {}) {
    this.#events = events
    this.#maxRemembered = maxRemembered
    this.#pageTimeoutMs = pageTimeoutMs
  }

  /**
   * The state that a page shows if it reads its data afterwards. Its position alone is not enough: a change that was
   * stored shortly before can be notified shortly after. The position is null if the database cannot be listened to.
   */
  async seenState(): Promise<SeenState> {
    const isListening = await this.#listen(this.#pageTimeoutMs)
    return { after: isListening ? this.#newest() : null, since: Date.now() }
  }

  /** Runs `work` outside of the context of a request. */
  outside<T>(work: () => T): T {
    return this.#outside(work)
  }

  /** Adds a reader that has seen everything up to the position `after`; null if the database cannot be reached. */
  async open(reader: EventSubscriber, after: string | null): Promise<Opened | null> {
    if (!(await this.#listen(CONNECT_TIMEOUT_MS))) return null
    this.#readers.add(reader)
    return {
      position: this.#newest(),
      missed: after === null ? [] : this.#since(after, reader.projectId),
      close: () => void this.#readers.delete(reader),
    }
  }

  /** Ends all readers and the connection. */
  async stop(): Promise<void> {
    for (const reader of [...this.#readers]) reader.onStop()
    await this.#source?.stop()
    this.#source = null
  }

  /** Listens from the first call on. @returns false if the database does not answer in time. */
  async #listen(timeoutMs: number): Promise<boolean> {
    this.#source ??= this.#outside(() =>
      this.#events.listen({ onEvent: (event) => this.#receive(event), onGap: () => this.#forget() }),
    )
    const timer = new AbortController()
    const late = sleep(timeoutMs, 'late', { signal: timer.signal, ref: false }).catch(() => 'late')
    const isLate = (await Promise.race([this.#source.listening, late])) === 'late'
    timer.abort()
    return !isLate
  }

  #newest(): string {
    return this.#remembered.at(-1)?.id ?? this.#start
  }

  #since(position: string, projectId: string): ProjectEvent[] | null {
    const at = this.#remembered.findIndex(({ id }) => id === position)
    if (at < 0 && position !== this.#start) return null
    return this.#remembered.slice(at + 1).filter((event) => event.projectId === projectId)
  }

  #receive(event: ProjectEvent): void {
    // A reader that resumes does not receive again that somebody is editing, because that may be over.
    if (event.change !== 'spec-editing') this.#remember(event)
    for (const reader of this.#readers) if (reader.projectId === event.projectId) reader.onEvent(event)
  }

  #remember(event: ProjectEvent): void {
    this.#remembered.push(event)
    if (this.#remembered.length > this.#maxRemembered) this.#start = this.#remembered.shift()?.id ?? this.#start
  }

  #forget(): void {
    this.#remembered = []
    this.#start = randomUUID()
    for (const reader of this.#readers) reader.onGap(this.#start)
  }
}
