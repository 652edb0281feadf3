import { Client } from 'pg'
import { CHANNEL } from './event-notifier.ts'
import { type EventListener, ProjectEvent, type ProjectEvents } from './event-types.ts'

const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 10_000

/**
 * Listens on a connection of its own, which must lead to the server itself: LISTEN belongs to a session, and a pooler in
 * transaction mode has none.
 */
export function listenForEvents(directUrl: string, listener: EventListener): ReturnType<ProjectEvents['listen']> {
  const first = Promise.withResolvers<void>()
  let stopped = false
  let isFirst = true
  let client: Client | null = null
  let timer: NodeJS.Timeout | null = null
  let retryMs = FIRST_RETRY_MS

  const open = async () => {
    const next = new Client({
      connectionString: directUrl,
      application_name: 'assay events',
      keepAlive: true,
      connectionTimeoutMillis: MAX_RETRY_MS,
    })
    client = next
    next.on('error', () => undefined) // The event `end` follows.
    next.on('notification', ({ payload }) => receive(payload, listener))
    await next.connect()
    next.once('end', retry)
    await next.query(`listen ${CHANNEL}`)
    retryMs = FIRST_RETRY_MS
    if (!isFirst) listener.onGap()
    isFirst = false
    first.resolve()
  }
  const retry = () => {
    if (stopped || timer !== null) return
    timer = setTimeout(start, retryMs).unref()
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
  }
  const start = () => {
    timer = null
    void open().catch(() => {
      void client?.end().catch(() => undefined)
      retry()
    })
  }
  start()
  return {
    listening: first.promise,
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

function receive(payload: string | undefined, listener: EventListener): void {
  const event = ProjectEvent.safeParse(parseJson(payload ?? ''))
  // A newer version of the server can send kinds that this one does not know.
  if (event.success) listener.onEvent(event.data)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
