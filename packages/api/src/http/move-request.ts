import { AsyncLocalStorage } from 'node:async_hooks'

/** How the request that is handled now can be moved to the process for heavy requests. */
type RequestMove = {
  /**
   * Asks the proxy to send the request to the process for heavy requests; null when that is not possible. Returns false
   * when the response has begun.
   */
  move: (() => boolean) | null
  /** True when another process counted the request in its rate limits before it moved it here. */
  isCounted: boolean
  /** Functions that are called when the request is moved, such as to free the resources of its work. */
  whenMoved: (() => void)[]
}

// Next bundles pages separately from our listener, and both must use the same storage.
declare global {
  var assayRequestMove: AsyncLocalStorage<RequestMove> | undefined
}

function storage(): AsyncLocalStorage<RequestMove> {
  globalThis.assayRequestMove ??= new AsyncLocalStorage()
  return globalThis.assayRequestMove
}

/** Runs the handler of a request that can be moved, or was. */
export const withRequestMove = <T>(move: Omit<RequestMove, 'whenMoved'>, handle: () => T): T =>
  storage().run({ ...move, whenMoved: [] }, handle)

/**
 * Moves the request that is handled now to the process for heavy requests, so that this process keeps answering others.
 * The returned promise never resolves when it was moved, because the response has been sent and nothing may follow.
 * Call it before anything is stored, and never inside a transaction.
 */
export async function moveIfPossible(): Promise<void> {
  const context = storage().getStore()
  if (context?.move?.() !== true) return
  for (const call of context.whenMoved) call()
  await never()
}

const never = () => new Promise<never>(() => undefined)

const MOVED = Symbol('moved')

/**
 * Runs work in a queue, whose slot is freed when the work ends, and also when the request is moved during the work; then
 * the returned promise never resolves.
 *
 * @param inQueue runs its argument when it is the turn of the caller.
 */
export async function freeWhenMoved<T>(
  work: () => Promise<T>,
  inQueue: (work: () => Promise<T | typeof MOVED>) => Promise<T | typeof MOVED>,
): Promise<T> {
  const moved = Promise.withResolvers<typeof MOVED>()
  onMove(() => moved.resolve(MOVED))
  const result = await inQueue(() => Promise.race([work(), moved.promise]))
  return result === MOVED ? never() : result
}

/** Calls a function when the request that is handled now is moved. */
export function onMove(call: () => void): void {
  storage().getStore()?.whenMoved.push(call)
}

/** Keeps the request in this process from now on, because it stores something. */
export function keepHere(): void {
  const context = storage().getStore()
  if (context !== undefined) context.move = null
}

/** True when another process counted this request in its rate limits already. */
export const isCountedElsewhere = (): boolean => storage().getStore()?.isCounted === true

/** Texts and frozen figures of this length take tens of milliseconds to parse, compare or render. */
const LONG_TEXT = 64 * 1024

/** Moves a request that turned out to be about long texts. */
export async function moveIfLong(...texts: readonly string[]): Promise<void> {
  if (texts.reduce((sum, text) => sum + text.length, 0) > LONG_TEXT) await moveIfPossible()
}
