import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { giveWay } from '../lib/give-way.ts'
import { PlainError } from '../lib/plain-error.ts'
import { WAITS } from '../serve/receive-variables.ts'
import { HEARTBEAT_MS, type ProcessMessage } from '../serve/report-ready.ts'

/**
 * Space for new objects (V8: semi-space), which keeps the memory that loading the program needed. With 4 MB a busy process
 * spends 15% of its time on collecting it; by default it can have 32.
 */
const NEW_SPACE_MB = 16
/** Few arenas of the allocator of C (glibc): by default each thread keeps memory of its own that others cannot use. */
const MEMORY = { MALLOC_ARENA_MAX: '2' }
const STOP_TIMEOUT_MS = 10_000
const READY_TIMEOUT_MS = 60_000
const MIN_PAUSE_MS = 250
const POLL_MS = 20
const MAX_PAUSE_MS = 10_000
/** A process that ran for this long is restarted immediately when it ends. */
const STEADY_MS = 60_000
/**
 * A process that is silent for this long is hung, and is restarted. Until then it is busy: requests wait for it, because
 * a restarted process would not answer them sooner.
 */
export const MAX_SILENCE_MS = 60 * HEARTBEAT_MS

/** Longer for a process with a lower priority, because one long step of it can take minutes on a busy machine. */
const MAX_SILENCE_OF_LOW_PRIORITY_MS = 5 * MAX_SILENCE_MS

type ProcessSettings = {
  name: string
  script: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /**
   * Variables that are known later, such as the address of the database. The process is started at once, loads its modules
   * and then waits for them (scripts/serve/receive-variables.ts).
   */
  later?: Promise<NodeJS.ProcessEnv>
  /** Niceness of the process, from its start: a larger value gives way to others. */
  nice?: number
  /** True starts the process when it is woken for the first time. */
  onDemand?: boolean
  /** Called with each message of the process. */
  onMessage?: (message: ProcessMessage) => void
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/** A process that is restarted when it ends. */
export type SupervisedProcess = {
  /** Resolves when the first one answers. @throws PlainError when it ends before that */
  firstReady: Promise<void>
  /** True from the first answer of the process until it ends or is hung. */
  isAnswering(): boolean
  /** The last reported health of the process; null without a recent report. */
  health(): { ready: boolean } | null
  /** Starts a process that is started on demand, or that ended because it was idle. */
  wake(): void
  /** Wakes the process; resolves when it answers, or with false when it does not in time. */
  untilAnswering(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Starts one of our programs and restarts it, with growing pauses, whenever it ends. The program sends a message when
 * it answers, and then one at each heartbeat. After it said that it is idle it is restarted by `wake`.
 */
export function superviseProcess(settings: ProcessSettings): SupervisedProcess {
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  const { name, onMessage, onDemand = false, nice = 0, now = () => performance.now() } = settings
  let child = onDemand ? null : startProcess(settings)
  const maxSilenceMs = nice > 0 ? MAX_SILENCE_OF_LOW_PRIORITY_MS : MAX_SILENCE_MS
  const heartbeat = trackHeartbeat(now, maxSilenceMs)
  let sleeping: PromiseWithResolvers<void> | null = null

  const watch = setInterval(() => {
    if (!heartbeat.isHung()) return
    console.error(`${name.padEnd(12)} was silent for ${maxSilenceMs / 1000} s, which is the limit; ending it`)
    child?.kill('SIGKILL')
  }, HEARTBEAT_MS)
  watch.unref()

  const runOnce = async (running: ChildProcess): Promise<'idle' | 'ended'> => {
    heartbeat.end()
    let isIdle = false
    running.on('message', (message: ProcessMessage) => {
      if (message.isIdle === true) isIdle = true
      // It accepts no more requests.
      if (isIdle) heartbeat.end()
      else heartbeat.beat(message)
      first.resolve()
      onMessage?.(message)
    })
    const [code, signal] = await once(running, 'exit')
    heartbeat.end()
    if (stopping.signal.aborted) return 'ended'
    if (isIdle && code === 0) return 'idle'
    const how = signal ?? `code ${code}`
    console.error(`${name.padEnd(12)} ended by itself (${how}); its last lines are above`)
    first.reject(new PlainError(`The process for ${name} ended by itself (${how}); its last lines are above.`))
    return 'ended'
  }

  const untilWoken = async (): Promise<void> => {
    sleeping = Promise.withResolvers<void>()
    await sleeping.promise
    sleeping = null
  }

  const supervise = async (): Promise<void> => {
    if (child === null) await untilWoken()
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      if (stopping.signal.aborted) return
      child ??= startProcess(settings)
      const began = performance.now()
      const how = await runOnce(child)
      if (stopping.signal.aborted) return
      child = null
      if (how === 'idle') {
        await untilWoken()
        pauseMs = MIN_PAUSE_MS / 2
        continue
      }
      if (performance.now() - began > STEADY_MS) pauseMs = MIN_PAUSE_MS
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) console.error(`${name.padEnd(12)} starting again`)
    }
  }
  const ended = supervise()

  return {
    firstReady: Promise.resolve(settings.later).then(() => withTimeout(first.promise, name)),
    isAnswering: heartbeat.isAnswering,
    health: heartbeat.health,
    wake: () => sleeping?.resolve(),
    async untilAnswering() {
      for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
        if (heartbeat.isAnswering()) return true
        if (stopping.signal.aborted) return false
        // A process that is still ending cannot be woken yet.
        sleeping?.resolve()
        await sleep(POLL_MS)
      }
      return false
    },
    async stop() {
      stopping.abort()
      sleeping?.resolve()
      clearInterval(watch)
      const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
      child?.kill('SIGTERM')
      await ended
      clearTimeout(timer)
    },
  }
}

