import type { Caller } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { noteFault } from '../observability/request-context.ts'
import { FairQueue, QueueFull } from '../worker-pool/fair-queue.ts'
import { callCost, HEAVY_COST } from './call-cost.ts'
import { subjectsOf } from './limit-request.ts'
import { freeWhenMoved } from './move-request.ts'

/**
 * Maximum heavy calls that run at once in one process. They share one event loop, so more of them would only take
 * longer each.
 */
const MAX_RUNNING = 4
/**
 * Maximum heavy calls of one caller that run at once. Comparisons of everything take seconds, and other callers must
 * not wait for these.
 */
const MAX_RUNNING_OF_CALLER = 1
/** Maximum heavy calls of one caller that wait; a page sends at most 20 calls in a batch. */
const MAX_WAITING = 20
/**
 * Longer than a call normally waits behind other heavy calls, and shorter than the time-outs of clients and proxies.
 */
const MAX_WAIT_MS = 25_000

/** Runs heavy calls a few at a time; those of callers who used the server least go first. */
export type HeavyWork = {
  /**
   * Runs `work` immediately when its cost is below `HEAVY_COST`, otherwise when it is the caller's turn.
   *
   * @returns the refusal of a caller with too many waiting calls, or whose turn did not come in time.
   */
  run<T>(call: HeavyCall, work: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false; error: AppError }>
}

type HeavyCall = {
  caller: Caller
  /** The name of the tRPC procedure or REST operation. */
  name: string
  signal?: AbortSignal | undefined
  /**
   * Receives the body of a heavy call before the call takes a slot, so that a slow sender delays only its own calls. The
   * time that it takes is not counted as waiting.
   */
  receive?: () => Promise<void>
}

export function createHeavyWork({
  running = MAX_RUNNING,
  waiting = MAX_WAITING,
  waitMs = MAX_WAIT_MS,
} = {}): HeavyWork {
  const turns = new FairQueue(Number.POSITIVE_INFINITY, waiting, MAX_RUNNING_OF_CALLER)
  const slots = new FairQueue(running, Number.POSITIVE_INFINITY, MAX_RUNNING_OF_CALLER)
  return {
    async run({ caller, name, signal, receive }, work) {
      if (callCost(name) < HEAVY_COST) return { ok: true, value: await work() }
      const key = keyOf(caller)
      let timeout = AbortSignal.timeout(waitMs)
      const untilLate = () => (signal === undefined ? timeout : AbortSignal.any([signal, timeout]))
      const arrived = performance.now()
      let began = false
      let hasTurn = false
      const takeTurn = async <R>(begin: () => Promise<R>) => {
        hasTurn = true
        const left = waitMs - (performance.now() - arrived)
        if (receive !== undefined) await receive()
        timeout = AbortSignal.timeout(Math.max(0, Math.ceil(left)))
        const run = () => {
          began = true
          return begin()
        }
        return await slots.run(key, run, untilLate())
      }
      const inTurn = <R>(begin: () => Promise<R>) => turns.run(key, () => takeTurn(begin), untilLate())
      try {
        return { ok: true, value: await freeWhenMoved(work, inTurn) }
      } catch (cause) {
        if (began) throw cause
        if (cause instanceof QueueFull) return refuse(tooManyWaiting(waiting))
        // A sender that left reads no response, and leaving is not a fault to log.
        if (timeout.aborted || signal?.aborted === true) return refuse(hasTurn ? busy(slots.recentUse(key)) : OWN_CALLS)
        throw cause
      }
    },
  }
}

/** A page shows a refused call as an error, and its response gets the status of the refusal. */
function refuse(error: AppError): { ok: false; error: AppError } {
  noteFault(error)
  return { ok: false, error }
}

const tooManyWaiting = (waiting: number) =>
  appError(
    'too-many-requests',
    `You have ${waiting} heavy requests waiting already. Wait for their answers, and send fewer at once.`,
  )

const OWN_CALLS = appError(
  'too-many-requests',
  'Your earlier heavy requests are still running. Wait for their answers, and send fewer at once.',
)

const BUSY = 'The server has too many heavy requests right now. Nothing was stored; try again.'

/** A caller that has used the server lately is a cause of the load itself, and makes room for others. */
const busy = (recentUse: number) => appError(recentUse > 0 ? 'too-many-requests' : 'unavailable', BUSY)

/** The first subject is the caller itself: a token, a person, or an address. */
function keyOf(caller: Caller): string {
  const [subject] = subjectsOf(caller)
  return subject === undefined ? '' : `${subject.kind}:${subject.id}`
}
