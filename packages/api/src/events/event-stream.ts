import type { ProjectEvent } from '@assay/db/types'
import type { EventHub } from './event-hub.ts'

/** Reverse proxies end connections that are silent for 30 to 60 s. */
const HEARTBEAT_MS = 20_000
/** Time in which events are collected, so that access is checked once for all of them. */
const COLLECT_MS = 200
/** The time after which a browser connects again. */
const RETRY_MS = 5_000
/** Bytes that a reader can leave unread before it is disconnected. */
const MAX_UNREAD_BYTES = 16_384

export type StreamOptions = {
  projectId: string
  /** The position that the reader has seen; null for a new reader. */
  after: string | null
  /** True for events that the reader gets. */
  isFor(event: ProjectEvent): boolean
  /** True while the reader can read the project. It is checked before each delivery and each heartbeat. */
  mayRead(): Promise<boolean>
  onClose(): void
  heartbeatMs?: number
  collectMs?: number
}

/**
 * Opens a stream of server-sent events: `change` for each event, `editing` with the name of a person, `reload` when events are missing, and `end` when the
 * reader must not read any longer. Null if the database cannot be reached.
 */
export async function openEventStream(
  hub: EventHub,
  { projectId, after, isFor, mayRead, onClose, heartbeatMs = HEARTBEAT_MS, collectMs = COLLECT_MS }: StreamOptions,
): Promise<ReadableStream<Uint8Array> | null> {
  let waiting: string[] = []
  let timer: NodeJS.Timeout | null = null
  let output: ReadableStreamDefaultController<Uint8Array> | null = null
  let isDelivering = false

  const add = (message: string) => {
    waiting.push(message)
    timer ??= setTimeout(() => void deliver(), collectMs).unref()
  }
  const addEvent = (event: ProjectEvent) => {
    if (isFor(event)) add(changeMessage(event))
  }
  const opened = await hub.open(
    {
      projectId,
      onEvent: addEvent,
      onGap: (position) => add(formatMessage('reload', {}, position)),
      onStop: () => close(),
    },
    after,
  )
  if (opened === null) {
    onClose()
    return null
  }

  const release = () => {
    output = null
    clearInterval(heartbeat)
    if (timer !== null) clearTimeout(timer)
    opened.close()
    onClose()
  }
  const close = (last?: string) => {
    const ended = output
    if (ended === null) return
    release()
    if (last !== undefined) ended.enqueue(encode(last))
    ended.close()
  }
  const send = (text: string) => {
    output?.enqueue(encode(text))
    // A reader that does not read would otherwise fill the memory.
    if ((output?.desiredSize ?? 0) < 0) close()
  }
  const deliver = async () => {
    timer = null
    if (isDelivering) return
    isDelivering = true
    // An event that arrives during the check waits for the next one.
    const messages = waiting
    waiting = []
    const isAllowed = await hub.outside(mayRead).catch(() => null)
    isDelivering = false
    if (isAllowed === false) return close(formatMessage('end', {}))
    if (isAllowed === true) {
      send(messages.length === 0 ? ': still here\n\n' : messages.join(''))
      if (waiting.length > 0) timer ??= setTimeout(() => void deliver(), collectMs).unref()
    }
    // The database did not answer: nothing is sent, and the next heartbeat tries again.
    else waiting.unshift(...messages)
  }
  const heartbeat = hub.outside(() => setInterval(() => void deliver(), heartbeatMs).unref())

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        output = controller
        send(`retry: ${RETRY_MS}\n${formatMessage('ready', {}, after === null ? opened.position : undefined)}`)
        if (opened.missed === null) add(formatMessage('reload', {}, opened.position))
        else for (const event of opened.missed) addEvent(event)
      },
      cancel: release,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  )
}

const encode = (text: string) => new TextEncoder().encode(text)

/** An id is remembered by the browser and sent when it connects again. */
const formatMessage = (event: string, data: object, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A person who is editing has no position in the stream, because a reader that resumes does not receive it again. */
const changeMessage = ({ id, change, count, actorName = '' }: ProjectEvent) =>
  change === 'spec-editing'
    ? formatMessage('editing', { name: actorName })
    : formatMessage('change', { change, count }, id)