/** Remembers when the process last sent a message, and the health that it last reported. */
function trackHeartbeat(now: () => number, maxSilenceMs: number) {
  let heartbeatAt: number | null = null
  let reported: { health: { ready: boolean }; at: number } | null = null
  const isRecent = (at: number) => now() - at < maxSilenceMs
  return {
    beat({ health }: ProcessMessage) {
      heartbeatAt = now()
      if (health !== undefined) reported = { health, at: heartbeatAt }
    },
    end() {
      heartbeatAt = null
      reported = null
    },
    isAnswering: () => heartbeatAt !== null && isRecent(heartbeatAt),
    isHung: () => heartbeatAt !== null && !isRecent(heartbeatAt),
    health: () => (reported !== null && isRecent(reported.at) ? reported.health : null),
  }
}

function startProcess({ script, args, env, later, nice = 0 }: ProcessSettings): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      `--max-semi-space-size=${NEW_SPACE_MB}`,
      '--import',
      join(import.meta.dirname, 'end-with-parent.mjs'),
      script,
      ...args,
    ],
    {
      // Ctrl-C in the terminal is for this process; running requests are finished before the database stops.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...env, ...MEMORY, ...(later !== undefined && { [WAITS]: '1' }) },
    },
  )
  const send = (variables: NodeJS.ProcessEnv) => void (child.connected && child.send({ variables }))
  // A failure ends the start, and with it this process.
  later?.then(send).catch(() => undefined)
  child.stdout?.on('data', (chunk: Buffer) => process.stdout.write(withoutBanner(chunk.toString())))
  void giveWay(child.pid, nice)
  return child
}

/** Removes the address lines of Next; ours, with the right host, follow. */
function withoutBanner(text: string): string {
  const lines = text.split('\n')
  return lines
    .filter((line) => !/^(▲ Next\.js|- Local:|- Network:|✓ |worker {2})/.test(stripVTControlCharacters(line)))
    .join('\n')
}

async function withTimeout(ready: Promise<void>, name: string): Promise<void> {
  const timeout = new AbortController()
  const late = sleep(READY_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new PlainError(`The process for ${name} is not ready after ${READY_TIMEOUT_MS / 1000} s.`)
  })
  try {
    await Promise.race([ready, late])
  } finally {
    timeout.abort()
    late.catch(() => undefined)
  }
}
