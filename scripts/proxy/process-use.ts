import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { addressSubject } from '@assay/api/http/client-address'
import { FairQueue } from '@assay/api/worker-pool/fair-queue'
import { RecentUse } from '@assay/api/worker-pool/recent-use'

/**
 * Maximum requests of one caller that a process works on at once; the others wait in the proxy. A browser opens six
 * connections. While others use the process, too, a second request uses the time in which the first one waits for the
 * database, and more would only delay the others. A busy caller, who used it much or has many requests waiting, has only
 * one then, until it is moved, and all busy callers have one together.
 */
const MAX_RUNNING = { alone: 8, amongOthers: 2, busy: 1 }
/** A browser has at most six requests at once; a caller with more waiting ones is a program. */
const MAX_WAITING = 6
/** Time for which the next turn of a busy caller waits while the process works for others who are not. */
const MAX_YIELD_MS = 100
/** Time for which other busy callers wait for the end of a busy caller's turn, which may be long. */
const MAX_BUSY_TURN_MS = 1_000
/** The requests that wait are limited by address (address-limits.ts). */
const UNLIMITED = Number.POSITIVE_INFINITY
const HALF_LIFE_MS = 5_000
/** Recent use above which a caller can delay others: on average 0.7 requests in progress. */
const MAX_USE_MS = 5_000
/** A caller who used less than this share of what another one used is delayed by that one. */
const LIGHT_SHARE = 1 / 2
/** Share of the use of an address that counts for each of the credentials that send from it. */
const ADDRESS_SHARE = 1 / 2
/** Time for which a caller counts as a user of the process after its last request. */
const RECENT_MS = 10_000

/** Maximum callers that are remembered; the ones that asked first are forgotten. */
const MAX_CALLERS = 1_000

/** The sender of a request, by address and by credentials, because each of them alone can be shared or changed. */
export type RequestCaller = { address: string; credentials: string | null }

/** Returns the caller of a request; `address` is that of the client. */
export function callerOf({ headers }: IncomingMessage, address: string | null): RequestCaller {
  const secret = headers.authorization ?? headers.cookie
  return {
    address: addressSubject(address),
    credentials: secret === undefined ? null : createHash('sha256').update(secret).digest('base64'),
  }
}

/**
 * Measures how much each caller uses a process by requests that are not heavy: the sum of the times that they are in
 * progress, so that many at once count more.
 */
export class ProcessUse {
  readonly #now: () => number
  /** Times of requests that ended. */
  readonly #ended: RecentUse
  /** Requests in progress, and the sum of the times at which they began. */
  readonly #running = new Map<string, { count: number; beganSum: number }>()
  /** Callers with recent requests. */
  readonly #callers = new Map<string, { caller: RequestCaller; at: number }>()
  /** Times at which busy callers began to wait for others; without those who have had a turn since. */
  readonly #yieldsSince = new Map<string, number>()
  /** The last turn of a busy caller; null when it has ended. */
  #busyTurn: { key: string; since: number; isAwaited: boolean } | null = null
  readonly #turns = new FairQueue(UNLIMITED, UNLIMITED, (key) => this.#maxRunning(key))

  /** @param now milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#ended = new RecentUse(HALF_LIFE_MS, now)
  }

  /**
   * Waits until the process may work on a request of the caller.
   *
   * @param signal ends the wait when the client has disconnected.
   * @returns a function that ends the turn.
   */
  async takeTurn(caller: RequestCaller, signal: AbortSignal): Promise<() => void> {
    this.#note(caller)
    const begun = Promise.withResolvers<() => void>()
    const ended = Promise.withResolvers<void>()
    const key = keyOf(caller)
    const work = () => {
      this.#yieldsSince.delete(key)
      const turn = { key, since: this.#now(), isAwaited: false }
      if (this.#isBusy(key)) this.#busyTurn = turn
      begun.resolve(() => {
        if (this.#busyTurn === turn) this.#busyTurn = null
        ended.resolve()
      })
      return ended.promise
    }
    this.#turns.run(key, work, signal).catch(begun.reject)
    return begun.promise
  }

  /** Counts a request from now until the returned function is called for the first time. */
  begin(caller: RequestCaller): () => void {
    const began = this.#now()
    const keys = this.#countedKeys(caller)
    for (const key of keys) this.#count(key, 1, began)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const key of keys) {
        this.#count(key, -1, -began)
        this.#ended.add(key, this.#now() - began)
      }
    }
  }

  /** True for a caller who uses the process much, while another one uses it who needs less than half of that. */
  delaysOthers(caller: RequestCaller): boolean {
    this.#note(caller)
    const own = this.#timeOf(caller)
    if (own <= MAX_USE_MS) return false
    const id = idOf(caller)
    const isDelayed = (one: RequestCaller) => idOf(one) !== id && this.#timeOfKey(keyOf(one)) < own * LIGHT_SHARE
    return this.#hasRecent(isDelayed)
  }

  #maxRunning(key: string): number {
    if (!this.#hasRecent((one) => keyOf(one) !== key)) return MAX_RUNNING.alone
    if (!this.#isBusy(key)) return MAX_RUNNING.amongOthers
    return this.#yields(key) || this.#waitsForBusy(key) ? 0 : MAX_RUNNING.busy
  }

  #isBusy(key: string): boolean {
    return this.#timeOfKey(key) > MAX_USE_MS || this.#turns.waiting(key) > MAX_WAITING
  }

  /** True while a busy caller waits, for a limited time, until the requests of others have been answered. */
  #yields(key: string): boolean {
    const isServed = (one: RequestCaller) => {
      const other = keyOf(one)
      return other !== key && !this.#isBusy(other) && this.#running.has(other)
    }
    if (!this.#hasRecent(isServed)) return false
    const now = this.#now()
    const since = this.#yieldsSince.get(key)
    if (since !== undefined) return now - since < MAX_YIELD_MS
    this.#yieldsSince.set(key, now)
    setTimeout(() => this.#turns.retry(), MAX_YIELD_MS).unref()
    return true
  }

  /** True while another busy caller has its turn, for a limited time, and somebody who is not busy uses the process. */
  #waitsForBusy(key: string): boolean {
    const turn = this.#busyTurn
    if (turn === null || turn.key === key || !this.#hasRecent((one) => !this.#isBusy(keyOf(one)))) return false
    const left = MAX_BUSY_TURN_MS - (this.#now() - turn.since)
    if (left <= 0) return false
    if (!turn.isAwaited) setTimeout(() => this.#turns.retry(), left).unref()
    turn.isAwaited = true
    return true
  }

  /** True when a caller with recent requests fulfills the condition. */
  #hasRecent(condition: (caller: RequestCaller) => boolean): boolean {
    const now = this.#now()
    for (const [id, { caller, at }] of this.#callers) {
      if (now - at > RECENT_MS) this.#callers.delete(id)
      else if (condition(caller)) return true
    }
    return false
  }

  #note(caller: RequestCaller): void {
    const id = idOf(caller)
    this.#callers.delete(id) // A Map keeps the order of insertion, so that this caller becomes the newest.
    this.#callers.set(id, { caller, at: this.#now() })
    const [oldest] = this.#callers.keys()
    if (this.#callers.size > MAX_CALLERS && oldest !== undefined) this.#callers.delete(oldest)
  }

  /**
   * Requests of credentials that are over the maximum are not counted for their address, which may be that of many
   * callers. Those of many credentials, each within the maximum, are.
   */
  #countedKeys(caller: RequestCaller): string[] {
    const { credentials } = caller
    const isOver = credentials !== null && this.#timeOfKey(credentialsKey(credentials)) > MAX_USE_MS
    return isOver ? [credentialsKey(credentials)] : keysOf(caller)
  }

  #timeOf({ address, credentials }: RequestCaller): number {
    const ofAddress = this.#timeOfKey(addressKey(address))
    if (credentials === null) return ofAddress
    return Math.max(this.#timeOfKey(credentialsKey(credentials)), ofAddress * ADDRESS_SHARE)
  }

  #timeOfKey(key: string): number {
    const { count = 0, beganSum = 0 } = this.#running.get(key) ?? {}
    return this.#ended.of(key) + count * this.#now() - beganSum
  }

  #count(key: string, change: number, began: number): void {
    const { count = 0, beganSum = 0 } = this.#running.get(key) ?? {}
    if (count + change === 0) this.#running.delete(key)
    else this.#running.set(key, { count: count + change, beganSum: beganSum + began })
  }
}

const addressKey = (address: string): string => `address ${address}`
const credentialsKey = (credentials: string): string => `credentials ${credentials}`
const keysOf = ({ address, credentials }: RequestCaller): string[] =>
  credentials === null ? [addressKey(address)] : [addressKey(address), credentialsKey(credentials)]
const idOf = (caller: RequestCaller): string => keysOf(caller).join(' ')
/** Tells callers apart: their credentials when they have any, because an address may be that of many callers. */
const keyOf = ({ address, credentials }: RequestCaller): string =>
  credentials === null ? addressKey(address) : credentialsKey(credentials)
